import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { cpa } from '@tracker/schemas/metrics/formulas';
import type { Basis } from '../../profit/basis.ts';

export interface RangeFigures {
  revenue: number;
  spend: number;
  /** Of the basis; null, as the rest that follows from spend, where a day of it was not read. */
  roas: number | null;
  roi: number | null;
  /** Always net. */
  profit: number | null;
}

export function rangeFiguresOf({ range }: PerformanceSummary, basis: Basis): RangeFigures | undefined {
  if (!range) return undefined;
  const { revenue, spend, net } = range;
  const ratios = basis === 'net' ? net : range;
  // Spend of before tracking alone is in no ratio.
  const roas = spend > 0 && net.spend === 0 ? null : ratios.roas;
  return { revenue, spend, roas, roi: ratios.roi, profit: net.profit };
}

export interface ConversionFigures {
  conversions: number;
  /** Null also where the spend of one campaign is not known. */
  cpa: number | null;
  /** Revenue of a conversion, in the mean. */
  averageValue: number | null;
}

/** Totals first, ratios of the totals after: never means of the campaigns' ratios. */
export function conversionFiguresOf(campaigns: readonly Campaign[]): ConversionFigures {
  const total = { conversions: 0, spend: 0, revenue: 0 };
  let conversions = 0;
  let isKnown = true;
  for (const { ofTrackedDays, conversions: all } of campaigns) {
    conversions += all;
    total.conversions += ofTrackedDays.conversions;
    total.spend += ofTrackedDays.spend ?? 0;
    isKnown &&= ofTrackedDays.spend !== null;
    total.revenue += ofTrackedDays.revenue;
  }
  return {
    conversions,
    cpa: isKnown ? cpa(total.spend, total.conversions) : null,
    averageValue: total.conversions > 0 ? total.revenue / total.conversions : null,
  };
}
