// TLS and passwords, against a broker that demands both.
import { eventually } from '@tracker/test/kit/eventually';
import { kafkaIsAvailable, START_WITHIN_MS } from '@tracker/test/kit/kafka-broker';
import { storesAreContainers } from '@tracker/test/kit/needed-programs';
import { type SharedBroker, sharedBroker } from '@tracker/test/kit/shared-broker';
import { beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

describe.skipIf(!kafkaIsAvailable() || storesAreContainers())('Kafka behind TLS and passwords', () => {
  let broker: SharedBroker;
  beforeAll(async () => {
    broker = await sharedBroker(inject('sharedBrokerUrl'));
  }, START_WITHIN_MS);

  function open(settings: Record<string, string>, onTestFinished: TestContext['onTestFinished']) {
    const { address, ca, username, password } = broker.secure!;
    const { kafka } = loadConfig({
      KAFKA_BROKERS: address,
      KAFKA_SSL: 'on',
      KAFKA_SSL_CA: ca,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: username,
      KAFKA_SASL_PASSWORD: password,
      KAFKA_TOPIC_PREFIX: `${randomText(8)}.`,
      ...settings,
    });
    const log = createKafkaEventLog({ ...kafka!, logger });
    onTestFinished(() => log.close());
    return log;
  }
  const record = { key: 'k', value: 'an event' };

  test.concurrent.for(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'appends, reads, seeks and asks for the lag (%s)',
    async (mechanism, { onTestFinished }) => {
      const log = open({ KAFKA_SASL_MECHANISM: mechanism }, onTestFinished);
      // Connections and a new topic take longer on a busy machine than an append may.
      await eventually(() => log.ends('t'));
      await log.append('t', [record]);
      const seen: string[] = [];
      const consumer = await log.consume({
        topic: 't',
        group: 'g',
        maxRecords: 10,
        async onBatch(records) {
          seen.push(...records.map(({ value }) => Buffer.from(value).toString()));
        },
      });
      await eventually(() => expect(seen).toEqual(['an event']));
      await eventually(async () => expect(await log.lag('t', 'g')).toBe(0n));
      await consumer.stop();
      await log.seek('t', 'g', new Map([...(await log.ends('t')).keys()].map((partition) => [partition, 0n])));
      expect(await log.lag('t', 'g')).toBe(1n);
      const ranges = [];
      for await (const batch of log.read({ topic: 't', to: await log.ends('t'), maxRecords: 10 }))
        ranges.push(...batch);
      expect(ranges).toHaveLength(1);
      expect(await log.topics?.check('t')).toEqual([]);
    },
  );

  test.concurrent.for([
    ['a wrong password', { KAFKA_SASL_PASSWORD: 'wrong' }],
    ['a certificate of another authority', { KAFKA_SSL_CA: '' }],
    ['no TLS', { KAFKA_SSL: 'off', KAFKA_SASL_MECHANISM: 'scram-sha-256' }],
  ] as const)('takes nothing with %s', async ([, settings], { onTestFinished }) => {
    await expect(open(settings, onTestFinished).append('t', [record])).rejects.toMatchObject({
      name: 'LogUnavailableError',
    });
  });
});
