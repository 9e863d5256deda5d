import { useQuery } from '@tanstack/react-query';
import { netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import { contractQuery, polled } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';

/** Profit line by line, of the company and of each campaign. Figures of another range are never kept on screen. */
export const useNetOfCampaigns = ({ from, to }: Pick<DateRange, 'from' | 'to'>) =>
  useQuery({
    ...contractQuery(netOfCampaigns, { query: { startDate: from, endDate: to } }, 'Failed to fetch profit'),
    ...polled,
  });
