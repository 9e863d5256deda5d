// Runs against every adapter of the event log. The tests mostly wait, so they run concurrently, each with its own topic.
import { eventually } from '@tracker/test/kit/eventually';
import { SLOWNESS } from '@tracker/test/kit/machine';
import { test as base, beforeAll, describe, expect } from 'vitest';
import { randomText } from '../identity/random-id.ts';
import {
  type Consumer,
  type EventLog,
  type LogRecord,
  LogUnavailableError,
  type NewRecord,
  type ReadOptions,
} from './event-log.ts';

export interface EventLogUnderTest {
  /** Opens a client of the log; the suite closes it. Several clients act as several processes. */
  open(): EventLog | Promise<EventLog>;
  /** Creates an empty topic for each call. */
  newTopic?(): Promise<string>;
}

const text = (record: LogRecord) => Buffer.from(record.value).toString();
const records = (count: number, key = 'k', label = ''): NewRecord[] =>
  Array.from({ length: count }, (_, index) => ({ key, value: `${label}${index}` }));

export function describeEventLog(name: string, underTest: () => EventLogUnderTest) {
  describe.concurrent(name, () => {
    let target: EventLogUnderTest;
    beforeAll(() => {
      target = underTest();
    });

    const test = base.extend('open', ({ onTestFinished }) => async (): Promise<EventLog> => {
      const log = await target.open();
      onTestFinished(() => log.close());
      return log;
    });
    const newTopic = async () => (await target.newTopic?.()) ?? `topic-${randomText(8)}`;

    /** A consumer group that records its batches. */
    async function reader(log: EventLog, topic: string, group = 'readers', maxRecords = 1_000) {
      const seen: LogRecord[] = [];
      const batches: number[] = [];
      const consumer = await log.consume({
        topic,
        group,
        maxRecords,
        onBatch: async (batch) => {
          seen.push(...batch);
          batches.push(batch.length);
        },
      });
      return { seen, batches, consumer };
    }

    test('reads appended records with key, bytes, time and position', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      const before = Date.now();
      await log.append(topic, [
        { key: 'a', value: 'é 😀' },
        { key: '', value: new Uint8Array([0, 255, 10]) },
      ]);
      const { seen } = await reader(log, topic);
      // Not two records: while a partition of a new topic has no leader, an append is repeated, and the other partition has its record twice.
      await eventually(() => expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['a', ''])));
      expect(seen.find((record) => record.key === 'a')).toMatchObject({ topic });
      expect(seen.map((record) => [record.key, [...record.value]])).toEqual(
        expect.arrayContaining([
          ['a', [...Buffer.from('é 😀')]],
          ['', [0, 255, 10]],
        ]),
      );
      for (const { appendedAt, position } of seen) {
        expect(Math.abs(appendedAt.getTime() - before)).toBeLessThan(10_000);
        expect(typeof position).toBe('bigint');
      }
    });

    test('keeps the order of the records of one key', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      for (let round = 0; round < 20; round += 1) {
        await Promise.all([
          log.append(topic, records(5, 'x', `${round}.`)),
          log.append(topic, records(5, 'y', `${round}.`)),
        ]);
      }
      const { seen } = await reader(log, topic);
      // A batch whose acknowledgement was lost is in the log twice: the first occurrence of each record counts.
      const firsts = () => [...new Map(seen.map((record) => [`${record.key} ${text(record)}`, record])).values()];
      await eventually(() => expect(firsts()).toHaveLength(200));
      for (const key of ['x', 'y']) {
        const expected = Array.from({ length: 20 }, (_, round) =>
          records(5, key, `${round}.`).map(({ value }) => value),
        ).flat();
        expect(
          firsts()
            .filter((record) => record.key === key)
            .map(text),
        ).toEqual(expected);
      }
    });

    // Alone, because it measures.
    test('wakes a waiting reader soon after an append, also from another process', { concurrent: false }, async ({
      open,
    }) => {
      const [here, there] = [await open(), await open()];
      const topic = await newTopic();
      const { seen } = await reader(here, topic);
      await here.append(topic, records(1));
      await eventually(() => expect(seen).toHaveLength(1));
      const waits: number[] = [];
      for (let round = 2; round <= 6; round += 1) {
        const since = performance.now();
        await there.append(topic, records(1));
        await eventually(() => expect(seen).toHaveLength(round), { everyMs: 2 });
        waits.push(performance.now() - since);
      }
      // The quickest of five, because the machine may be busy during the others.
      expect(Math.min(...waits)).toBeLessThan(250 * SLOWNESS);
    });

    test('repeats a batch whose handler failed, and skips no record after it', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(10));
      const attempts: string[][] = [];
      await log.consume({
        topic,
        group: 'failing',
        maxRecords: 4,
        onBatch: async (batch) => {
          attempts.push(batch.map(text));
          if (attempts.length <= 2) throw new Error('the sink is away');
        },
      });
      await eventually(() => expect(attempts.flat()).toContain('9'));
      expect(attempts[1]).toEqual(attempts[0]);
      expect(attempts[2]).toEqual(attempts[0]);
      expect(new Set(attempts.flat()).size).toBe(10);
      await eventually(async () => expect(await log.lag(topic, 'failing')).toBe(0n));
    });

    test('resumes a group at its committed offset, also in another process', async ({ open }) => {
      const first = await open();
      const topic = await newTopic();
      await first.append(topic, records(5, 'k', 'old '));
      const before = await reader(first, topic);
      await eventually(async () => expect(await first.lag(topic, 'readers')).toBe(0n));
      await before.consumer.stop();
      await first.append(topic, records(5, 'k', 'new '));
      await first.close();

      const after = await reader(await open(), topic);
      await eventually(() => expect(after.seen).toHaveLength(5));
      expect(after.seen.map(text)).toEqual(records(5, 'k', 'new ').map(({ value }) => value));
    });

    test('repeats records that were not committed before a stop', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(3));
      let started: () => void = () => undefined;
      const inHand = new Promise<void>((resolve) => {
        started = resolve;
      });
      const consumer = await log.consume({
        topic,
        group: 'readers',
        maxRecords: 10,
        onBatch: (_, signal) => {
          started();
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped in the middle')));
          });
        },
      });
      await inHand;
      await consumer.stop();
      const { seen } = await reader(log, topic);
      await eventually(() => expect(seen.map(text)).toEqual(['0', '1', '2']));
    });

    test('lets two groups read all records at their own pace', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(50));
      const one = await reader(log, topic, 'one', 7);
      const two = await reader(log, topic, 'two', 1_000);
      await eventually(() => expect([one.seen.length, two.seen.length]).toEqual([50, 50]));
      expect(one.batches.every((size) => size <= 7)).toBe(true);
      await one.consumer.stop();
      await log.append(topic, records(5));
      await eventually(() => expect(two.seen).toHaveLength(55));
      expect(await log.lag(topic, 'one')).toBe(5n);
    });

    test('shares the records between two consumers of a group, and one takes over from the other', async ({ open }) => {
      const [one, two] = [await open(), await open()];
      const topic = await newTopic();
      const first = await reader(one, topic);
      const second = await reader(two, topic);
      await one.append(topic, records(10));
      await eventually(() => expect(new Set([...first.seen, ...second.seen].map(text)).size).toBe(10));
      await one.close();
      const third = await open();
      await third.append(topic, records(1, 'k', 'last '));
      await eventually(() => expect(second.seen.map(text)).toContain('last 0'));
    });

    test('loses no record of concurrent producers, and does not skip one that commits late', async ({ open }) => {
      const topic = await newTopic();
      const log = await open();
      const { seen } = await reader(log, topic, 'readers', 500);
      const producers = await Promise.all([open(), open(), open(), open()]);
      const expected = new Set<string>();
      await Promise.all(
        producers.map(async (producer, who) => {
          for (let round = 0; round < 25; round += 1) {
            // Sizes differ, so that an earlier append often commits later.
            const value = (index: number) => `${who}.${round}.${index}.${'x'.repeat(((who * 7 + round) % 5) * 2_000)}`;
            const batch = Array.from({ length: 1 + ((round * 13 + who) % 20) }, (_, index) => ({
              key: `p${who}`,
              value: value(index),
            }));
            for (const record of batch) expected.add(record.value);
            await producer.append(topic, batch);
          }
        }),
      );
      await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(expected.size));
      expect(new Set(seen.map(text))).toEqual(expected);
      for (const partition of new Set(seen.map((record) => record.partition))) {
        const positions = seen.filter((record) => record.partition === partition).map((record) => record.position);
        expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
      }
    });

    test('delivers many records of one call and large records unchanged', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, []);
      await log.append(topic, records(12_345));
      const large = 'á'.repeat(500_000);
      await log.append(topic, [{ key: 'large', value: large }]);
      const { seen } = await reader(log, topic, 'readers', 5_000);
      await eventually(() => expect(seen).toHaveLength(12_346));
      expect(seen.filter(({ key }) => key === 'k').map(text)).toEqual(records(12_345).map(({ value }) => value));
      expect(text(seen.find(({ key }) => key === 'large')!)).toBe(large);
    });

    test('counts in the lag the records that a group has not committed', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      expect(await log.lag(topic, 'nobody')).toBe(0n);
      await log.append(topic, records(3));
      expect(await log.lag(topic, 'nobody')).toBe(3n);
    });

    test('takes a record of its own, which no reader gets', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      const { seen } = await reader(log, topic);
      for (let round = 0; round < 3; round += 1) await log.probe();
      await log.append(topic, records(1));
      await eventually(() => expect(seen).toHaveLength(1));
      const takenAt = await log.probedAt();
      expect(Math.abs(Date.now() - (takenAt?.getTime() ?? 0))).toBeLessThan(60_000);
      await log.close();
      await expect(log.probe()).rejects.toThrow(LogUnavailableError);
    });

    test('reads a range without a group, and moves no offset', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(10, 'k', 'old '));
      const middle = await log.ends(topic);
      await log.append(topic, records(10, 'k', 'new '));
      const read = async (range: Pick<ReadOptions, 'from' | 'to'>) => {
        const seen: LogRecord[] = [];
        for await (const batch of log.read({ topic, maxRecords: 4, ...range })) {
          expect(batch.length).toBeLessThanOrEqual(4);
          expect(new Set(batch.map((record) => record.partition)).size).toBe(1);
          seen.push(...batch);
        }
        return seen.map(text);
      };
      const values = (label: string) => records(10, 'k', label).map(({ value }) => value);
      expect(await read({ to: middle })).toEqual(values('old '));
      expect(await read({ from: middle, to: await log.ends(topic) })).toEqual(values('new '));
      expect(await read({ to: new Map() })).toEqual([]);
      expect(await log.lag(topic, 'readers')).toBe(20n);
    });

    test('finds the position of the first record at or after a time', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(3, 'k', 'old '));
      const { seen } = await reader(log, topic);
      await eventually(() => expect(seen).toHaveLength(3));
      const latest = Math.max(...seen.map((record) => record.appendedAt.getTime()));
      // The log's clock, which is that of this machine, must have advanced.
      await eventually(() => expect(Date.now()).toBeGreaterThan(latest + 1));
      await log.append(topic, records(1, 'k', 'new '));
      await eventually(() => expect(seen).toHaveLength(4));
      expect(seen.at(-1)!.appendedAt.getTime()).toBeGreaterThan(latest);
      const from = await log.positionsAt(topic, new Date(latest + 1));
      const found: string[] = [];
      for await (const batch of log.read({ topic, from, to: await log.ends(topic), maxRecords: 100 }))
        found.push(...batch.map(text));
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found)).toEqual(new Set(['new 0']));
      const never = await log.positionsAt(topic, new Date(Date.now() + 3_600_000));
      expect(never).toEqual(await log.ends(topic));
    });

    test('seeks a group without a reader, and refuses a group with one', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      await log.append(topic, records(10));
      const first = await reader(log, topic);
      await eventually(async () => expect(await log.lag(topic, 'readers')).toBe(0n));
      const end = await log.ends(topic);
      expect(await log.offsets(topic, 'readers')).toEqual(end);
      await expect(
        log.seek(topic, 'readers', new Map([...end.keys()].map((partition) => [partition, 0n]))),
      ).rejects.toMatchObject({
        name: 'GroupBusyError',
      });
      await first.consumer.stop();
      // A broker needs a moment to notice that a reader has left.
      await eventually(() => log.seek(topic, 'readers', new Map([...end.keys()].map((partition) => [partition, 0n]))));
      expect(await log.lag(topic, 'readers')).toBe(10n);
      const again = await reader(log, topic);
      await eventually(() => expect(again.seen).toHaveLength(10));
    });

    test('deletes the records before a position, and nothing behind it', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      expect([...(await log.begins(topic)).values()].every((first) => first === 0n)).toBe(true);
      await log.append(topic, records(7, 'k', 'old '));
      await log.append(topic, records(5, 'k', 'older '));
      const middle = await log.ends(topic);
      await log.append(topic, records(10, 'k', 'new '));
      const end = await log.ends(topic);
      let deleted = 0;
      const progress = (count: number) => {
        deleted = count;
      };
      await log.deleteBefore(topic, middle, { progress });
      expect(deleted).toBe(12);
      await log.deleteBefore(topic, middle, { progress: () => expect.unreachable('there is nothing left to delete') });
      expect(await log.begins(topic)).toEqual(middle);
      expect(await log.ends(topic)).toEqual(end);
      const { seen } = await reader(log, topic);
      await eventually(() => expect(seen.map(text)).toEqual(records(10, 'k', 'new ').map(({ value }) => value)));
      await log.deleteBefore(topic, end);
      expect(await log.begins(topic)).toEqual(end);
      await log.append(topic, records(1, 'k', 'last '));
      await eventually(() => expect(seen.map(text)).toContain('last 0'));
    });

    test('finishes pending appends on close, and rejects later ones', async ({ open }) => {
      const log = await open();
      const topic = await newTopic();
      const appended = log.append(topic, records(3));
      const consumers: Consumer[] = [(await reader(log, topic)).consumer];
      await log.close();
      await appended;
      await expect(log.append(topic, records(1))).rejects.toMatchObject({ name: 'LogUnavailableError' });
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      expect(await (await open()).lag(topic, 'another')).toBe(3n);
    });
  });
}
