import { DAY_MS } from '../primitives/durations.ts';
import { dayOf, startOfDay, type TenantDay } from '../primitives/tenant-day.ts';
import { cleanText } from '../primitives/text.ts';
import { type Instant, instantFromMs, type TimeZone } from '../primitives/time.ts';
import type { JsonObject } from './json-object.ts';

/** The clocks of checkouts that write times without a zone. */
export const UTC = 'UTC' as TimeZone;
export const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;

const PLACEHOLDERS = new Set([
  '',
  '-',
  '--',
  'null',
  'undefined',
  'n/a',
  'não informado',
  'não informada',
  'nao informado',
  'nao informada',
]);

/** Own properties only: `__proto__` or `constructor` in a body is data, never an inherited property. */
export const fieldOf = (body: JsonObject, name: string): unknown =>
  Object.hasOwn(body, name) ? body[name] : undefined;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is at 'data.purchase.price'; undefined where the way ends. */
export function valueAt(body: JsonObject, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) value = isObject(value) ? fieldOf(value, name) : undefined;
  return value;
}

/** The object at that place; an empty one when there is none, so that reading on needs no question. */
export function objectAt(body: JsonObject, path: string): JsonObject {
  const value = valueAt(body, path);
  return isObject(value) ? value : {};
}

/** Whether it says something: not null, and no placeholder ('', '-', 'Não Informado'). */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || textOf(value) !== '');

/** A text or number as a clean text; '' for placeholders ('Não Informado', '-') and for anything else. */
export function textOf(value: unknown, lengthMax = 256): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return '';
  const clean = cleanText(value, lengthMax);
  return PLACEHOLDERS.has(clean.toLowerCase()) ? '' : clean;
}

/** The first of the names that holds a text or number. */
export function firstText(body: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(fieldOf(body, name));
    if (text !== '') return text;
  }
  return '';
}

/** The first of the names that has any value. */
export function firstPresent(body: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fieldOf(body, name);
    if (isPresent(value)) return value;
  }
  return undefined;
}

/** The first object of a list for which `fits` holds; an empty one when there is none. */
export function firstObject(list: unknown, fits: (one: JsonObject) => boolean = () => true): JsonObject {
  return objectsOf(list).find(fits) ?? {};
}

/** The objects of a list; none for anything else. */
export const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list : []).filter(isObject);

/** `[{ name: 'sck', value: 'x' }]` as an object: so shops list what others added to an order. */
export const pairsOf = (list: unknown, name: string, value = 'value'): JsonObject =>
  Object.fromEntries(objectsOf(list).map((one) => [textOf(fieldOf(one, name)), fieldOf(one, value)]));

/** Of an address as '/products/x?utm_source=FB&clickid=…'. */
export function parametersOf(address: unknown): JsonObject {
  const [, query = ''] =
    textOf(address, 2048)
      .split('#')[0]
      ?.split(/\?(.*)/s) ?? [];
  return Object.fromEntries(new URLSearchParams(query));
}

export const flagOf = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value.trim()));

const REPORTED_AGE_MS_MAX = 3_653 * DAY_MS;

/**
 * ISO 8601 (without a zone: the given one's wall clock), or Unix time in seconds or milliseconds.
 * Null when it cannot be read, or lies more than a day after receipt or ten years before it: a wrong
 * clock, or a stranger who makes the days of decades.
 */
export function timeOf(value: unknown, timeZone: TimeZone, receivedAtMs: number): Instant | null {
  const ms =
    typeof value === 'number' ? unixMs(value) : typeof value === 'string' ? textMs(value.trim(), timeZone) : undefined;
  if (ms === undefined || !Number.isFinite(ms)) return null;
  const tooOld = ms < receivedAtMs - REPORTED_AGE_MS_MAX;
  return tooOld || ms > receivedAtMs + DAY_MS ? null : instantFromMs(ms);
}

const unixMs = (value: number): number => Math.round(value < 100_000_000_000 ? value * 1000 : value);

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const BRAZILIAN = /^(\d{2})[/-](\d{2})[/-](\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;

/** Only these shapes: `Date.parse` would read others by the machine's own zone and the American order of days. */
function textMs(text: string, timeZone: TimeZone): number | undefined {
  if (/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return unixMs(Number(text));
  const brazilian = BRAZILIAN.exec(text);
  if (brazilian) {
    const [, day, month, year, time] = brazilian;
    return wallClockMs(`${year}-${month}-${day}` as TenantDay, time ?? '00:00', timeZone);
  }
  const iso = ISO.exec(text);
  if (!iso) return undefined;
  const [, day, time = '00:00', zone] = iso;
  const wall = wallClockMs(day as TenantDay, time.replace(',', '.'), zone === undefined ? timeZone : UTC);
  return wall - zoneMs(zone);
}

/** '-03:00', '-0300', '-03'; nothing and 'Z' are zero. */
function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000;
}

/** The instant at which a zone's wall clock shows this day and time (the first one, where it shows it twice). */
function wallClockMs(day: TenantDay, time: string, timeZone: TimeZone): number {
  const sinceMidnight = Date.parse(`1970-01-01T${time.length === 5 ? `${time}:00` : time}Z`);
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(sinceMidnight) || Number.isNaN(utcMidnight)) return Number.NaN;
  if (timeZone === UTC) return utcMidnight + sinceMidnight;
  const midnight = startOfDay(day, timeZone);
  const guess = midnight + sinceMidnight;
  const shift = offsetMs(guess, timeZone) - offsetMs(midnight, timeZone);
  const shifted = guess - shift;
  return dayOf(shifted, timeZone) === day ? shifted : guess;
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instantMs: number, timeZone: TimeZone): number {
  let format = offsetFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormats.set(timeZone, format);
  }
  const name = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return zoneMs(name.slice('GMT'.length));
}
