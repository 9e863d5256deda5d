/** With what a screen compares, in its URL; the default leaves no trace. Read before any screen: it imports nothing of the figures. */
import type { COMPARISONS } from '@tracker/schemas/figures/figure-query';

export interface CompareSearch {
  /** As `GET /api/figures` takes it, or 'none'; absent: the period before. */
  compare?: string | undefined;
}

export const DEFAULT_COMPARISON = 'previous';
const KNOWN = ['none', 'previous', 'week', 'month', 'year'] as const satisfies readonly (
  | 'none'
  | (typeof COMPARISONS)[number]
)[];
const OWN_PERIOD = /^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/;

export function parseCompareSearch({ compare }: Record<string, unknown>): CompareSearch {
  const isKnown = KNOWN.some((one) => one === compare);
  const isValid = typeof compare === 'string' && (isKnown || OWN_PERIOD.test(compare));
  return isValid && compare !== DEFAULT_COMPARISON ? { compare } : {};
}
