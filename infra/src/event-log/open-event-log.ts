import type { Topic } from '@tracker/schemas/events/topics';
import type { Config } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { EventLog } from './event-log.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

/** The log that the settings ask for. Refuses what is asked for and not there yet, instead of writing events elsewhere in silence. */
export function openEventLog(options: { config: Config; databaseUrl: string; logger: Logger }): EventLog<Topic> {
  if (options.config.kafkaBrokers !== undefined) {
    throw new StartError('KAFKA_BROKERS is set, but this version keeps its event log in Postgres only; unset it.');
  }
  return createPostgresEventLog({ url: options.databaseUrl, logger: options.logger });
}
