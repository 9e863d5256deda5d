import { textsIn } from '../../data/search-texts.ts';
import { parseRangeSearch, type RangeSearch, searchOfRange } from '../../date-range/date-range.ts';
import { type FilterSearch, parseFilterSearch } from '../../filters/filter-search.ts';

/** Specification §9. */
export const CLICKS_PRESET = '7d';

/** What the screen keeps in its URL; absent: no filter. */
export interface ClickSearch extends RangeSearch, FilterSearch {
  campaign?: string | undefined;
  /** 'direct': without a source. */
  source?: string | undefined;
  q?: string | undefined;
  /** Clicks of robots too. */
  bots?: '1' | undefined;
}

/** Takes from a URL what is valid and forgets the rest. */
export function parseClickSearch(search: Record<string, unknown>): ClickSearch {
  return {
    ...parseRangeSearch(search, CLICKS_PRESET),
    ...parseFilterSearch(search),
    ...textsIn(search, ['campaign', 'source', 'q']),
    ...(textsIn(search, ['bots']).bots === '1' && { bots: '1' as const }),
  };
}

export const rangeSearch = (range: Parameters<typeof searchOfRange>[0]): RangeSearch =>
  searchOfRange(range, CLICKS_PRESET);

/** Whether something besides the range narrows the list. */
export const isFiltered = ({ campaign, source, q, f }: ClickSearch): boolean =>
  [campaign, source, q, f].some((filter) => filter !== undefined);

export const NO_FILTERS = { campaign: undefined, source: undefined, q: undefined, f: undefined } satisfies ClickSearch;
