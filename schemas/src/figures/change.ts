// How a figure changed against other days.
import { addDays, countDays, monthsBefore, type TenantDay } from '../primitives/tenant-day.ts';
import type { COMPARISONS } from './figure-query.ts';
import { type FigureMetric, needsTracking } from './metrics.ts';

/** In percent of the figure before. Null: one of both is not known, or it was nothing or a loss, of which no percentage says what changed. */
export const changePercent = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : ((now - before) / before) * 100;

/** What a figure is compared with. Null: of days of which some were not tracked a sum is no whole. */
export const baseOf = (
  { compare, trackedSince }: { readonly compare: Days | null; readonly trackedSince: TenantDay | null },
  metric: FigureMetric,
  before: number | null,
): number | null =>
  compare && (trackedSince === null || trackedSince > compare.from) && needsTracking(metric) ? null : before;

interface Days {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

/**
 * The days that are compared where today is one of several: those before it. Of days that are over no platform's hours are kept, so that nothing could
 * be compared with a part of today.
 */
export const finishedDays = ({ from, to }: Days, today: TenantDay): Days | undefined =>
  from < today && today <= to ? { from, to: addDays(today, -1) } : undefined;

interface ComparedWith {
  readonly compare: (typeof COMPARISONS)[number] | Days;
  /** The compared days move to the nearest ones on the same weekdays. */
  readonly sameWeekdays?: boolean | undefined;
}

/**
 * The days that a period is compared with, as many of them but for `month` and `year`, whose months differ. An own period stays, and so does the day
 * before a day.
 */
export function comparedPeriod({ from, to }: Days, { compare, sameWeekdays }: ComparedWith): Days {
  if (typeof compare === 'object') return compare;
  const days = countDays(from, to);
  const before = BEFORE[compare]({ from, to }, days);
  if (!sameWeekdays || (compare === 'previous' && days === 1)) return before;
  const distance = countDays(before.from, from) - 1;
  const nearest = Math.round(distance / 7) * 7;
  // Days that lay before the period stay before it.
  const moved = nearest < days && distance >= days ? nearest + 7 : nearest;
  return { from: addDays(from, -moved), to: addDays(to, -moved) };
}

const BEFORE: Readonly<Record<(typeof COMPARISONS)[number], (period: Days, days: number) => Days>> = {
  previous: ({ from, to }, days) => ({ from: addDays(from, -days), to: addDays(to, -days) }),
  week: ({ from, to }) => ({ from: addDays(from, -7), to: addDays(to, -7) }),
  month: ({ from, to }) => ({ from: monthsBefore(from, 1), to: monthsBefore(to, 1) }),
  year: ({ from, to }) => ({ from: monthsBefore(from, 12), to: monthsBefore(to, 12) }),
};
