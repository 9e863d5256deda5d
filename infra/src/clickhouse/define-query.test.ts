// The wall is checked when a module loads: each of these would be a program that does not start.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePipelineQuery } from './define-pipeline-query.ts';
import { defineQuery } from './define-query.ts';
import { definedQueries } from './query-registry.ts';

let made = 0;
function nextName() {
  made += 1;
  return `wall-${made}`;
}
const define = (sql: string, params: z.ZodObject = z.object({}), name = nextName()) =>
  defineQuery({ name, params, row: z.object({ n: z.number() }), sql });
const wall = 'tenant_id = {tenantId:String}';

test('a good query is registered with its limits in the text', () => {
  const query = define(
    `SELECT count() AS n FROM clicks FINAL WHERE ${wall} AND day = {day:Date}`,
    z.object({ day: z.string() }),
    'wall-good',
  );
  expect(query.sql).toMatchInlineSnapshot(`
    "SELECT count() AS n FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND day = {day:Date}
    SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'wall-good'"
  `);
  expect(definedQueries().map((one) => one.name)).toContain('wall-good');
});

describe('refused', () => {
  test.each([
    ['no tenant', 'SELECT 1 AS n FROM clicks FINAL', 'filters tenant_id'],
    [
      'another type for the tenant',
      'SELECT 1 FROM clicks FINAL WHERE tenant_id = {tenantId:FixedString(3)}',
      'filters tenant_id',
    ],
    [
      'one wall for two tables',
      `SELECT 1 FROM clicks AS c FINAL JOIN conversions AS v FINAL ON v.click_id = c.click_id WHERE c.${wall}`,
      '2 readings',
    ],
    [
      'one wall for two parts',
      `SELECT 1 FROM clicks FINAL WHERE ${wall} UNION ALL SELECT 1 FROM clicks FINAL`,
      '2 readings',
    ],
    ['no FINAL', `SELECT 1 FROM clicks WHERE ${wall}`, 'without FINAL'],
    ['no FINAL behind an alias', `SELECT 1 FROM clicks AS c WHERE ${wall}`, 'without FINAL'],
    ['cells of any generation', `SELECT 1 FROM visits_daily_by_ad WHERE ${wall}`, 'readings of cells'],
    ['PREWHERE', `SELECT 1 FROM clicks FINAL PREWHERE ${wall}`, 'PREWHERE'],
    ['a system table', `SELECT 1 FROM system.tables WHERE ${wall}`, 'not a table of tenants'],
    ['dead letters', `SELECT 1 FROM dead_letters FINAL WHERE ${wall}`, 'not a table of tenants'],
    ['a table function', `SELECT 1 FROM file('/etc/passwd') WHERE ${wall}`, 'reaches outside'],
    ['merge()', `SELECT 1 FROM merge('clicks') WHERE ${wall}`, 'reaches outside'],
    [
      'a join behind arrays, without its wall',
      `SELECT 1 FROM clicks FINAL ARRAY JOIN [1] AS one JOIN conversions FINAL ON 1 WHERE ${wall}`,
      'filters tenant_id',
    ],
    ['a comma join', `SELECT 1 FROM clicks FINAL, conversions FINAL WHERE ${wall}`, 'comma'],
    ['IN a table', `SELECT 1 FROM clicks FINAL WHERE ${wall} AND click_id IN conversions`, 'never a table'],
    ['quoted names', `SELECT 1 FROM "clicks" FINAL WHERE ${wall}`, 'without quotes'],
    ['the wall in a comment', `SELECT 1 FROM clicks FINAL WHERE 1 -- ${wall}`, 'filters tenant_id'],
    ['the wall in a text', `SELECT '${wall}' FROM clicks FINAL`, 'filters tenant_id'],
    ['settings', `SELECT 1 FROM clicks FINAL WHERE ${wall} SETTINGS max_result_rows = 0`, 'SETTINGS'],
    ['a format', `SELECT 1 FROM clicks FINAL WHERE ${wall} FORMAT CSV`, 'FORMAT'],
    ['two statements', `SELECT 1 FROM clicks FINAL WHERE ${wall}; SELECT 2`, ';'],
    ['no SELECT', 'DROP TABLE clicks', 'only SELECT'],
    ['an identifier', `SELECT {x:Identifier} FROM clicks FINAL WHERE ${wall}`, 'not bound'],
  ])('%s', (_, sql, reason) => {
    expect(() => define(sql)).toThrow(reason);
  });

  test('parameters that the SQL does not bind, and the reverse', () => {
    const sql = `SELECT 1 FROM clicks FINAL WHERE ${wall} AND day = {day:Date}`;
    expect(() => define(sql)).toThrow('binds (day, tenantId)');
    expect(() => define(sql, z.object({ day: z.string(), other: z.string() }))).toThrow('other');
    expect(() => define(sql, z.object({ day: z.string(), tenantId: z.string() }))).toThrow(
      'tenantId is bound by itself',
    );
  });

  test('a name that is taken, or is none', () => {
    const sql = `SELECT 1 FROM clicks FINAL WHERE ${wall}`;
    define(sql, z.object({}), 'wall-taken');
    expect(() => define(sql, z.object({}), 'wall-taken')).toThrow('twice');
    expect(() => define(sql, z.object({}), "x'y")).toThrow('kebab-case');
  });

  test('a look-up of the pipeline whose keys do not begin with the tenant', () => {
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

describe('allowed', () => {
  test.each([
    [
      'a name for a part',
      `WITH days AS (SELECT toDate(ts) AS day FROM clicks FINAL WHERE ${wall}) SELECT count() AS n FROM days`,
    ],
    ['a sub-query', `SELECT count() AS n FROM (SELECT 1 FROM clicks FINAL WHERE ${wall}) AS some`],
    [
      'two tables, two walls',
      `SELECT 1 AS n FROM clicks AS c FINAL LEFT JOIN conversions AS v FINAL ON v.click_id = c.click_id AND v.${wall} WHERE c.${wall}`,
    ],
    [
      'columns named as tables',
      `SELECT count() AS clicks, sum(spend) AS ad_spend FROM ad_spend FINAL WHERE ${wall} GROUP BY campaign_id, day`,
    ],
    [
      'arrays of the row',
      `SELECT ad FROM ad_spend FINAL ARRAY JOIN ad_ids AS ad, arrayPushBack(ad_spends, 0) AS spent WHERE ${wall}`,
    ],
    ['an array', `SELECT sub FROM clicks FINAL ARRAY JOIN [sub1, sub2] AS sub WHERE ${wall}`],
    [
      'no rows but the calendar',
      `SELECT number AS n FROM numbers(3) AS days LEFT JOIN clicks AS c FINAL ON c.sub1 = toString(number) AND c.${wall}`,
    ],
    [
      'text that looks like SQL',
      `SELECT 1 AS n FROM clicks FINAL WHERE ${wall} AND source != '; DROP TABLE clicks FORMAT x'`,
    ],
  ])('%s', (_, sql) => {
    expect(() => define(sql)).not.toThrow();
  });
});
