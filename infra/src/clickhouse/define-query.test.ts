// The rules are checked when a module loads: each breach here would stop a program at its start.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ClickHouse, QueryRequest } from './client.ts';
import { definePipelineQuery } from './define-pipeline-query.ts';
import { defineQuery, defineTenantsQuery } from './define-query.ts';
import { definedQueries } from './query-registry.ts';

let made = 0;
function nextName() {
  made += 1;
  return `wall-${made}`;
}
const define = (sql: string, params: z.ZodObject = z.object({}), name = nextName()) =>
  defineQuery({ name, params, row: z.object({ n: z.number() }), sql });
const wall = 'tenant_id = {tenantId:String}';

test('registers a valid query with its limits in the SQL text', () => {
  const query = define(
    `SELECT count() AS n FROM clicks FINAL WHERE ${wall} AND day = {day:Date}`,
    z.object({ day: z.string() }),
    'wall-good',
  );
  expect(query.sql).toMatchInlineSnapshot(`
    "SELECT count() AS n FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND day = {day:Date}
    SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'wall-good'"
  `);
  expect(definedQueries().map((one) => one.name)).toContain('wall-good');
});

describe('query that is rejected', () => {
  test.each([
    ['a missing tenant filter', 'SELECT 1 AS n FROM clicks FINAL', 'filters tenant_id'],
    [
      'another type for the tenant id',
      'SELECT 1 FROM clicks FINAL WHERE tenant_id = {tenantId:FixedString(3)}',
      'filters tenant_id',
    ],
    [
      'one tenant filter for two tables',
      `SELECT 1 FROM clicks AS c FINAL JOIN conversions AS v FINAL ON v.click_id = c.click_id WHERE c.${wall}`,
      '2 readings',
    ],
    [
      'one tenant filter for two parts of a union',
      `SELECT 1 FROM clicks FINAL WHERE ${wall} UNION ALL SELECT 1 FROM clicks FINAL`,
      '2 readings',
    ],
    ['a missing FINAL', `SELECT 1 FROM clicks WHERE ${wall}`, 'without FINAL'],
    ['a missing FINAL after an alias', `SELECT 1 FROM clicks AS c WHERE ${wall}`, 'without FINAL'],
    ['rollups of any build id', `SELECT 1 FROM traffic_daily_by_ad WHERE ${wall}`, 'readings of rollups'],
    ['PREWHERE', `SELECT 1 FROM clicks FINAL PREWHERE ${wall}`, 'PREWHERE'],
    ['a system table', `SELECT 1 FROM system.tables WHERE ${wall}`, 'not a table of tenants'],
    ['schema migrations', `SELECT 1 FROM schema_migrations FINAL WHERE ${wall}`, 'not a table of tenants'],
    ['a table function', `SELECT 1 FROM file('/etc/passwd') WHERE ${wall}`, 'reaches outside'],
    ['merge()', `SELECT 1 FROM merge('clicks') WHERE ${wall}`, 'reaches outside'],
    [
      'a join after ARRAY JOIN without its tenant filter',
      `SELECT 1 FROM clicks FINAL ARRAY JOIN [1] AS one JOIN conversions FINAL ON 1 WHERE ${wall}`,
      'filters tenant_id',
    ],
    ['a comma join', `SELECT 1 FROM clicks FINAL, conversions FINAL WHERE ${wall}`, 'comma'],
    ['IN with a table name', `SELECT 1 FROM clicks FINAL WHERE ${wall} AND click_id IN conversions`, 'never a table'],
    ['quoted names', `SELECT 1 FROM "clicks" FINAL WHERE ${wall}`, 'without quotes'],
    ['a tenant filter in a comment', `SELECT 1 FROM clicks FINAL WHERE 1 -- ${wall}`, 'filters tenant_id'],
    ['a tenant filter in a string', `SELECT '${wall}' FROM clicks FINAL`, 'filters tenant_id'],
    ['settings', `SELECT 1 FROM clicks FINAL WHERE ${wall} SETTINGS max_result_rows = 0`, 'SETTINGS'],
    ['a format', `SELECT 1 FROM clicks FINAL WHERE ${wall} FORMAT CSV`, 'FORMAT'],
    ['two statements', `SELECT 1 FROM clicks FINAL WHERE ${wall}; SELECT 2`, ';'],
    ['a statement other than SELECT', 'DROP TABLE clicks', 'only SELECT'],
    ['an identifier parameter', `SELECT {x:Identifier} FROM clicks FINAL WHERE ${wall}`, 'not bound'],
  ])('rejects %s', (_, sql, reason) => {
    expect(() => define(sql)).toThrow(reason);
  });

  test('rejects parameters that the SQL does not bind, and unbound placeholders', () => {
    const sql = `SELECT 1 FROM clicks FINAL WHERE ${wall} AND day = {day:Date}`;
    expect(() => define(sql)).toThrow('binds (day, tenantId)');
    expect(() => define(sql, z.object({ day: z.string(), other: z.string() }))).toThrow('other');
    expect(() => define(sql, z.object({ day: z.string(), tenantId: z.string() }))).toThrow(
      'tenantId is bound by itself',
    );
  });

  test('rejects a duplicate or malformed name', () => {
    const sql = `SELECT 1 FROM clicks FINAL WHERE ${wall}`;
    define(sql, z.object({}), 'wall-taken');
    expect(() => define(sql, z.object({}), 'wall-taken')).toThrow('twice');
    expect(() => define(sql, z.object({}), "x'y")).toThrow('kebab-case');
  });

  test('rejects a pipeline look-up whose keys do not begin with the tenant', () => {
    const lookUp = (where: string) => () =>
      definePipelineQuery({
        name: nextName(),
        key: z.tuple([z.string()]),
        row: z.object({}),
        sql: `SELECT 1 FROM clicks FINAL WHERE ${where}`,
      });
    expect(lookUp('click_id IN {keys:Array(String)}')).toThrow('filters (tenant_id');
    expect(lookUp('(click_id, tenant_id) IN {keys:Array(Tuple(String, String))}')).toThrow('filters (tenant_id');
    expect(lookUp('(tenant_id, click_id) IN {keys:Array(Tuple(String, String))}')).not.toThrow();
  });
});

describe('query over several tenants', () => {
  const ofTenants = 'tenant_id IN {tenantIds:Array(String)}';
  const defineOf = (sql: string, params: z.ZodObject = z.object({})) =>
    defineTenantsQuery({ name: nextName(), params, row: z.object({ tenant_id: z.string() }), sql });
  const good = `SELECT tenant_id FROM clicks FINAL WHERE ${ofTenants} GROUP BY tenant_id`;

  test.each([
    [
      'the filter of one tenant',
      `SELECT tenant_id FROM clicks FINAL WHERE ${wall} GROUP BY tenant_id`,
      'filters tenant_id IN',
    ],
    ['a missing filter', 'SELECT tenant_id FROM clicks FINAL GROUP BY tenant_id', 'filters tenant_id IN'],
    [
      'one filter for two tables',
      `SELECT tenant_id FROM clicks FINAL WHERE click_id IN (SELECT click_id FROM conversions FINAL) AND ${ofTenants} GROUP BY tenant_id`,
      '2 readings',
    ],
    ['tenants under one sum', `SELECT count() FROM clicks FINAL WHERE ${ofTenants}`, 'grouped by tenant_id'],
    [
      'groups by tenant that are summed again',
      `SELECT sum(n) FROM (SELECT count() AS n FROM clicks FINAL WHERE ${ofTenants} GROUP BY tenant_id) GROUP BY n`,
      'grouped by tenant_id',
    ],
    ['a missing FINAL', `SELECT tenant_id FROM clicks WHERE ${ofTenants} GROUP BY tenant_id`, 'without FINAL'],
  ])('rejects %s', (_, sql, reason) => {
    expect(() => defineOf(sql)).toThrow(reason);
  });

  test('binds its tenants by itself', () => {
    expect(() => defineOf(good, z.object({ tenantIds: z.array(z.string()) }))).toThrow('bound by itself');
  });

  test('runs by the turn of who asks, and for some tenant', async () => {
    const asked: QueryRequest[] = [];
    const store = {
      async query(request: QueryRequest) {
        asked.push(request);
        return [{ tenant_id: 'tn_1' }];
      },
    };
    const query = defineOf(good);
    const run = (tenantIds: string[]) => query.run(store as unknown as ClickHouse, { tenantIds, turn: 'pe_1' }, {});
    expect(await run(['tn_1', 'tn_2'])).toEqual([{ tenant_id: 'tn_1' }]);
    expect(asked).toMatchObject([{ turn: 'pe_1', params: { tenantIds: ['tn_1', 'tn_2'] } }]);
    await expect(run([])).rejects.toThrow('no tenant');
    await expect(run(['tn_1', ''])).rejects.toThrow('no tenant');
    await expect(run(['tn_2'])).rejects.toThrow('another tenant');
  });
});

describe('query that is allowed', () => {
  test.each([
    [
      'a common table expression',
      `WITH days AS (SELECT toDate(ts) AS day FROM clicks FINAL WHERE ${wall}) SELECT count() AS n FROM days`,
    ],
    ['a sub-query', `SELECT count() AS n FROM (SELECT 1 FROM clicks FINAL WHERE ${wall}) AS some`],
    [
      'two tables with two tenant filters',
      `SELECT 1 AS n FROM clicks AS c FINAL LEFT JOIN conversions AS v FINAL ON v.click_id = c.click_id AND v.${wall} WHERE c.${wall}`,
    ],
    [
      'columns named as tables',
      `SELECT count() AS clicks, sum(spend) AS ad_spend FROM ad_spend FINAL WHERE ${wall} GROUP BY campaign_id, day`,
    ],
    [
      'ARRAY JOIN with columns of the row',
      `SELECT ad FROM ad_spend FINAL ARRAY JOIN ad_ids AS ad, arrayPushBack(ad_spends, 0) AS spent WHERE ${wall}`,
    ],
    [
      'ARRAY JOIN with an array literal',
      `SELECT sub FROM clicks FINAL ARRAY JOIN [ad_id, adset_id] AS sub WHERE ${wall}`,
    ],
    [
      'numbers() as a calendar',
      `SELECT number AS n FROM numbers(3) AS days LEFT JOIN clicks AS c FINAL ON c.ad_id = toString(number) AND c.${wall}`,
    ],
    [
      'text that looks like SQL',
      `SELECT 1 AS n FROM clicks FINAL WHERE ${wall} AND source != '; DROP TABLE clicks FORMAT x'`,
    ],
  ])('accepts %s', (_, sql) => {
    expect(() => define(sql)).not.toThrow();
  });
});
