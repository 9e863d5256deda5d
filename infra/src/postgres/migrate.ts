// Runs the migrations in order, once each. A file that has run is never edited (its checksum is stored); the next file repairs a
// mistake.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { connect, type Sql } from './connect.ts';
import { LOCKS } from './wire.ts';

const directory = new URL('./migrations/', import.meta.url);

export interface Migration {
  /** '0001-roles' */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Migrates the database to the current schema; each file is one transaction. `url`'s role must be allowed to make tables and roles. */
export async function migratePostgres(options: { url: string; logger: Logger; migrations?: readonly Migration[] }) {
  const sql = connect({ ...options, name: 'migrate', max: 1, role: null });
  try {
    await sql`SELECT pg_advisory_lock(${LOCKS.migration})`;
    for (const migration of await pending(sql, options.migrations ?? readMigrations())) {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(migration.sql);
        await transaction`INSERT INTO schema_migrations (name, checksum) VALUES (${migration.name}, ${migration.checksum})`;
      });
      options.logger.info({ event: 'postgres.migrated', migration: migration.name }, 'Postgres migration applied');
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function pending(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  await sql`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`;
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`;
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartError(
        `Migration ${migration.name} was changed after it had run here; undo the change and write a new file.`,
      );
    }
    applied.delete(migration.name);
  }
  const [unknown] = applied.keys();
  if (unknown !== undefined) {
    throw new StartError(
      `The database was migrated by a newer version of the product: it knows ${unknown}, which is missing here; start the newer version.`,
    );
  }
  const done = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !done.has(migration.name));
}

export function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => migrationOf(file.slice(0, -'.sql'.length), readFileSync(new URL(file, directory), 'utf8')));
}

export function migrationOf(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
