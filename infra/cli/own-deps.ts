// The stores that the CLI opens itself: those of a distributed product by URL, or those in the data directory of a stopped
// embedded product.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@tracker/infra/config/config';
import { createRecorder, type RecorderOptions } from '@tracker/infra/event-log/create-recorder';
import { spoolDirsIn } from '@tracker/infra/event-log/spool-dirs';
import { refuseNewDatabaseIn } from '@tracker/infra/installation/data-dir';
import { migratePgBoss } from '@tracker/infra/jobs/pg-boss-connection';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { acquireDataDir, DataDirInUseError } from '@tracker/infra/lifecycle/data-dir';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { storeParts } from '@tracker/infra/program/store-parts';
import { addKey, openKeyring } from '@tracker/infra/secrets/open-keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { openGeo } from '@tracker/processor/lookups/geo';
import { type Command, EXIT, type OpsDeps, OpsError } from './command.ts';

interface Opening {
  readonly config: Config;
  /** `migrate`: also with MIGRATE=off, and the jobs' tables, too. */
  readonly schemas?: Command['schemas'];
  readonly installation?: Command['installation'];
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
}

/** Both stores have URLs: nothing in the data directory is needed. */
export const isDistributed = ({ databaseUrl, clickhouseUrl }: Config): boolean =>
  databaseUrl !== undefined && clickhouseUrl !== undefined;

/** Everything is stopped by the lifecycle. Rejects with `StartError` where a sentence says what is in the way. */
export async function openOwnDeps({
  config: given,
  schemas,
  installation,
  lifecycle,
  logger,
}: Opening): Promise<OpsDeps> {
  const config = {
    ...given,
    migrate: schemas === 'leave' ? ('leave' as const) : given.migrate || schemas === 'migrate',
  };
  const databaseUrl = await openDataDir({ config, lifecycle, logger });
  const ownerUrl = config.migrationUrl ?? databaseUrl;
  // First the store that is missing most often, so that its sentence comes at once.
  const keyring = openKeyring({ config, dataDir: isDistributed(config) ? undefined : config.dataDir, logger });
  const dataDir = isDistributed(config) ? undefined : config.dataDir;
  const parts = storeParts(lifecycle, {
    ...{ config, databaseUrl, logger, isTool: true },
    ...(dataDir !== undefined && { dataDir }),
    ...(installation && { installation }),
  });
  const postgres = await parts.postgres(4);
  const clickhouse = await parts.clickhouse(postgres, join(config.dataDir, 'clickhouse'));
  if (schemas === 'migrate' && config.redis === undefined) await migratePgBoss({ url: ownerUrl, logger });
  const log = await parts.eventLog(postgres);
  const caches = await parts.caches();
  const tableLock = await parts.tableLock();
  const stores = {
    config: given,
    databaseUrl: ownerUrl,
    dataDir: config.dataDir,
    backups: config.backups,
    publicUrl: config.publicUrl,
    postgres,
    clickhouse,
    log,
    caches,
    tableLock,
    keyring,
  };
  const persons = await parts.persons(postgres, keyring);
  const eachSpool = spoolsOf(config.dataDir, { log, persons, keyring, logger });
  const hasOwnKeys = config.appKeys === undefined && !isDistributed(config);
  const add = hasOwnKeys ? () => addKey(config.dataDir) : undefined;
  const { logRetentionDays } = config;
  return {
    ...stores,
    persons,
    eachSpool,
    addKey: add,
    geo: openGeo,
    logRetentionDays,
    clock: systemClock,
    logger,
  };
}

/** Opened when a command asks for it. A spool that a running ingest has is never taken from it. */
function spoolsOf(dataDir: string, options: Omit<RecorderOptions, 'spoolDir'>): OpsDeps['eachSpool'] {
  return async (work) => {
    const dirs = spoolDirsIn(dataDir);
    if (dirs.length === 0) throw new OpsError(EXIT.usage, `There is no spool in ${dataDir}.`);
    const results = [];
    for (const dir of dirs) {
      const opened = await createRecorder({ ...options, spoolDir: dir }).catch((error: unknown) => {
        if (error instanceof DataDirInUseError) return error;
        throw error;
      });
      if (opened instanceof DataDirInUseError) {
        results.push(await work({ dir, holder: opened.holder }));
        continue;
      }
      try {
        results.push(await work({ dir, recorder: opened }));
      } finally {
        await opened.close();
      }
    }
    return results;
  };
}

/** Gives the database's URL. */
async function openDataDir({
  config,
  lifecycle,
  logger,
}: Omit<Opening, 'schemas' | 'installation' | 'config'> & {
  readonly config: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'dataDir'>;
}): Promise<string> {
  const { databaseUrl } = config;
  if (databaseUrl !== undefined && config.clickhouseUrl !== undefined) return databaseUrl;
  // An operator's mistake in DATA_DIR must not leave a new, empty product behind.
  if (!existsSync(config.dataDir)) {
    throw new OpsError(
      EXIT.unreachable,
      `There is no product: the data directory ${config.dataDir} does not exist. Set DATA_DIR, or DATABASE_URL and CLICKHOUSE_URL.`,
    );
  }
  const dataDir = await lifecycle.add({
    name: 'data directory',
    start: () => acquireDataDir(config.dataDir),
    stop: (taken) => taken.release(),
  });
  if (databaseUrl !== undefined) return databaseUrl;
  refuseNewDatabaseIn(dataDir.path);
  const server = await lifecycle.add({
    name: 'embedded Postgres',
    start: () => startEmbeddedPostgres({ dataDir: dataDir.path, logger }),
    stop: (started) => started.stop(),
  });
  return server.url;
}
