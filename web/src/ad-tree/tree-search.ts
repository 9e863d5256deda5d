/** What the tree of ads keeps in the URL of its screen; defaults leave no trace. Read before any screen: it imports nothing of the tree. */
import type { COMPARISONS } from '@tracker/schemas/figures/figure-query';

/** Of an ad platform, from the top. */
export const LEVELS = ['adAccount', 'platformCampaign', 'adset', 'ad'] as const;
export type Level = (typeof LEVELS)[number];

export interface TreeSearch {
  /** Listed first, instead of the level that the filters lead to. */
  level?: Level | undefined;
  /** As `GET /api/figures` takes it, or 'none'; absent: the period before. */
  compare?: string | undefined;
  /** The name of a set, or columns with commas. */
  columns?: string | undefined;
}

export const DEFAULT_COMPARISON = 'previous';
const KNOWN = ['none', 'previous', 'week', 'month', 'year'] as const satisfies readonly (
  | 'none'
  | (typeof COMPARISONS)[number]
)[];
const OWN_PERIOD = /^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/;
const COLUMNS = /^[a-zA-Z]{1,24}(,[a-zA-Z]{1,24}){0,19}$/;

export function parseTreeSearch({ level, compare, columns }: Record<string, unknown>): TreeSearch {
  const shown = LEVELS.find((one) => one === level);
  const isKnown = KNOWN.some((one) => one === compare);
  const compared = typeof compare === 'string' && (isKnown || OWN_PERIOD.test(compare)) ? compare : undefined;
  return {
    ...(shown && { level: shown }),
    ...(compared && compared !== DEFAULT_COMPARISON && { compare: compared }),
    ...(typeof columns === 'string' && COLUMNS.test(columns) && { columns }),
  };
}
