import { describe, expect, test } from 'vitest';
import { createTokenBuckets, type SharedBuckets } from './token-buckets.ts';

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

test.each([60_000, 3_600_000])('keeps no sender waiting after the clock was set back by %i ms', (aheadMs) => {
  const buckets = createTokenBuckets({ perSecond: 10, burst: 3 });
  for (let time = 0; time < 3; time += 1) buckets.take('a', aheadMs);
  expect(buckets.wait('a', aheadMs)).toBeCloseTo(0.1);
  expect([buckets.take('a', 0), buckets.take('a', 0), buckets.take('a', 0)]).toEqual([0, 0, 0]);
  expect(buckets.take('a', 0)).toBeCloseTo(0.1);
});

test('keeps no sender of a bucket of a day waiting after the clock was a day ahead', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 86_400 });
  for (const nowMs of [0, 86_400_000, 0]) expect(buckets.take('a', nowMs, 43_200)).toBe(0);
});

test('says how long a sender waits, and takes nothing', () => {
  const buckets = createTokenBuckets({ perSecond: 10, burst: 1 });
  expect([buckets.wait('a', 0), buckets.wait('a', 0), buckets.take('a', 0)]).toEqual([0, 0, 0]);
  expect(buckets.wait('a', 0)).toBeCloseTo(0.1);
  expect(buckets.wait('a', 100)).toBe(0);
});

test('takes several tokens at once, or none of them', () => {
  const buckets = createTokenBuckets({ perSecond: 10, burst: 100 });
  expect([buckets.take('a', 0, 60), buckets.take('a', 0, 40)]).toEqual([0, 0]);
  expect(buckets.take('a', 0, 20)).toBeCloseTo(2);
  expect([buckets.take('a', 2_000, 20), buckets.take('b', 0, 101) > 0, buckets.take('b', 0, 100)]).toEqual([
    0,
    true,
    0,
  ]);
});

test('evicts the sender that was idle for longest', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, { sendersMax: 2 });
  for (const sender of ['a', 'b']) expect(buckets.take(sender, 0)).toBe(0);
  expect(buckets.take('c', 1)).toBe(0);
  expect(buckets.take('b', 1)).toBeGreaterThan(0);
  expect(buckets.take('a', 1)).toBe(0);
});

describe('buckets shared by processes', () => {
  const rate = { perSecond: 1, burst: 60 };

  /** The common buckets in memory; `answer` sends the answers that were asked for. */
  function useShared() {
    const fullAt = new Map<string, number>();
    const answers: (() => void)[] = [];
    let reported = 0;
    const shared: SharedBuckets = {
      add(sender, tokensMs, _bucketMs, answer) {
        reported += 1;
        fullAt.set(sender, (fullAt.get(sender) ?? 0) + tokensMs);
        answers.push(() => answer(fullAt.get(sender) ?? 0));
      },
    };
    const answer = () => {
      for (const send of answers.splice(0)) send();
    };
    const process = () => {
      const buckets = createTokenBuckets(rate, { shared });
      return (count: number, sender = 'a') =>
        Array.from({ length: count }, () => buckets.take(sender, 0)).filter((seconds) => seconds === 0).length;
    };
    return { process, reported: () => reported, answer };
  }

  test('reports a twentieth of a burst, and takes the tokens of the others from its own bucket', () => {
    const { process, reported, answer } = useShared();
    const [one, two] = [process(), process()];
    expect([one(2), reported(), one(1), reported()]).toEqual([2, 0, 1, 1]);
    expect([one(27), two(27)]).toEqual([27, 27]);
    expect(two(3)).toBe(3);
    answer();
    expect([one(10), two(10), two(1, 'b')]).toEqual([0, 0, 1]);
  });

  test('goes on by its own bucket while no answer comes', () => {
    const { process } = useShared();
    const [one, two] = [process(), process()];
    expect([one(100), two(100)]).toEqual([60, 60]);
  });

  test('reports each token of several', () => {
    const added: number[] = [];
    const shared: SharedBuckets = { add: (_sender, tokensMs) => void added.push(tokensMs) };
    const buckets = createTokenBuckets(rate, { shared });
    for (const tokens of [2, 5, 1, 1, 1]) buckets.take('a', 0, tokens);
    expect(added).toEqual([7_000, 3_000]);
  });

  test('adds what it has not reported yet to the answer', () => {
    const { process, answer } = useShared();
    const [one, two] = [process(), process()];
    expect([one(30), two(30)]).toEqual([30, 30]);
    expect(two(2)).toBe(2);
    answer();
    expect(one(1)).toBe(0);
  });
});
