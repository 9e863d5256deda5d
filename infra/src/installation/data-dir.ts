// Of which installation a data directory is: a file in it. Only programs that keep something there have one.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startErrorForPath } from '../errors/start-error.ts';
import { randomText } from '../identity/random-id.ts';
import { connect } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { readInstallation } from './installation.ts';
import { DATA_DIR_FILE, databaseElsewhere, dataWithoutDatabase, otherDataDir } from './refusals.ts';

/** What an installation leaves in a data directory that has no database. */
const LEFT = { clickhouse: 'store of figures', spool: 'spool' } as const;

export function installationOfDataDir(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, DATA_DIR_FILE), 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function giveDataDir(dataDir: string, id: string): void {
  const path = join(dataDir, DATA_DIR_FILE);
  // Programs that share a volume write the same, and each is process 1 of its container.
  const made = `${path}.${randomText(8)}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(made, `${id}\n`, { mode: 0o600 });
    renameSync(made, path);
  } catch (error) {
    throw startErrorForPath(error, dataDir) ?? error;
  }
}

/** Before a database is made in it. Throws `StartError` where the one of its data is elsewhere. */
export function refuseNewDatabaseIn(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres'))) return;
  const id = installationOfDataDir(dataDir);
  if (id !== undefined) throw databaseElsewhere(dataDir, id);
  for (const [name, what] of Object.entries(LEFT)) {
    if (existsSync(join(dataDir, name))) throw dataWithoutDatabase(dataDir, what);
  }
}

/** Before the database is migrated, so that another installation's stays as it is. Rejects with `StartError`. */
export async function refuseOtherDatabase(dataDir: string, url: string, logger: Logger): Promise<void> {
  const here = installationOfDataDir(dataDir);
  if (here === undefined) return;
  const sql = connect({ url, logger, name: 'installation', max: 1 });
  try {
    const database = await readInstallation(sql);
    if (database?.id !== here) throw otherDataDir(dataDir, { here, database: database?.id });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** The id of the database, where the directory has none. */
export function joinDataDir(dataDir: string, id: string): void {
  const here = installationOfDataDir(dataDir);
  if (here === undefined) giveDataDir(dataDir, id);
  else if (here !== id) throw otherDataDir(dataDir, { here, database: id });
}
