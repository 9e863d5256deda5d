// The life of the embedded engine's directory: one process at a time, free at once when that one has gone, however it went.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Another process that opens the directory, says 'open', and then inserts one row after the other, telling each. */
async function holder(): Promise<{ child: ChildProcess; acknowledged: () => number }> {
  const program = `
    import { openClickHouse } from ${JSON.stringify(clientModule)};
    import { createLogger } from ${JSON.stringify(loggerModule)};
    const clickhouse = await openClickHouse({ dataDir: process.argv[1], logger: createLogger({ level: 'silent', name: 'holder' }) });
    await clickhouse.command('CREATE TABLE IF NOT EXISTS t (n UInt32) ENGINE = MergeTree ORDER BY n');
    process.stdout.write('open\\n');
    process.on('SIGTERM', async () => { await clickhouse.close(); process.exit(0); });
    for (let n = 1; ; n += 1) {
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

test('a directory in use is refused with a sentence, and its holder is unharmed', async () => {
  const { child, acknowledged } = await holder();
  const before = acknowledged();
  const refused = await openClickHouse({ dataDir, logger }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(String(refused)).toContain(`${dataDir} is in use by process ${child.pid}`);
  while (acknowledged() === before) await once(child.stdout!, 'data');
});

test('kill -9 in the middle of inserts: the next process opens at once and finds every acknowledged row', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { child, acknowledged } = await holder();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await storedRows()).toBeGreaterThanOrEqual(acknowledged());
  }
});

test('after a close the directory is free, for this process and for another', async () => {
  for (let round = 0; round < 2; round += 1) {
    const clickhouse = await openClickHouse({ dataDir, logger });
    const running = clickhouse.query({ name: 'slow', sql: 'SELECT sleep(0.3)' });
    // A statement in flight ends first: tearing a connection down beneath it would abort the engine.
    await Promise.all([clickhouse.close(), clickhouse.close(), running]);
    const { child } = await holder();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

test('a directory that cannot be used is named', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await expect(openClickHouse({ dataDir: file, logger })).rejects.toThrow(`directory ${file}: it is not a directory`);
  await expect(openClickHouse({ dataDir: join(file, 'below'), logger })).rejects.toThrow(StartError);
});

test.skipIf(process.getuid?.() === 0)('a directory without write permission is named', async () => {
  await chmod(dataDir, 0o500);
  await expect(openClickHouse({ dataDir, logger })).rejects.toThrow('is not writable');
});
