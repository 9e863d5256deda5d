import { z } from 'zod';
import { DAY_MS } from './durations.ts';

/** An ISO 8601 instant in UTC, to the millisecond: '2026-11-20T15:00:00.000Z'. */
export const Instant = z.iso.datetime({ precision: 3 }).brand('Instant');
export type Instant = z.infer<typeof Instant>;

let lastMs = Number.NaN;
let lastInstant: Instant;

/** Events come by the thousand in a second, so most instants are the one that was just written. */
export function instantFromMs(ms: number): Instant {
  if (ms !== lastMs) {
    lastInstant = new Date(ms).toISOString() as Instant;
    lastMs = ms;
  }
  return lastInstant;
}
export const msFromInstant = (instant: string): number => Date.parse(instant);

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
