import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { cpa, roas, roi } from '@tracker/schemas/metrics/formulas';
import { isSpentBefore } from '../../date-range/tracking.ts';

/** Specification §9. */
export const TOP_CAMPAIGNS = 5;
/** Sources with a bar of their own; the rest shares one. */
export const TOP_SOURCES = 8;

export interface Totals {
  readonly conversions: number;
  readonly revenue: number;
  /** Null, and with it the ratios, where that of one campaign is not known. */
  readonly spend: number | null;
  /** Of its days since tracking began; null where `spend` is. */
  readonly trackedSpend: number | null;
  /** Of the totals: never the mean of the campaigns' (decision 23). */
  readonly roas: number | null;
  readonly cpa: number | null;
  readonly roi: number | null;
  readonly clicks: number;
  readonly pageViews: number;
}

export function totalsOf(campaigns: readonly Campaign[]): Totals {
  const total = { revenue: 0, spend: 0, clicks: 0, pageViews: 0, conversions: 0 };
  const tracked = { revenue: 0, spend: 0, conversions: 0 };
  let isKnown = true;
  for (const { revenue, spend, clicks, pageViews, conversions, ofTrackedDays } of campaigns) {
    tracked.revenue += ofTrackedDays.revenue;
    tracked.spend += ofTrackedDays.spend ?? 0;
    tracked.conversions += ofTrackedDays.conversions;
    total.revenue += revenue;
    total.spend += spend ?? 0;
    isKnown &&= spend !== null;
    total.clicks += clicks;
    total.pageViews += pageViews;
    total.conversions += conversions;
  }
  return {
    ...total,
    spend: isKnown ? total.spend : null,
    trackedSpend: isKnown ? tracked.spend : null,
    roas: isKnown ? roas(tracked.revenue, tracked.spend) : null,
    cpa: isKnown ? cpa(tracked.spend, tracked.conversions) : null,
    roi: isKnown ? roi(tracked.revenue, tracked.spend) : null,
  };
}

/**
 * The best by ROAS, of those with revenue, or with spend that is known or may have been; of equal ones those with more revenue. Those without a
 * ROAS come last. Null where no source reports spend: then only revenue ranks.
 */
export const topByRoas = (campaigns: readonly Campaign[], hasSource = true): Campaign[] =>
  campaigns
    .filter(({ revenue, spend }) => revenue > 0 || (spend === null ? hasSource : spend > 0))
    .map((campaign) => (isSpentBefore(campaign) ? { ...campaign, roas: null } : campaign))
    .toSorted((a, b) => (b.roas ?? -1) - (a.roas ?? -1) || b.revenue - a.revenue)
    .slice(0, TOP_CAMPAIGNS);

export interface SourceClicks {
  readonly name: string;
  /** Of figures; undefined: of several. */
  readonly source?: string;
  readonly clicks: number;
  readonly percent: number;
}

/** Sources by clicks, 'Direct' for what has none; beyond the first ones in one bar, so that the bars are all clicks there were. */
export function clicksBySource(rows: readonly Pick<BreakdownRow, 'keys' | 'clicks'>[]): SourceClicks[] {
  const all = rows
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks)
    .map(({ keys: [key], clicks }) => ({ source: key || 'direct', clicks }))
    .map((one) => ({ ...one, name: one.source === 'direct' ? 'Direct' : one.source }));
  const total = sum(all);
  const rest = all.slice(TOP_SOURCES);
  const shown = rest.length > 1 ? [...all.slice(0, TOP_SOURCES), { name: 'Outras fontes', clicks: sum(rest) }] : all;
  return shown.map((one) => ({ ...one, percent: (one.clicks / total) * 100 }));
}

const sum = (all: readonly { readonly clicks: number }[]) => all.reduce((total, { clicks }) => total + clicks, 0);
