import { expect, test } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { quietUntil } from './quiet-hours.ts';

const NEW_YORK = 'America/New_York' as TimeZone;
const until = (now: string, from: number, to: number, zone = NEW_YORK) => {
  const end = quietUntil(Date.parse(now), { from, until: to }, zone);
  return end === null ? null : new Date(end).toISOString();
};

test('ends quiet hours at the hour of the company, over midnight too', () => {
  const saoPaulo = 'America/Sao_Paulo' as TimeZone;
  expect(until('2026-11-20T01:00:00Z', 22, 7, saoPaulo)).toBe('2026-11-20T10:00:00.000Z');
  expect(until('2026-11-20T09:59:59Z', 22, 7, saoPaulo)).toBe('2026-11-20T10:00:00.000Z');
  expect(until('2026-11-20T10:00:00Z', 22, 7, saoPaulo)).toBeNull();
  expect(until('2026-11-20T00:59:59Z', 22, 7, saoPaulo)).toBeNull();
  expect(until('2026-11-20T15:30:00Z', 12, 14, saoPaulo)).toBe('2026-11-20T17:00:00.000Z');
  expect(until('2026-11-20T17:00:00Z', 12, 14, saoPaulo)).toBeNull();
});

test('ends them at the same hour of the clock where clocks change', () => {
  // 8 March 2026: 02:00 becomes 03:00. Seven in the morning is at 11:00 UTC, the day before at 12:00.
  expect(until('2026-03-07T05:00:00Z', 22, 7)).toBe('2026-03-07T12:00:00.000Z');
  expect(until('2026-03-08T05:00:00Z', 22, 7)).toBe('2026-03-08T11:00:00.000Z');
  // The hour that is skipped: its end is the change itself.
  expect(until('2026-03-08T05:00:00Z', 22, 2)).toBe('2026-03-08T07:00:00.000Z');
  expect(until('2026-03-08T07:00:00Z', 22, 2)).toBeNull();
  // 1 November 2026: 02:00 becomes 01:00. The hour that comes twice is quiet twice.
  expect(until('2026-11-01T05:30:00Z', 22, 2)).toBe('2026-11-01T07:00:00.000Z');
  expect(until('2026-11-01T06:30:00Z', 22, 2)).toBe('2026-11-01T07:00:00.000Z');
  expect(until('2026-11-01T03:00:00Z', 22, 7)).toBe('2026-11-01T12:00:00.000Z');

  // Lisbon, 28 March 2027: 01:00 becomes 02:00. 31 October 2027: 02:00 becomes 01:00.
  const lisbon = 'Europe/Lisbon' as TimeZone;
  expect(until('2027-03-28T00:30:00Z', 22, 7, lisbon)).toBe('2027-03-28T06:00:00.000Z');
  expect(until('2027-03-28T06:00:00Z', 22, 7, lisbon)).toBeNull();
  expect(until('2027-10-31T00:30:00Z', 22, 7, lisbon)).toBe('2027-10-31T07:00:00.000Z');
  expect(until('2027-10-31T06:59:59Z', 22, 7, lisbon)).toBe('2027-10-31T07:00:00.000Z');
});
