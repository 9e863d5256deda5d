import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange } from '../../date-range/date-range.ts';
import { filtersOf, isFiltered, NO_FILTERS } from './filters.ts';
import { parseConversionSearch } from './search.ts';

it('reads valid filters from the URL and leaves out the default period', () => {
  expect(parseConversionSearch({ period: '7d', campaign: '', q: ' hp-1 ', other: 1 })).toEqual({ q: 'hp-1' });
  expect(parseConversionSearch({ period: '30d', campaign: 'c1', q: 7 })).toEqual({
    period: '30d',
    campaign: 'c1',
    q: '7',
  });
  expect(parseConversionSearch({ verified: false })).toEqual({ verified: false });
  expect(parseConversionSearch({ verified: 'maybe' })).toEqual({});
  const sold = { status: 'pending', tracking: 'direct', checkout: 'kiwify', product: 'p1', payment: 'pix' };
  expect(parseConversionSearch(sold)).toEqual(sold);
  expect(parseConversionSearch({ tracking: 'y', product: ' ', import: 'x' })).toEqual({});
  expect(parseConversionSearch({ import: 'open' })).toEqual({ import: 'open' });
  expect(parseConversionSearch({ q: { a: 1 }, campaign: ['x'] })).toEqual({});
});

it('filters by the days of the range', () => {
  const range = presetRange('7d', '2026-11-20' as TenantDay);
  expect(filtersOf({ campaign: 'c1' }, range)).toEqual({
    startDate: '2026-11-14',
    endDate: '2026-11-20',
    campaignId: 'c1',
    q: undefined,
    verified: undefined,
  });
  expect([true, false].map((verified) => filtersOf({ verified }, range).verified)).toEqual(['true', 'false']);
  expect(filtersOf({ status: 'pending', checkout: 'kiwify' }, range)).toMatchObject({
    status: 'pending',
    checkout: 'kiwify',
  });
  expect(filtersOf({ status: 'x', checkout: 'y', payment: 'z' }, range)).toMatchObject({
    ...{ status: undefined, checkout: undefined, payment: undefined },
  });
  const searches = [{}, { period: '30d' }, NO_FILTERS, { q: 'x' }, { verified: false }] as const;
  expect(searches.map(isFiltered)).toEqual([false, false, false, true, true]);
});
