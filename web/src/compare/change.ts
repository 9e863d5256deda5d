import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { changePercent } from '@tracker/schemas/figures/change';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { asShown } from '@tracker/schemas/metrics/as-shown';

/** What a change is of: two periods of the same length. */
export type Compared = FigureAnswer['total'];
/** What is known of it: it is a question of its own, which may be on its way, or have failed. */
export type Comparing = Compared | 'loading' | 'failed' | undefined;

export interface Change {
  /** In percent of the figure before, whose sign it keeps: a smaller loss is a gain. Shown without digits after the comma. */
  readonly percent: number;
  readonly before: number;
  readonly now: number;
  /** Whether it is good; null: more of it is neither good nor bad. */
  readonly isGood: boolean | null;
  /** A gain or loss of so few conversions that it says little. */
  readonly isWeak: boolean;
}

/** Fewer conversions in one of both periods: grey. */
const CONVERSIONS_MIN = 5;

/** More of them is neither good nor bad. */
const NEITHER: ReadonlySet<FigureMetric> = new Set<FigureMetric>([
  ...(['clicks', 'pageViews', 'spend', 'impressions', 'pending', 'pendingValue'] as const),
  ...(['revenueTax', 'spendTax', 'gatewayFees', 'productCosts', 'expenses'] as const),
]);
const LESS_IS_BETTER: ReadonlySet<FigureMetric> = new Set<FigureMetric>([
  ...(['cpa', 'cpc', 'cpm', 'refunds', 'refundRate', 'chargebacks'] as const),
]);

/** Undefined: one of both is not known, or not yet, or there was nothing to compare with. */
export function changeOf(metric: FigureMetric, compared: Comparing): Change | undefined {
  if (compared === undefined || typeof compared === 'string') return undefined;
  const { values: now, previous: before } = compared;
  const [value, base] = [now[metric] ?? null, before?.[metric] ?? null];
  const percent = changePercent(value, base);
  if (value === null || base === null || percent === null) return undefined;
  const direction = asShown('count', percent);
  const isGood = NEITHER.has(metric) || direction === 0 ? null : direction > 0 !== LESS_IS_BETTER.has(metric);
  const conversions = Math.min(now.conversions ?? 0, before?.conversions ?? 0);
  return {
    percent,
    before: base,
    now: value,
    isGood,
    isWeak: isGood !== null && conversions < CONVERSIONS_MIN,
  };
}

const LABELS: Partial<Readonly<Record<FigureMetric, string>>> = {
  netProfit: 'Δ lucro',
  revenue: 'Δ receita',
  spend: 'Δ gasto',
  clicks: 'Δ clicks',
};
export const changeLabel = (metric: FigureMetric): string => LABELS[metric] ?? 'Δ';
