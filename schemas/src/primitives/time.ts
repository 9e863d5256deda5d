import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** An ISO 8601 instant in UTC, to the millisecond: '2026-11-20T15:00:00.000Z'. */
export const Instant = z.iso.datetime({ precision: 3 }).brand('Instant');
export type Instant = z.infer<typeof Instant>;

let lastMs = Number.NaN;
let lastInstant: Instant;
let lastMinute = Number.NaN;
/** 'yyyy-mm-ddThh:mm:' */
let minuteText: string;
const SECONDS = Array.from({ length: 60 }, (_, second) => String(second).padStart(2, '0'));
const MILLISECONDS = Array.from({ length: 1_000 }, (_, ms) => String(ms).padStart(3, '0'));

/** Events come by the thousand in a second, so most instants are in the minute that was just written, which costs a tenth of a Date. */
export function instantFromMs(ms: number): Instant {
  if (ms === lastMs) return lastInstant;
  const minute = Math.floor(ms / MINUTE_MS);
  const rest = ms - minute * MINUTE_MS;
  if (minute === lastMinute && Number.isInteger(rest)) {
    const second = Math.floor(rest / 1_000);
    lastInstant = `${minuteText}${SECONDS[second]}.${MILLISECONDS[rest - second * 1_000]}Z` as Instant;
  } else {
    lastInstant = new Date(ms).toISOString() as Instant;
    lastMinute = Number.isInteger(ms) ? minute : Number.NaN;
    minuteText = lastInstant.slice(0, -'ss.mmmZ'.length);
  }
  lastMs = ms;
  return lastInstant;
}

let lastRead: string | undefined;
let lastReadMs: number;

/** Several steps ask for the moment of one event. */
export function msFromInstant(instant: string): number {
  if (instant !== lastRead) {
    lastReadMs = Date.parse(instant);
    lastRead = instant;
  }
  return lastReadMs;
}

/** Days in UTC since 1970-01-01. A tenant's own days: tenant-day.ts. */
export const utcDayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** An IANA name such as 'America/Sao_Paulo'; never a fixed offset, which would be wrong half of the year. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Informe um fuso horário válido, como America/Sao_Paulo.')
  .brand('TimeZone');
export type TimeZone = z.infer<typeof TimeZone>;

export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo' as TimeZone;

export function isTimeZone(name: string): boolean {
  if (!/^(UTC$|[A-Z][A-Za-z]+\/)/.test(name) || name.startsWith('Etc/GMT')) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
