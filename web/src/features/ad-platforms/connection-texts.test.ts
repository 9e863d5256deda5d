import type { TimeZone } from '@tracker/schemas/primitives/time';
import { describe, expect, it } from 'vitest';
import { daysLeft, endText } from './connection-texts.ts';

const zone = 'America/Sao_Paulo' as TimeZone;
const now = Date.parse('2026-11-22T22:00:00-03:00');

describe('validity of a Facebook connection', () => {
  it('counts calendar days in the time zone of the tenant', () => {
    expect(daysLeft('2026-11-22T23:00:00-03:00', now, zone)).toBe(0);
    expect(daysLeft('2026-11-23T01:00:00-03:00', now, zone)).toBe(1);
    expect(daysLeft('2026-12-02T12:00:00-03:00', now, zone)).toBe(10);
  });

  it('ends at its exact time, also when that is earlier today', () => {
    expect(daysLeft('2026-11-22T22:00:00-03:00', now, zone)).toBe(-1);
    expect(daysLeft('2026-11-22T09:00:00-03:00', now, zone)).toBe(-1);
  });

  it('is shown in words', () => {
    expect([0, 1, 2, 10].map(endText)).toEqual([
      'termina hoje',
      'termina amanhã',
      'termina em 2 dias',
      'termina em 10 dias',
    ]);
  });
});
