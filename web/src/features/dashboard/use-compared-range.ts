import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useFilteredFigures } from '../../breakdown/queries.ts';
import { comparingOf } from '../../compare/compare-failure.tsx';
import { comparisonOf } from '../../compare/comparison.ts';
import type { DateRange } from '../../date-range/date-range.ts';

export interface ComparedRange {
  readonly range: DateRange;
  readonly today: TenantDay;
  readonly filters?: readonly string[];
}

/** The figures of a range on the days that are compared, and on the days before: the question that the explorer and the tree of ads ask, too. */
export function useComparedRange({ range, today, filters = [] }: ComparedRange) {
  const comparison = comparisonOf({}, range, today);
  const query = useFilteredFigures(comparison?.finished ?? range, filters, {
    metrics: ['netRevenue', 'ticket'],
    shown: range,
    ...(comparison && { compare: comparison.asked }),
  });
  const { revenue, spend, clicks, conversions } = query.data?.total.previous ?? {};
  /** Of a period without any data, all would be new. */
  const isEmptyBefore = query.data !== undefined && !revenue && !spend && !clicks && !conversions;
  return {
    comparison,
    query,
    isEmptyBefore,
    compared: isEmptyBefore ? undefined : comparingOf(query, query.data?.total),
  };
}
