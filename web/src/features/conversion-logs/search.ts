import { type DateRange, parseRangeSearch, type RangeSearch } from '../date-range/date-range.ts';

/** What the screen keeps in its URL; absent: no filter, and the last seven days. */
export interface ConversionSearch extends RangeSearch {
  campaign?: string | undefined;
  q?: string | undefined;
  /** false: without a key. */
  verified?: boolean | undefined;
}

export const DEFAULT_PERIOD = '7d';
const TEXT_LENGTH_MAX = 256;

/** Takes from a URL what is valid and forgets the rest. */
export function parseConversionSearch(search: Record<string, unknown>): ConversionSearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number'
      ? String(value).trim().slice(0, TEXT_LENGTH_MAX)
      : undefined;
  };
  const [campaign, q] = [text('campaign'), text('q')];
  const { verified } = search;
  return {
    ...parseRangeSearch(search, DEFAULT_PERIOD),
    ...(campaign && { campaign }),
    ...(q && { q }),
    ...(typeof verified === 'boolean' && { verified }),
  };
}

export interface ConversionFilters {
  startDate: DateRange['from'];
  endDate: DateRange['to'];
  campaignId?: string | undefined;
  q?: string | undefined;
  verified?: 'true' | 'false' | undefined;
}

/** The same as the calls take it. */
export const filtersOf = ({ campaign, q, verified }: ConversionSearch, { from, to }: DateRange): ConversionFilters => ({
  startDate: from,
  endDate: to,
  campaignId: campaign,
  q,
  verified: verified === undefined ? undefined : verified ? 'true' : 'false',
});

/** As the URL is without filters; the period stays. */
export const NO_FILTERS = { campaign: undefined, q: undefined, verified: undefined } satisfies ConversionSearch;

export const isFiltered = ({ campaign, q, verified }: ConversionSearch): boolean =>
  campaign !== undefined || q !== undefined || verified !== undefined;
