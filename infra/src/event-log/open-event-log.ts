import type { Topic } from '@tracker/schemas/events/topics';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { EventLog } from './event-log.ts';
import type { KafkaEventLogOptions } from './kafka-event-log.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

/**
 * Opens the log that the settings select. Unreachable brokers do not end the start: events wait in the spool, and consumers
 * retry. Without Kafka its library is not loaded: it is large.
 */
export async function openEventLog(options: {
  config: Config;
  databaseUrl: string;
  logger: Logger;
  /** Of Kafka. */
  admit?: KafkaEventLogOptions['admit'];
}): Promise<EventLog<Topic>> {
  const { config, databaseUrl, logger, admit } = options;
  if (config.kafka !== undefined) {
    const { createKafkaEventLog } = await import('./kafka-event-log.ts');
    return createKafkaEventLog({ ...config.kafka, logger, admit });
  }
  return createPostgresEventLog({ url: databaseUrl, logger });
}
