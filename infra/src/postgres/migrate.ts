// Runs the migrations in order, once each, as the owner of the tables.
import { readdirSync, readFileSync } from 'node:fs';
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
import { APP_ROLE, connect, type Sql } from './connect.ts';
import { refuseOldServer } from './start-refusal.ts';
import { takeLock } from './take-lock.ts';
import { LOCKS } from './wire.ts';

const directory = new URL('./migrations/', import.meta.url);
const STORE = 'The database';
/** SQLSTATE: the table is missing; this login may not read it. */
const [UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE] = ['42P01', '42501'];

interface MigrateOptions {
  /** Of the owner of the tables, who may make tables and roles. */
  readonly url: string;
  /** Of the login with which programs work, where that is another one: it is made a member of their role. */
  readonly programUrl?: string;
  readonly logger: Logger;
  readonly migrations?: readonly Migration[];
}

/** Migrates the database to the current schema; each file is one transaction. Rejects with `StartError` where a sentence says what is in the way. */
export async function migratePostgres({ url, programUrl, logger, migrations = readMigrations() }: MigrateOptions) {
  const lock = await takeLock({ url, logger, name: 'migration lock', role: null, lock: LOCKS.migration, waits: true });
  const sql = connect({ url, logger, name: 'migrate', max: 1, role: null });
  try {
    await refuseOldServer(sql);
    await sql`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
      )`;
    // The table came before the column.
    await sql`ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_program text NOT NULL DEFAULT ''`;
    for (const migration of pendingMigrations(migrations, await applied(sql), { store: STORE, logger })) {
      const { name, checksum, oldestProgram } = migration;
      await sql.begin(async (transaction) => {
        await transaction.unsafe(migration.sql);
        await transaction`
          INSERT INTO schema_migrations (name, checksum, oldest_program) VALUES (${name}, ${checksum}, ${oldestProgram})`;
      });
      logger.info({ event: 'postgres.migrated', migration: name }, 'Postgres migration applied');
    }
    await admitPrograms(sql, programUrl);
  } finally {
    await sql.end({ timeout: 5 });
    await lock?.release();
  }
}

/** With MIGRATE=off: rejects with `StartError` unless the schema fits. Needs no right but that of the programs. */
export async function checkPostgresSchema(options: { url: string; logger: Logger; migrations?: readonly Migration[] }) {
  const { logger, migrations = readMigrations() } = options;
  const sql = connect({ ...options, name: 'schema', max: 1, role: null });
  try {
    refusePending(pendingMigrations(migrations, await applied(sql), { store: STORE, logger }), STORE);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === UNDEFINED_TABLE) refusePending(migrations, STORE);
    if (code === INSUFFICIENT_PRIVILEGE) {
      throw new StartError(
        `The login of DATABASE_URL may not work as ${APP_ROLE}; run \`npx -y pnpm@12 migrate\` with this DATABASE_URL, and MIGRATION_URL for the owner of the tables.`,
      );
    }
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What the schema lacks, and what it has that this program does not know. Changes nothing. */
export const postgresSchema = async (sql: Sql) => compareSchema('Postgres', readMigrations(), await applied(sql));

/** The programs read which migrations have run, and work as `tracker_app`. */
async function admitPrograms(sql: Sql, programUrl: string | undefined) {
  await sql`GRANT SELECT ON schema_migrations TO ${sql(APP_ROLE)}`;
  const login = programUrl === undefined ? '' : decodeURIComponent(new URL(programUrl).username);
  if (login === '') return;
  const [role] = await sql<{ is_member: boolean }[]>`
    SELECT pg_has_role(oid, ${APP_ROLE}, 'SET') AS is_member FROM pg_roles WHERE rolname = ${login}`;
  if (!role) {
    throw new StartError(
      `The login ${login} of DATABASE_URL does not exist; create it (CREATE ROLE ${login} LOGIN PASSWORD '…') and migrate again.`,
    );
  }
  if (!role.is_member) await sql`GRANT ${sql(APP_ROLE)} TO ${sql(login)}`;
}

const applied = (sql: Sql) =>
  sql<
    AppliedMigration[]
  >`SELECT name, checksum, oldest_program AS "oldestProgram" FROM schema_migrations ORDER BY name`;

function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => migrationOf(file.slice(0, -'.sql'.length), readFileSync(new URL(file, directory), 'utf8')));
}
