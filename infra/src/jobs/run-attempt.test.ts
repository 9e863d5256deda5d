import { expect, test } from 'vitest';
import { z } from 'zod';
import { backoffMs } from '../lifecycle/backoff.ts';
import { defineQueue, type JobHandler, PermanentJobError, RetryJobLater } from './job-queue.ts';
import { putBack, runAttempt } from './run-attempt.ts';

const queue = defineQueue({
  name: 'sends',
  payload: z.strictObject({ to: z.string() }),
  result: z.number(),
  attempts: 3,
  backoff: { baseMs: 1_000, maxMs: 12 * 3_600_000 },
  leaseSeconds: 30,
  keepSeconds: 60,
  concurrency: 5,
});

function run(
  handler: JobHandler<{ to: string }, number>,
  { attempt = 1, isClosing = false, payload = { to: 'a' } as unknown } = {},
) {
  const never = new AbortController();
  const closing = new AbortController();
  if (isClosing) closing.abort();
  return runAttempt({
    queue,
    handler,
    closing: closing.signal,
    random: () => 1,
    attempt: { id: 'one', payload, attempt, signal: never.signal, progress: () => undefined },
  });
}
const fail = (error: unknown) => () => Promise.reject(error);

test('maps the end of a handler to done, retry or failed', async () => {
  expect(await run(async ({ payload }) => payload.to.length)).toEqual({ kind: 'done', result: 1 });
  expect(await run(fail(new Error('no')))).toEqual({ kind: 'again', afterMs: 1_000, isSpent: true, error: 'no' });
  expect(await run(fail(new Error('no')), { attempt: 2 })).toMatchObject({ afterMs: 2_000 });
  expect(await run(fail(new Error('no')), { attempt: 3 })).toEqual({ kind: 'failed', error: 'no' });
  expect(await run(fail(new PermanentJobError('never')))).toEqual({ kind: 'failed', error: 'never' });
  expect(await run(fail('words'), { attempt: 3 })).toEqual({ kind: 'failed', error: 'words' });
});

test('uses no attempt for a job that was postponed or stopped by closing the queue', async () => {
  const putOff = { kind: 'again', afterMs: 60_000, isSpent: false, error: 'throttled' };
  expect(await run(fail(new RetryJobLater(60_000, 'throttled')), { attempt: 3 })).toEqual(putOff);
  expect(await run(fail(new Error('stopped')), { attempt: 3, isClosing: true })).toEqual({
    ...putBack,
    error: 'stopped',
  });
  expect(await run(fail(new PermanentJobError('never')), { isClosing: true })).toMatchObject({ kind: 'failed' });
});

test('fails a job with an invalid payload or result without another attempt, and does not run its handler', async () => {
  const given: unknown[] = [];
  const handler = async (job: unknown) => given.push(job);
  expect(await run(handler, { payload: { to: 1 } })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/not a payload of sends/),
  });
  expect(await run(handler, { attempt: 4 })).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/worker was lost/),
  });
  expect(given).toEqual([]);
  expect(await run(async () => 'text' as never)).toMatchObject({
    kind: 'failed',
    error: expect.stringMatching(/not a result of sends/),
  });
});

test('doubles the backoff up to its maximum, with at most half of it random', () => {
  const most = Array.from({ length: 20 }, (_, index) => backoffMs(queue.backoff, index + 1, 1));
  expect(most.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(most.at(-1)).toBe(12 * 3_600_000);
  expect(backoffMs(queue.backoff, 3, 0)).toBe(2_000);
  expect(backoffMs(queue.backoff, 5_000, 0.5)).toBe(9 * 3_600_000);
});

test('rejects an invalid queue definition', () => {
  expect(() => defineQueue({ ...queue, name: 'a:b' })).toThrow('no name for a queue');
  expect(() => defineQueue({ ...queue, leaseSeconds: 9 })).toThrow('at least 10');
  expect(() => defineQueue({ ...queue, attempts: 0 })).toThrow('at least one attempt');
});
