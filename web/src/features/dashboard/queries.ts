import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  bestAds,
  bestCampaigns,
  bestChannels,
  HOURS_CHART_DAYS_MAX,
  hoursChart,
  metricsChart,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import type { DateRange } from '../../date-range/date-range.ts';

/** The calls of specification §7.2. What is shown never stays under the name of another range. */
const TOP_CAMPAIGNS = 3;
export const TOP_ROWS = 10;

type Days = Pick<DateRange, 'from' | 'to'>;
const daysOf = ({ from, to }: Days) => ({ startDate: from, endDate: to });

/** Of another range, the answer before stays: today, yesterday and the month are the same in both. Its `range` is not (`ofThisRange`). */
export const useSummary = (range: Days) =>
  useQuery({
    ...contractQuery(performanceSummary, { query: daysOf(range) }, 'Failed to fetch performance summary'),
    ...polled,
  });

/** Without data that is of another range. */
export const ofThisRange = <Data>(query: UseQueryResult<Data>): UseQueryResult<Data> =>
  query.isPlaceholderData ? ({ ...query, data: undefined } as UseQueryResult<Data>) : query;

export const useBestCampaigns = (period: 'today' | 'yesterday') =>
  useQuery({
    ...contractQuery(bestCampaigns, { query: { period, limit: TOP_CAMPAIGNS } }, 'Failed to fetch best campaigns'),
    ...polled,
  });

export const useBestAds = (range: Days) =>
  useQuery({
    ...contractQuery(bestAds, { query: { limit: TOP_ROWS, ...daysOf(range) } }, 'Failed to fetch best ads'),
    ...polled,
  });

export const useBestChannels = (range: Days) =>
  useQuery({
    ...contractQuery(bestChannels, { query: { limit: TOP_ROWS, ...daysOf(range) } }, 'Failed to fetch best channels'),
    ...polled,
  });

/** Nothing is asked without days. */
export const useMetricsChart = (days: number | undefined) =>
  useQuery({
    ...contractQuery(metricsChart, { query: { days } }, 'Failed to fetch metrics chart'),
    ...polled,
    enabled: days !== undefined,
  });

/** The hours of a day; nothing is asked without one. */
export const useHoursChart = (day: TenantDay | undefined) =>
  useQuery({
    ...contractQuery(hoursChart, { query: { endDate: day } }, 'Failed to fetch metrics chart'),
    ...polled,
    enabled: day !== undefined,
  });

/** Today's hours and those of the seven days before, which do not change any more: not asked again with each sale. */
export const useLastWeekHours = (today: TenantDay, enabled: boolean) =>
  useQuery({
    queryKey: ['last-week-hours', today],
    queryFn: ({ signal }) => call(hoursChart, { query: { endDate: today, days: HOURS_CHART_DAYS_MAX } }, { signal }),
    enabled,
  });

export const useCampaignFigures = (range: Days) =>
  useQuery({ ...contractQuery(listCampaigns, { query: daysOf(range) }, 'Failed to fetch campaigns'), ...polled });
