/** The breakdown of figures by dimensions, for every screen that shows groups: their parts add up to them, and they to the total. */
import { useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, type BreakdownRow, NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { contractQuery, FIGURES_POLL_MS, polled } from '../data/query-client.ts';
import { usePages } from '../data/use-pages.ts';
import type { DateRange } from '../features/date-range/date-range.ts';

export const BREAKDOWN_FAILURE = 'Failed to fetch analytics';
/** What a person looks through; the file has all of them. */
export const GROUPS_MAX = 200;

const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

/** `key`: only the groups below this first key, null for those without it. */
export const useGroups = (groupBy: readonly Dimension[], range: DateRange, key?: string | null) =>
  usePages(
    analyticsBreakdown,
    {
      query: {
        groupBy: groupBy.join(','),
        ...(key !== undefined && { key: key ?? '' }),
        limit: GROUPS_MAX,
        ...days(range),
      },
    },
    { pollMs: FIGURES_POLL_MS, failure: BREAKDOWN_FAILURE },
  );

/** All groups together, and what belongs to none of them; undefined while unknown, and where there is nothing. */
export const useTotal = (range: DateRange): BreakdownRow | undefined => {
  const parts = { query: { groupBy: NO_GROUPS, ...days(range) } };
  const query = useQuery({
    ...contractQuery(analyticsBreakdown, parts, BREAKDOWN_FAILURE),
    ...polled,
  });
  return query.data?.[0];
};
