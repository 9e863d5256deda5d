import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  bestAds,
  bestCampaigns,
  bestChannels,
  metricsChart,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { contractQuery, polled } from '../../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';

/** The calls of specification §7.2. After a change of range or tab the old figures stay until the new ones arrive. */
const figures = { ...polled, placeholderData: keepPreviousData } as const;

const TOP_CAMPAIGNS = 3;
export const TOP_ROWS = 10;

type Days = Pick<DateRange, 'from' | 'to'>;
const daysOf = ({ from, to }: Days) => ({ startDate: from, endDate: to });

export const useSummary = (range: Days) =>
  useQuery({
    ...contractQuery(performanceSummary, { query: daysOf(range) }, 'Failed to fetch performance summary'),
    ...figures,
  });

export const useBestCampaigns = (period: 'today' | 'yesterday') =>
  useQuery({
    ...contractQuery(bestCampaigns, { query: { period, limit: TOP_CAMPAIGNS } }, 'Failed to fetch best campaigns'),
    ...polled,
  });

export const useBestAds = (range: Days) =>
  useQuery({
    ...contractQuery(bestAds, { query: { limit: TOP_ROWS, ...daysOf(range) } }, 'Failed to fetch best ads'),
    ...figures,
  });

export const useBestChannels = (range: Days) =>
  useQuery({
    ...contractQuery(bestChannels, { query: { limit: TOP_ROWS, ...daysOf(range) } }, 'Failed to fetch best channels'),
    ...figures,
  });

export const useMetricsChart = (days: number) =>
  useQuery({ ...contractQuery(metricsChart, { query: { days } }, 'Failed to fetch metrics chart'), ...figures });

export const useCampaignFigures = (range: Days) =>
  useQuery({ ...contractQuery(listCampaigns, { query: daysOf(range) }, 'Failed to fetch campaigns'), ...figures });
