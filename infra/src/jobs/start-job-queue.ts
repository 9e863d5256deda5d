import type { Config } from '../config/config.ts';
import type { HealthChecks } from '../http/health.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { watchStore } from '../lifecycle/watch-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { CloseOptions, JobQueue } from './job-queue.ts';

/** A stopping program has ten seconds in total; an interrupted job is taken up again by the next start. */
const END: CloseOptions = { graceMs: 1_500, deadlineMs: 4_000 };

interface Options {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Add it after all that jobs work with, so that it ends before. */
export async function startJobQueue(lifecycle: Lifecycle, options: Options): Promise<JobQueue> {
  const jobs = await lifecycle.add({ name: 'jobs', start: () => open(options), stop: (opened) => opened.close(END) });
  if (hasRedis(options))
    await watchStore(lifecycle, { store: 'redis', write: () => jobs.ping(), logger: options.logger });
  return jobs;
}

/** For /readyz: empty where jobs are on Postgres, which has a check of its own. */
export const redisCheck = (options: Pick<Options, 'config'>, jobs: JobQueue): HealthChecks =>
  hasRedis(options) ? { redis: () => jobs.ping() } : {};

const hasRedis = ({ config }: Pick<Options, 'config'>): boolean => config.redis !== undefined;

/** The jobs' store that the settings ask for; the library of the other is not loaded. A Redis that is away does not end the start: workers try on. */
async function open({ config, databaseUrl, logger }: Options): Promise<JobQueue> {
  if (config.redis !== undefined) {
    const { createBullMqJobQueue } = await import('./bullmq-job-queue.ts');
    return createBullMqJobQueue({ ...config.redis, logger });
  }
  const { migrate, migrationUrl } = config;
  const { createPgBossJobQueue } = await import('./pg-boss-job-queue.ts');
  return createPgBossJobQueue({ url: databaseUrl, migrationUrl, migrate: migrate === true, logger });
}
