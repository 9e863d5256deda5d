import { useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, analyticsExport } from '@tracker/schemas/contracts/analytics.contract';
import { performanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { BREAKDOWN_FAILURE } from '../../breakdown/queries.ts';
import { urlOf } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { inTab } from '../../data/tab-tenant.ts';
import type { DateRange } from '../../date-range/date-range.ts';

/** The number of sources in the bars; more of them would be unreadable. */
const SOURCES_MAX = 1_000;
const days = ({ from, to }: DateRange) => ({ startDate: from, endDate: to });

export const useSources = (range: DateRange) =>
  useQuery({
    ...contractQuery(
      analyticsBreakdown,
      { query: { groupBy: 'source', limit: SOURCES_MAX, ...days(range) } },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
  });

/** The day since which ratios count; undefined while it is not known. */
export const useTrackedSince = (range: DateRange): TenantDay | null | undefined =>
  useQuery({
    ...contractQuery(performanceSummary, { query: days(range) }, 'Failed to fetch performance summary'),
    ...polled,
    select: ({ trackedSince }) => trackedSince,
  }).data;

export const exportUrl = (groupBy: readonly Dimension[], range: DateRange): string =>
  inTab(urlOf(analyticsExport.path, { query: { groupBy: groupBy.join(','), ...days(range) }, params: undefined }));
