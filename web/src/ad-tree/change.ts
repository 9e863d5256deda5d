import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { Values } from './columns.tsx';

export interface Change {
  /** In percent of the figure before, whose sign it keeps: a smaller loss is a gain. */
  readonly percent: number;
  readonly before: number;
  readonly now: number;
  /** Whether it is good; null: more of it is neither good nor bad. */
  readonly isGood: boolean | null;
  /** Of so few conversions that it says little. */
  readonly isWeak: boolean;
}

/** What a change is of: two periods of the same length. */
export interface Compared {
  readonly values: Values;
  readonly previous: Values | null;
}

interface Days {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

/**
 * The days that are compared where today is one of several: those before it. Of days that are over no platform's hours are kept, so that nothing could
 * be compared with a part of today. Undefined: the period as it is.
 */
export const finishedDays = ({ from, to }: Days, today: TenantDay): Days | undefined =>
  from < today && today <= to ? { from, to: addDays(today, -1) } : undefined;

/** Fewer conversions in one of both periods: grey. */
const CONVERSIONS_MIN = 5;

/** Undefined: one of both is not known, or there was nothing to compare with. */
export function changeOf(metric: FigureMetric, { values: now, previous: before }: Compared): Change | undefined {
  const [value, base] = [now[metric] ?? null, before?.[metric] ?? null];
  if (value === null || base === null || base === 0) return undefined;
  const conversions = Math.min(now.conversions ?? 0, before?.conversions ?? 0);
  return {
    percent: ((value - base) / Math.abs(base)) * 100,
    before: base,
    now: value,
    isGood: metric === 'spend' || metric === 'clicks' || value === base ? null : value > base,
    isWeak: conversions < CONVERSIONS_MIN,
  };
}
