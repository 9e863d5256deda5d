// Tests every query that a program sends to the analytics store: the engine accepts it, it filters by its tenant, and its text
// is in a snapshot, so that every change is a visible diff.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { sampleParams } from '@tracker/infra/clickhouse/param-types';
import { definedQueries, type RegisteredQuery } from '@tracker/infra/clickhouse/query-registry';
import { describe, expect, test } from 'vitest';

export interface QueriesSuite {
  /** `new URL('./', import.meta.url)` of a test in the program's `src`: the suite reads all files below it that define a query. */
  readonly source: URL;
  /** A store with all tables. */
  readonly clickhouse: () => ClickHouse;
}

/**
 * Call it with `await` at the top of a test file: it creates the tests from the queries that it finds. The snapshots are in
 * `__snapshots__/<query>.sql` next to the test.
 */
export async function describeQueries(program: string, { source, clickhouse }: QueriesSuite): Promise<void> {
  const folder = fileURLToPath(source);
  const sources = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file)).sort();
  const texts = await Promise.all(sources.map((file) => readFile(join(folder, file), 'utf8')));
  const files = sources.filter((_, index) =>
    /\bdefine(?:Query|SpendQuery|NetQuery|PipelineQuery|Rollup)\(/.test(texts[index] ?? ''),
  );
  const before = new Set(definedQueries().map((query) => query.name));
  for (const file of files) await import(pathToFileURL(join(folder, file)).href);
  const queries = definedQueries().filter((query) => !before.has(query.name));

  describe(`queries of ${program}`, () => {
    test('finds at least one query', () => {
      expect(files.length, 'no file defines a query: the suite would prove nothing').toBeGreaterThan(0);
      expect(queries.length).toBeGreaterThan(0);
    });

    test('has no snapshot of a query that was removed', async () => {
      const snapshots = await readdir(`${folder}__snapshots__`).catch(() => []);
      const names = snapshots.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
      const shown = queries.filter(({ variantOf }) => variantOf === undefined);
      expect(names.filter((name) => !shown.some((query) => query.name === name))).toEqual([]);
    });

    describe.each(queries.map((query) => [query.name, query] as const))('%s', (name, query) => {
      test('is accepted by the engine', () => explain(clickhouse(), query));

      test('filters by its tenant', () => {
        expect([...query.paramTypes.keys()]).toContain(query.kind === 'pipeline' ? 'keys' : 'tenantId');
      });

      if (query.variantOf !== undefined) return;
      test('matches the agreed statement', async () => {
        await expect(`${query.sql}\n`).toMatchFileSnapshot(`${folder}__snapshots__/${name}.sql`);
      });
    });
  });
}

/** EXPLAIN checks names and types without reading a row; the run, for an unknown tenant, checks the settings. */
async function explain(clickhouse: ClickHouse, query: RegisteredQuery): Promise<void> {
  const params = sampleParams(query.sql);
  const plan = await clickhouse.query({ name: query.name, sql: `EXPLAIN indexes = 1 ${query.sql}`, params });
  expect(plan.length).toBeGreaterThan(0);
  await clickhouse.query({ name: query.name, sql: query.sql, params });
}
