import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { describe, expect, it } from 'vitest';
import { conversionFiguresOf, rangeFiguresOf } from './range-figures.ts';

const campaign = (conversions: number, spend: number, revenue: number) => ({ conversions, spend, revenue }) as Campaign;

describe('figures of a range', () => {
  it('returns totals and their ratios', () => {
    const summary = { range: { revenue: 300, spend: 100, roas: 3 } } as PerformanceSummary;
    expect(rangeFiguresOf(summary)).toEqual({ revenue: 300, spend: 100, roas: 3, profit: 200, roi: 200 });
    expect(conversionFiguresOf([campaign(2, 10, 100), campaign(8, 90, 400)])).toEqual({
      conversions: 10,
      cpa: 10,
      averageValue: 50,
    });
  });

  it('omits ratios without a divisor, and all figures without a range', () => {
    expect(conversionFiguresOf([campaign(0, 10, 0)])).toEqual({ conversions: 0, cpa: null, averageValue: null });
    expect(rangeFiguresOf({ range: { revenue: 5, spend: 0, roas: 0 } } as PerformanceSummary)?.roi).toBeNull();
    expect(rangeFiguresOf({} as PerformanceSummary)).toBeUndefined();
  });
});
