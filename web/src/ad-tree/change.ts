import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { Values } from './columns.tsx';

export interface Change {
  /** In percent of the figure before, whose sign it keeps: a smaller loss is a gain. */
  readonly percent: number;
  readonly before: number;
  /** Whether it is good; null: more of it is neither good nor bad. */
  readonly isGood: boolean | null;
  /** Of so few conversions that it says little. */
  readonly isWeak: boolean;
}

/** Fewer conversions in one of both periods: grey. */
const CONVERSIONS_MIN = 5;

/** Undefined: one of both is not known, or there was nothing to compare with. */
export function changeOf(metric: FigureMetric, now: Values, before: Values | null): Change | undefined {
  const [value, base] = [now[metric] ?? null, before?.[metric] ?? null];
  if (value === null || base === null || base === 0) return undefined;
  const conversions = Math.min(now.conversions ?? 0, before?.conversions ?? 0);
  return {
    percent: ((value - base) / Math.abs(base)) * 100,
    before: base,
    isGood: metric === 'spend' || value === base ? null : value > base,
    isWeak: conversions < CONVERSIONS_MIN,
  };
}
