// Which days a screen compares: like with like.
import { finishedDays } from '@tracker/schemas/figures/change';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type CompareSearch, DEFAULT_COMPARISON } from './compare-search.ts';

interface Days {
  readonly from: TenantDay;
  readonly to: TenantDay;
}

export interface Comparison {
  /** As `GET /api/figures` takes it. */
  readonly compare: string;
  /** The days that are compared, where those are not the days that are shown. */
  readonly finished: Days | undefined;
  /** Today alone: the other day ends at the same time of day. */
  readonly isCut: boolean;
}

/** Undefined: with nothing. An own period is compared whole. */
export function comparisonOf(
  { compare = DEFAULT_COMPARISON }: CompareSearch,
  range: Days,
  today: TenantDay,
): Comparison | undefined {
  if (compare === 'none') return undefined;
  if (compare.includes(',')) return { compare, finished: undefined, isCut: false };
  const finished = finishedDays(range, today);
  return { compare, finished, isCut: finished === undefined && range.to === today };
}

/** Of which days the changes are. */
export function comparisonNote({ finished, isCut }: Comparison): string {
  if (finished) return 'Δ compara os dias completos, sem o de hoje.';
  return isCut ? 'Δ compara com o outro dia até a mesma hora.' : 'Δ compara com os mesmos dias do outro período.';
}
