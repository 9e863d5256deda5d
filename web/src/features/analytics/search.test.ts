import { describe, expect, it } from 'vitest';
import { groupByOf, parseAnalyticsSearch } from './search.ts';

describe('what the URL of the analytics screen holds', () => {
  it('is nothing by default', () => {
    expect(parseAnalyticsSearch({})).toEqual({});
    expect(parseAnalyticsSearch({ period: '30d', group: 'ad', and: 'ad', sort: 7, order: '-a b' })).toEqual({});
    expect(parseAnalyticsSearch({ group: 'password', and: ['ad'] })).toEqual({});
  });

  it('is the range, two dimensions and two orders', () => {
    const search = { period: '7d', group: 'campaign', and: 'hour', sort: '-roas', order: 'spend' };
    expect(parseAnalyticsSearch(search)).toEqual(search);
  });

  it('names one dimension or two, never the same twice', () => {
    expect(groupByOf({})).toEqual(['ad']);
    expect(groupByOf({ and: 'hour' })).toEqual(['ad', 'hour']);
    expect(groupByOf({ group: 'hour', and: 'hour' })).toEqual(['hour']);
  });
});
