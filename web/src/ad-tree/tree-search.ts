/** What the tree of ads keeps in the URL of its screen; defaults leave no trace. Read before any screen: it imports nothing of the tree. */
import { type CompareSearch, parseCompareSearch } from '../compare/compare-search.ts';

/** Of an ad platform, from the top. */
export const LEVELS = ['adAccount', 'platformCampaign', 'adset', 'ad'] as const;
export type Level = (typeof LEVELS)[number];

export interface TreeSearch extends CompareSearch {
  /** Listed first, instead of the level that the filters lead to. */
  level?: Level | undefined;
  /** The name of a set, or columns with commas. */
  columns?: string | undefined;
}

const COLUMNS = /^[a-zA-Z]{1,24}(,[a-zA-Z]{1,24}){0,19}$/;

export function parseTreeSearch(search: Record<string, unknown>): TreeSearch {
  const { level, columns } = search;
  const shown = LEVELS.find((one) => one === level);
  return {
    ...parseCompareSearch(search),
    ...(shown && { level: shown }),
    ...(typeof columns === 'string' && COLUMNS.test(columns) && { columns }),
  };
}
