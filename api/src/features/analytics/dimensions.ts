import type { Dimension } from '@tracker/schemas/metrics/dimensions';

/** By which expression each fact is grouped; '' where it lacks the key. Column names are those of the fact's own table. */
interface Keys {
  readonly click: string;
  /** `page_views` knows what the page saw; the rest is its click's. */
  readonly view: string;
  readonly sale: string;
  /** Absent: spend is not known by this. */
  readonly spend?: string;
}

const MS_PER_HOUR = 3_600_000;
/** Milliseconds of the local clock since 1970: each instant shifted by the offset that holds there (`zoneOffsets`). */
const localMs = (ts: string) =>
  `(toUnixTimestamp64Milli(${ts}) + transform(roundDown(toUnixTimestamp64Milli(${ts}), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)))`;
const hour = (ts: string) => `leftPad(toString(intDiv(${localMs(ts)}, ${MS_PER_HOUR}) % 24), 2, '0')`;
/** ISO 8601: the first of January 1970 was a Thursday, 4. */
const weekday = (ts: string) => `toString((intDiv(${localMs(ts)}, ${24 * MS_PER_HOUR}) + 3) % 7 + 1)`;

const ofClick = (column: string): Keys => ({ click: column, view: `click.${column}`, sale: column });
const orDirect = (column: string) => `if(${column} = '', 'direct', toString(${column}))`;

const KEYS: Record<Dimension, Keys> = {
  campaign: {
    click: 'toString(campaign_id)',
    view: 'toString(view.campaign_id)',
    sale: `if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id))`,
    spend: 'toString(campaign_id)',
  },
  source: {
    click: orDirect('source'),
    view: orDirect('click.source'),
    sale: orDirect('source'),
    spend: 'toString(source)',
  },
  channel: { click: orDirect('channel'), view: orDirect('click.channel'), sale: orDirect('channel') },
  ad: ofClick('sub1'),
  adset: ofClick('sub2'),
  placement: ofClick('sub7'),
  country: { click: 'toString(country_code)', view: 'toString(view.country_code)', sale: 'toString(country_code)' },
  device: { click: 'toString(device_type)', view: 'toString(view.device_type)', sale: 'toString(device_type)' },
  hour: { click: hour('ts'), view: hour('view.ts'), sale: hour('ts') },
  weekday: { click: weekday('ts'), view: weekday('view.ts'), sale: weekday('ts'), spend: 'toString(toDayOfWeek(day))' },
};

const OF_CLICK: ReadonlySet<Dimension> = new Set<Dimension>(['source', 'channel', 'ad', 'adset', 'placement']);
/** A page view tells these only through its click. */
export const viewsNeedClicks = (groupBy: readonly Dimension[]): boolean => groupBy.some((name) => OF_CLICK.has(name));

type Slot = 'first' | 'second';

/** `if` of constants, not `multiIf`: the engine then reads the columns of the chosen dimension alone. */
const choose = (slot: Slot, cases: readonly (readonly [name: string, sql: string])[]): string =>
  cases.reduceRight((otherwise, [name, sql]) => `if({${slot}:String} = '${name}', ${sql}, ${otherwise})`, `''`);

/** The key of a fact in the first or second place. */
export const keyOf = (slot: Slot, fact: keyof Keys): string =>
  choose(
    slot,
    Object.entries(KEYS).flatMap(([name, keys]) => (keys[fact] === undefined ? [] : [[name, keys[fact]] as const])),
  );

/** How people call an ad or an ad set; other names are not the store's. */
export const nameOf = (slot: Slot): string =>
  choose(slot, [
    ['ad', 'sub4'],
    ['adset', 'sub5'],
  ]);
