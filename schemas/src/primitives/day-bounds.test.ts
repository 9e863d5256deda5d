import { expect, test } from 'vitest';
import { dayBounds } from './day-bounds.ts';
import { daysFrom, startOfDay, type TenantDay } from './tenant-day.ts';
import type { TimeZone } from './time.ts';

const day = (text: string) => text as TenantDay;

test.each(['America/Sao_Paulo', 'Asia/Kolkata', 'Europe/Lisbon', 'America/Santiago', 'Australia/Lord_Howe', 'UTC'])(
  'computes the same day bounds for a two-year range in %s as for each day alone',
  (zone) => {
    const timeZone = zone as TimeZone;
    const [first, last, end] = [day('2017-06-01'), day('2019-05-31'), day('2019-06-01')];
    const each = [...daysFrom(first, last), end].map((one) => startOfDay(one, timeZone));
    expect(dayBounds(first, last, timeZone)).toEqual(each);
  },
);

test('returns only the start for an empty range of days', () => {
  expect(dayBounds(day('2026-11-20'), day('2026-11-19'), 'UTC' as TimeZone)).toEqual([Date.UTC(2026, 10, 20)]);
});
