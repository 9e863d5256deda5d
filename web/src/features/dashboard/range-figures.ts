import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { cpa, roi } from '@tracker/schemas/metrics/formulas';

export interface RangeFigures {
  revenue: number;
  spend: number;
  roas: number;
  /** Revenue minus spend. */
  profit: number;
  roi: number | null;
}

export function rangeFiguresOf(summary: PerformanceSummary): RangeFigures | undefined {
  const { range } = summary;
  return range && { ...range, profit: range.revenue - range.spend, roi: roi(range.revenue, range.spend) };
}

export interface ConversionFigures {
  conversions: number;
  cpa: number | null;
  /** Revenue of a conversion, in the mean. */
  averageValue: number | null;
}

/** Totals first, ratios of the totals after: never means of the campaigns' ratios. */
export function conversionFiguresOf(campaigns: readonly Campaign[]): ConversionFigures {
  const total = { conversions: 0, spend: 0, revenue: 0 };
  for (const { conversions, spend, revenue } of campaigns) {
    total.conversions += conversions;
    total.spend += spend;
    total.revenue += revenue;
  }
  return {
    conversions: total.conversions,
    cpa: cpa(total.spend, total.conversions),
    averageValue: total.conversions > 0 ? total.revenue / total.conversions : null,
  };
}
