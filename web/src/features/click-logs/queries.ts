import { useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  type Click,
  listClickSources,
  listClicks,
  listPageViews,
  readClickTotals,
} from '@tracker/schemas/contracts/click-logs.contract';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { contractQuery, FIGURES_POLL_MS, polled } from '../../data/query-client.ts';
import { usePages } from '../../data/use-pages.ts';
import { type DateRange, presetRange, rangeOfSearch } from '../../date-range/date-range.ts';
import { useToday } from '../../date-range/use-today.ts';
import { useSession } from '../../session/session.ts';
import { CLICKS_PRESET, type ClickSearch } from './search.ts';

const PAGE_SIZE = 50;
const VIEWS_MAX = 20;

/** The range and filters of the screen, as parameters of the calls. */
export function useClickFilters(search: ClickSearch) {
  const today = useToday();
  const range = rangeOfSearch(search, today, presetRange(CLICKS_PRESET, today));
  return { today, range, filters: filtersOf(search, range) };
}

export const filtersOf = ({ campaign, source, q, bots, f }: ClickSearch, { from, to }: DateRange) => ({
  startDate: from,
  endDate: to,
  campaignId: campaign,
  source,
  q,
  bots,
  f: f && [...f],
});
export type ClickFilters = ReturnType<typeof filtersOf>;

/** What a search found comes before how much it is in all, which its totals say. */
export function useClicks(filters: ClickFilters) {
  const isSearch = filters.q !== undefined || filters.f !== undefined;
  const query = { ...filters, limit: PAGE_SIZE, total: isSearch ? ('later' as const) : undefined };
  const pages = usePages(listClicks, { query }, { pollMs: FIGURES_POLL_MS });
  const totals = useClickTotals(filters);
  return isSearch ? { ...pages, total: totals.data?.clicks } : pages;
}

export const useClickTotals = (filters: ClickFilters) =>
  useQuery({
    ...contractQuery(readClickTotals, { query: filters }),
    ...polled,
  });

/** All that may be chosen besides the other filters. */
export const useClickSources = ({ source: _source, ...others }: ClickFilters) =>
  useQuery({
    ...contractQuery(listClickSources, { query: others }),
    ...polled,
  });

export const useCampaigns = () => useQuery({ ...contractQuery(listCampaigns, {}), ...polled });

/** The pages that a click's visitor saw from its day on. */
export function useViewsOfClick({ clickId, createdAt }: Pick<Click, 'clickId' | 'createdAt'>) {
  const startDate = dayOf(Date.parse(createdAt), useSession().tenant.timeZone);
  const query = { q: clickId, startDate, endDate: useToday(), limit: VIEWS_MAX };
  return useQuery({ ...contractQuery(listPageViews, { query }), ...polled });
}
