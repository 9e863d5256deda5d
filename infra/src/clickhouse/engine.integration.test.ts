// The embedded engine's directory: one process at a time, free as soon as that process is gone, however it ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tracker/test/kit/eventually';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openClickHouse } from './client.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const clientModule = new URL('./client.ts', import.meta.url).href;
const loggerModule = new URL('../telemetry/logger.ts', import.meta.url).href;
const children: ChildProcess[] = [];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tracker-engine-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Another process that opens the directory, prints 'open', then inserts rows one by one and prints each number. */
async function holder(): Promise<{ child: ChildProcess; acknowledged: () => number }> {
  const program = `
    import { openClickHouse } from ${JSON.stringify(clientModule)};
    import { createLogger } from ${JSON.stringify(loggerModule)};
    const clickhouse = await openClickHouse({ dataDir: process.argv[1], logger: createLogger({ level: 'silent', name: 'holder' }) });
    await clickhouse.command('CREATE TABLE IF NOT EXISTS t (n UInt32) ENGINE = MergeTree ORDER BY n');
    process.stdout.write('open\\n');
    let stopping = false;
    process.on('SIGTERM', async () => { stopping = true; await clickhouse.close(); process.exit(0); });
    for (let n = 1; !stopping; n += 1) {
      await clickhouse.insert({ table: 't', columns: ['n'], rows: [[n]] });
      process.stdout.write(n + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (!/\n5\n/.test(output)) await once(child.stdout, 'data');
  return { child, acknowledged: () => Number(output.trimEnd().split('\n').at(-1)) };
}

const storedRows = async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const [row] = await clickhouse.query<{ n: number }>({ name: 'count', sql: 'SELECT toUInt32(count()) AS n FROM t' });
  await clickhouse.close();
  return row?.n ?? 0;
};

test('refuses a directory in use with a sentence, and leaves its holder unharmed', async () => {
  const { child, acknowledged } = await holder();
  const before = acknowledged();
  const refused = await openClickHouse({ dataDir, logger }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(String(refused)).toContain(`${dataDir} is in use by process ${child.pid}`);
  while (acknowledged() === before) await once(child.stdout!, 'data');
});

test('opens at once after kill -9 during inserts, and finds every acknowledged row', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { child, acknowledged } = await holder();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await storedRows()).toBeGreaterThanOrEqual(acknowledged());
  }
});

test('frees the directory on close, for this process and for another', async () => {
  for (let round = 0; round < 2; round += 1) {
    const clickhouse = await openClickHouse({ dataDir, logger });
    const running = clickhouse.query({ name: 'slow', sql: 'SELECT sleep(0.3)' });
    // A running statement ends first: closing the connection under it would abort the engine.
    await Promise.all([clickhouse.close(), clickhouse.close(), running]);
    const { child } = await holder();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

/** Ten minutes, without work for a core. */
const SLEEPING = 'count(sleepEachRow(0.1)) FROM numbers(6000)';
const slow = { name: 'slow', sql: `SELECT ${SLEEPING} SETTINGS max_block_size = 1, max_execution_time = 60` };

test('closes without waiting for slow or queued queries, but waits for inserts', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  await clickhouse.command('CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n');
  const reads = Array.from({ length: 8 }, () => clickhouse.query(slow).catch((error: unknown) => error));
  const rows = Array.from({ length: 10_000 }, (_, n) => [n]);
  const insert = clickhouse.insert({ table: 't', columns: ['n'], rows });
  const began = performance.now();
  await clickhouse.close();
  expect(performance.now() - began).toBeLessThan(8_000);
  const [first, ...others] = await Promise.all(reads);
  expect(first).toMatchObject({ kind: 'busy' });
  // Those that waited for their turn were not asked.
  for (const error of others) expect(error).toMatchObject({ kind: expect.stringMatching('busy|away') });
  await insert;
  await expect(clickhouse.query(slow)).rejects.toMatchObject({ type: 'CLOSED' });
  expect(await storedRows()).toBe(10_000);
});

test('reads any parameter value back unchanged', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const values = fc.record({
    one: text,
    many: fc.array(text),
    pairs: fc.array(fc.tuple(text, fc.bigInt(0n, 2n ** 64n - 1n))),
  });
  const sql = 'SELECT {one:String} AS one, {many:Array(String)} AS many, {pairs:Array(Tuple(String, UInt64))} AS pairs';
  await fc.assert(
    fc.asyncProperty(values, async (params) => {
      const [row] = await clickhouse.query({
        name: 'echo',
        sql: `${sql} SETTINGS output_format_json_quote_64bit_integers = 1`,
        params,
      });
      expect(row).toEqual({ ...params, pairs: params.pairs.map(([left, right]) => [left, String(right)]) });
    }),
  );
  await clickhouse.close();
});

test('answers a tenant while all that another may run is slow, and more of it waits', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const ask = (name: string, sql: string, tenantId: string) =>
    clickhouse.query({
      name,
      sql: `${sql} WHERE {tenantId:String} != '' SETTINGS max_block_size = 1`,
      params: { tenantId },
    });
  const slowOnes = Array.from({ length: 20 }, () => ask('slow', `SELECT ${SLEEPING}`, 'tn_slow').catch(String));
  for (let round = 0; round < 5; round += 1)
    expect(await ask('short', 'SELECT 7 AS n', 'tn_other')).toEqual([{ n: 7 }]);
  await clickhouse.close();
  for (const error of await Promise.all(slowOnes)) expect(error).toContain('StoreError');
});

test('answers a tenant while all that a person may run over it and others is slow', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const ofTenants = (tenantIds: string[]) =>
    clickhouse.query({
      name: 'slow',
      sql: `SELECT ${SLEEPING} WHERE notEmpty({tenantIds:Array(String)}) SETTINGS max_block_size = 1`,
      params: { tenantIds },
      turn: 'pe_slow',
    });
  // Of other tenants each time: it is the person who waits.
  const slowOnes = Array.from({ length: 20 }, (_, index) => ofTenants([`tn_${index}`, 'tn_1']).catch(String));
  const short = { name: 'short', sql: `SELECT 7 AS n WHERE {tenantId:String} != ''`, params: { tenantId: 'tn_1' } };
  for (let round = 0; round < 5; round += 1) expect(await clickhouse.query(short)).toEqual([{ n: 7 }]);
  await clickhouse.close();
  for (const error of await Promise.all(slowOnes)) expect(error).toContain('StoreError');
});

test('answers a short query while a long one runs', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const sql = `SELECT ${SLEEPING} WHERE number > {n:UInt64} SETTINGS max_block_size = 1, max_execution_time = 60`;
  const long = clickhouse.query({ name: 'long', sql, params: { n: 1 } }).catch((error: unknown) => error);
  const short = { name: 'short', sql: 'SELECT {n:UInt8} AS n', params: { n: 7 } };
  for (let round = 0; round < 5; round += 1) expect(await clickhouse.query(short)).toEqual([{ n: 7 }]);
  await clickhouse.close();
  expect(await long).toMatchObject({ kind: 'busy' });
});

test('keeps rows of a statement that fails halfway out of all other answers', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  const sql = `SELECT 'of another' AS n, sleepEachRow(0.01) FROM numbers(300) SETTINGS max_execution_time = 0.1, max_block_size = 1`;
  const short = { name: 'short', sql: 'SELECT {n:UInt8} AS n', params: { n: 7 } };
  // More than there are connections, so that some wait behind one that fails.
  const failing = Array.from({ length: 6 }, () => clickhouse.query({ name: 'failing', sql }).catch((error) => error));
  const waiting = Array.from({ length: 6 }, () => clickhouse.query(short));
  for (const error of await Promise.all(failing)) expect(error).toMatchObject({ type: 'TIMEOUT_EXCEEDED' });
  for (const answer of await Promise.all(waiting)) expect(answer).toEqual([{ n: 7 }]);
  for (let round = 0; round < 6; round += 1) expect(await clickhouse.query(short)).toEqual([{ n: 7 }]);
  await clickhouse.close();
});

test('merges an idle partition into one part', async () => {
  const clickhouse = await openClickHouse({ dataDir, logger });
  await clickhouse.command('CREATE TABLE t (n UInt32) ENGINE = ReplacingMergeTree ORDER BY n');
  // The settings of `clicks`, with a second instead of a day.
  await clickhouse.command(
    'ALTER TABLE t MODIFY SETTING min_age_to_force_merge_seconds = 1, min_age_to_force_merge_on_partition_only = 1',
  );
  for (const n of [1, 2]) await clickhouse.insert({ table: 't', columns: ['n'], rows: [[n]] });
  const parts = { name: 'parts', sql: "SELECT toUInt32(count()) AS n FROM system.parts WHERE active AND table = 't'" };
  await eventually(async () => expect(await clickhouse.query(parts)).toEqual([{ n: 1 }]), { everyMs: 200 });
  await clickhouse.close();
});

test('exits on process.exit() without waiting for a slow query', async () => {
  const program = `
    import { openClickHouse } from ${JSON.stringify(clientModule)};
    import { createLogger } from ${JSON.stringify(loggerModule)};
    const clickhouse = await openClickHouse({ dataDir: process.argv[1], logger: createLogger({ level: 'silent', name: 'x' }) });
    clickhouse.query(${JSON.stringify(slow)}).catch(() => {});
    setTimeout(() => { process.stdout.write('exit'); process.exit(130); }, 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout!, 'data');
  const began = performance.now();
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('names a directory that cannot be used', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await expect(openClickHouse({ dataDir: file, logger })).rejects.toThrow(`directory ${file}: it is not a directory`);
  await expect(openClickHouse({ dataDir: join(file, 'below'), logger })).rejects.toThrow(StartError);
});

test.skipIf(process.getuid?.() === 0)('names a directory without write permission', async () => {
  await chmod(dataDir, 0o500);
  await expect(openClickHouse({ dataDir, logger })).rejects.toThrow('is not writable');
});
