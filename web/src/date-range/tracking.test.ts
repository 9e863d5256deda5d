import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { trackedDaysOf } from './tracking.ts';

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
