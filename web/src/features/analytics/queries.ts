import { useQuery } from '@tanstack/react-query';
import { analyticsBreakdown, analyticsExport } from '@tracker/schemas/contracts/analytics.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
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

export const exportUrl = (groupBy: readonly Dimension[], range: DateRange): string =>
  inTab(urlOf(analyticsExport.path, { query: { groupBy: groupBy.join(','), ...days(range) }, params: undefined }));
