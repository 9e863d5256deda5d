// A broker may pack what it keeps by itself: `compression.type` of a topic, or its own default.
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { kafkaIsAvailable, START_WITHIN_MS } from '@tracker/test/kit/kafka-broker';
import { within } from '@tracker/test/kit/machine';
import { type SharedBroker, sharedBroker } from '@tracker/test/kit/shared-broker';
import type { ConfigResourceTypes } from 'kafkajs';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createKafka } from './kafka-client.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';

const TOPIC: ConfigResourceTypes.TOPIC = 2;

describe.skipIf(!kafkaIsAvailable())('batches that a broker has packed', () => {
  let broker: SharedBroker;
  beforeAll(async () => {
    broker = await sharedBroker(inject('sharedBrokerUrl'));
  }, START_WITHIN_MS);

  test.each([
    ['zstd', 'readable'],
    ['lz4', 'unreadable'],
    ['snappy', 'unreadable'],
  ])(
    'with %s are %s, and stop nothing else',
    async (codec, outcome) => {
      const KAFKA_TOPIC_PREFIX = `${randomText(8)}.`;
      const logger = createLogger({ level: 'silent', name: 'test' });
      const { kafka } = loadConfig({ KAFKA_BROKERS: broker.address, KAFKA_TOPIC_PREFIX, KAFKA_PARTITIONS: '3' });
      const log = createKafkaEventLog({ ...kafka!, logger });
      onTestFinished(() => log.close());
      const name = `${KAFKA_TOPIC_PREFIX}${EVENTS_TOPIC}`;
      const packWith = async (value: string) => {
        const admin = createKafka({ brokers: [broker.address], logger }).admin();
        await admin.connect();
        const configEntries = [{ name: 'compression.type', value }];
        await admin.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC, name, configEntries }] });
        const question = { type: TOPIC, name, configNames: ['compression.type'] };
        await vi.waitFor(
          async () => {
            const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [question] });
            expect(resources[0]?.configEntries[0]?.configValue).toBe(value);
          },
          { timeout: within(20_000) },
        );
        await admin.disconnect();
      };
      const records = (text: string) =>
        Array.from({ length: 20 }, (_, index) => ({ key: `key ${index % 7}`, value: `${text} ${index}` }));

      await log.topics?.create(EVENTS_TOPIC);
      await packWith(codec);
      const first = records(`a sale of R$ 1,000 ${'x'.repeat(200)}`);
      await log.append(EVENTS_TOPIC, first);
      await packWith('producer');
      const then = records('a click');
      await log.append(EVENTS_TOPIC, then);

      const wanted = [
        ...first.map(({ value }) =>
          outcome === 'readable'
            ? value
            : `{"unreadable":"packed with ${codec}, which could not be unpacked; its bytes are in the log, at this place"}`,
        ),
        ...then.map(({ value }) => value),
      ].sort();
      const read: string[] = [];
      const places = new Set<string>();
      for await (const batch of log.read({ topic: EVENTS_TOPIC, to: await log.ends(EVENTS_TOPIC), maxRecords: 100 }))
        for (const { partition, position, value } of batch) {
          read.push(Buffer.from(value).toString());
          places.add(`${partition}:${position}`);
        }
      expect(read.sort()).toEqual(wanted);
      expect(places.size).toBe(40);

      const heard: string[] = [];
      await log.consume({
        topic: EVENTS_TOPIC,
        group: 'reader',
        maxRecords: 100,
        onBatch: async (batch) => void heard.push(...batch.map(({ value }) => Buffer.from(value).toString())),
      });
      await vi.waitUntil(() => heard.length >= wanted.length, { timeout: within(60_000) });
      expect(heard.sort()).toEqual(wanted);
    },
    within(100_000),
  );
});
