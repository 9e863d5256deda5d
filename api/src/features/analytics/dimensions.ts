import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';

/** Where a kind of fact keeps what keys are made of, as SQL. */
export interface KeySources {
  /** When it happened, a DateTime64(3). */
  readonly ts: string;
  readonly campaign: string;
  /** The name of the table, with its dot, that has what only a click tells; '' where there is one table. */
  readonly ofClick: string;
  /** The same of country and device. */
  readonly own: string;
}

/** Milliseconds of the local clock since 1970: each instant shifted by the offset that holds there (`zoneOffsets`). */
const localMs = (ts: string) =>
  `(toUnixTimestamp64Milli(${ts}) + transform(roundDown(toUnixTimestamp64Milli(${ts}), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)))`;
const orDirect = (column: string) => `if(${column} = '', 'direct', toString(${column}))`;

const KEYS: Record<Dimension, (from: KeySources) => string> = {
  campaign: ({ campaign }) => campaign,
  source: ({ ofClick }) => orDirect(`${ofClick}source`),
  channel: ({ ofClick }) => orDirect(`${ofClick}channel`),
  ad: ({ ofClick }) => `${ofClick}ad_id`,
  adset: ({ ofClick }) => `${ofClick}adset_id`,
  placement: ({ ofClick }) => `${ofClick}placement`,
  country: ({ own }) => `toString(${own}country_code)`,
  device: ({ own }) => `toString(${own}device_type)`,
  hour: ({ ts }) => `leftPad(toString(intDiv(${localMs(ts)}, ${HOUR_MS}) % 24), 2, '0')`,
  // ISO 8601: the first of January 1970 was a Thursday, 4.
  weekday: ({ ts }) => `toString((intDiv(${localMs(ts)}, ${24 * HOUR_MS}) + 3) % 7 + 1)`,
};

/** The key of a visit or a sale; '' where it lacks it. */
export const keyOf = (dimension: Dimension, from: KeySources): string => KEYS[dimension](from);

/** Of a day's spend, by the dimensions of `spendIsKnownBy`; an ad's, of `spentByAd`. */
export const SPEND_KEYS: Partial<Record<Dimension, string>> = {
  campaign: 'toString(campaign_id)',
  // Behind the slash stands which campaign of the platform it was.
  source: `substringIndex(toString(source), '/', 1)`,
  ad: 'ad_id',
  adset: 'adset_id',
  weekday: 'toString(toDayOfWeek(day))',
};

const OF_CLICK: ReadonlySet<Dimension> = new Set<Dimension>(['source', 'channel', 'ad', 'adset', 'placement']);
/** A page view tells these only through its click. */
export const viewsNeedClicks = (groupBy: readonly Dimension[]): boolean => groupBy.some((name) => OF_CLICK.has(name));

const OF_ADS: ReadonlySet<Dimension> = new Set<Dimension>(['ad', 'adset', 'placement']);
export const knowsHoursAndAds = (groupBy: readonly Dimension[]): boolean =>
  groupBy.includes('hour') && groupBy.some((name) => OF_ADS.has(name));
