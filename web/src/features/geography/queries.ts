import { useQuery } from '@tanstack/react-query';
import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import { contractQuery, polled } from '../../data/query-client.ts';
import type { DateRange } from '../../date-range/date-range.ts';

export const useGeography = ({ from, to }: DateRange, filters: readonly string[]) => {
  const parts = { query: { startDate: from, endDate: to, ...(filters.length > 0 && { f: [...filters] }) } };
  return useQuery({
    ...contractQuery(readGeography, parts, 'Failed to fetch geography data'),
    ...polled,
  });
};
