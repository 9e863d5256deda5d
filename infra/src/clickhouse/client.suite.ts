// Runs against both ways of reaching ClickHouse. The groups are failures that we met: leaking settings, early acknowledgements,
// ignored columns, numbers that lose digits, errors that quote personal data.
import { randomUUID } from 'node:crypto';
import {
  bothCounts,
  countClicks,
  findClicks,
  listClicks,
  revenue,
  spend,
} from '@tracker/test/kit/clickhouse/questions';
import { clickRow, conversionRow } from '@tracker/test/kit/clickhouse/rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';
import { migrateClickHouse } from './migrate.ts';
import { insertAdSpend } from './tables/ad-spend.ts';
import { insertClicks } from './tables/clicks.ts';
import { insertConversions } from './tables/conversions.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

const awkward = [
  "it's",
  'a\\b',
  'tab\there',
  'line\nbreak',
  "\\'",
  '\\N',
  'é👍',
  '{x:String}',
  '',
  "'; DROP TABLE clicks; --",
  'NULL',
];

export function describeClickHouse(
  name: string,
  open: () => Promise<{ clickhouse: ClickHouse; close(): Promise<void> }>,
): void {
  describe(`ClickHouse, ${name}`, () => {
    let clickhouse: ClickHouse;
    let close: () => Promise<void>;
    const newTenant = () => `tn_${randomUUID().replaceAll('-', '')}`;

    beforeAll(async () => {
      ({ clickhouse, close } = await open());
      await migrateClickHouse(clickhouse, logger);
    });
    afterAll(() => close());

    describe('values', () => {
      test('stores texts of every kind unchanged, as rows and as parameters', async () => {
        const tenant = newTenant();
        const rows = awkward.map((source, index) =>
          clickRow({ tenant_id: tenant, at: 1_795_300_000_000 + index, source }),
        );
        await insertClicks.run(clickhouse, rows);

        const found = await listClicks.run(clickhouse, tenant, { sources: awkward });

        expect(found.map((click) => click.source)).toEqual(awkward);
        for (const text of awkward) {
          const [row] = await clickhouse.query<{ text: string }>({
            name: 'echo',
            sql: 'SELECT {t:String} AS text',
            params: { t: text },
          });
          expect(row?.text).toBe(text);
        }
      });

      test('counts a repeated row once, and keeps the higher version', async () => {
        const tenant = newTenant();
        const first = conversionRow({ tenant_id: tenant, status: 'approved', revenue: '97.9000', ver: 1 });
        const second = conversionRow({ tenant_id: tenant, status: 'completed', revenue: '12.3400', ver: 2 });
        for (const rows of [[first], [second], [first], [first, second]]) await insertConversions.run(clickhouse, rows);

        expect(await revenue.run(clickhouse, tenant, {})).toEqual([
          { revenue: '12.34', events: '1', status: 'completed' },
        ]);
      });

      test('applies FINAL before a filter on a mutable column', async () => {
        const tenant = newTenant();
        await insertConversions.run(clickhouse, [
          conversionRow({ tenant_id: tenant, is_counted: true, revenue: '50', ver: 1 }),
        ]);
        await insertConversions.run(clickhouse, [
          conversionRow({ tenant_id: tenant, is_counted: false, revenue: '0', ver: 2 }),
        ]);

        // If the filter ran before FINAL, the older row would count.
        expect(await revenue.run(clickhouse, tenant, {})).toEqual([{ revenue: '0', events: '0', status: '' }]);
      });

      test('keeps all digits of 64-bit integers and decimals', async () => {
        const tenant = newTenant();
        const row = {
          tenant_id: tenant,
          campaign_id: 'c1',
          day: '2026-11-20',
          kind: 'reported',
          source: 'facebook',
          currency: 'BRL',
          clicks: 1,
          ad_ids: ['a"\\1', 'b'],
          ad_names: ['Vídeo, [novo]', ''],
          adset_ids: ['', ''],
          adset_names: ['', ''],
          ad_spends: ['12345678901234.5678', '-0.0001'],
          ad_impressions: [18_446_744_073_709_551_615n, 0],
          ad_clicks: [0, 1],
          hour_starts: [1_795_140_000],
          hour_spends: ['12345678901234.5678'],
        };
        await insertAdSpend.run(clickhouse, [
          {
            ...row,
            spend: '12345678901234.5678',
            impressions: 18_446_744_073_709_551_615n,
            received_at: '2026-11-20T10:00:00.000Z',
            ver: 1,
          },
        ]);
        expect(await spend.run(clickhouse, tenant, { day: '2026-11-20' })).toEqual([
          {
            impressions: '18446744073709551615',
            spend: '12345678901234.5678',
            ads: [
              ['a"\\1', 'Vídeo, [novo]', '12345678901234.5678', '18446744073709551615'],
              ['b', '', '-0.0001', '0'],
            ],
          },
        ]);
      });

      test('applies settings at the end of a UNION to all its parts', async () => {
        expect(await bothCounts.run(clickhouse, newTenant(), {})).toEqual([{ n: '0' }, { n: '0' }]);
      });

      test('reads and writes instants as ISO 8601 in UTC, to the millisecond', async () => {
        const tenant = newTenant();
        await insertClicks.run(clickhouse, [
          clickRow({ tenant_id: tenant, at: Date.parse('2026-11-20T15:00:00.123Z') }),
        ]);
        const from = new Date('2026-11-20T15:00:00.123Z');
        expect(await countClicks.run(clickhouse, tenant, { from })).toEqual([
          { clicks: 1, last: '2026-11-20T15:00:00.123Z' },
        ]);
        const [after] = await countClicks.run(clickhouse, tenant, { from: new Date(from.getTime() + 1) });
        expect(after?.clicks).toBe(0);
      });

      test('inserts more rows than one batch holds', async () => {
        const tenant = newTenant();
        const rows = Array.from({ length: 10_001 }, (_, index) =>
          clickRow({ tenant_id: tenant, at: 1_795_400_000_000 + index }),
        );
        await insertClicks.run(clickhouse, rows);
        expect((await countClicks.run(clickhouse, tenant, { from: new Date(0) }))[0]?.clicks).toBe(10_001);
      });
    });

    describe('tenant isolation', () => {
      test('returns only the rows of the tenant', async () => {
        const [mine, other] = [newTenant(), newTenant()];
        await insertClicks.run(clickhouse, [clickRow({ tenant_id: mine }), clickRow({ tenant_id: other })]);
        expect((await countClicks.run(clickhouse, mine, { from: new Date(0) }))[0]?.clicks).toBe(1);
      });

      test('treats a tenant id that looks like SQL as text', async () => {
        expect((await countClicks.run(clickhouse, "x' OR 1=1 --", { from: new Date(0) }))[0]?.clicks).toBe(0);
      });

      test('looks up keys of several tenants, and only exact pairs of tenant and key', async () => {
        const [a, b] = [newTenant(), newTenant()];
        const rows = [
          clickRow({ tenant_id: a, at: 1_795_500_000_001 }),
          clickRow({ tenant_id: b, at: 1_795_500_000_002 }),
        ];
        await insertClicks.run(clickhouse, rows);
        const keys = rows.map((row) => [row.tenant_id, row.ts, row.click_id] as const);
        const swapped = rows.map((row) => [row.tenant_id === a ? b : a, row.ts, row.click_id] as const);

        const found = await findClicks.run(clickhouse, [...keys.map((key) => [...key] as [string, string, string])]);
        expect(new Set(found.map((row) => row.tenant_id))).toEqual(new Set([a, b]));
        expect(
          await findClicks.run(
            clickhouse,
            swapped.map((key) => [...key] as [string, string, string]),
          ),
        ).toEqual([]);
        expect(await findClicks.run(clickhouse, [])).toEqual([]);
      });

      test('looks up ten thousand keys in one query', async () => {
        const keys = Array.from(
          { length: 10_000 },
          (_, index) => ['tn_none', '2026-11-20T15:00:00.000Z', `mc_it's_${index}`] as [string, string, string],
        );
        expect(await findClicks.run(clickhouse, keys)).toEqual([]);
      });

      test('accepts a list parameter longer than the limit of expression elements', async () => {
        const sql = 'SELECT toUInt32(length({keys:Array(String)})) AS n';
        const keys = Array.from({ length: 60_000 }, (_, index) => `it's_${index}`);
        expect(await clickhouse.query({ name: 'length', sql, params: { keys } })).toEqual([{ n: 60_000 }]);
      });
    });

    describe('state between statements', () => {
      test('keeps no parameters for the next statement', async () => {
        await clickhouse.query({ name: 'one', sql: 'SELECT {secret:String} AS s', params: { secret: 'x' } });
        await expect(clickhouse.command('SELECT {secret:String}')).rejects.toMatchObject({
          type: 'UNKNOWN_QUERY_PARAMETER',
        });
      });

      test('keeps no settings for the next statement', async () => {
        const setting = { name: 'setting', sql: "SELECT value FROM system.settings WHERE name = 'max_result_rows'" };
        const before = await clickhouse.query(setting);
        await countClicks.run(clickhouse, newTenant(), { from: new Date(0) });
        expect(await clickhouse.query(setting)).toEqual(before);
      });

      test('rejects settings that are not part of the SQL text', async () => {
        const query = { name: 'x', sql: 'SELECT 1', clickhouse_settings: { readonly: '1' } };
        await expect(clickhouse.query(query)).rejects.toThrow('SETTINGS');
        const insert = {
          table: 'clicks',
          columns: ['tenant_id'],
          rows: [['x']],
          clickhouse_settings: { insert_deduplication_token: 'x' },
        };
        await expect(clickhouse.insert(insert)).rejects.toThrow('SETTINGS');
      });

      test('keeps parameters apart when statements run concurrently', async () => {
        const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
        const rows = await Promise.all(
          texts.map((t) =>
            clickhouse.query<{ t: string }>({ name: 'echo', sql: 'SELECT {t:String} AS t', params: { t } }),
          ),
        );
        expect(rows.map(([row]) => row?.t)).toEqual(texts);
      });
    });

    describe('inserts', () => {
      test('makes rows readable as soon as the insert is acknowledged', async () => {
        // Asynchronous inserts would be acknowledged from a buffer; the next statement must already see the rows.
        for (let round = 0; round < 5; round += 1) {
          const tenant = newTenant();
          await insertClicks.run(clickhouse, [clickRow({ tenant_id: tenant })]);
          expect((await countClicks.run(clickhouse, tenant, { from: new Date(0) }))[0]?.clicks).toBe(1);
        }
      });

      test('stores the same rows twice, without block deduplication', async () => {
        await clickhouse.command('CREATE TABLE IF NOT EXISTS twice (n UInt8) ENGINE = MergeTree ORDER BY n');
        await clickhouse.command('TRUNCATE TABLE twice');
        for (let round = 0; round < 2; round += 1)
          await clickhouse.insert({ table: 'twice', columns: ['n'], rows: [[1]] });
        expect(await clickhouse.query({ name: 'twice', sql: 'SELECT toUInt32(count()) AS n FROM twice' })).toEqual([
          { n: 2 },
        ]);
        await clickhouse.command('DROP TABLE twice');
      });

      test('rejects an unknown column', async () => {
        const insert = clickhouse.insert({ table: 'clicks', columns: ['tenant_id', 'nope'], rows: [['x', 'y']] });
        await expect(insert).rejects.toMatchObject({ type: 'NO_SUCH_COLUMN_IN_TABLE', kind: 'defect' });
      });

      test('rejects null for a column that is not nullable', async () => {
        const row = { ...clickRow({ tenant_id: newTenant() }), source: null as unknown as string };
        await expect(insertClicks.run(clickhouse, [row])).rejects.toMatchObject({ kind: 'data' });
      });

      test('reports table and error code of a bad row, without any value of the row', async () => {
        const secret = '203.0.113.77';
        const tenant = newTenant();
        const rows = [
          clickRow({ tenant_id: tenant }),
          clickRow({ tenant_id: tenant, ip_address: secret, ts: `no time ${secret}` }),
        ];
        const error: unknown = await insertClicks.run(clickhouse, rows).catch((reason: unknown) => reason);

        expect(error).toBeInstanceOf(StoreError);
        expect(error).toMatchObject({ kind: 'data' });
        expect(String(error)).toMatch(/insert into clicks failed: [A-Z_]+ \(\d+\)/);
        const everything = JSON.stringify(error, Object.getOwnPropertyNames(error));
        expect(everything).not.toContain(secret);
        expect((error as StoreError).cause).toBeUndefined();
      });
    });

    describe('statement error', () => {
      test('carries code and type, and no values', async () => {
        const error: unknown = await clickhouse
          .query({ name: 'bad', sql: 'SELECT {n:UInt8} AS n', params: { n: 'secret@example.com' } })
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({ kind: 'data' });
        expect(String(error)).not.toContain('secret');
        await expect(clickhouse.command('SELECT nope')).rejects.toMatchObject({
          kind: 'defect',
          type: 'UNKNOWN_IDENTIFIER',
        });
      });

      test('ends a query that exceeds its time limit', async () => {
        const slow = clickhouse.query({
          name: 'slow',
          sql: 'SELECT count() FROM numbers(1e12) SETTINGS max_execution_time = 0.2',
        });
        await expect(slow).rejects.toMatchObject({ kind: 'busy', type: 'TIMEOUT_EXCEEDED' });
      });

      test('groups by more keys than fit into its memory', async () => {
        const keys = 'SELECT toString(number) AS key, max(number) AS last FROM numbers(3000000) GROUP BY key';
        const limits = 'max_memory_usage = 100000000';
        const ask = (settings: string) =>
          clickhouse.query({ name: 'keys', sql: `SELECT toUInt32(count()) AS n FROM (${keys}) SETTINGS ${settings}` });
        await expect(ask(limits)).rejects.toMatchObject({ kind: 'busy', type: 'MEMORY_LIMIT_EXCEEDED' });
        expect(await ask(`${limits}, max_bytes_before_external_group_by = 20000000`)).toEqual([{ n: 3_000_000 }]);
      });

      test('leaves the store usable', async () => {
        await clickhouse.ping();
        expect(await clickhouse.query({ name: 'one', sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
      });
    });
  });
}
