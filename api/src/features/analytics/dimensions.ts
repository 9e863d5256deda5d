import type { ConversionColumn } from '@tracker/figures/money';
import type { TrafficColumn } from '@tracker/figures/traffic';
import { PRODUCT } from '@tracker/infra/clickhouse/tables/conversions';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';

/** Of conversions alone: clicks and page views are under null. */
type ConversionDimension = Extract<Dimension, 'product' | 'payment' | 'checkout'>;
const CONVERSION_DIMENSIONS: ReadonlySet<Dimension> = new Set<ConversionDimension>(['product', 'payment', 'checkout']);
export const isOfConversions = (dimension: Dimension): dimension is ConversionDimension =>
  CONVERSION_DIMENSIONS.has(dimension);

/** From which column of a click, page view or conversion each other dimension is made. */
export const COLUMN_OF = {
  campaign: 'campaign_id',
  source: 'source',
  channel: 'channel',
  ad: 'ad_id',
  adset: 'adset_id',
  placement: 'placement',
  country: 'country_code',
  region: 'region',
  device: 'device_type',
  hour: 'hour',
  weekday: 'day',
} as const satisfies Record<Exclude<Dimension, ConversionDimension>, TrafficColumn & ConversionColumn>;

const MS_PER_HOUR = 3_600_000;
/** Milliseconds of the local clock since 1970: each instant shifted by the offset that holds there (`zoneOffsets`). */
const LOCAL_MS = `(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)))`;
const orDirect = (column: string) => `if(${column} = '', 'direct', toString(${column}))`;

/** The key of a click or page view, as SQL; '' where it lacks it. */
export const TRAFFIC_KEYS: Record<Dimension, string> = {
  campaign: 'toString(campaign_id)',
  source: orDirect('source'),
  channel: orDirect('channel'),
  ad: 'ad_id',
  adset: 'adset_id',
  placement: 'placement',
  country: 'toString(country_code)',
  region: 'toString(region)',
  device: 'toString(device_type)',
  hour: `leftPad(toString(intDiv(${LOCAL_MS}, ${MS_PER_HOUR}) % 24), 2, '0')`,
  // ISO 8601: the first of January 1970 was a Thursday, 4.
  weekday: `toString((intDiv(${LOCAL_MS}, ${24 * MS_PER_HOUR}) + 3) % 7 + 1)`,
  product: `''`,
  payment: `''`,
  checkout: `''`,
};

/** Of a conversion, which has the columns of its click. A direct one counts for the main campaign. */
export const CONVERSION_KEYS: Record<Dimension, string> = {
  ...TRAFFIC_KEYS,
  campaign: `if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id))`,
  product: PRODUCT,
  payment: 'toString(payment_method)',
  checkout: 'toString(provider)',
};

/** Of a day's spend, by the dimensions of `spendIsKnownBy`. */
export const SPEND_KEYS: Partial<Record<Dimension, string>> = {
  campaign: 'toString(campaign_id)',
  // Behind the slash stands which campaign of the platform it was.
  source: `substringIndex(toString(source), '/', 1)`,
  ad: 'ad_id',
  adset: 'adset_id',
  weekday: 'toString(toDayOfWeek(day))',
};
