import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import { contractQuery, polled } from '../../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';

export const useGeography = ({ from, to }: DateRange) =>
  useQuery({
    ...contractQuery(readGeography, { query: { startDate: from, endDate: to } }, 'Failed to fetch geography data'),
    ...polled,
    placeholderData: keepPreviousData,
  });
