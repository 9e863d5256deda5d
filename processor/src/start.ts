import type { AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import type { Caches } from '@tracker/infra/caches/caches';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Config } from '@tracker/infra/config/config';
import { watchFindings } from '@tracker/infra/doctor/watch-findings';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import { startJobQueue } from '@tracker/infra/jobs/start-job-queue';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { createTableGate, type TableGate } from '@tracker/infra/postgres/table-gate';
import { watchBackups } from '@tracker/infra/postgres/tables/backup-state';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Processor, ProcessorDeps } from './app.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { type Geo, openGeo } from './lookups/geo.ts';

export interface ProcessorStores {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly caches: Caches;
  readonly persons: Persons;
  readonly addresses: Addresses;
  readonly keyring: Keyring;
}

interface StartOptions<P extends Processor> {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly stores: ProcessorStores;
  readonly adPlatforms: AdPlatforms;
  readonly logger: Logger;
  readonly call?: GuardedCall | undefined;
  /** How the consumers of the log are started. */
  readonly start: (deps: ProcessorDeps) => Promise<P>;
}

/** Starts the consumers of the log and the background jobs; the same in a program of its own and in the whole product. */
export async function startProcessing<P extends Processor>(
  lifecycle: Lifecycle,
  { config, databaseUrl, stores, adPlatforms, logger, call, start }: StartOptions<P>,
): Promise<{ processor: P; jobs: JobQueue; gate: TableGate; geo: Geo }> {
  const { caches, ...rest } = stores;
  const shared = { ...rest, ...caches, clock: systemClock, logger };
  const geo = await openGeo();
  const gate = await lifecycle.add({
    name: 'table gate',
    start: () => createTableGate({ url: databaseUrl, logger }),
    stop: (opened) => opened.close(),
  });
  const processor = await lifecycle.add({
    name: 'processor',
    start: () => start({ ...shared, geo, gate, announce: (tenants) => figuresChanged(stores.postgres.sql, tenants) }),
    stop: (started) => started.stop(),
  });
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  await lifecycle.add({
    name: 'watch over backups',
    start: () => watchBackups(stores.postgres, { isSetUp: config.backups !== undefined }),
    stop: async (stopWatch) => stopWatch(),
  });
  await lifecycle.add({
    name: 'watch over findings',
    start: async () => watchFindings({ ...stores, config, logger }, systemClock),
    stop: async (stopWatch) => stopWatch(),
  });
  const { logRetentionDays, lookUpUrls } = config;
  await startJobs(lifecycle, { ...shared, jobs, adPlatforms, gate, logRetentionDays, lookUpUrls, call });
  return { processor, jobs, gate, geo };
}
