import { describe, expect, it } from 'vitest';
import { groupsOf } from './groups-of-search.ts';
import { parseAnalyticsSearch } from './search.ts';

describe('URL of the analytics screen', () => {
  it('is empty for defaults and for invalid values', () => {
    expect(parseAnalyticsSearch({})).toEqual({});
    expect(
      parseAnalyticsSearch({ period: '30d', tab: 'campaigns', group: 'source', and: 'source', sort: 7, order: '-a b' }),
    ).toEqual({});
    expect(parseAnalyticsSearch({ group: 'a b', and: ['ad'], tab: 'figures', form: 'table', verdict: 'good' })).toEqual(
      {},
    );
  });

  it('holds the period, the tab, three dimensions, two sort orders and what the funnel shows', () => {
    const search = {
      ...{ period: '7d', tab: 'explore', group: 'campaign', and: 'hour', third: 'city', sort: '-roas', order: 'spend' },
      ...{ form: 'pivot', metric: 'netProfit', split: 'landing', before: true, window: 28, verdict: 'below' },
    };
    expect(parseAnalyticsSearch(search)).toEqual(search);
  });

  it('groups by one to three different dimensions that exist', () => {
    expect(groupsOf({})).toEqual(['source']);
    expect(groupsOf({ and: 'hour', third: 'city' })).toEqual(['source', 'hour', 'city']);
    expect(groupsOf({ group: 'hour', and: 'hour' })).toEqual(['hour']);
    expect(groupsOf({ group: 'password', and: 'city' })).toEqual(['city']);
    expect(groupsOf({ group: 'password' })).toEqual(['source']);
    expect(groupsOf({ group: 'day', form: 'table' })).toEqual(['day']);
    expect(groupsOf({ group: 'day', form: 'lines' })).toEqual(['source']);
  });
});
