import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { expect, test } from 'vitest';
import { resolveDayRange } from './day-range.ts';

const day = (text: string) => text as TenantDay;
const defaults = {
  // 23:30 of the 20th in São Paulo, the 21st in UTC already.
  nowMs: Date.parse('2026-11-21T02:30:00Z'),
  timeZone: 'America/Sao_Paulo' as TimeZone,
  days: 7,
};

test('by default the last days, today included, in the tenant’s zone', () => {
  expect(resolveDayRange({}, defaults)).toEqual({
    first: '2026-11-14',
    last: '2026-11-20',
    fromMs: Date.parse('2026-11-14T03:00:00Z'),
    toMs: Date.parse('2026-11-21T03:00:00Z'),
  });
});

test('one end alone: up to today, or that many days up to the last', () => {
  expect(resolveDayRange({ startDate: day('2026-11-01') }, defaults)).toMatchObject({ last: '2026-11-20' });
  expect(resolveDayRange({ endDate: day('2026-01-10') }, defaults)).toMatchObject({ first: '2026-01-04' });
});

test.each([
  [{ startDate: day('2026-11-02'), endDate: day('2026-11-01') }, 'A data inicial deve ser anterior à data final.'],
  [{ startDate: day('2026-11-21') }, 'A data inicial deve ser anterior à data final.'],
  [{ startDate: day('2025-01-01'), endDate: day('2026-02-05') }, 'O período pode ter até 400 dias.'],
  [{ startDate: day('0001-01-01'), endDate: day('0001-01-02') }, 'Informe uma data entre 1971 e 2148.'],
  [{ endDate: day('9999-12-31') }, 'Informe uma data entre 1971 e 2148.'],
])('%o is refused', (asked, message) => {
  expect(() => resolveDayRange(asked, defaults)).toThrow(message);
});

test('400 days are the most', () => {
  expect(resolveDayRange({ startDate: day('2025-01-01'), endDate: day('2026-02-04') }, defaults).first).toBe(
    '2025-01-01',
  );
});
