import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';

/** '8 days back' is today and the seven days before it (decision 30). */
export const DEFAULT_PERIOD = '8d';

export const parseGeographySearch = (search: Record<string, unknown>): RangeSearch =>
  parseRangeSearch(search, DEFAULT_PERIOD);
