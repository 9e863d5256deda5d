import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, it } from 'vitest';
import { presetRange, rangeOfSearch } from '../../date-range/date-range.ts';
import { filtersOf } from './queries.ts';
import { CLICKS_PRESET, isFiltered, parseClickSearch, rangeSearch } from './search.ts';

const today = '2026-11-20' as TenantDay;
const rangeOf = (search: Record<string, unknown>) =>
  rangeOfSearch(parseClickSearch(search), today, presetRange(CLICKS_PRESET, today));

describe('URL of the click logs', () => {
  it('is empty by default, which means the last seven days', { tags: ['§9.21'] }, () => {
    expect(parseClickSearch({})).toEqual({});
    expect(rangeOf({})).toMatchObject({ from: '2026-11-14', to: today });
    expect(rangeSearch(rangeOf({})).period).toBeUndefined();
    expect(rangeSearch(presetRange('30d', today)).period).toBe('30d');
    expect(rangeOf({ period: '30d' })).toMatchObject({ from: '2026-10-22' });
  });

  it('holds the filters, and maps them to the parameters of the calls', { tags: ['§2.13'] }, () => {
    const search = parseClickSearch({ campaign: 'lancamento', source: 'direct', q: ' Opera ', bots: 1 });
    expect(search).toEqual({ campaign: 'lancamento', source: 'direct', q: 'Opera', bots: '1' });
    expect(filtersOf(search, rangeOf({}))).toEqual({
      startDate: '2026-11-14',
      endDate: today,
      campaignId: 'lancamento',
      source: 'direct',
      q: 'Opera',
      bots: '1',
    });
    expect(parseClickSearch({ q: 20260 })).toEqual({ q: '20260' });
    expect([isFiltered(search), isFiltered({ bots: '1', period: '30d' })]).toEqual([true, false]);
  });

  it('ignores invalid values and cuts long ones', () => {
    expect(parseClickSearch({ campaign: ['a'], source: {}, q: '  ', bots: 'yes', period: 'century' })).toEqual({});
    expect(parseClickSearch({ q: 'x'.repeat(1_000) }).q).toHaveLength(256);
  });
});
