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

interface Earned {
  readonly roas: number | null;
  readonly revenue: number;
  readonly spend: number | null;
}

/** What the API gives as 0, because none of the spend is of the days since tracking began, is no ratio on a screen. */
export const knownRoas = ({ roas, revenue, spend }: Earned): number | null =>
  roas === 0 && revenue > 0 && spend ? null : roas;

interface SpentFigures {
  readonly spend?: number | null;
  readonly trackedSpend?: number | null;
  readonly ofTrackedDays?: { readonly spend: number | null };
  readonly conversions?: number | null;
  readonly cpa?: number | null;
}

/** All of the spend was before tracking began. Where its part since then is not named: there are conversions that cost something, and yet have no price. */
export function isSpentBefore({ spend, ofTrackedDays, trackedSpend, conversions, cpa }: SpentFigures): boolean {
  const since = trackedSpend ?? ofTrackedDays?.spend ?? null;
  return Boolean(spend) && (since === null ? Boolean(conversions) && cpa === null : since === 0);
}
