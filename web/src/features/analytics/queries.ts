import { useQuery } from '@tanstack/react-query';
import {
  analyticsBreakdown,
  analyticsExport,
  type BreakdownRow,
  NO_GROUPS,
} from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { urlOf } from '../../data/call.ts';
import { contractQuery, FIGURES_POLL_MS, keptUnderItsName, polled } from '../../data/query-client.ts';
import { usePages } from '../../data/use-pages.ts';
import type { DateRange } from '../date-range/date-range.ts';

const BREAKDOWN_FAILURE = 'Failed to fetch analytics';
/** The number of sources in the bars; more of them would be unreadable. */
const SOURCES_MAX = 1_000;
/** What a person looks through; the file has all of them. */
export const GROUPS_MAX = 200;

const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

export const useCampaigns = (range: DateRange) =>
  useQuery({
    ...contractQuery(listCampaigns, { query: days(range) }, 'Failed to fetch campaigns'),
    ...polled,
    ...keptUnderItsName({ query: days(range) }),
  });

export const useSources = (range: DateRange) =>
  useQuery({
    ...contractQuery(
      analyticsBreakdown,
      { query: { groupBy: 'source', limit: SOURCES_MAX, ...days(range) } },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
    ...keptUnderItsName({ query: days(range) }),
  });

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
    ...keptUnderItsName(parts),
  });
  return query.data?.[0];
};

export const exportUrl = (groupBy: readonly Dimension[], range: DateRange): string =>
  urlOf(analyticsExport.path, { query: { groupBy: groupBy.join(','), ...days(range) }, params: undefined });
