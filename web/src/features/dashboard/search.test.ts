import { describe, expect, it } from 'vitest';
import { parseDashboardSearch } from './search.ts';

describe('parseDashboardSearch', () => {
  it('keeps values that the screen offers, and drops defaults and invalid ones', { tags: ['§9.20'] }, () => {
    expect(parseDashboardSearch({ days: 7, top: 'yesterday', period: '7d' })).toEqual({
      days: 7,
      top: 'yesterday',
      period: '7d',
    });
    expect(parseDashboardSearch({ days: 30, top: 'today', period: '30d' })).toEqual({});
    expect(parseDashboardSearch({ days: '8; drop', top: 1, other: true })).toEqual({});
  });
});
