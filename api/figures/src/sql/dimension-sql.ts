// Each dimension in SQL. Parts of a statement give plain columns (`Column`), and the key is made of them once, over all parts: the engine's analysis of a
// statement is paid per expression, and not per row.
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { adAccountSql } from '../ad-accounts.ts';

/** What a part of a statement gives, under `c_` and this name. */
export type Column =
  | 'ts'
  | 'campaign_id'
  | 'source'
  | 'channel'
  | 'ad_campaign_id'
  | 'adset_id'
  | 'ad_id'
  | 'placement'
  | 'site_source'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_content'
  | 'utm_term'
  | 'url'
  | 'country_code'
  | 'region'
  | 'city'
  | 'timezone'
  | 'device_type'
  | 'browser'
  | 'operating_system'
  | 'product'
  | 'offer'
  | 'coupon'
  | 'affiliate'
  | 'kind'
  | 'installments'
  | 'payment_method'
  | 'provider'
  | 'attribution';

/** Names come with the moment when they were given, under `${name}_ms`. */
export type NameColumn = 'ad_name' | 'adset_name' | 'ad_campaign_name' | 'product_name';

export interface DimensionSql {
  readonly column: Column;
  /** Of the column; `at` is the local moment (`localMs`) where it is of time. '' is none. */
  readonly key: (column: string, localMs: (at: string) => string) => string;
  readonly name?: NameColumn;
}

const HOUR_MS = 3_600_000;
const itself = (column: string) => column;
const orDirect = (column: string) => `if(${column} = '', 'direct', ${column})`;
export const localDay = (at: string) => `toDate(intDiv(${at}, ${24 * HOUR_MS}))`;
const plain = (column: Column, name?: NameColumn): DimensionSql => ({ column, key: itself, ...(name && { name }) });
const ofTime = (key: (at: string) => string): DimensionSql => ({
  column: 'ts',
  key: (column, localMs) => key(localMs(column)),
});

/** What groups can be made by: besides dimensions the moments of a chart, which distinguish an hour that the clock repeats from the first one. */
export type GroupedBy = FigureDimension | 'quarterHour';
/** Every offset of a time zone is a number of these. */
export const QUARTER_MS = 15 * 60_000;

export const DIMENSION_SQL: Readonly<Record<GroupedBy, DimensionSql>> = {
  quarterHour: { column: 'ts', key: (at) => `toString(intDiv(toUnixTimestamp64Milli(${at}), ${QUARTER_MS}))` },
  day: ofTime((at) => `toString(${localDay(at)})`),
  week: ofTime((at) => `toString(toStartOfWeek(${localDay(at)}))`),
  month: ofTime((at) => `substring(toString(${localDay(at)}), 1, 7)`),
  weekday: ofTime((at) => `toString(toDayOfWeek(${localDay(at)}) % 7)`),
  hour: ofTime((at) => `toString(intDiv(${at}, ${HOUR_MS}) % 24)`),
  campaign: plain('campaign_id'),
  source: { column: 'source', key: orDirect },
  channel: { column: 'channel', key: orDirect },
  adAccount: { column: 'ad_campaign_id', key: adAccountSql },
  platformCampaign: plain('ad_campaign_id', 'ad_campaign_name'),
  adset: plain('adset_id', 'adset_name'),
  ad: plain('ad_id', 'ad_name'),
  placement: plain('placement'),
  siteSource: plain('site_source'),
  utmSource: plain('utm_source'),
  utmMedium: plain('utm_medium'),
  utmCampaign: plain('utm_campaign'),
  utmContent: plain('utm_content'),
  utmTerm: plain('utm_term'),
  landing: { column: 'url', key: (url) => `lower(cutQueryStringAndFragment(${url}))` },
  country: plain('country_code'),
  region: plain('region'),
  city: plain('city'),
  timezone: plain('timezone'),
  device: plain('device_type'),
  browser: plain('browser'),
  os: plain('operating_system'),
  product: plain('product', 'product_name'),
  offer: plain('offer'),
  coupon: plain('coupon'),
  affiliate: plain('affiliate'),
  kind: plain('kind'),
  installments: { column: 'installments', key: (count) => `if(${count} = 0, '', toString(${count}))` },
  payment: plain('payment_method'),
  checkout: plain('provider'),
  attribution: plain('attribution'),
};

/** How the tenant's clock is bound: one offset for the whole range, or one from each of some moments on. */
export type ClockSql = 'steady' | 'changing';

/** Milliseconds of the tenant's clock since 1970. */
export const localMs =
  (clock: ClockSql) =>
  (at: string): string => {
    const ms = `toUnixTimestamp64Milli(${at})`;
    return clock === 'steady'
      ? `(${ms} + {offsetMs:Int64})`
      : `(${ms} + transform(roundDown(${ms}, {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)))`;
  };

/** A moment of a `Date` of that clock. */
export const momentOfDay = (clock: ClockSql, day: string): string =>
  clock === 'steady'
    ? `fromUnixTimestamp64Milli(toInt64(toUInt32(${day})) * ${24 * HOUR_MS} - {offsetMs:Int64}, 'UTC')`
    : `fromUnixTimestamp64Milli(transform(toInt64(toUInt32(${day})), {days:Array(Int64)}, {dayStartsMs:Array(Int64)}, toInt64(0)), 'UTC')`;
