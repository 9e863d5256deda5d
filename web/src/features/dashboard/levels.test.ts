import { describe, expect, it } from 'vitest';
import { changeLook, conversionRateLook, roasLook } from './levels.ts';

describe('colour levels of the dashboard', () => {
  it('grades ROAS at 2 and at 1', { tags: ['§2.6'] }, () => {
    expect([2, 1.99, 1, 0.99, 0].map((roas) => roasLook({ roas, spend: 10 }))).toEqual([
      'default',
      'secondary',
      'secondary',
      'destructive',
      'destructive',
    ]);
  });

  it('does not grade the ROAS of what cost nothing', () => {
    expect(roasLook({ roas: 0, spend: 0 })).toBe('secondary');
  });

  it('grades the conversion rate at 5 % and at 2 %', { tags: ['§2.6'] }, () => {
    expect([5, 4.9, 2, 1.9].map(conversionRateLook)).toEqual(['good', 'warn', 'warn', 'gray']);
  });

  it('grades a change by whether more of the figure is better', () => {
    expect(changeLook({ kind: 'change', percent: 12 }, 'more-is-better')).toBe('good');
    expect(changeLook({ kind: 'change', percent: -12 }, 'more-is-better')).toBe('destructive');
    expect(changeLook({ kind: 'change', percent: -12 }, 'less-is-better')).toBe('good');
    expect(changeLook({ kind: 'change', percent: 12 }, 'neutral')).toBe('secondary');
    expect(changeLook({ kind: 'change', percent: 0.01 }, 'more-is-better')).toBe('secondary');
    expect(changeLook({ kind: 'new' }, 'more-is-better')).toBe('good');
  });
});
