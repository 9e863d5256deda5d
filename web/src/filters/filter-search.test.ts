import { describe, expect, test } from 'vitest';
import { parseFilterSearch, SCREEN_FILTERS_MAX, withFilters } from './filter-search.ts';

describe('filters in a URL', () => {
  test('are read once or several times, each once, up to their number', () => {
    expect(parseFilterSearch({ f: 'channel:is:facebook' })).toEqual({ f: ['channel:is:facebook'] });
    expect(parseFilterSearch({ f: ['coupon:none', 'coupon:none', 'product:has:a:b'] })).toEqual({
      f: ['coupon:none', 'product:has:a:b'],
    });
    const many = Array.from({ length: 9 }, (_, index) => `ad:is:${index}`);
    expect(parseFilterSearch({ f: many }).f).toHaveLength(SCREEN_FILTERS_MAX);
  });

  test.each([undefined, '', 'channel', 'channel:is:', 'channel:is', 7, { dim: 'ad' }])('leave no trace of %j', (f) => {
    expect(parseFilterSearch({ f })).toEqual({});
  });

  test('are written under one name, readable, behind the rest', () => {
    expect(withFilters('?period=7d', ['channel:is:facebook,google', 'ad:has:vídeo & 1'])).toBe(
      '?period=7d&f=channel:is:facebook,google&f=ad:has:v%C3%ADdeo%20%26%201',
    );
    expect(withFilters('', ['coupon:none'])).toBe('?f=coupon:none');
    expect(withFilters('', undefined)).toBe('');
  });
});
