import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type FilterSearch, parseFilterSearch } from '../../filters/filter-search.ts';

/** '8 days back' is today and the seven days before it (decision 30). */
export const DEFAULT_PERIOD = '8d';

export type GeographySearch = RangeSearch & FilterSearch;

export const parseGeographySearch = (search: Record<string, unknown>): GeographySearch => ({
  ...parseRangeSearch(search, DEFAULT_PERIOD),
  ...parseFilterSearch(search),
});
