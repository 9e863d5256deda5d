import { DAY_MS } from '../primitives/durations.ts';
import { dayOf, startOfDay, type TenantDay } from '../primitives/tenant-day.ts';
import { type Instant, instantFromMs, TimeZone } from '../primitives/time.ts';
import { type FirstOfDay, readWrittenTime } from '../primitives/written-time.ts';
import { fieldOf, isObject, textOf, UTC } from './fields.ts';

const REPORTED_AGE_MS_MAX = 3_653 * DAY_MS;

/**
 * The moment that a text or number says (`readWrittenTime`; Unix time in seconds or milliseconds), or an object of PHP (`{ date, timezone }`),
 * Firestore (`{ seconds, nanoseconds }`) or MongoDB (`{ $date }`). Without a zone it is the given one's wall clock.
 * Null when it cannot be read, or lies more than a day after receipt or ten years before it: a wrong
 * clock, or a stranger who makes the days of decades.
 */
export function timeOf(value: unknown, timeZone: TimeZone, receivedAtMs: number, first?: FirstOfDay): Instant | null {
  const ms = momentOf(value, timeZone, first);
  if (ms === undefined || !Number.isFinite(ms)) return null;
  const tooOld = ms < receivedAtMs - REPORTED_AGE_MS_MAX;
  return tooOld || ms > receivedAtMs + DAY_MS ? null : instantFromMs(ms);
}

/** Whether it says some moment, understood or not: '0000-00-00' is how MySQL writes none. */
export const saysTime = (value: unknown): boolean =>
  typeof value === 'object'
    ? value !== null && Object.keys(value).length > 0
    : value !== undefined && value !== false && value !== 0 && !/^(?:0000-00-00.*|0*)$/.test(textOf(value));

function momentOf(value: unknown, timeZone: TimeZone, first?: FirstOfDay): number | undefined {
  if (typeof value === 'number') return unixMs(value);
  if (typeof value === 'string') return textMs(value.trim(), timeZone, first);
  if (!isObject(value)) return undefined;
  const seconds = fieldOf(value, '_seconds') ?? fieldOf(value, 'seconds');
  if (seconds !== undefined) {
    const nanoseconds = Number(
      fieldOf(value, '_nanoseconds') ?? fieldOf(value, 'nanoseconds') ?? fieldOf(value, 'nanos') ?? 0,
    );
    const whole = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds;
    return typeof whole === 'number' ? whole * 1000 + Math.floor(nanoseconds / 1_000_000) : undefined;
  }
  const date = fieldOf(value, '$date') ?? fieldOf(value, 'date');
  if (isObject(date)) return unixMs(Number(fieldOf(date, '$numberLong')));
  if (typeof date !== 'string') return typeof date === 'number' ? unixMs(date) : undefined;
  const zone = fieldOf(value, 'timezone');
  return zone === undefined ? textMs(date.trim(), timeZone, first) : textMs(`${date.trim()} ${zone}`, timeZone, first);
}

const unixMs = (value: number): number => Math.round(value < 100_000_000_000 ? value * 1000 : value);

function textMs(text: string, timeZone: TimeZone, first: FirstOfDay | undefined): number | undefined {
  if (/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return unixMs(Number(text));
  const written = readWrittenTime(text, first);
  if (!written) return undefined;
  const { day, time = '00:00:00', zone } = written;
  if (zone === undefined) return wallClockMs(day, time, timeZone);
  if (!zone.includes('/')) return wallClockMs(day, time, UTC) - zoneMs(zone);
  const named = TimeZone.safeParse(zone).data;
  return named === undefined ? undefined : wallClockMs(day, time, named);
}

/** '-03:00', '-0300', '-03'; nothing and 'Z' are zero. */
function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000;
}

/** The instant at which a zone's wall clock shows this day and time (the first one, where it shows it twice). */
function wallClockMs(day: TenantDay, time: string, timeZone: TimeZone): number {
  const sinceMidnight = Date.parse(`1970-01-01T${time}Z`);
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
