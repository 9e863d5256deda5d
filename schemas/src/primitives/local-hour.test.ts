import { describe, expect, it } from 'vitest';
import { startOfHour } from './local-hour.ts';
import type { TenantDay } from './tenant-day.ts';
import type { TimeZone } from './time.ts';

const at = (day: string, hour: number, zone: string) =>
  new Date(startOfHour(day as TenantDay, hour, zone as TimeZone)).toISOString();

describe('start of a local hour', () => {
  it.each([
    ['2026-11-20', 0, 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20', 2, 'America/Sao_Paulo', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20', 23, 'America/Sao_Paulo', '2026-11-21T02:00:00.000Z'],
    ['2026-11-20', 2, 'Asia/Kolkata', '2026-11-19T20:30:00.000Z'],
    ['2026-11-20', 2, 'Pacific/Kiritimati', '2026-11-19T12:00:00.000Z'],
    ['2026-11-20', 2, 'UTC', '2026-11-20T02:00:00.000Z'],
  ])('finds the hour of %s %i:00 in %s without a change of clocks', (day, hour, zone, expected) => {
    expect(at(day, hour, zone)).toBe(expected);
  });

  it('gives the first instant after the gap for an hour that clocks skip', () => {
    // 02:00 does not exist on this day in New York: 01:59 EST is followed by 03:00 EDT.
    expect(at('2026-03-08', 2, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
    expect(at('2026-03-08', 3, 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
    expect(at('2026-03-08', 1, 'America/New_York')).toBe('2026-03-08T06:00:00.000Z');
    expect(at('2026-03-08', 4, 'America/New_York')).toBe('2026-03-08T08:00:00.000Z');
    // The day itself began at 01:00.
    expect(at('2018-11-04', 0, 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
    // Lord Howe skips half an hour, from 02:00 to 02:30.
    expect(at('2026-10-04', 2, 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
  });

  it('gives the first of two instants for an hour that clocks show twice', () => {
    expect(at('2026-11-01', 1, 'America/New_York')).toBe('2026-11-01T05:00:00.000Z');
    expect(at('2026-11-01', 2, 'America/New_York')).toBe('2026-11-01T07:00:00.000Z');
    expect(at('2026-11-01', 23, 'America/New_York')).toBe('2026-11-02T04:00:00.000Z');
    expect(at('2026-10-25', 1, 'Europe/Lisbon')).toBe('2026-10-25T00:00:00.000Z');
  });
});
