import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test('allows a burst, then the rate, and a full burst again after a pause', () => {
  const buckets = createTokenBuckets({ perSecond: 10, burst: 3 });
  const take = (nowMs: number, sender = 'a') => buckets.take(sender, nowMs);
  expect([take(0), take(0), take(0)]).toEqual([0, 0, 0]);
  expect(take(0)).toBeCloseTo(0.1);
  expect(take(60)).toBeCloseTo(0.04);
  // A rejected request took no token.
  expect([take(100), take(100) > 0]).toEqual([0, true]);
  expect(take(0, 'b')).toBe(0);
  expect([take(10_000), take(10_000), take(10_000), take(10_000) > 0]).toEqual([0, 0, 0, true]);
});

test('evicts the sender that was idle for longest', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, 2);
  for (const sender of ['a', 'b']) expect(buckets.take(sender, 0)).toBe(0);
  expect(buckets.take('c', 1)).toBe(0);
  expect(buckets.take('b', 1)).toBeGreaterThan(0);
  expect(buckets.take('a', 1)).toBe(0);
});
