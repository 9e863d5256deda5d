import { parseRangeSearch, type RangeSearch } from '../../date-range/date-range.ts';
import { type BasisSearch, parseBasisSearch } from '../../profit/basis.ts';

/** What the screen keeps in its URL; absent: all campaigns as cards, newest first. */
export interface CampaignsSearch extends RangeSearch, BasisSearch {
  /** In the name or the id. */
  q?: string | undefined;
  status?: 'active' | 'paused' | undefined;
  /** A column of the list, with '-' before it for descending. */
  sort?: string | undefined;
  view?: 'list' | undefined;
}

const TEXT_LENGTH_MAX = 120;
const SORT = /^-?[a-z]{1,20}$/;

/** Takes from a URL what is valid and forgets the rest. */
export function parseCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const { q, status, sort, view } = search;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, TEXT_LENGTH_MAX) : '';
  return {
    ...parseRangeSearch(search),
    ...parseBasisSearch(search),
    ...(text && { q: text }),
    ...((status === 'active' || status === 'paused') && { status }),
    ...(typeof sort === 'string' && SORT.test(sort) && { sort }),
    ...(view === 'list' && { view }),
  };
}

export const NO_FILTERS = { q: undefined, status: undefined } satisfies CampaignsSearch;
export const isFiltered = ({ q, status }: CampaignsSearch): boolean => q !== undefined || status !== undefined;
