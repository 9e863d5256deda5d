import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readServerClock, serverTime } from './server-clock.ts';

const NOW = Date.parse('2036-11-20T15:00:00Z');
const HOUR = 3_600_000;
const dateAt = (ms: number) => new Date(ms).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  readServerClock(dateAt(NOW), NOW);
  vi.useRealTimers();
});

it.each([8 * HOUR, -24 * HOUR, 121_000])('is the server’s where this computer differs by %i ms', (aheadMs) => {
  readServerClock(dateAt(NOW - aheadMs), NOW);
  expect(serverTime()).toBe(NOW - aheadMs);
  expect(serverTime(NOW + 5_000)).toBe(NOW + 5_000 - aheadMs);
});

it('is this computer’s where they differ by less than two minutes', () => {
  readServerClock(dateAt(NOW - 119_000), NOW);
  expect(serverTime()).toBe(NOW);
});

it('is right again once the computer’s is', () => {
  readServerClock(dateAt(NOW - HOUR), NOW);
  readServerClock(dateAt(NOW), NOW);
  expect(serverTime()).toBe(NOW);
});

it('does not move with each answer', () => {
  readServerClock(dateAt(NOW - HOUR), NOW);
  readServerClock(dateAt(NOW - HOUR - 1_000), NOW);
  expect(serverTime()).toBe(NOW - HOUR);
});

it.each([
  ['without a date', null, NOW],
  ['with one that cannot be read', 'gestern', NOW],
  ['that took long', dateAt(NOW - HOUR), NOW - 10_001],
  ['during which the clock was set back', dateAt(NOW - HOUR), NOW + 1],
])('takes nothing from an answer %s', (_name, date, askedAt) => {
  readServerClock(date, askedAt);
  expect(serverTime()).toBe(NOW);
});
