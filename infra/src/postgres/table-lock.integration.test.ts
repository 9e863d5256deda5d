import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Sql } from './connect.ts';
import { createTableLock, type TableLock } from './table-lock.ts';

const stack = useStack();
let owner: Sql;
let processor: TableLock;
let operator: TableLock;

/**
 * Advisory locks belong to a database. Processors of other test files hold the same lock in the tests' database; no other test
 * takes locks in this one.
 */
const DATABASE = 'postgres';

beforeAll(() => {
  const { logger } = stack;
  const url = Object.assign(new URL(stack.postgresUrl), { pathname: DATABASE }).href;
  owner = connect({ url, logger, name: 'test', max: 1, role: null });
  processor = createTableLock({ url, logger });
  operator = createTableLock({ url, logger });
});

afterAll(() => Promise.all([processor.close(), operator.close(), owner.end()]));

/** Number of sessions of this database that wait for an advisory lock. */
async function waiting(): Promise<number> {
  const [row] = await owner<{ count: string }[]>`
    SELECT count(*) AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = ${DATABASE} AND locktype = 'advisory' AND NOT granted`;
  return Number(row?.count);
}

it('runs batches concurrently, lets an operator wait for them, and new batches wait for the operator', async () => {
  const story: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const batches = [first, second].map((batch, index) =>
    processor.shared(async () => {
      story.push(`batch ${index + 1} begins`);
      await batch.promise;
      story.push(`batch ${index + 1} ends`);
    }),
  );
  await eventually(() => expect(story).toHaveLength(2));
  const swap = operator.exclusive(async (held) => {
    story.push('swap begins');
    await held();
    story.push('swap ends');
  });
  await eventually(async () => expect(await waiting()).toBe(1));
  const later = processor.shared(async () => void story.push('batch 3'));
  await eventually(async () => expect(await waiting()).toBe(2));
  first.resolve();
  await batches[0];
  second.resolve();
  await Promise.all([...batches, swap, later]);
  expect(story.slice(2)).toEqual(['batch 1 ends', 'batch 2 ends', 'swap begins', 'swap ends', 'batch 3']);
});

it('returns the result of the work, and reopens after work that failed', async () => {
  await expect(processor.shared(() => Promise.reject(new Error('the store is away')))).rejects.toThrow(
    'the store is away',
  );
  expect(await operator.exclusive(async () => 42)).toBe(42);
  expect(await processor.shared(async () => 'text')).toBe('text');
});

it('rejects when its connection and with it the lock is lost', async () => {
  const work = operator.exclusive(async (held) => {
    await owner`
      SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE datname = ${DATABASE} AND locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted`;
    await held();
    return 'held';
  });
  await expect(work).rejects.toThrow();
});
