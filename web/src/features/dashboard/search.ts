import { type BasisSearch, parseBasisSearch } from '../../profit/basis.ts';
import { parseRangeSearch, type RangeSearch } from '../date-range/date-range.ts';

/** Specification §9. */
export const CHART_DAYS = [7, 14, 30, 60, 90] as const;
export type ChartDays = (typeof CHART_DAYS)[number];
export const DEFAULT_CHART_DAYS: ChartDays = 30;

export interface DashboardSearch extends RangeSearch, BasisSearch {
  days?: ChartDays | undefined;
  top?: 'yesterday' | undefined;
}

/** What the dashboard keeps in its URL, so that a view can be shared; defaults leave no trace. */
export function parseDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const days = CHART_DAYS.find((one) => one === Number(search.days));
  return {
    ...parseRangeSearch(search),
    ...parseBasisSearch(search),
    ...(days && days !== DEFAULT_CHART_DAYS && { days }),
    ...(search.top === 'yesterday' && { top: 'yesterday' as const }),
  };
}
