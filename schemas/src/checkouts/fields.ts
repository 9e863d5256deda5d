import { dayOf, startOfDay, type TenantDay } from '../primitives/tenant-day.ts';
import { cleanText } from '../primitives/text.ts';
import { type Instant, instantFromMs, type TimeZone } from '../primitives/time.ts';
import type { JsonObject } from './checkout.ts';

const DAY_MS = 86_400_000;
const PLACEHOLDERS = new Set(['', '-', 'null', 'undefined', 'não informado', 'nao informado']);

/** Own properties only: a body's `__proto__` or `constructor` is data, never an inherited thing. */
export const fieldOf = (body: JsonObject, name: string): unknown =>
  Object.hasOwn(body, name) ? body[name] : undefined;

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

/** The first of the names that is there at all, whatever it holds; null counts as absent. */
export function firstPresent(body: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fieldOf(body, name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

export const flagOf = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/**
 * ISO 8601 (without a zone: the given one's wall clock), or Unix time in seconds or milliseconds.
 * Null when it cannot be read, or lies more than a day after receipt or before the year 2000: a wrong clock.
 */
export function timeOf(value: unknown, timeZone: TimeZone, receivedAtMs: number): Instant | null {
  const ms =
    typeof value === 'number' ? unixMs(value) : typeof value === 'string' ? textMs(value.trim(), timeZone) : undefined;
  if (ms === undefined || !Number.isFinite(ms)) return null;
  const tooOld = ms < Date.UTC(2000, 0, 1);
  return tooOld || ms > receivedAtMs + DAY_MS ? null : instantFromMs(ms);
}

const unixMs = (value: number): number => Math.round(value < 100_000_000_000 ? value * 1000 : value);

function textMs(text: string, timeZone: TimeZone): number | undefined {
  if (/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return unixMs(Number(text));
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text.replace(' ', 'T'));
  const wall = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/.exec(text);
  if (!wall) return undefined;
  return wallClockMs(wall[1] as TenantDay, wall[2] ?? '00:00', timeZone);
}

/** The instant at which a zone's wall clock shows this day and time (the first one, where it shows it twice). */
function wallClockMs(day: TenantDay, time: string, timeZone: TimeZone): number {
  const sinceMidnight = Date.parse(`1970-01-01T${time.length === 5 ? `${time}:00` : time}Z`);
  if (Number.isNaN(sinceMidnight) || Number.isNaN(Date.parse(day))) return Number.NaN;
  const midnight = startOfDay(day, timeZone);
  const guess = midnight + sinceMidnight;
  const shift = offsetMs(guess, timeZone) - offsetMs(midnight, timeZone);
  const shifted = guess - shift;
  return dayOf(shifted, timeZone) === day ? shifted : guess;
}

function offsetMs(instantMs: number, timeZone: TimeZone): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instantMs);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
