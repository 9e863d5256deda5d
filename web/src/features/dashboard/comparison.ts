import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { countDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { DateRange } from '../../date-range/date-range.ts';
import { trackedDaysOf } from '../../date-range/tracking.ts';
import type { Basis } from '../../profit/basis.ts';
import { type RangeFigures, rangeFiguresOf } from './range-figures.ts';

type Compared = Pick<RangeFigures, 'revenue' | 'spend' | 'roas' | 'profit'>;

export interface Comparison {
  /** With what the figures of the range are compared; null where that is not known. */
  previous: Readonly<Record<keyof Compared, number | null>>;
  /** The share of the previous range that is as long as the range has lasted until now, from 0 to 1. */
  share: number;
}

interface Asked {
  range: Pick<DateRange, 'from' | 'to'>;
  /** The days of `before`. */
  rangeBefore: Pick<DateRange, 'from' | 'to'>;
  today: TenantDay;
  /** Of the day that is not over, from 0 to 1. */
  dayShare: number;
  /** Of the range, and of the equally long one before it. */
  summary: PerformanceSummary;
  before: PerformanceSummary | undefined;
  basis: Basis;
}

/**
 * Like with like: today with yesterday until the same minute, any other range with the one before it. Null: nothing is known
 * before; undefined: it is on its way. Of days before tracking began only spend is known: a part of them is no whole to compare with.
 */
export function comparisonOf(asked: Asked): Comparison | null | undefined {
  const { range, rangeBefore, today, dayShare, summary, before, basis } = asked;
  if (isToday(range, today)) {
    if (summary.yesterdayToNow === null) return null;
    const { revenue, spend, roas } = summary.yesterdayToNow;
    if (revenue === 0 && !spend) return null;
    // Costs are kept by the day: what yesterday had cost until this minute is not known.
    return { previous: { revenue, spend, roas: basis === 'net' ? null : roas, profit: null }, share: 1 };
  }
  const previous = before && rangeFiguresOf(before, basis);
  if (!previous) return undefined;
  if (previous.revenue === 0 && previous.spend === 0) return null;
  const tracked = trackedDaysOf(summary.trackedSince, rangeBefore);
  if (tracked === 'none') return null;
  const days = countDays(range.from, range.to);
  // Of days that no run has read, spend is at least what is known: nothing to compare with.
  const known = before.spendKnown?.range === false ? { ...previous, spend: null } : previous;
  return {
    previous: tracked === 'all' ? known : { ...known, revenue: null, profit: null },
    share: range.to === today ? (days - 1 + dayShare) / days : 1,
  };
}

export const isToday = ({ from, to }: Pick<DateRange, 'from' | 'to'>, today: TenantDay): boolean =>
  from === today && to === today;
