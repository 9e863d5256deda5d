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

test('returns the last days including today in the time zone of the tenant by default', () => {
  expect(resolveDayRange({}, defaults)).toEqual({
    first: '2026-11-14',
    last: '2026-11-20',
    fromMs: Date.parse('2026-11-14T03:00:00Z'),
    toMs: Date.parse('2026-11-21T03:00:00Z'),
  });
});

test('completes a range with only one end', () => {
  expect(resolveDayRange({ startDate: day('2026-11-01') }, defaults)).toMatchObject({ last: '2026-11-20' });
  expect(resolveDayRange({ endDate: day('2026-01-10') }, defaults)).toMatchObject({ first: '2026-01-04' });
});

test.each([
  [{ startDate: day('2026-11-02'), endDate: day('2026-11-01') }, 'A data inicial deve ser anterior à data final.'],
  [{ startDate: day('2026-11-21') }, 'A data inicial deve ser anterior à data final.'],
  [{ startDate: day('2025-01-01'), endDate: day('2026-02-05') }, 'O período pode ter até 400 dias.'],
  [{ startDate: day('0001-01-01'), endDate: day('0001-01-02') }, 'Informe uma data entre 1971 e 2148.'],
  [{ endDate: day('9999-12-31') }, 'Informe uma data entre 1971 e 2148.'],
])('rejects %o with "%s"', (asked, message) => {
  expect(() => resolveDayRange(asked, defaults)).toThrow(message);
});

test('allows at most 400 days', () => {
  expect(resolveDayRange({ startDate: day('2025-01-01'), endDate: day('2026-02-04') }, defaults).first).toBe(
    '2025-01-01',
  );
});
