import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tracker/test/kit/eventually';
import { kafkaIsAvailable, START_WITHIN_MS, startKafkaBroker } from '@tracker/test/kit/kafka-broker';
import { groupIds, sharesOf } from '@tracker/test/kit/kafka-groups';
import { SLOWNESS } from '@tracker/test/kit/machine';
import { type SharedBroker, sharedBroker } from '@tracker/test/kit/shared-broker';
import { test as base, beforeAll, describe, expect, inject } from 'vitest';
import { randomText } from '../identity/random-id.ts';
import { createLogger } from '../telemetry/logger.ts';
import { describeEventLog } from './event-log.suite.ts';
import type { EventLog } from './event-log.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';
import { kafkaNames } from './kafka-names.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

describe.skipIf(!kafkaIsAvailable())('Kafka broker', () => {
  let broker: SharedBroker;
  beforeAll(async () => {
    broker = await sharedBroker(inject('sharedBrokerUrl'));
  }, START_WITHIN_MS);

  const create = (sessionMs = 45_000, { address } = broker): EventLog =>
    createKafkaEventLog({ brokers: [address], logger, partitions: 4, replication: 1, sessionMs });
  const test = base.extend('open', ({ onTestFinished }) => (sessionMs?: number): EventLog => {
    const log = create(sessionMs);
    onTestFinished(() => log.close());
    return log;
  });
  const newTopic = () => `topic-${randomText(8)}`;
  /** With its leaders, which a busy broker may elect later than an append waits. */
  async function madeTopic(log: EventLog) {
    const topic = newTopic();
    await eventually(() => log.ends(topic));
    return topic;
  }

  describeEventLog('the event log on Kafka', () => ({ open: () => create() }));

  /** Appends records one by one for each key until stopped; a rebalance takes seconds, and must not fill the log as fast as it can. */
  function startAppending(log: EventLog, topic: string) {
    const acknowledged: string[] = [];
    let failed = 0;
    let longestMs = 0;
    let isStopped = false;
    const done = Promise.all(
      Array.from({ length: 20 }, async (_, key) => {
        for (let count = 0; !isStopped; count += 1) {
          const value = `${key} ${count}`;
          const since = performance.now();
          await log.append(topic, [{ key: `k${key}`, value }]).then(
            () => acknowledged.push(value),
            () => {
              failed += 1;
            },
          );
          longestMs = Math.max(longestMs, performance.now() - since);
          await delay(20);
        }
      }),
    );
    return {
      acknowledged,
      failed: () => failed,
      longestMs: () => longestMs,
      async stop() {
        isStopped = true;
        await done;
      },
    };
  }

  /** A group member that records its values and partitions; `hold`: it has each batch in hand until that resolves. */
  async function reader(log: EventLog, topic: string, hold?: () => Promise<unknown>) {
    const seen: string[] = [];
    const partitions = new Set<number>();
    const consumer = await log.consume({
      topic,
      group: 'readers',
      maxRecords: 500,
      async onBatch(records) {
        await hold?.();
        for (const { value, partition } of records) {
          seen.push(Buffer.from(value).toString());
          partitions.add(partition);
        }
      },
    });
    return { seen, partitions, consumer };
  }

  test('keeps every acknowledged record across a kill -9 of the broker, and rejects the others within 8 s', async ({
    onTestFinished,
  }) => {
    const killed = await startKafkaBroker();
    onTestFinished(() => killed.stop());
    const log = create(undefined, killed);
    onTestFinished(() => log.close());
    const topic = newTopic();
    const { seen } = await reader(log, topic);
    const appending = startAppending(log, topic);
    await eventually(() => expect(appending.acknowledged.length).toBeGreaterThan(500));
    await killed.kill();
    await eventually(() => expect(appending.failed()).toBeGreaterThan(0));
    await killed.start();
    const before = appending.acknowledged.length;
    await eventually(() => expect(appending.acknowledged.length).toBeGreaterThan(before + 500));
    await appending.stop();
    expect(appending.longestMs()).toBeLessThan(8_000);
    const unread = () => {
      const read = new Set(seen);
      return appending.acknowledged.filter((value) => !read.has(value));
    };
    await eventually(() => expect(unread()).toEqual([]), { timeoutMs: 20_000, everyMs: 200 });
    const inLog = new Set<string>();
    for await (const batch of log.read({ topic, to: await log.ends(topic), maxRecords: 1_000 })) {
      for (const { value } of batch) inLog.add(Buffer.from(value).toString());
    }
    expect(appending.acknowledged.filter((value) => !inLog.has(value))).toEqual([]);
  });

  test.concurrent('redistributes partitions while members join and leave under load, and loses no record', async ({
    open,
  }) => {
    const topic = newTopic();
    const appending = startAppending(open(), topic);
    const first = await reader(open(), topic);
    await eventually(() => expect(first.seen.length).toBeGreaterThan(300));
    const second = await reader(open(), topic);
    await eventually(() => expect(second.partitions.size).toBe(2));
    first.partitions.clear();
    await eventually(() => expect(first.partitions.size).toBe(2));
    expect([...first.partitions, ...second.partitions].sort()).toEqual([0, 1, 2, 3]);
    await first.consumer.stop();
    await eventually(() => expect(second.partitions.size).toBe(4));
    await appending.stop();
    const lost = () => {
      const seen = new Set([...first.seen, ...second.seen]);
      return appending.acknowledged.filter((value) => !seen.has(value));
    };
    await eventually(() => expect(lost()).toEqual([]), { everyMs: 200 });
    expect(await open().lag(topic, 'readers')).toBe(0n);
  });

  test.concurrent('keeps the partitions of a member whose batch takes longer than its session timeout', async ({
    open,
  }) => {
    const log = open();
    const topic = await madeTopic(log);
    await log.append(
      topic,
      ['one', 'two'].map((value) => ({ key: 'k', value })),
    );
    // Long enough for a busy machine to send a heartbeat within it.
    const sessionMs = Math.round(4_000 * SLOWNESS);
    const slow = await reader(open(sessionMs), topic, () => delay(1.25 * sessionMs));
    await eventually(async () => expect(await log.lag(topic, 'readers')).toBe(0n), { timeoutMs: 25_000 });
    // Delivered once: a member that lost its partitions would get the batch again.
    expect(slow.seen).toEqual(['one', 'two']);
  });

  test.concurrent('finishes a batch during a rebalance, and delivers it once', async ({ open }) => {
    const log = open();
    const topic = await madeTopic(log);
    await log.append(topic, [{ key: 'k', value: 'one' }]);
    const inHand = Promise.withResolvers<void>();
    const rebalancing = Promise.withResolvers<void>();
    const first = await reader(open(), topic, () => {
      inHand.resolve();
      return rebalancing.promise;
    });
    await inHand.promise;
    const second = await reader(open(), topic);
    const group = kafkaNames('').group(topic, 'readers');
    const state = () => sharesOf(broker.address, group).then(() => 'Stable', String);
    await eventually(async () => expect(await state()).toContain('PreparingRebalance'));
    rebalancing.resolve();
    await eventually(async () => expect(await log.lag(topic, 'readers')).toBe(0n));
    await eventually(async () => expect(await sharesOf(broker.address, group)).toEqual([2, 2]));
    await log.append(
      topic,
      Array.from({ length: 40 }, (_, index) => ({ key: `k${index}`, value: 'more' })),
    );
    await eventually(() => expect(second.seen).toContain('more'));
    expect([...first.seen, ...second.seen].filter((value) => value === 'one')).toHaveLength(1);
  });

  test.concurrent('hands over the partitions of a member that was killed with -9', async ({ open, onTestFinished }) => {
    const log = open();
    const topic = await madeTopic(log);
    await log.append(topic, [{ key: 'k', value: 'one' }]);
    const read = `
      import { createKafkaEventLog } from '${new URL('./kafka-event-log.ts', import.meta.url)}';
      import { createLogger } from '${new URL('../telemetry/logger.ts', import.meta.url)}';
      const log = createKafkaEventLog({ brokers: ['${broker.address}'], logger: createLogger({ level: 'silent', name: 'test' }) });
      await log.consume({ topic: '${topic}', group: 'readers', maxRecords: 10, onBatch: () => new Promise(() => process.stdout.write('in hand')) });
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', read]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { seen } = await reader(log, topic);
    await eventually(() => expect(seen).toEqual(['one']));
  });

  test.concurrent('leaves no consumer group behind after reading a range', async ({ open }) => {
    const log = open();
    const topic = await madeTopic(log);
    await log.append(topic, [{ key: 'k', value: 'one' }]);
    for await (const batch of log.read({ topic, to: await log.ends(topic), maxRecords: 10 }))
      expect(batch).toHaveLength(1);
    expect((await groupIds(broker.address)).filter((group) => group.includes(topic))).toEqual([]);
  });

  test.concurrent('spreads records without a key over all partitions', async ({ open }) => {
    const log = open();
    const topic = await madeTopic(log);
    await log.append(
      topic,
      Array.from({ length: 40 }, (_, index) => ({ key: '', value: String(index) })),
    );
    expect([...(await log.ends(topic)).values()].every((end) => end > 0n)).toBe(true);
  });
});
