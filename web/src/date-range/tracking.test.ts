import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { isSpentBefore, knownRoas, trackedDaysOf } from './tracking.ts';

const day = (text: string) => text as TenantDay;
const NOVEMBER = { from: day('2026-11-01'), to: day('2026-11-30') };

it.each([
  [undefined, 'all'],
  [null, 'none'],
  ['2026-10-01', 'all'],
  ['2026-11-01', 'all'],
  ['2026-11-02', 'some'],
  ['2026-11-30', 'some'],
  ['2026-12-01', 'none'],
])('since %s tracking knows %s days of a range', (since, days) => {
  expect(trackedDaysOf(since == null ? since : day(since), NOVEMBER)).toBe(days);
});

it.each([
  [{ spend: 80, trackedSpend: 0, conversions: 0, cpa: null }, true],
  [{ spend: 80, ofTrackedDays: { spend: 0 }, conversions: 0, cpa: null }, true],
  [{ spend: 80, trackedSpend: 30, conversions: 0, cpa: null }, false],
  [{ spend: 80, conversions: 2, cpa: null }, true],
  [{ spend: 80, conversions: 0, cpa: null }, false],
  [{ spend: null, trackedSpend: null, conversions: 2, cpa: null }, false],
  [{ spend: 0, trackedSpend: 0, conversions: 2, cpa: null }, false],
])('%j was spent before tracking alone: %s', (figures, isBefore) => {
  expect(isSpentBefore(figures)).toBe(isBefore);
});

it.each([
  [{ roas: 0, revenue: 297, spend: 80 }, null],
  [{ roas: 0, revenue: 0, spend: 80 }, 0],
  [{ roas: 0, revenue: 297, spend: 0 }, 0],
  [{ roas: 1.5, revenue: 120, spend: 80 }, 1.5],
  [{ roas: null, revenue: 120, spend: null }, null],
])('of %j the ROAS that is known is %s', (figures, known) => {
  expect(knownRoas(figures)).toBe(known);
});
