// What the queries about single events share: their parameters, filters and pages, and the decoding of place, device and click.

import { type AskedRange, type DayRange, resolveDayRange } from '@tracker/figures/day-range';
import { Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { mapTagColumns, TAG_NAMES, tagColumnList, tagsOfRow } from '@tracker/schemas/events/click-tags';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { countryName } from '@tracker/schemas/primitives/country-name';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import type { Principal } from '../http/access.ts';
import type { Page } from '../http/page.ts';

export const DEFAULT_DAYS = 7;

export interface FilterAsked extends AskedRange {
  readonly campaignId?: string | undefined;
  readonly source?: string | undefined;
  readonly q?: string | undefined;
}

export interface ListAsked extends FilterAsked {
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface TotalAsked {
  readonly total?: 'later' | undefined;
}

/** The days of a list; by default the last seven in the tenant's time zone. */
export const listRange = ({ timeZone }: Principal, asked: AskedRange, nowMs: number): DayRange =>
  resolveDayRange(asked, { nowMs, timeZone, days: DEFAULT_DAYS });

/** The parameters of every list query. */
export function filterParams(principal: Principal, asked: FilterAsked, nowMs: number) {
  const { fromMs, toMs } = listRange(principal, asked, nowMs);
  return { fromMs, toMs, campaignId: asked.campaignId ?? '', source: asked.source ?? '', q: asked.q ?? '' };
}

/** The moments in the ids of some clicks; a table that is sorted by them is read there alone. A prefetched click is listed when it was seen. */
export function spanOf(clicks: readonly { readonly click_id: string; readonly created_at: string }[]): {
  fromMs: number;
  toMs: number;
} {
  const moments = clicks
    .map(({ click_id, created_at }) => parseClickId(click_id)?.clickedAtMs ?? msFromInstant(created_at))
    .sort((one, other) => one - other);
  return { fromMs: moments.at(0) ?? 0, toMs: (moments.at(-1) ?? 0) + 1 };
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
  total: number | undefined,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    total,
    next: last && { ms: msFromInstant(last.createdAt), id: last.id },
  };
}

/** '' means "not asked". A source of 'direct' means none was given. */
export const filters = z.object({
  fromMs: z.number().int(),
  toMs: z.number().int(),
  campaignId: z.string(),
  source: z.string(),
  q: z.string(),
});
/** A page begins below this row; the first one below (end of the range, ''). */
export const page = filters.extend({ beforeMs: z.number().int(), beforeId: z.string(), limit: z.number().int() });

export const CAMPAIGN = `({campaignId:String} = '' OR campaign_id = {campaignId:String})`;
export const SOURCE = `({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))`;
export const has = (column: string) => `positionCaseInsensitiveUTF8(${column}, {q:String}) > 0`;
export const search = (...columns: string[]) => `({q:String} = '' OR ${columns.map(has).join(' OR ')})`;
export const before = (id: string) => `(ts, ${id}) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})`;

export const place = {
  ip_address: TextOrNull,
  address_key: z.string(),
  address_encrypted: z.string(),
  country_code: z.string(),
  region: TextOrNull,
  city: TextOrNull,
  timezone: TextOrNull,
};
export const device = {
  user_agent: TextOrNull,
  device_type: z.string(),
  browser: TextOrNull,
  operating_system: TextOrNull,
};
export const PLACE_AND_DEVICE = `ip_address, address_key, address_encrypted, country_code, region, city, timezone,
      user_agent, device_type, browser, operating_system`;

type DeviceType = z.input<typeof Click>['deviceType'];

interface PlaceAndDeviceRow {
  readonly ip_address: string | null;
  readonly country_code: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly timezone: string | null;
  readonly user_agent: string | null;
  readonly device_type: string;
  readonly browser: string | null;
  readonly operating_system: string | null;
}

export const placeAndDevice = (row: PlaceAndDeviceRow) => ({
  ipAddress: row.ip_address,
  country: countryName(row.country_code) || null,
  region: row.region,
  city: row.city,
  timezone: row.timezone,
  userAgent: row.user_agent,
  deviceType: (row.device_type || 'unknown') as DeviceType,
  browser: row.browser,
  operatingSystem: row.operating_system,
});

/** The columns of a click in lists and in the details of a conversion. */
// Of `CLICK_FIELDS`, and of the moment and the id, which each question names for itself.
export const clickColumns = {
  created_at: InstantText,
  click_id: z.string(),
  campaign_id: z.string(),
  referrer: TextOrNull,
  ...place,
  ...device,
  is_bot: Flag,
  prev: TextOrNull,
  ...mapTagColumns(TAG_NAMES, () => TextOrNull),
};
type ClickRow = z.output<z.ZodObject<typeof clickColumns>>;

export const CLICK_FIELDS = `campaign_id, referrer, ${PLACE_AND_DEVICE}, is_bot, prev, ${tagColumnList(TAG_NAMES)}`;

export const clickFields = (row: ClickRow) => ({
  id: row.click_id,
  clickId: row.click_id,
  campaignId: row.campaign_id,
  referrer: row.referrer,
  ...placeAndDevice(row),
  isBot: row.is_bot,
  ...tagsOfRow(TAG_NAMES, row),
  previousClickId: row.prev,
  createdAt: row.created_at,
});
