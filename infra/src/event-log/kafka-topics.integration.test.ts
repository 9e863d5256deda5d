// Which topics the product makes, and what it says of those that exist.
import { DEAD_LETTERS_TOPIC, EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { sendUntil } from '@tracker/test/kit/eventually';
import { kafkaIsAvailable, START_WITHIN_MS } from '@tracker/test/kit/kafka-broker';
import { within } from '@tracker/test/kit/machine';
import { type SharedBroker, sharedBroker } from '@tracker/test/kit/shared-broker';
import type { Admin } from 'kafkajs';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { createLogger } from '../telemetry/logger.ts';
import { renderMetrics } from '../telemetry/metrics.ts';
import { createKafka } from './kafka-client.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';

describe.skipIf(!kafkaIsAvailable())('topics of Kafka', () => {
  let broker: SharedBroker;
  beforeAll(async () => {
    broker = await sharedBroker(inject('sharedBrokerUrl'));
  }, START_WITHIN_MS);

  /** An installation with its own settings, and what it logs. */
  function open(settings: Record<string, string>) {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'info',
      name: 'test',
      destination: { write: (line) => void lines.push(line) },
    });
    const { kafka } = loadConfig({ KAFKA_BROKERS: broker.address, ...settings });
    const log = createKafkaEventLog({ ...kafka!, logger });
    onTestFinished(() => log.close());
    const logged = (event: string) =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === event);
    return { log, logged };
  }
  const newPrefix = () => `${randomText(8)}.`;
  const click = { key: 'k', value: 'a click' };

  test('makes no topic with fewer copies than wanted, and says why', async () => {
    const KAFKA_TOPIC_PREFIX = newPrefix();
    const three = open({ KAFKA_TOPIC_PREFIX, KAFKA_REPLICATION: '3' });
    await expect(three.log.append(EVENTS_TOPIC, [click])).rejects.toMatchObject({ name: 'LogUnavailableError' });
    expect(three.logged('kafka.topic.refused')[0]).toMatchObject({
      topic: `${KAFKA_TOPIC_PREFIX}${EVENTS_TOPIC}`,
      replication: 3,
    });
    await expect(three.log.topics?.create(EVENTS_TOPIC)).rejects.toThrow(/needs 3 copies, and there are fewer brokers/);
    expect(await three.log.topics?.check(EVENTS_TOPIC)).toBeUndefined();

    // Another installation makes it: the first one goes on without a restart, and warns.
    const one = open({ KAFKA_TOPIC_PREFIX, KAFKA_REPLICATION: '1' });
    await one.log.append(EVENTS_TOPIC, [click]);
    await three.log.append(EVENTS_TOPIC, [click]);
    const differences = [
      { name: 'copies', is: '1', wanted: '3' },
      { name: 'min.insync.replicas', is: '1', wanted: '2' },
    ];
    expect(three.logged('kafka.topic.differs')).toMatchObject([{ differences }]);
    expect(await three.log.topics?.check(EVENTS_TOPIC)).toEqual(differences);
    expect(await renderMetrics()).toContain(
      `tracker_kafka_topic_differences{topic="${KAFKA_TOPIC_PREFIX}${EVENTS_TOPIC}"} 2`,
    );
    expect(one.logged('kafka.topic.differs')).toEqual([]);
    expect(await one.log.topics?.check(EVENTS_TOPIC)).toEqual([]);
  });

  test('makes partitions and settings as wanted, and leaves those of an existing topic', async () => {
    const KAFKA_TOPIC_PREFIX = newPrefix();
    const first = open({ KAFKA_TOPIC_PREFIX, KAFKA_PARTITIONS: '5' });
    for (const topic of [EVENTS_TOPIC, DEAD_LETTERS_TOPIC]) await first.log.topics?.create(topic);
    expect(await first.log.topics?.check(EVENTS_TOPIC)).toEqual([]);
    expect(await first.log.topics?.check(DEAD_LETTERS_TOPIC)).toEqual([]);
    expect((await first.log.ends(EVENTS_TOPIC)).size).toBe(5);
    expect(await first.log.topics?.underReplicated(EVENTS_TOPIC)).toBe(0);

    const second = open({ KAFKA_TOPIC_PREFIX });
    expect((await second.log.ends(EVENTS_TOPIC)).size).toBe(5);
    expect(second.logged('kafka.topic.differs')).toMatchObject([
      { differences: [{ name: 'partitions', is: '5', wanted: '12' }] },
    ]);
  });

  /** What an operator does with tools of Kafka's own. */
  async function asOperator<Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> {
    const admin = createKafka({
      brokers: [broker.address],
      logger: createLogger({ level: 'silent', name: 'test' }),
    }).admin();
    await admin.connect();
    try {
      return await question(admin);
    } finally {
      await admin.disconnect();
    }
  }
  const TOPIC = 2;

  test('names each setting on which the log rests, and one command mends them and no other', async () => {
    const KAFKA_TOPIC_PREFIX = newPrefix();
    const { log } = open({ KAFKA_TOPIC_PREFIX });
    await log.topics?.create(EVENTS_TOPIC);
    const wrong = {
      'cleanup.policy': 'compact',
      'compression.type': 'zstd',
      'retention.ms': '60000',
      'retention.bytes': '1000000',
      'max.message.bytes': '1000',
      'message.timestamp.type': 'CreateTime',
    };
    const configEntries = Object.entries({ ...wrong, 'segment.ms': '100000' }).map(([name, value]) => ({
      name,
      value,
    }));
    const name = `${KAFKA_TOPIC_PREFIX}${EVENTS_TOPIC}`;
    await asOperator((admin) =>
      admin.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC, name, configEntries }] }),
    );

    await vi.waitFor(
      async () => {
        const differences = (await log.topics?.check(EVENTS_TOPIC)) ?? [];
        expect(Object.fromEntries(differences.map(({ name: setting, is }) => [setting, is]))).toEqual(wrong);
      },
      { timeout: within(20_000) },
    );

    await log.topics?.mend(EVENTS_TOPIC);
    expect(await log.topics?.check(EVENTS_TOPIC)).toEqual([]);
    const { resources } = await asOperator((admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: TOPIC, name, configNames: ['segment.ms'] }],
      }),
    );
    expect(resources[0]?.configEntries[0]?.configValue).toBe('100000');
  });

  test('does not ask for more copies of each record than the topic has', async () => {
    const KAFKA_TOPIC_PREFIX = newPrefix();
    await open({ KAFKA_TOPIC_PREFIX }).log.topics?.create(EVENTS_TOPIC);
    const three = open({ KAFKA_TOPIC_PREFIX, KAFKA_REPLICATION: '3' });
    await three.log.topics?.mend(EVENTS_TOPIC);
    await three.log.append(EVENTS_TOPIC, [click]);
    expect((await three.log.topics?.check(EVENTS_TOPIC))?.map(({ name }) => name)).toEqual([
      'copies',
      'min.insync.replicas',
    ]);
  });

  test(
    'makes a topic again that went away while a program writes and reads it',
    async () => {
      const KAFKA_TOPIC_PREFIX = newPrefix();
      const { log } = open({ KAFKA_TOPIC_PREFIX });
      const heard: string[] = [];
      await log.consume({
        topic: EVENTS_TOPIC,
        group: 'reader',
        maxRecords: 10,
        onBatch: async (records) => void heard.push(...records.map(({ value }) => Buffer.from(value).toString())),
      });
      await log.append(EVENTS_TOPIC, [{ key: 'k', value: 'before' }]);
      await vi.waitUntil(() => heard.includes('before'), { timeout: within(30_000) });

      await asOperator((admin) => admin.deleteTopics({ topics: [`${KAFKA_TOPIC_PREFIX}${EVENTS_TOPIC}`] }));
      expect(await log.topics?.check(EVENTS_TOPIC)).toBeUndefined();
      await log.topics?.create(EVENTS_TOPIC);
      expect(await log.topics?.check(EVENTS_TOPIC)).toEqual([]);
      await sendUntil([{ key: 'k', value: 'after' }], (same) => log.append(EVENTS_TOPIC, same), {
        timeoutMs: within(30_000),
      });
      await vi.waitUntil(() => heard.includes('after'), { timeout: within(60_000) });
    },
    within(150_000),
  );
});
