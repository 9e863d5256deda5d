import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { describe, expect, it } from 'vitest';
import { conversionFiguresOf, rangeFiguresOf } from './range-figures.ts';

const campaign = (conversions: number, spend: number, revenue: number) =>
  ({ conversions, ofTrackedDays: { conversions, spend, revenue } }) as Campaign;

describe('figures of a range', () => {
  it('returns totals and their ratios', () => {
    const net = { profit: 120, roas: 2.05, roi: 105 };
    const summary = { range: { revenue: 300, spend: 100, roas: 3, roi: 200, net } } as PerformanceSummary;
    const totals = { revenue: 300, spend: 100, profit: 120 };
    expect(rangeFiguresOf(summary, 'gross')).toEqual({ ...totals, roas: 3, roi: 200 });
    expect(rangeFiguresOf(summary, 'net')).toEqual({ ...totals, roas: 2.05, roi: 105 });
    expect(conversionFiguresOf([campaign(2, 10, 100), campaign(8, 90, 400)])).toEqual({
      conversions: 10,
      cpa: 10,
      averageValue: 50,
    });
  });

  it('omits ratios without a divisor, and all figures without a range', () => {
    expect(conversionFiguresOf([campaign(3, 0, 90)]).cpa).toBeNull();
    expect(conversionFiguresOf([campaign(0, 10, 0)])).toEqual({ conversions: 0, cpa: null, averageValue: null });
    const withoutSpend = {
      range: { revenue: 5, spend: 0, roas: 0, roi: null, net: { profit: 5 } },
    } as PerformanceSummary;
    expect(rangeFiguresOf(withoutSpend, 'gross')?.roi).toBeNull();
    expect(rangeFiguresOf({} as PerformanceSummary, 'gross')).toBeUndefined();
  });
});
