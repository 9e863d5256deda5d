import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { baseOf, changePercent } from '@tracker/schemas/figures/change';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { asShown } from '@tracker/schemas/metrics/as-shown';
import { metricText } from '../breakdown/metric-text.ts';

/** What a change is of: two periods of the same length. */
export interface Compared extends Pick<FigureAnswer['total'], 'values' | 'previous'> {
  /** The answer that it is of; without one both are whole. */
  readonly of?: Pick<FigureAnswer, 'compare' | 'trackedSince'>;
}
/** What is known of it: it is a question of its own, which may be on its way, or have failed. */
export type Comparing = Compared | 'loading' | 'failed' | undefined;

export interface Change {
  /** Shown without digits after the comma. Null: the figure before was nothing, or a loss, and `now - before` says what changed. */
  readonly percent: number | null;
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

/** The API gives 0 without spend, as the specification says: that is no return. */
const OF_SPEND: ReadonlySet<FigureMetric> = new Set<FigureMetric>(['roas', 'netRoas']);

/** Undefined: one of both is not known, or not yet, or both are nothing. */
export function changeOf(metric: FigureMetric, compared: Comparing): Change | undefined {
  if (compared === undefined || typeof compared === 'string') return undefined;
  const { values: now, previous: before, of } = compared;
  const value = now[metric] ?? null;
  const known = before?.[metric] ?? null;
  const base = of ? baseOf(of, metric, known) : known;
  if (value === null || base === null || (value === 0 && base === 0)) return undefined;
  if (OF_SPEND.has(metric) && (now.spend === 0 || before?.spend === 0)) return undefined;
  const percent = changePercent(value, base);
  const direction = percent === null ? value - base : asShown('count', percent);
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

const percents = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });

type Difference = Pick<Change, 'percent' | 'before' | 'now'>;

/** '+12 %', and '+R$ 25,00' where the figure before was nothing or a loss. */
export function differenceText(metric: FigureMetric, { now, before, percent }: Difference): string {
  if (percent !== null) return `${percents.format(percent)}\u00a0%`;
  return `${now > before ? '+' : ''}${metricText(metric, now - before)}`;
}

export const bothText = (metric: FigureMetric, { now, before, isWeak }: Change): string =>
  `De ${metricText(metric, before)} para ${metricText(metric, now)}${isWeak ? '. Com menos de 5 conversões a diferença diz pouco' : ''}`;
