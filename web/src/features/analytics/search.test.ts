import { describe, expect, it } from 'vitest';
import { groupByOf, parseAnalyticsSearch } from './search.ts';

describe('URL of the analytics screen', () => {
  it('is empty for defaults and for invalid values', () => {
    expect(parseAnalyticsSearch({})).toEqual({});
    expect(
      parseAnalyticsSearch({ period: '30d', tab: 'campaigns', group: 'source', and: 'source', sort: 7, order: '-a b' }),
    ).toEqual({});
    expect(parseAnalyticsSearch({ group: 'password', and: ['ad'], tab: 'figures' })).toEqual({});
  });

  it('holds the period, the tab, two dimensions and two sort orders', () => {
    const search = { period: '7d', tab: 'explore', group: 'campaign', and: 'hour', sort: '-roas', order: 'spend' };
    expect(parseAnalyticsSearch(search)).toEqual(search);
  });

  it('groups by one or two different dimensions', () => {
    expect(groupByOf({})).toEqual(['source']);
    expect(groupByOf({ and: 'hour' })).toEqual(['source', 'hour']);
    expect(groupByOf({ group: 'hour', and: 'hour' })).toEqual(['hour']);
  });
});
