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
    /\bdefine(?:Query|TenantsQuery|SpendQuery|NetQuery|PipelineQuery|Rollup)\(/.test(texts[index] ?? ''),
  );
  const loadedBefore = new Set(definedQueries().map(({ name }) => name));
  for (const file of files) await import(pathToFileURL(join(folder, file)).href);
  // Tests that ran before in this process have loaded queries of other programs, and of this one.
  const isNamedHere = namesIn(files.map((file) => texts[sources.indexOf(file)] ?? ''));
  const queries = definedQueries().filter(({ name }) => isNamedHere(name));

  describe(`queries of ${program}`, () => {
    test('finds at least one query', () => {
      expect(files.length, 'no file defines a query: the suite would prove nothing').toBeGreaterThan(0);
      expect(queries.length).toBeGreaterThan(0);
    });

    test('finds each query by the name that its file gives it', () => {
      const overlooked = definedQueries().filter(({ name }) => !loadedBefore.has(name) && !isNamedHere(name));
      expect(overlooked.map(({ name }) => name)).toEqual([]);
    });

    test('has no snapshot of a query that was removed', async () => {
      const snapshots = await readdir(`${folder}__snapshots__`).catch(() => []);
      const names = snapshots.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
      const shown = queries.filter(({ variantOf }) => variantOf === undefined);
      expect(names.filter((name) => !shown.some((query) => query.name === name))).toEqual([]);
    });

    describe.each(queries.map((query) => [query.name, query] as const))('%s', (name, query) => {
      test('is accepted by the engine', () => run(clickhouse(), query));

      test('filters by its tenant', () => {
        const bound = { tenant: 'tenantId', rollup: 'tenantId', tenants: 'tenantIds', pipeline: 'keys' };
        expect([...query.paramTypes.keys()]).toContain(bound[query.kind]);
      });

      if (query.variantOf !== undefined) return;
      test('matches the agreed statement', async () => {
        await expect(`${query.sql}\n`).toMatchFileSnapshot(`${folder}__snapshots__/${name}.sql`);
      });
    });
  });
}

/** For an unknown tenant: the engine checks names, types and settings, and reads no row. */
async function run(clickhouse: ClickHouse, { name, sql }: RegisteredQuery): Promise<void> {
  await clickhouse.query({ name, sql, params: sampleParams(sql) });
}

/** Whether one of these sources names a query: as a whole (`'name'`), up to what it puts in (`name-${part}`), or without what it is asked by. */
function namesIn(sources: readonly string[]): (name: string) => boolean {
  const whole = new Set<string>();
  const beginnings: string[] = [];
  for (const [, name = '', end] of sources.join('\n').matchAll(/['`]([a-z][a-z0-9-]*)('|`|\$\{)/g)) {
    if (end === '${') beginnings.push(name);
    else whole.add(name);
  }
  return (name) =>
    whole.has(name.replace(/(?:-by-costs)?(?:-by-rates)?$/, '')) || beginnings.some((one) => name.startsWith(one));
}
