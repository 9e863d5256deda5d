// Runs the migrations in order, once each.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../errors/start-error.ts';
import {
  type AppliedMigration,
  compareSchema,
  type Migration,
  migrationOf,
  pendingMigrations,
  refusePending,
} from '../migrations/history.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';

interface NumberedMigration extends Migration {
  readonly version: number;
}

const shippedMigrations = new URL('./migrations/', import.meta.url);
const STORE = 'The analytics store';
const tableAlreadyExists = 57;
const unknownTable = 60;
const lockWaitMs = 200;
/** A migrator that died leaves its lock; every statement can run twice, so taking it over does no harm. */
const lockStaleSeconds = 60;

/** Brings the tables up to date. `folder` is for tests. Rejects with `StartError` when history and files disagree. */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  logger: Logger,
  folder: URL = shippedMigrations,
): Promise<void> {
  const migrations = await readMigrations(folder);
  try {
    await withLock(clickhouse, () => applyAll(clickhouse, migrations, logger));
  } catch (error) {
    throw startErrorOfAnalytics(error);
  }
}

/** With MIGRATE=off: rejects with `StartError` unless the schema fits. Changes nothing. */
export async function checkClickHouseSchema(
  clickhouse: ClickHouse,
  logger: Logger,
  folder: URL = shippedMigrations,
): Promise<void> {
  const migrations = await readMigrations(folder);
  try {
    refusePending(pendingMigrations(migrations, await applied(clickhouse), { store: STORE, logger }), STORE);
  } catch (error) {
    if (error instanceof StoreError && error.code === unknownTable) refusePending(migrations, STORE);
    throw startErrorOfAnalytics(error);
  }
}

/** What the schema lacks, and what it has that this program does not know. Changes nothing. */
export const clickHouseSchema = async (clickhouse: ClickHouse) =>
  compareSchema('ClickHouse', await readMigrations(shippedMigrations), await applied(clickhouse));

async function applyAll(
  clickhouse: ClickHouse,
  migrations: readonly NumberedMigration[],
  logger: Logger,
): Promise<void> {
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS schema_migrations (version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC'))
     ENGINE = ReplacingMergeTree(applied_at) ORDER BY version`,
  );
  // The table came before the column.
  await clickhouse.command('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_program String');
  const pending = pendingMigrations(migrations, await applied(clickhouse), { store: STORE, logger });
  for (const migration of pending) await apply(clickhouse, migration, logger);
}

const applied = (clickhouse: ClickHouse) =>
  clickhouse.query<AppliedMigration>({
    name: 'schema-migrations',
    sql: 'SELECT name, checksum, oldest_program AS oldestProgram FROM schema_migrations FINAL ORDER BY version',
  });

/** What a person can mend gets its sentence; the rest is given back as it is. */
export function startErrorOfAnalytics(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  if (error.code === 0) {
    const reason = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : '';
    return new StartError(`The analytics store was not reached${reason}; is CLICKHOUSE_URL right, and is it running?`);
  }
  if (error.type === 'NOT_ENOUGH_SPACE')
    return new StartError('The disk of the analytics store is full; make room and start again.');
  if (error.type === 'AUTHENTICATION_FAILED') {
    return new StartError('The analytics store refuses the user or the password in CLICKHOUSE_URL.');
  }
  if (error.type === 'UNKNOWN_DATABASE')
    return new StartError('The analytics store has no such database as CLICKHOUSE_URL names; create it.');
  if (error.type === 'ACCESS_DENIED')
    return new StartError(
      'The login of CLICKHOUSE_URL lacks a right: it must create, alter and drop tables, and read and write them.',
    );
  return new StartError(
    `The analytics store refuses the start: ${error.message}. Is the ClickHouse of CLICKHOUSE_URL as new as the one in docker-compose.yml?`,
  );
}

async function apply(clickhouse: ClickHouse, migration: NumberedMigration, logger: Logger): Promise<void> {
  const { version, name, sql, checksum, oldestProgram } = migration;
  for (const statement of statementsOf(sql)) await clickhouse.command(statement);
  await clickhouse.insert({
    table: 'schema_migrations',
    columns: ['version', 'name', 'checksum', 'applied_at', 'oldest_program'],
    rows: [[version, name, checksum, new Date().toISOString(), oldestProgram]],
  });
  logger.debug({ migration: name }, 'analytics store migrated');
}

async function readMigrations(folder: URL): Promise<NumberedMigration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const version = Number(/^(\d{4})-/.exec(name)?.[1]);
      if (!version) throw new StartError(`The migration ${name} has no number; name it NNNN-what.sql.`);
      return { version, ...migrationOf(name, await readFile(new URL(name, folder), 'utf8')) };
    }),
  );
  const repeated = migrations.find((one, index) => migrations[index - 1]?.version === one.version);
  if (repeated) throw new StartError(`Two migrations have the number of ${repeated.name}.`);
  return migrations;
}

/** A statement ends with a semicolon at the end of a line. */
const statementsOf = (text: string) =>
  text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');

/**
 * ClickHouse has no locks, but creating a table that exists fails: the process that creates `migration_lock` holds it. The embedded
 * engine belongs to one process, so there a lock that exists is a dead one's.
 */
async function withLock(clickhouse: ClickHouse, work: () => Promise<void>): Promise<void> {
  if (clickhouse.embedded) await clickhouse.command('DROP TABLE IF EXISTS migration_lock SYNC');
  while (!(await tryLock(clickhouse))) {
    await dropStaleLock(clickhouse);
    await delay(lockWaitMs);
  }
  try {
    await work();
  } finally {
    await clickhouse.command('DROP TABLE IF EXISTS migration_lock SYNC');
  }
}

async function tryLock(clickhouse: ClickHouse): Promise<boolean> {
  try {
    // Its comment is the time, since engines differ in when they say that a table was made.
    await clickhouse.command(`CREATE TABLE migration_lock (held UInt8) ENGINE = Memory COMMENT '${nowSeconds()}'`);
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === tableAlreadyExists) return false;
    throw error;
  }
}

async function dropStaleLock(clickhouse: ClickHouse): Promise<void> {
  const stale = await clickhouse.query({
    name: 'migration-lock',
    sql: `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'
          AND toInt64OrZero(comment) < {staleBefore:Int64}`,
    params: { staleBefore: nowSeconds() - lockStaleSeconds },
  });
  if (stale.length > 0) await clickhouse.command('DROP TABLE IF EXISTS migration_lock SYNC');
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
