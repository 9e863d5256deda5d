/** The filters of a screen in its URL: `f=channel:is:facebook&f=country:not:PT`, as the API takes them. */
export interface FilterSearch {
  f?: readonly string[] | undefined;
}

/** A row that opens into its parts is one filter more. */
export const SCREEN_FILTERS_MAX = 5;

/** The server says whether dimension and values exist: what it refuses is no filter that is left out in silence. */
const FILTER = /^[a-zA-Z]{2,24}:(?:none|(?:is|not|has):.+)$/s;

export function parseFilterSearch({ f }: Record<string, unknown>): FilterSearch {
  const given: unknown[] = Array.isArray(f) ? f : [f];
  const filters = given.filter((text): text is string => typeof text === 'string' && FILTER.test(text));
  const distinct = [...new Set(filters)].slice(0, SCREEN_FILTERS_MAX);
  return distinct.length > 0 ? { f: distinct } : {};
}

/** Readable where the URL allows it. */
const inUrl = (filter: string) => encodeURIComponent(filter).replace(/%3A/g, ':').replace(/%2C/g, ',');

/** The query of a URL without its filters, and behind it each of them under the same name. */
export function withFilters(query: string, f: unknown): string {
  const { f: filters = [] } = parseFilterSearch({ f });
  return filters.reduce((text, filter) => `${text}${text === '' ? '?' : '&'}f=${inUrl(filter)}`, query);
}
