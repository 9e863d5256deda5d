// The table of errors against the stores themselves: a number that they renamed, or an error that they class otherwise, is seen here.
import { useStack } from '@tracker/test/kit/stack';
import { expect, test } from 'vitest';
import {
  CLICKHOUSE_DEFECTS,
  classOf,
  type ErrorClass,
  isUnavailable,
  CLICKHOUSE_ERRORS as KNOWN,
} from './store-errors.ts';

const stack = useStack();

const errorOf = (work: PromiseLike<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const CLICKHOUSE_ERRORS = [...KNOWN, ...CLICKHOUSE_DEFECTS];

test('names each ClickHouse error as the engine does', async () => {
  const [row] = await stack.clickhouse.query<{ names: string[] }>({
    name: 'names-of-errors',
    sql: 'SELECT arrayMap(code -> errorCodeToName(code), {codes:Array(UInt32)}) AS names',
    params: { codes: CLICKHOUSE_ERRORS.map(({ code }) => Number(code)) },
  });
  expect(row?.names).toEqual(CLICKHOUSE_ERRORS.map(({ name }) => name));
});

test.each<[ErrorClass, string, string]>([
  [
    'busy',
    'memory that a statement may not have',
    'SELECT groupArray(number) FROM numbers(3000000) SETTINGS max_memory_usage = 1000000',
  ],
  [
    'busy',
    'time that a statement may not have',
    'SELECT sleepEachRow(0.01) FROM numbers(300) SETTINGS max_execution_time = 0.1, max_block_size = 1',
  ],
  ['data', 'a text that is no number', "SELECT toUInt32('x')"],
  ['data', 'a number beyond its decimal', "SELECT toDecimal32('99999999999999', 0)"],
  ['defect', 'a column that no table has', 'SELECT nothing FROM clicks'],
  ['defect', 'a statement that does not parse', 'SELECT FROM WHERE'],
])('is %s in ClickHouse: %s', async (means, _, sql) => {
  expect(classOf(await errorOf(stack.clickhouse.query({ name: 'failing', sql })))).toBe(means);
});

test('is data in ClickHouse: an insert into more partitions than one may touch', async () => {
  const table = `partitions_${process.pid}`;
  await stack.clickhouse.command(`CREATE TABLE ${table} (n UInt32) ENGINE = MergeTree PARTITION BY n ORDER BY n`);
  const insert = `INSERT INTO ${table} SELECT number FROM numbers(20) SETTINGS max_partitions_per_insert_block = 10`;
  expect(classOf(await errorOf(stack.clickhouse.command(insert)))).toBe('data');
  await stack.clickhouse.command(`DROP TABLE ${table} SYNC`);
});

test.each<[ErrorClass, string, string]>([
  ['data', 'a number beyond its column', 'SELECT 40000::smallint'],
  ['data', 'a division by zero', 'SELECT 1 / 0'],
  ['busy', 'a lock that another holds', "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'lock_not_available'; END $$"],
  ['busy', 'a deadlock', "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$"],
  ['busy', 'a full disk', "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$"],
  ['away', 'a server that stops', "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'admin_shutdown'; END $$"],
  ['data', 'a row that exists already', "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'unique_violation'; END $$"],
  ['defect', 'a column that no table has', 'SELECT nothing FROM tenants'],
])('is %s in Postgres: %s', async (means, _, statement) => {
  const error = await errorOf(stack.postgres.sql.unsafe(statement));
  expect(classOf(error)).toBe(means);
  expect(isUnavailable(error)).toBe(means === 'away' || means === 'busy');
});
