import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { DateRange } from './date-range.ts';

/**
 * Of how many days of a range there are clicks and sales: spend of the others is in no ratio, and is shown in grey (ADR 94).
 * @param since when tracking began; null: not yet; undefined: not known yet
 */
export function trackedDaysOf(
  since: TenantDay | null | undefined,
  { from, to }: Pick<DateRange, 'from' | 'to'>,
): 'all' | 'some' | 'none' {
  if (since === undefined || (since !== null && since <= from)) return 'all';
  return since === null || since > to ? 'none' : 'some';
}

/** All of the spend was before tracking began: there are conversions that cost something, and yet have no price. */
export const isSpentBefore = (figures: {
  readonly spend?: number | null;
  readonly conversions?: number | null;
  readonly cpa?: number | null;
}): boolean => Boolean(figures.spend) && Boolean(figures.conversions) && figures.cpa === null;
