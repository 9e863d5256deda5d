/**
 * The formulas of the metrics, in one place for the API and the browser (specification §5). Inputs are totals of a period, never
 * ratios: the ROAS of a month is its revenue divided by its spend, not the mean of its days. No result is NaN or infinite.
 */

/** ROAS = revenue / spend; 0 without spend. */
export const roas = (revenue: number, spend: number): number => (spend > 0 ? revenue / spend : 0);

/** CPA = spend / conversions; null without conversions, and without spend: what cost nothing has no price. */
export const cpa = (spend: number, conversions: number): number | null =>
  spend > 0 && conversions > 0 ? spend / conversions : null;

/** ROI in percent = (revenue − spend) / spend × 100; null without spend. */
export const roi = (revenue: number, spend: number): number | null =>
  spend > 0 ? ((revenue - spend) / spend) * 100 : null;

/** Conversion rate in percent = conversions / clicks × 100; 0 without clicks. */
export const conversionRate = (conversions: number, clicks: number): number =>
  clicks > 0 ? (conversions / clicks) * 100 : 0;

/** Approval rate in percent = approved / (approved + pending + lost) × 100; 0 without an order. */
export function approvalRate(orders: { approved: number; pending: number; lost: number }): number {
  const all = orders.approved + orders.pending + orders.lost;
  return all > 0 ? (orders.approved / all) * 100 : 0;
}

export type PercentChange = { kind: 'none' } | { kind: 'new' } | { kind: 'change'; percent: number };

/** Change in percent of the previous value: 'new' from nothing to something, 'none' from nothing to nothing. */
export function percentChange(current: number, previous: number): PercentChange {
  if (previous > 0) return { kind: 'change', percent: ((current - previous) / previous) * 100 };
  return current > 0 ? { kind: 'new' } : { kind: 'none' };
}
