import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange, rangeOfSearch } from '../../date-range/date-range.ts';
import { defaultRange, geographySearchOf, parseGeographySearch } from './search.ts';

const today = '2026-11-20' as TenantDay;
const NO_TRACE = { period: undefined, from: undefined, to: undefined };

it('shows today and the seven days before by default, with an empty URL', { tags: ['§9.21'] }, () => {
  expect(rangeOfSearch(parseGeographySearch({}), today, defaultRange(today))).toEqual({
    preset: 'custom',
    from: '2026-11-13',
    to: '2026-11-20',
  });
  expect(geographySearchOf(defaultRange(today), today)).toEqual(NO_TRACE);
});

it('keeps any other range in the URL', () => {
  const month = presetRange('30d', today);
  const search = geographySearchOf(month, today);
  expect(rangeOfSearch(parseGeographySearch({ ...search }), today, defaultRange(today))).toEqual(month);
});
