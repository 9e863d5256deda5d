import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';

/** What a change is of: two periods of the same length. */
export type Compared = FigureAnswer['total'];

export interface Change {
  /** In percent of the figure before, whose sign it keeps: a smaller loss is a gain. */
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

/** Undefined: one of both is not known, or there was nothing to compare with. */
export function changeOf(metric: FigureMetric, { values: now, previous: before }: Compared): Change | undefined {
  const [value, base] = [now[metric] ?? null, before?.[metric] ?? null];
  if (value === null || base === null || base === 0) return undefined;
  const isGood = metric === 'spend' || metric === 'clicks' || value === base ? null : value > base;
  const conversions = Math.min(now.conversions ?? 0, before?.conversions ?? 0);
  return {
    percent: ((value - base) / Math.abs(base)) * 100,
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
