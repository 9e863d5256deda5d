import { expect, test } from 'vitest';
import { useStack } from '../testing/stack.ts';
import { describeEventLog } from './event-log.suite.ts';

const stack = useStack();

describeEventLog('the event log on Postgres', () => ({ open: () => stack.openLog() }));

test('appends of one moment share a row, and an append alone waits for nobody', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => stack.log.append('shared', [{ key: 'k', value: String(index) }])),
  );
  const rows = await stack.postgres.sql<{ record_count: number }[]>`
    SELECT record_count FROM event_log WHERE topic LIKE '%.shared' ORDER BY first_position`;
  expect(rows.reduce((sum, row) => sum + row.record_count, 0)).toBe(50);
  expect(rows.length).toBeLessThanOrEqual(3);
});
