import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { type Caches, createCaches } from '../caches/caches.ts';
import type { ClickHouse } from '../clickhouse/client.ts';
import { probeClickHouse } from '../clickhouse/probe.ts';
import { startAnalyticsStore } from '../clickhouse/start-analytics-store.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import type { EventLog, LogInstallation } from '../event-log/event-log.ts';
import { openEventLog } from '../event-log/open-event-log.ts';
import { joinAnalytics, refuseOtherAnalytics } from '../installation/analytics.ts';
import { joinDataDir, refuseOtherDatabase } from '../installation/data-dir.ts';
import { readInstallation } from '../installation/installation.ts';
import { admitLog, joinLog, refuseLogInPostgres } from '../installation/log.ts';
import { systemClock } from '../lifecycle/clock.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { StoreCheck, StoreName } from '../lifecycle/store-probe.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import { watchStore } from '../lifecycle/watch-store.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Sql } from '../postgres/connect.ts';
import { openPostgres } from '../postgres/open.ts';
import { probePostgres } from '../postgres/probe.ts';
import { createTableLock, type TableLock } from '../postgres/table-lock.ts';
import { type Addresses, createAddresses } from '../privacy/addresses.ts';
import { createPersons } from '../privacy/create-persons.ts';
import type { Persons } from '../privacy/persons.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import { beforeScrape, isUpBeforeScrape, metrics } from '../telemetry/metrics.ts';

/** `join`: stores without an id get that of the database. `compare`: nothing is written. `leave`: also what does not belong together is opened. */
export type InstallationCare = 'join' | 'compare' | 'leave';

export interface StoreParts {
  /** For /readyz, of the stores that were opened: rejects while the store takes nothing. */
  readonly checks: Readonly<Record<StoreName, StoreCheck>>;
  /** Rejects with `StartError` when the database cannot be reached. `max`: connections of the pool, unless a setting gives another number. */
  postgres(max?: number): Promise<Postgres>;
  /** Of the same installation as `postgres`, else `StartError`. `dataDir`: of the embedded engine, where the settings name no server. */
  clickhouse(postgres: Postgres, dataDir?: string): Promise<ClickHouse>;
  /** Of the same installation as `postgres`, else `StartError`. Brokers that are away end no start. */
  eventLog(postgres: Postgres): Promise<EventLog<Topic>>;
  tableLock(): Promise<TableLock>;
  caches(): Promise<Caches>;
  persons(postgres: Postgres, keyring: Keyring): Promise<Persons>;
  addresses(postgres: Postgres, keyring: Keyring): Promise<Addresses>;
}

/** The database of a program of its own; `StartError` without one. `who` begins the sentence. */
export function databaseUrlFor(who: string, { databaseUrl }: Config): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new StartError(
    `${who} alone needs DATABASE_URL: the embedded Postgres belongs to the process that \`npx -y pnpm@12 start\` runs.`,
  );
}

/** The same, of one that needs ClickHouse, too. */
export function databaseAndClickHouseFor(who: string, config: Config): string {
  const databaseUrl = databaseUrlFor(who, config);
  if (config.clickhouseUrl !== undefined) return databaseUrl;
  throw new StartError(
    `${who} alone needs CLICKHOUSE_URL: the embedded analytics engine lets only one process open its directory.`,
  );
}

/** The stores that programs share, each one part of the lifecycle: a program starts those it needs, in the order it needs. */
export function storeParts(
  lifecycle: Lifecycle,
  {
    config,
    databaseUrl: url,
    dataDir,
    installation = config.migrate === 'leave' ? 'compare' : 'join',
    logger,
    isTool = false,
  }: {
    config: Config;
    databaseUrl: string;
    /** Of a program that keeps something there. */
    dataDir?: string;
    installation?: InstallationCare;
    logger: Logger;
    /** A command that ends: it watches no store. */
    isTool?: boolean;
  },
): StoreParts {
  const checks: Record<StoreName, StoreCheck> = {
    postgres: notOpened,
    clickhouse: notOpened,
    log: notOpened,
    redis: notOpened,
  };
  async function watch(store: StoreName, write: () => Promise<void>, graceMs = 0) {
    if (!isTool) checks[store] = await watchStore(lifecycle, { store, write, graceMs, logger });
  }
  return {
    checks,
    async postgres(max) {
      if (dataDir !== undefined && installation !== 'leave') await refuseOtherDatabase(dataDir, url, logger);
      const postgres = await lifecycle.add({
        name: 'relational store',
        start: () => {
          const { migrate, migrationUrl, databasePoolSize = max } = config;
          return openPostgres({ url, migrationUrl, migrate, max: databasePoolSize, logger });
        },
        stop: (opened) => opened.close(),
      });
      await watch('postgres', () => probePostgres(postgres.sql));
      if (dataDir !== undefined && installation === 'join') {
        const id = (await readInstallation(postgres.sql))?.id;
        if (id !== undefined) joinDataDir(dataDir, id);
      }
      return postgres;
    },
    async clickhouse({ sql }, engineDir) {
      const of = installation === 'leave' ? undefined : await readInstallation(sql);
      const clickhouse = await startAnalyticsStore(lifecycle, {
        url: config.clickhouseUrl,
        ...config.clickhouse,
        dataDir: engineDir,
        migrate: config.migrate,
        logger,
        ...(of && { beforeMigration: (opened) => refuseOtherAnalytics(opened, sql, of) }),
      });
      if (of && installation === 'join') await joinAnalytics(clickhouse, sql, of);
      await watch('clickhouse', () => probeClickHouse(clickhouse), CLICKHOUSE_GRACE_MS);
      return clickhouse;
    },
    tableLock: () =>
      lifecycle.add({
        name: 'table lock',
        start: () => createTableLock({ url, logger }),
        stop: (opened) => opened.close(),
      }),
    async eventLog({ sql }) {
      let isAdmitted = installation !== 'join';
      const admit = async (of: LogInstallation) => {
        if (!isAdmitted) await admitLog(sql, of, logger);
        isAdmitted = true;
      };
      if (config.kafka === undefined && installation !== 'leave') await refuseLogInPostgres(sql);
      const log = await lifecycle.add({
        name: 'event log',
        start: () => openEventLog({ config, databaseUrl: url, logger, admit }),
        stop: (opened) => opened.close(),
      });
      if (log.installation && installation !== 'leave') {
        isAdmitted = (await compareLog(sql, log.installation, installation)) || isAdmitted;
      }
      await watch('log', () => log.probe());
      if (isTool) return log;
      await lifecycle.add({
        name: 'event log watch',
        start: async () => watchLog(log, config.kafka === undefined ? 'postgres' : 'kafka', checks.log),
        stop: async (end) => end(),
      });
      return log;
    },
    caches: () =>
      lifecycle.add({
        name: 'caches',
        start: () => createCaches({ url, logger }),
        stop: (opened) => opened.close(),
      }),
    persons: ({ sql }, keyring) =>
      lifecycle.add({ name: 'persons', start: () => createPersons({ sql, keyring, clock: systemClock }) }),
    addresses: ({ sql }, keyring) =>
      lifecycle.add({
        name: 'addresses',
        start: () => createAddresses({ sql, keyring, clock: systemClock, logger }),
        stop: (opened) => opened.close(),
      }),
  };
}

const notOpened: StoreCheck = Object.assign(() => Promise.reject(new Error('this program has not opened the store')), {
  whileAnswering: <Answer>(work: Promise<Answer>) => work,
});

/** Inserts of batches go before it; a long one is no outage. */
const CLICKHOUSE_GRACE_MS = 20_000;

/** Brokers that are away answer later than a start may wait. */
const COMPARE_WITHIN_MS = 3_000;

/** True when it is the log of this installation, false when the brokers did not say. */
async function compareLog(sql: Sql, log: LogInstallation, care: 'join' | 'compare'): Promise<boolean> {
  const joined = joinLog(sql, log, { onlyLooks: care === 'compare' }).then(() => true);
  return withTimeout(COMPARE_WITHIN_MS, joined, () => false).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    return false;
  });
}

function watchLog(log: EventLog<Topic>, name: 'postgres' | 'kafka', check: () => Promise<void>): () => void {
  const { topics } = log;
  const ends = [
    isUpBeforeScrape(metrics.logUp, { log: name }, check),
    topics &&
      beforeScrape(
        () => topics.underReplicated(EVENTS_TOPIC),
        (partitions = NaN) => metrics.kafkaUnderReplicatedPartitions.set({ topic: EVENTS_TOPIC }, partitions),
      ),
  ];
  return () => {
    for (const end of ends) end?.();
  };
}
