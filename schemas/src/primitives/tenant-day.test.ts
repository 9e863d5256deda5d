import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays, dayOf, daysFrom, firstOfMonth, startOfDay, TenantDay } from './tenant-day.ts';
import { isTimeZone, type TimeZone } from './time.ts';

const ZONES = [
  'America/Sao_Paulo',
  'America/Noronha',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
] as TimeZone[];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2035, 0, 1) });
const day = (text: string) => TenantDay.parse(text);

describe('tenant day', () => {
  it('contains every instant between its start and the start of the next day', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const today = dayOf(ms, timeZone);
        expect(startOfDay(today, timeZone)).toBeLessThanOrEqual(ms);
        expect(startOfDay(addDays(today, 1), timeZone)).toBeGreaterThan(ms);
      }),
    );
  });

  it('begins exactly once', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const today = dayOf(ms, timeZone);
        const start = startOfDay(today, timeZone);
        expect(dayOf(start, timeZone)).toBe(today);
        expect(dayOf(start - 1, timeZone)).toBe(addDays(today, -1));
      }),
    );
  });

  it('counts as many days as it lists', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 400 }), (ms, count) => {
        const first = dayOf(ms, 'UTC' as TimeZone);
        const last = addDays(first, count);
        expect(countDays(first, last)).toBe(count + 1);
        expect(daysFrom(first, last)).toHaveLength(count + 1);
      }),
    );
  });

  it('lasts 23 or 25 hours when the clock changes, and may begin at 01:00', () => {
    const hours = (text: string, timeZone: TimeZone) =>
      (startOfDay(addDays(day(text), 1), timeZone) - startOfDay(day(text), timeZone)) / 3_600_000;
    expect(hours('2026-03-08', 'America/New_York' as TimeZone)).toBe(23);
    expect(hours('2026-11-01', 'America/New_York' as TimeZone)).toBe(25);
    // São Paulo's last daylight saving began at midnight: that day had no 00:30.
    expect(hours('2018-11-04', 'America/Sao_Paulo' as TimeZone)).toBe(23);
    expect(new Date(startOfDay(day('2018-11-04'), 'America/Sao_Paulo' as TimeZone)).toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
    // Lord Howe shifts by half an hour.
    expect(hours('2026-04-05', 'Australia/Lord_Howe' as TimeZone)).toBe(24.5);
  });

  it('knows its month and refuses days that do not exist', () => {
    expect(firstOfMonth(day('2026-11-21'))).toBe('2026-11-01');
    for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '']) {
      expect(TenantDay.safeParse(text).success).toBe(false);
    }
  });

  it('says whether the format of a day is wrong or the day does not exist', () => {
    const firstMessage = (text: string) => TenantDay.safeParse(text).error?.issues[0]?.message;
    for (const text of ['2026-1-1', 'x2026-01-01', '2026-01-01x', ''])
      expect(firstMessage(text)).toBe('Use o formato aaaa-mm-dd.');
    for (const text of ['2026-02-30', '2026-13-01'])
      expect(firstMessage(text)).toBe('Informe uma data que exista no calendário.');
  });
});

describe('time zone', () => {
  it('accepts IANA names and refuses offsets', () => {
    for (const name of ZONES) expect(isTimeZone(name)).toBe(true);
    for (const name of ['+03:00', '-3', 'GMT-3', 'Etc/GMT+3', 'Mars/Olympus', '', 'America/Nowhere']) {
      expect(isTimeZone(name)).toBe(false);
    }
  });
});
