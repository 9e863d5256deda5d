import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createBullMqJobQueue } from './bullmq-job-queue.ts';
import type { JobQueue } from './job-queue.ts';
import { createPgBossJobQueue } from './pg-boss-job-queue.ts';

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
