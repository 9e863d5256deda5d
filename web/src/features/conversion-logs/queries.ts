import { useQuery } from '@tanstack/react-query';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  exportConversions,
  listConversions,
  readConversion,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { urlOf } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { inTab } from '../../data/tab-tenant.ts';
import { usePages } from '../../data/use-pages.ts';
import type { ConversionFilters } from './filters.ts';

/** Specification §9: conversions are refetched every 5 s. Most answers are a 304. */
const POLL_MS = 5_000;
const polledOften = { refetchInterval: POLL_MS, staleTime: POLL_MS } as const;
const PAGE_SIZE = 50;

/** How many they are in all its totals say, which the screen asks for anyway. */
export function useConversions(filters: ConversionFilters) {
  const query = { ...filters, limit: PAGE_SIZE, total: 'later' as const };
  const pages = usePages(listConversions, { query }, { pollMs: POLL_MS });
  const totals = useConversionTotals(filters);
  return { ...pages, total: totals.data?.listed };
}

export const useConversionTotals = (filters: ConversionFilters) =>
  useQuery({
    ...contractQuery(readConversionTotals, { query: filters }),
    ...polledOften,
  });

/** As often as the list, so that an open row and its head say the same. */
export const useConversion = (id: string) =>
  useQuery({ ...contractQuery(readConversion, { params: { id } }), ...polledOften });

const PRODUCTS_MAX = 100;

/** What was sold in the range, best first: for the filter. */
export const useProducts = ({ startDate, endDate }: ConversionFilters) =>
  useQuery(
    contractQuery(analyticsBreakdown, { query: { startDate, endDate, groupBy: 'product', limit: PRODUCTS_MAX } }),
  );

export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}));

/** List, totals and what is open. */
export const isOfConversions = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && path.startsWith(listConversions.path);

export const exportUrl = (filters: ConversionFilters): string =>
  inTab(urlOf(exportConversions.path, { query: { ...filters }, params: undefined }));
