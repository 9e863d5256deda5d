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
import { openMailer } from '@tracker/infra/mail/smtp-mailer';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import { watchBackups } from '@tracker/infra/postgres/tables/backup-state';
import type { Addresses } from '@tracker/infra/privacy/addresses';
import type { Persons } from '@tracker/infra/privacy/persons';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { startHousekeeping } from './housekeeping/start-housekeeping.ts';
import { startJobs } from './jobs.ts';

export interface WorkerStores {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly log: EventLog;
  readonly caches: Caches;
  readonly persons: Persons;
  readonly addresses: Addresses;
  readonly keyring: Keyring;
  /** Separates retention from batches and from a swap of the tables. */
  readonly tableLock: TableLock;
}

interface StartOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly stores: WorkerStores;
  readonly adPlatforms: AdPlatforms;
  readonly logger: Logger;
  readonly call?: GuardedCall | undefined;
}

/** Starts all background work besides the consumers of the log; the same in a program of its own and in the whole product. */
export async function startWorker(
  lifecycle: Lifecycle,
  { config, databaseUrl, stores, adPlatforms, logger, call }: StartOptions,
): Promise<{ jobs: JobQueue }> {
  const { caches, ...rest } = stores;
  const { postgres, clickhouse, addresses } = stores;
  const clock = systemClock;
  const shared = { ...rest, ...caches, clock, logger };
  await lifecycle.add({
    name: 'housekeeping',
    start: async () => startHousekeeping({ postgres, clickhouse, addresses, clock, logger }),
    stop: async (stop) => stop(),
  });
  const jobs = await startJobQueue(lifecycle, { config, databaseUrl, logger });
  await lifecycle.add({
    name: 'watch over backups',
    start: () => watchBackups(postgres, { isSetUp: config.backups !== undefined }),
    stop: async (stopWatch) => stopWatch(),
  });
  await lifecycle.add({
    name: 'watch over findings',
    start: async () => watchFindings({ ...stores, config, logger }),
    stop: async (stopWatch) => stopWatch(),
  });
  const { logRetentionDays, lookUpUrls, bankRatesUrl, publicUrl } = config;
  const mailer = openMailer(config, publicUrl);
  const settings = { logRetentionDays, lookUpUrls, bankRatesUrl, publicUrl };
  await startJobs(lifecycle, { ...shared, ...settings, jobs, adPlatforms, mailer, call });
  return { jobs };
}
