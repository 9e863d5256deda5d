import { useQuery } from '@tanstack/react-query';
import { performanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { contractQuery, polled } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';

/** Since which day ratios count, how old the spend is, and of how many days it is unknown; undefined while that is on its way. */
export const useSummary = ({ from, to }: Pick<DateRange, 'from' | 'to'>, enabled = true) =>
  useQuery({
    ...contractQuery(
      performanceSummary,
      { query: { startDate: from, endDate: to } },
      'Failed to fetch performance summary',
    ),
    ...polled,
    // Only of this range.
    placeholderData: undefined,
    enabled,
  }).data;
