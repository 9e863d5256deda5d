import { addDays, countDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type DateRange, parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type FilterSearch, parseFilterSearch } from '../../filters/filter-search.ts';
import { type BasisSearch, parseBasisSearch } from '../../profit/basis.ts';

/** Specification §9. */
export const CHART_DAYS = [7, 14, 30, 60, 90] as const;
export type ChartDays = (typeof CHART_DAYS)[number];
const DEFAULT_CHART_DAYS: ChartDays = 30;

export interface DashboardSearch extends RangeSearch, BasisSearch, FilterSearch {
  /** Absent: the chart follows the panel. */
  days?: ChartDays | undefined;
  top?: 'yesterday' | undefined;
  /** The first steps were asked for, though they are put away or over; 'spend': with that one open. */
  steps?: 'open' | 'spend' | undefined;
}

/** What the dashboard keeps in its URL, so that a view can be shared; defaults leave no trace. */
export function parseDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = parseRangeSearch(search);
  const days = CHART_DAYS.find((one) => one === Number(search.days));
  const steps = (['open', 'spend'] as const).find((one) => one === search.steps);
  return {
    ...range,
    ...parseBasisSearch(search),
    ...parseFilterSearch(search),
    ...(days && (days !== DEFAULT_CHART_DAYS || range.period !== undefined) && { days }),
    ...(search.top === 'yesterday' && { top: 'yesterday' as const }),
    ...(steps && { steps }),
  };
}

/** What the chart shows: the hours of a day, or days, which are read up to today. */
export type ChartPeriod =
  | { kind: 'hours'; day: TenantDay }
  | { kind: 'days'; from: TenantDay; to: TenantDay; readDays: number };

/** Its own choice of days, else the period of the panel, as far back as days are read. */
export function chartPeriodOf(days: ChartDays | undefined, { from, to }: DateRange, today: TenantDay): ChartPeriod {
  if (days === undefined && from === to) return { kind: 'hours', day: from };
  const back = days ?? countDays(from, today);
  const readDays = back > Math.max(...CHART_DAYS) ? DEFAULT_CHART_DAYS : back;
  const isPanels = days === undefined && readDays === back;
  return { kind: 'days', from: addDays(today, 1 - readDays), to: isPanels ? to : today, readDays };
}

/** The choice that shows the same as the panel's period; undefined where none does. */
export const chartDaysOf = ({ from, to }: DateRange, today: TenantDay): ChartDays | undefined =>
  to === today ? CHART_DAYS.find((days) => days === countDays(from, to)) : undefined;
