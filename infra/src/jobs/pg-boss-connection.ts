// Connects pg-boss with our roles: the database owner creates its tables, everything else runs as tracker_app.
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { StartError } from '../errors/start-error.ts';
import { APP_ROLE } from '../postgres/connect.ts';
import { readDatabaseUrl } from '../postgres/database-url.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutageLog } from './outage-log.ts';

export const SCHEMA = 'pgboss';
const CONNECTIONS_MAX = 4;
/** Also of the wait for a free connection. Long: a start on a busy machine ends with it, and calls that people wait for have an end of their own. */
const CONNECT_TIMEOUT_MS = 15_000;
const LOOK_EVERY_SECONDS = 5;

export interface PgBossOptions {
  readonly url: string;
  /** Of the owner of the tables, where `url` is not. */
  readonly migrationUrl?: string | undefined;
  /** False: the tables are only compared. */
  readonly migrate?: boolean;
  readonly logger: Logger;
  /** How often leases are looked at, 5 when absent: what a lost one costs beyond its length. */
  readonly lookEverySeconds?: number;
}

export async function openPgBoss(options: PgBossOptions): Promise<PgBoss> {
  const { lookEverySeconds = LOOK_EVERY_SECONDS, url, migrationUrl = url, migrate = true } = options;
  if (migrate) await migratePgBoss({ ...options, url: migrationUrl });
  const { isPooled } = readDatabaseUrl(url);
  const boss = create(options, {
    ...(isPooled ? {} : { options: `-c role=${APP_ROLE}` }),
    migrate: false,
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
    maintenanceIntervalSeconds: 3_600,
    // Both are work for an owner of the tables.
    reindex: false,
    monitorVacuum: false,
  });
  try {
    await boss.start();
    if (!isPooled) await assertRole(boss);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw schemaSentence(error, migrate) ?? error;
  }
  return boss;
}

/** The library works with exactly its own version of its tables. */
function schemaSentence(error: unknown, hasMigrated: boolean): StartError | undefined {
  if (!(error instanceof Error) || !/^pg-boss (is not installed|database requires migrations)$/.test(error.message))
    return;
  return new StartError(
    hasMigrated
      ? 'The tables of jobs were migrated by a newer version of the product; start the newer version.'
      : 'The tables of jobs are not those of this version, and MIGRATE is off; run `npx -y pnpm@12 migrate` of this version first, or start the newer version.',
  );
}

/** Creates the tables or migrates them to this version of the library; concurrent starts wait for each other. */
export async function migratePgBoss(options: Pick<PgBossOptions, 'url' | 'logger'>) {
  const boss = create(options, { migrate: true, supervise: false });
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
  }
}

function create({ url, logger }: Pick<PgBossOptions, 'url' | 'logger'>, more: ConstructorOptions): PgBoss {
  const boss = new PgBoss({
    connectionString: withLibpqModes(url),
    schema: SCHEMA,
    createSchema: false, // by postgres/migrations/0020-jobs.sql
    schedule: false, // nightly-scheduler.ts says why
    application_name: 'tracker jobs',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...more,
  });
  // Without a listener the first lost connection would end the process. The library tries on by itself.
  boss.on('error', createOutageLog(logger));
  boss.on('warning', ({ message, data }) => logger.debug({ data }, `jobs: ${message}`));
  return boss;
}

/** `sslmode=require` means here what it means to psql and to our other connections: encrypted, with any certificate. */
function withLibpqModes(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete('pgbouncer');
  if (parsed.searchParams.has('sslmode')) parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
}

/** A URL or a pooler that drops start-up parameters would leave the owner's rights to everything here (ADR 3). */
async function assertRole(boss: PgBoss) {
  const { rows } = await boss.getDb().executeSql('SELECT current_user AS name');
  if (rows[0]?.name !== APP_ROLE) {
    throw new Error(`The store of jobs must be used as ${APP_ROLE}, not as ${rows[0]?.name}.`);
  }
}
