import { afterAll, beforeAll, describe } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { type KafkaBroker, kafkaIsAvailable, startKafkaBroker } from '../testing/kafka-broker.ts';
import { describeEventLog } from './event-log.suite.ts';
import type { EventLog } from './event-log.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

describe.skipIf(!kafkaIsAvailable())('with a real broker', () => {
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafkaBroker();
  });
  afterAll(() => broker.stop());

  const open = (): EventLog => createKafkaEventLog({ brokers: [broker.address], logger, partitions: 3 });

  describeEventLog('the event log on Kafka', () => ({ open }));
});
