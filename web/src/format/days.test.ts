import type { TimeZone } from '@tracker/schemas/primitives/time';
import { describe, expect, it } from 'vitest';
import { formatLongDay, fromCalendarDate, toCalendarDate } from './calendar-days.ts';
import { formatClock, formatDay, formatDayMonth, formatInstantDay } from './days.ts';

describe('formatting of days', () => {
  it('writes days as dd/MM/yyyy, with shorter and longer forms', () => {
    expect(formatDay('2026-11-20')).toBe('20/11/2026');
    expect(formatDayMonth('2026-11-20')).toBe('20/11');
    expect(formatLongDay('2026-11-20')).toBe('sexta-feira, 20/11/2026');
    expect(formatClock(new Date(2026, 10, 20, 14, 5, 9).getTime())).toBe('14:05:09');
  });

  it('shows an instant on the day of the tenant, not of the browser', () => {
    expect(formatInstantDay('2026-11-20T01:00:00.000Z', 'America/Sao_Paulo' as TimeZone)).toBe('19/11/2026');
  });

  it('converts a day to a calendar date and back unchanged', () => {
    expect(fromCalendarDate(toCalendarDate('2026-03-01'))).toBe('2026-03-01');
  });
});
