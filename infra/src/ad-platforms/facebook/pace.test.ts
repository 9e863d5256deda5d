import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { expect, test } from 'vitest';
import { afterAnswer, afterRefusal, createPace, decidePace } from './pace.ts';

const MINUTE_MS = 60_000;
const used = (percent: number, regainMs = 0) => ({ percent, regainMs });

test('does not slow calls below 75 % of usage, and slows them more with each percent above', () => {
  const pauseAt = (percent: number) => decidePace(afterAnswer(used(percent), 0), 1_000);
  expect(pauseAt(74.9)).toEqual({ pauseMs: 0, stopMs: 0 });
  expect(pauseAt(75)).toEqual({ pauseMs: 500, stopMs: 0 });
  const pauses = Array.from({ length: 20 }, (_, index) => pauseAt(75 + index).pauseMs);
  expect(pauses).toEqual([...new Set(pauses)].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBeGreaterThan(10_000);
});

test('blocks calls from 95 % of usage for a minute, or for as long as the platform says', () => {
  expect(decidePace(afterAnswer(used(95), 0), 1_000)).toEqual({ pauseMs: 0, stopMs: MINUTE_MS - 1_000 });
  expect(decidePace(afterAnswer(used(100, 7 * MINUTE_MS), 0), 0).stopMs).toBe(7 * MINUTE_MS);
  expect(decidePace(afterAnswer(used(95), 0), MINUTE_MS)).toEqual({ pauseMs: 0, stopMs: 0 });
});

test('ignores a usage reading that is five minutes old', () => {
  expect(decidePace(afterAnswer(used(90), 0), 5 * MINUTE_MS)).toEqual({ pauseMs: 0, stopMs: 0 });
});

test('doubles the wait after consecutive refusals up to 30 minutes, unless the platform names a wait', () => {
  let state = afterAnswer(used(10), 0);
  const waits = Array.from({ length: 7 }, () => {
    state = afterRefusal(state, 0, 0);
    return state.stoppedUntilMs / MINUTE_MS;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(afterRefusal(state, 3 * MINUTE_MS, 0).stoppedUntilMs).toBe(3 * MINUTE_MS);
});

test('keeps a pace for each account, and one for the app that all share', () => {
  const clock = createFakeClock(0);
  const pace = createPace(clock);
  pace.answered('act_1', { app: used(10), account: used(99) });
  expect(pace.before('act_1').stopMs).toBe(MINUTE_MS);
  expect(pace.before('act_2')).toEqual({ pauseMs: 0, stopMs: 0 });
  pace.answered('act_2', { app: used(79), account: used(1) });
  expect(pace.before('act_2').pauseMs).toBe(1_000);
  expect(pace.before(undefined).pauseMs).toBe(1_000);
  expect(pace.refused('act_2', {}, true)).toBe(MINUTE_MS);
  expect(pace.before('act_3').stopMs).toBe(MINUTE_MS);
});

test('resets the wait after a successful call', () => {
  const clock = createFakeClock(0);
  const pace = createPace(clock);
  expect([pace.refused('act_1', {}, false), pace.refused('act_1', {}, false)]).toEqual([MINUTE_MS, 2 * MINUTE_MS]);
  clock.advance(2 * MINUTE_MS);
  expect(pace.before('act_1')).toEqual({ pauseMs: 0, stopMs: 0 });
  pace.answered('act_1', {});
  expect(pace.refused('act_1', {}, false)).toBe(MINUTE_MS);
});

test('keeps the block when the answer of an earlier call arrives after a refusal', () => {
  const pace = createPace(createFakeClock(0));
  pace.refused('act_1', {}, false);
  pace.answered('act_1', { account: used(10) });
  pace.answered('act_1', {});
  expect(pace.before('act_1').stopMs).toBe(MINUTE_MS);
});
