import { conversionRate } from '@tracker/schemas/metrics/formulas';
import type { KnownCountry, KnownGeography } from '../../breakdown/known-geography.ts';
import type { Slice, Slot } from '../../charts/pie.tsx';

/** Specification §9. */
export const PIE_COUNTRIES = 5;
export const TABLE_COUNTRIES = 10;
export const TOP_REGIONS = 8;
export const CHART_TIME_ZONES = 8;
export const LISTED_TIME_ZONES = 5;

const SLOTS: readonly Slot[] = [1, 2, 3, 4, 5];

/** The first countries, and all others as one part. */
export function pieSlices(countries: readonly KnownCountry[]): Slice[] {
  const first = countries.slice(0, PIE_COUNTRIES).filter(({ clickCount }) => clickCount > 0);
  const slots = colorSlots(first.map(({ countryCode }) => countryCode));
  const slices = first.map(({ country, countryCode, clickCount }): Slice => {
    return { label: country, clicks: clickCount, slot: slots.get(countryCode) ?? 'rest', code: countryCode };
  });
  const rest = sum(countries.slice(PIE_COUNTRIES), 'clickCount');
  return rest > 0 ? [...slices, { label: 'Outros países', clicks: rest, slot: 'rest' }] : slices;
}

/**
 * A colour for each of at most five countries that does not change when their order does: Brazil the first, the others one that follows
 * from their code, or the next free one.
 */
export function colorSlots(codes: readonly string[]): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  const taken = new Set<number>();
  const ordered = codes.toSorted((a, b) => Number(b === 'BR') - Number(a === 'BR') || (a < b ? -1 : 1));
  for (const code of ordered) {
    let index = code === 'BR' ? 0 : 1 + ((code.charCodeAt(0) * 31 + code.charCodeAt(1)) % (SLOTS.length - 1));
    while (taken.has(index)) index = (index + 1) % SLOTS.length;
    taken.add(index);
    slots.set(code, SLOTS[index] ?? 'rest');
  }
  return slots;
}

/** The first countries, and last what has none; `countries` counts all. */
export function topCountries<Row extends { keys: readonly (string | null)[] }>(rows: readonly Row[]) {
  const known = rows.filter(({ keys }) => keys[0] !== null);
  const unknown = rows.filter(({ keys }) => keys[0] === null);
  return { shown: [...known.slice(0, TABLE_COUNTRIES), ...unknown], countries: known.length };
}

export const share = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);

/** Every click is on some device, not every one in a country. */
export function totalsOf({ devices, countries }: KnownGeography) {
  const clicks = sum(devices, 'clickCount');
  const conversions = sum(devices, 'conversionCount');
  const located = share(sum(countries, 'clickCount'), clicks);
  return { clicks, conversions, rate: conversionRate(conversions, clicks), located };
}

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0);
