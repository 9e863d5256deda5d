import type { Dimension } from '@tracker/schemas/metrics/dimensions';

/** By which expression a fact is grouped; '' where it lacks the key. */
interface Keys {
  /** Of a click, a page view or a sale, in the form that the breakdown brings them into. */
  readonly visit: string;
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

const ofClick = (column: string): Keys => ({ visit: column });
const orDirect = (column: string) => `if(${column} = '', 'direct', toString(${column}))`;

const KEYS: Record<Dimension, Keys> = {
  campaign: {
    visit: 'campaign',
    spend: 'toString(campaign_id)',
  },
  source: {
    visit: orDirect('source'),
    spend: 'toString(source)',
  },
  channel: { visit: orDirect('channel') },
  ad: ofClick('sub1'),
  adset: ofClick('sub2'),
  placement: ofClick('sub7'),
  country: { visit: 'toString(country_code)' },
  device: { visit: 'toString(device_type)' },
  hour: { visit: hour('ts') },
  weekday: { visit: weekday('ts'), spend: 'toString(toDayOfWeek(day))' },
};

const OF_CLICK: ReadonlySet<Dimension> = new Set<Dimension>(['source', 'channel', 'ad', 'adset', 'placement']);
/** A page view tells these only through its click. */
export const viewsNeedClicks = (groupBy: readonly Dimension[]): boolean => groupBy.some((name) => OF_CLICK.has(name));

type Slot = 'first' | 'second';

/** `if` of constants, not `multiIf`: the engine then reads the columns of the chosen dimension alone. */
const choose = (slot: Slot, cases: readonly (readonly [name: string, sql: string])[]): string =>
  cases.reduceRight((otherwise, [name, sql]) => `if({${slot}:String} = '${name}', ${sql}, ${otherwise})`, `''`);

/** The key of a fact in the first or second place, among all dimensions but those that are left out. */
export const keyOf = (slot: Slot, fact: keyof Keys, left: readonly Dimension[]): string =>
  choose(
    slot,
    Object.entries(KEYS).flatMap(([name, keys]) =>
      keys[fact] === undefined || left.includes(name as Dimension) ? [] : [[name, keys[fact]] as const],
    ),
  );
