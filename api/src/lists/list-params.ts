import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { type AskedRange, resolveDayRange } from '../figures/day-range.ts';
import type { Principal } from '../http/access.ts';
import type { Page } from '../http/page.ts';

const DEFAULT_DAYS = 7;

export interface FilterAsked extends AskedRange {
  readonly campaignId?: string | undefined;
  readonly source?: string | undefined;
  readonly q?: string | undefined;
}

export interface ListAsked extends FilterAsked {
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

/** The parameters of every list query; the default range is the last seven days in the tenant's time zone. */
export function filterParams({ timeZone }: Principal, asked: FilterAsked, nowMs: number) {
  const { fromMs, toMs } = resolveDayRange(asked, { nowMs, timeZone, days: DEFAULT_DAYS });
  return { fromMs, toMs, campaignId: asked.campaignId ?? '', source: asked.source ?? '', q: asked.q ?? '' };
}

export function pageParams(filters: ReturnType<typeof filterParams>, { limit, cursor }: ListAsked) {
  // A cursor from beyond the range is one that we never gave; the range's end is its first page.
  const from = cursor && cursor.ms < filters.toMs ? cursor : { ms: filters.toMs, id: '' };
  // One row more than the page holds: whether there is a next page.
  return { ...filters, beforeMs: from.ms, beforeId: from.id, limit: limit + 1 };
}

export function pageOf<Item extends { id: string; createdAt: string }>(
  rows: Item[],
  limit: number,
  total: number,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    total,
    next: last && { ms: msFromInstant(last.createdAt), id: last.id },
  };
}
