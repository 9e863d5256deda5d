// What the migrations of Postgres and ClickHouse have in common. They go forward only: one that has run is never edited and never undone.
// During a rolling upgrade, programs of two versions share one schema, so each migration declares the oldest program that works
// after it (ADR 49).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';

/** `version` of the package.json of the root, which an image has, too. */
export const PROGRAM_VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

const CONTRACT = /^-- contract: programs from (\d+\.\d+\.\d+) on\b/;

export interface AppliedMigration {
  /** '0001-roles' */
  readonly name: string;
  /** SHA-256 of the file. */
  readonly checksum: string;
  /** The oldest version of the programs that works after it, as in '0.3.0'; '' when every version does. */
  readonly oldestProgram: string;
}

export interface Migration extends AppliedMigration {
  readonly sql: string;
}

/** A migration whose file begins with `-- contract: programs from 0.3.0 on` removes what older programs use; any other one only adds. */
export function migrationOf(name: string, sql: string): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { name, sql, checksum, oldestProgram: CONTRACT.exec(sql)?.[1] ?? '' };
}

/** Names of the files that have not run yet, and of what ran that has no file here. */
export function compareSchema(
  store: string,
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): { readonly store: string; readonly pending: readonly string[]; readonly newer: readonly string[] } {
  const namesOf = (migrations: readonly AppliedMigration[]) => new Set(migrations.map(({ name }) => name));
  return {
    store,
    pending: [...namesOf(files).difference(namesOf(applied))],
    newer: [...namesOf(applied).difference(namesOf(files))],
  };
}

export interface HistoryOptions {
  /** For sentences: 'The database'. */
  readonly store: string;
  readonly logger: Logger;
  /** Of this program; tests give another one. */
  readonly program?: string;
}

/**
 * The files that have not run yet. Throws `StartError` when a file was changed after it had run, or when the schema is newer than
 * this program and does not work with it.
 */
export function pendingMigrations<M extends Migration>(
  files: readonly M[],
  applied: readonly AppliedMigration[],
  { store, logger, program = PROGRAM_VERSION }: HistoryOptions,
): M[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of files) {
    if (checksums.has(name) && checksums.get(name) !== checksum) {
      throw new StartError(
        `${store}: migration ${name} was changed after it had run here; undo the change and write a new file.`,
      );
    }
  }
  const pending = files.filter(({ name }) => !checksums.has(name));
  const known = new Set(files.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !known.has(name));
  const refused = newer.find(({ oldestProgram }) => isOlder(program, oldestProgram));
  if (refused) {
    throw new StartError(
      `${store} was migrated by a newer version of the product: ${refused.name} needs programs from ${refused.oldestProgram} on, and this is ${program}. Start ${refused.oldestProgram} or newer.`,
    );
  }
  if (newer.length > 0 && pending.length > 0) {
    throw new StartError(
      `${store} was migrated by another version of the product: it knows ${newer[0]?.name}, which is missing here, and lacks ${pending[0]?.name}. Start the newer version.`,
    );
  }
  if (newer.length > 0) {
    logger.info(
      { event: 'lifecycle.schema.newer', migrations: newer.map(({ name }) => name) },
      `${store} was migrated by a newer version, and works with this one; continuing`,
    );
  }
  return pending;
}

/** With MIGRATE=off. Throws `StartError` when a migration has not run. */
export function refusePending(pending: readonly Migration[], store: string): void {
  const [first] = pending;
  if (!first) return;
  throw new StartError(
    `${store} lacks migration ${first.name}, and MIGRATE is off; run \`npx -y pnpm@12 migrate\` of this version first.`,
  );
}

const isOlder = (version: string, other: string) => version.localeCompare(other, 'en', { numeric: true }) < 0;
