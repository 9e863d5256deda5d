import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createBullMqJobQueue } from './bullmq-job-queue.ts';
import type { CloseOptions, JobQueue } from './job-queue.ts';
import { createPgBossJobQueue } from './pg-boss-job-queue.ts';

/** A program that is asked to stop has ten seconds for all of it; a job that is cut short is taken up again by whoever starts next. */
export const JOBS_END: CloseOptions = { graceMs: 1_500, deadlineMs: 4_000 };

/** The jobs' store that the settings ask for. A Redis that is away does not end the start: workers try on. */
export async function openJobQueue(options: {
  config: Config;
  databaseUrl: string;
  logger: Logger;
}): Promise<JobQueue> {
  const { config, databaseUrl, logger } = options;
  if (config.redisUrl !== undefined) return createBullMqJobQueue({ url: config.redisUrl, logger });
  return createPgBossJobQueue({ url: databaseUrl, logger });
}
