import { textsIn } from '../../data/search-texts.ts';
import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type FilterSearch, parseFilterSearch } from '../../filters/filter-search.ts';

/** What the screen keeps in its URL; absent: no filter, and the last seven days. */
export interface ConversionSearch extends RangeSearch, FilterSearch {
  campaign?: string | undefined;
  q?: string | undefined;
  /** false: without a key. */
  verified?: boolean | undefined;
  /** A word; `filters.ts` checks it and the checkout's, so that the first screens load no list of them. */
  status?: string | undefined;
  /** 'with': its click is known. */
  tracking?: 'with' | 'direct' | undefined;
  checkout?: string | undefined;
  /** A product's id or name, whole. */
  product?: string | undefined;
  /** A word, too. */
  payment?: string | undefined;
  /** The way to import old conversions is open: links of other screens lead to it. */
  import?: 'open' | undefined;
}

const TRACKING = ['with', 'direct'] as const;

export const DEFAULT_PERIOD = '7d';

/** Takes from a URL what is valid and forgets the rest. */
export function parseConversionSearch(search: Record<string, unknown>): ConversionSearch {
  const { verified } = search;
  const tracking = TRACKING.find((one) => one === search.tracking);
  return {
    ...parseRangeSearch(search, DEFAULT_PERIOD),
    ...parseFilterSearch(search),
    ...textsIn(search, ['campaign', 'q']),
    ...(typeof verified === 'boolean' && { verified }),
    ...textsIn(search, ['status']),
    ...(tracking && { tracking }),
    ...textsIn(search, ['checkout', 'product', 'payment']),
    ...(search.import === 'open' && { import: 'open' as const }),
  };
}
