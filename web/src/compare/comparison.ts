// Which days a screen compares: like with like. Every change on every screen is of these days, and says so.
import { comparedPeriod, finishedDays } from '@tracker/schemas/figures/change';
import type { COMPARISONS } from '@tracker/schemas/figures/figure-query';
import { addDays, monthsBefore, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { DateRange } from '../date-range/date-range.ts';
import { formatDayMonth } from '../format/days.ts';
import { type CompareSearch, DEFAULT_COMPARISON } from './compare-search.ts';

interface Days {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

export interface Comparison {
  /** As `GET /api/figures` takes it. */
  readonly asked: { readonly compare: string; readonly weekdays?: 'same' };
  /** The days that are compared, where those are not the days that are shown. */
  readonly finished: Days | undefined;
  /** Today alone: the other day ends at the same time of day. */
  readonly isCut: boolean;
  /** Of which days the changes are: '22/11 a 27/11 com 15/11 a 20/11'. */
  readonly days: string;
}

/**
 * Undefined: with nothing. Days that are over, on the same weekdays; of a month the same days of the one before. An own period is compared whole, and
 * today alone with the same part of the other day.
 */
export function comparisonOf(
  { compare = DEFAULT_COMPARISON }: CompareSearch,
  range: Days & Partial<Pick<DateRange, 'preset'>>,
  today: TenantDay,
): Comparison | undefined {
  if (compare === 'none') return undefined;
  const own = compare === DEFAULT_COMPARISON && range.preset === 'last-month' ? monthBefore(range) : ownDays(compare);
  if (own) {
    const asked = { compare: `${own.from},${own.to}` };
    return { asked, finished: undefined, isCut: false, days: daysOf(range, own) };
  }
  const finished = finishedDays(range, today);
  const now = finished ?? range;
  const isMonth = compare === DEFAULT_COMPARISON && range.preset === 'month' && range.from < range.to;
  // Of a week that began yesterday, the one finished day has its weekday, too.
  const isDayOfMore = compare === DEFAULT_COMPARISON && finished !== undefined && finished.from === finished.to;
  const kind = isMonth ? 'month' : isDayOfMore ? 'week' : (compare as (typeof COMPARISONS)[number]);
  const before = comparedPeriod(now, { compare: kind, sameWeekdays: !isMonth });
  const isCut = finished === undefined && range.to === today;
  return {
    asked: { compare: kind, ...(!isMonth && { weekdays: 'same' }) },
    ...{ finished, isCut },
    days: isCut ? `com ${daysText(before)} até a mesma hora` : daysOf(now, before),
  };
}

const monthBefore = ({ from }: Days): Days => ({ from: monthsBefore(from, 1), to: addDays(from, -1) });

function ownDays(compare: string): Days | undefined {
  const [from, to] = compare.split(',') as [TenantDay, TenantDay?];
  return to && { from, to };
}

export const comparisonNote = ({ days }: Comparison): string => `Δ compara ${days}.`;

const daysOf = (now: Days, before: Days): string => `${daysText(now)} com ${daysText(before)}`;

const daysText = ({ from, to }: Days): string =>
  from === to ? formatDayMonth(from) : `${formatDayMonth(from)} a ${formatDayMonth(to)}`;
