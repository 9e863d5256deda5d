import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange } from '../date-range/date-range.ts';
import { filtersOf, isFiltered, parseConversionSearch } from './search.ts';

it('reads valid filters from the URL and leaves out the default period', () => {
  expect(parseConversionSearch({ period: '7d', campaign: '', q: ' hp-1 ', other: 1 })).toEqual({ q: 'hp-1' });
  expect(parseConversionSearch({ period: '30d', campaign: 'c1', q: 7 })).toEqual({
    period: '30d',
    campaign: 'c1',
    q: '7',
  });
  expect(parseConversionSearch({ q: { a: 1 }, campaign: ['x'] })).toEqual({});
});

it('filters by the days of the range', () => {
  const range = presetRange('7d', '2026-11-20' as TenantDay);
  expect(filtersOf({ campaign: 'c1' }, range)).toEqual({
    startDate: '2026-11-14',
    endDate: '2026-11-20',
    campaignId: 'c1',
    q: undefined,
  });
  expect([isFiltered({}), isFiltered({ period: '30d' }), isFiltered({ q: 'x' })]).toEqual([false, false, true]);
});
