import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { expect, test } from 'vitest';
import { describeEventLog } from './event-log.suite.ts';

const stack = useStack();

describeEventLog('the event log on Postgres', () => ({ open: () => stack.openLog() }));

test('stores concurrent appends in shared rows', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => stack.log.append('shared', [{ key: 'k', value: String(index) }])),
  );
  const rows = await stack.postgres.sql<{ record_count: number }[]>`
    SELECT record_count FROM event_log WHERE topic LIKE '%.shared' ORDER BY first_position`;
  expect(rows.reduce((sum, row) => sum + row.record_count, 0)).toBe(50);
  expect(rows.length).toBeLessThanOrEqual(3);
});

test('does not skip an append that takes its position early and commits late (the gap of a bigserial)', async () => {
  const { sql } = stack.postgres;
  await stack.log.append('gap', [{ key: 'k', value: 'first' }]);
  const [{ topic }] = await sql<[{ topic: string }]>`SELECT topic FROM log_head WHERE topic LIKE '%.gap'`;
  const [{ batch, byte_count }] = await sql<[{ batch: Buffer; byte_count: number }]>`
    SELECT batch, byte_count FROM event_log WHERE topic = ${topic}`;
  const seen: string[] = [];
  const consumer = await stack.log.consume({
    topic: 'gap',
    group: 'readers',
    maxRecords: 10,
    onBatch: async (records) => {
      seen.push(...records.map((record) => `${record.position} ${Buffer.from(record.value)}`));
    },
  });
  await eventually(() => expect(seen).toEqual(['0 first']));

  let later: Promise<void> | undefined;
  await sql.begin(async (slow) => {
    const [{ position }] = await slow<[{ position: string }]>`
      UPDATE log_head SET next_position = next_position + 1 WHERE topic = ${topic} RETURNING next_position - 1 AS position`;
    await slow`
      INSERT INTO event_log (topic, first_position, record_count, byte_count, batch) VALUES (${topic}, ${position}, 1, ${byte_count}, ${batch})`;
    later = stack.log.append('gap', [{ key: 'k', value: 'later' }]);
    // The later append waits for the row lock, so it cannot be read before the slow one.
    await eventually(async () => {
      const [{ waiting }] = await sql<[{ waiting: number }]>`
        SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')`;
      expect(waiting).toBeGreaterThan(0);
    });
    expect(seen).toEqual(['0 first']);
  });
  await later;
  await eventually(() => expect(seen).toEqual(['0 first', '1 first', '2 later']));
  await consumer.stop();
});

test('refuses a batch that has not as many records as were stored', async () => {
  const { sql } = stack.postgres;
  await stack.log.append('short', [{ key: 'k', value: 'first' }]);
  await sql`
    INSERT INTO event_log (topic, first_position, record_count, byte_count, batch)
    SELECT topic, 1, 2, byte_count, batch FROM event_log WHERE topic LIKE '%.short'`;
  const batches = stack.log.read({ topic: 'short', to: new Map([[0, 3n]]), maxRecords: 10 });
  await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('the batch at 1 has 1 of 2 records');
});
