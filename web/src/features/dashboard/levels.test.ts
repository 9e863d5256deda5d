import { describe, expect, it } from 'vitest';
import { changeLook, conversionRateLook, roasLook } from './levels.ts';

describe('levels', () => {
  it('of ROAS (§2.6)', () => {
    expect([2, 1.99, 1, 0.99, 0].map(roasLook)).toEqual([
      'default',
      'secondary',
      'secondary',
      'destructive',
      'destructive',
    ]);
  });

  it('of the conversion rate (§2.6)', () => {
    expect([5, 4.9, 2, 1.9].map(conversionRateLook)).toEqual(['good', 'warn', 'warn', 'gray']);
  });

  it('of changes: good or bad by what the figure means', () => {
    expect(changeLook({ kind: 'change', percent: 12 }, 'more-is-better')).toBe('good');
    expect(changeLook({ kind: 'change', percent: -12 }, 'more-is-better')).toBe('destructive');
    expect(changeLook({ kind: 'change', percent: -12 }, 'less-is-better')).toBe('good');
    expect(changeLook({ kind: 'change', percent: 12 }, 'neutral')).toBe('secondary');
    expect(changeLook({ kind: 'change', percent: 0.01 }, 'more-is-better')).toBe('secondary');
    expect(changeLook({ kind: 'new' }, 'more-is-better')).toBe('good');
  });
});
