import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { afterAnswer, afterRefusal, createPace, decidePace } from './pace.ts';

const MINUTE_MS = 60_000;
const used = (percent: number, regainMs = 0) => ({ percent, regainMs });

test('below 75 % nothing is slowed, and from there on each percent makes it slower', () => {
  const pauseAt = (percent: number) => decidePace(afterAnswer(used(percent), 0), 1_000);
  expect(pauseAt(74.9)).toEqual({ pauseMs: 0, stopMs: 0 });
  expect(pauseAt(75)).toEqual({ pauseMs: 500, stopMs: 0 });
  const pauses = Array.from({ length: 20 }, (_, index) => pauseAt(75 + index).pauseMs);
  expect(pauses).toEqual([...new Set(pauses)].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBeGreaterThan(10_000);
});

test('from 95 % on there is no call for a minute, or for as long as the provider says', () => {
  expect(decidePace(afterAnswer(used(95), 0), 1_000)).toEqual({ pauseMs: 0, stopMs: MINUTE_MS - 1_000 });
  expect(decidePace(afterAnswer(used(100, 7 * MINUTE_MS), 0), 0).stopMs).toBe(7 * MINUTE_MS);
  expect(decidePace(afterAnswer(used(95), 0), MINUTE_MS)).toEqual({ pauseMs: 0, stopMs: 0 });
});

test('a reading of five minutes ago slows nothing', () => {
  expect(decidePace(afterAnswer(used(90), 0), 5 * MINUTE_MS)).toEqual({ pauseMs: 0, stopMs: 0 });
});

test('refusals in a row double the silence, up to half an hour; the provider’s own word goes before', () => {
  let state = afterAnswer(used(10), 0);
  const waits = Array.from({ length: 7 }, () => {
    state = afterRefusal(state, 0, 0);
    return state.stoppedUntilMs / MINUTE_MS;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(afterRefusal(state, 3 * MINUTE_MS, 0).stoppedUntilMs).toBe(3 * MINUTE_MS);
});

test('each account has its own pace, and all share the app’s', () => {
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

test('an answer ends a row of refusals', () => {
  const clock = createFakeClock(0);
  const pace = createPace(clock);
  expect([pace.refused('act_1', {}, false), pace.refused('act_1', {}, false)]).toEqual([MINUTE_MS, 2 * MINUTE_MS]);
  clock.advance(2 * MINUTE_MS);
  expect(pace.before('act_1')).toEqual({ pauseMs: 0, stopMs: 0 });
  pace.answered('act_1', {});
  expect(pace.refused('act_1', {}, false)).toBe(MINUTE_MS);
});

test('an answer that was under way when another call was refused does not end the silence', () => {
  const pace = createPace(createFakeClock(0));
  pace.refused('act_1', {}, false);
  pace.answered('act_1', { account: used(10) });
  pace.answered('act_1', {});
  expect(pace.before('act_1').stopMs).toBe(MINUTE_MS);
});
