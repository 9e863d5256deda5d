import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HttpBridge, startHttpBridge } from '@tracker/test/kit/clickhouse/http-bridge';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type ClickHouse, openClickHouse } from './client.ts';
import { checkClickHouseSchema, migrateClickHouse } from './migrate.ts';
import { insertAdResults } from './tables/ad-results.ts';
import { insertAdSpend } from './tables/ad-spend.ts';
import { insertClicks, insertVoidClicks } from './tables/clicks.ts';
import { insertConversionLedger } from './tables/conversion-ledger.ts';
import { insertConversions } from './tables/conversions.ts';
import { insertDeadLetters } from './tables/dead-letters.ts';
import { insertPageViews } from './tables/page-views.ts';
import { insertSpendReports } from './tables/spend-reports.ts';
import { insertUnattributedConversions } from './tables/unattributed-conversions.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
let folder: string;
let bridge: HttpBridge;
let clickhouse: ClickHouse;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracker-migrate-'));
  // By URL, as on a server, where the lock matters.
  bridge = await startHttpBridge({ dataDir: join(folder, 'data'), logger });
  clickhouse = await openClickHouse({ url: bridge.url, logger });
});
afterEach(async () => {
  await clickhouse.close();
  await bridge.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const migrate = () => migrateClickHouse(clickhouse, logger, pathToFileURL(`${folder}/`));
const check = () => checkClickHouseSchema(clickhouse, logger, pathToFileURL(`${folder}/`));
const tables = async () =>
  (
    await clickhouse.query<{ name: string }>({
      name: 'tables',
      sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    })
  ).map((row) => row.name);

test('creates exactly the columns that the inserts write', async () => {
  await migrateClickHouse(clickhouse, logger);
  const inserts = [
    { table: insertClicks.table, columns: [...new Set([...insertClicks.columns, ...insertVoidClicks.columns])] },
    insertPageViews,
    insertConversionLedger,
    insertConversions,
    insertUnattributedConversions,
    insertAdSpend,
    insertSpendReports,
    insertAdResults,
    insertDeadLetters,
  ];
  for (const { table, columns } of inserts) {
    const rows = await clickhouse.query<{ name: string; engine: string }>({
      name: 'columns',
      sql: `SELECT c.name AS name, t.engine AS engine FROM system.columns AS c JOIN system.tables AS t ON t.name = c.table AND t.database = c.database
            WHERE c.database = currentDatabase() AND c.table = {table:String} ORDER BY c.position`,
      params: { table },
    });
    // In any order: a column that is added later is last in the table.
    expect(rows.map((row) => row.name).sort()).toEqual([...columns].sort());
    expect(new Set(rows.map((row) => row.engine))).toEqual(new Set(['ReplacingMergeTree']));
  }
});

test('runs each migration once, in order, and applies a later one', async () => {
  await write(
    '0001-a.sql',
    '-- a; comment\nCREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;\nINSERT INTO a VALUES (1);\n',
  );
  await migrate();
  await write('0002-b.sql', "ALTER TABLE a ADD COLUMN s String DEFAULT ';';");
  await migrate();
  await migrate();
  expect(await clickhouse.query({ name: 'a', sql: 'SELECT n, s FROM a' })).toEqual([{ n: 1, s: ';' }]);
  expect(await tables()).toEqual(['a', 'schema_migrations']);
});

test('applies a migration once when several processes migrate at the same time', async () => {
  await write('0001-a.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;\nINSERT INTO a VALUES (1);\n');
  await Promise.all([migrate(), migrate(), migrate()]);
  expect(await clickhouse.query({ name: 'a', sql: 'SELECT n FROM a' })).toEqual([{ n: 1 }]);
});

test('waits for a migration lock that is held, and takes over an abandoned one', async () => {
  await write('0001-a.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;');
  const lockSince = (seconds: number) =>
    clickhouse.command(
      `CREATE TABLE migration_lock (held UInt8) ENGINE = Memory COMMENT '${Math.floor(Date.now() / 1000) - seconds}'`,
    );

  await lockSince(10);
  const waiting = migrate();
  // The waiting process polls the lock; nothing is migrated meanwhile.
  for (let round = 0; round < 20; round += 1) expect(await tables()).toEqual(['migration_lock']);
  await clickhouse.command('DROP TABLE migration_lock SYNC');
  await waiting;
  expect(await tables()).toEqual(['a', 'schema_migrations']);

  await lockSince(3600);
  await migrate();
  expect(await tables()).toEqual(['a', 'schema_migrations']);
});

test('runs a failed migration again after it was corrected', async () => {
  await write(
    '0001-a.sql',
    'CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n;\nALTER TABLE nope ADD COLUMN x UInt8;\n',
  );
  await expect(migrate()).rejects.toThrow('UNKNOWN_TABLE');
  await write('0001-a.sql', 'CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n;\n');
  await migrate();
  expect(await tables()).toEqual(['a', 'schema_migrations']);
});

test('refuses an edited migration with a sentence', async () => {
  await write('0001-a.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;');
  await migrate();
  await write('0001-a.sql', 'CREATE TABLE a (n UInt16) ENGINE = MergeTree ORDER BY n;');
  await expect(migrate()).rejects.toThrow('migration 0001-a.sql was changed after it had run');
});

test('goes on under the schema of a newer version that only adds, and refuses one that removes', async () => {
  await write('0001-a.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;');
  await write('0002-b.sql', '-- expand\nALTER TABLE a ADD COLUMN s String;');
  await migrate();
  await rm(join(folder, '0002-b.sql'));
  await migrate();
  await check();
  await write('0002-b.sql', '-- expand\nALTER TABLE a ADD COLUMN s String;');
  await write('0003-c.sql', '-- contract: programs from 99.0.0 on\nALTER TABLE a DROP COLUMN s;');
  await migrate();
  await rm(join(folder, '0003-c.sql'));
  for (const start of [migrate, check]) {
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect(String(refused)).toContain('0003-c.sql needs programs from 99.0.0 on');
  }
});

test('compares only, where programs do not migrate', async () => {
  await write('0001-a.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;');
  await expect(check()).rejects.toThrow('The analytics store lacks migration 0001-a.sql, and MIGRATE is off');
  expect(await tables()).toEqual([]);
  await migrate();
  await check();
});

test('opens the embedded engine despite the migration lock of a killed process', async () => {
  await clickhouse.close();
  await bridge.close();
  const dataDir = join(folder, 'data');
  const embedded = await openClickHouse({ dataDir, logger });
  await embedded.command('CREATE TABLE migration_lock (held UInt8) ENGINE = Memory');
  await migrateClickHouse(embedded, logger);
  await embedded.close();
});

test('names CLICKHOUSE_URL when the server is unreachable or rejects the login', async () => {
  const wrong = new URL(bridge.url);
  wrong.password = 'guess';
  for (const [url, reason] of [
    [wrong.href, 'refuses the user or the password in CLICKHOUSE_URL'],
    [`${bridge.url}/nope`, 'no such database as CLICKHOUSE_URL names'],
    ['http://127.0.0.1:1', 'not reached (ECONNREFUSED); is CLICKHOUSE_URL right'],
  ] as const) {
    const other = await openClickHouse({ url, logger });
    const refused = await migrateClickHouse(other, logger).catch((error: unknown) => error);
    await other.close();
    expect(refused).toBeInstanceOf(StartError);
    expect(String(refused)).toContain(reason);
    expect(String(refused)).not.toContain('guess');
  }
});
