import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import type { TimeZone } from './time.ts';

/**
 * A calendar day 'yyyy-MM-dd' of a tenant's time zone. Days are not 24 hours long: a zone with daylight saving has days
 * of 23 and 25, so ranges are always built from the first instant of a day, never by adding milliseconds.
 */
export const TenantDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Use o formato aaaa-mm-dd.')
  .refine(isCalendarDay, 'Informe uma data que exista no calendário.')
  .brand('TenantDay');
export type TenantDay = z.infer<typeof TenantDay>;

/** The years that ClickHouse's `Date` holds whole. */
export const STORED_DAYS = { first: '1971-01-01', last: '2148-12-31' } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The local day on which an instant (Unix milliseconds) falls. */
export function dayOf(instantMs: number, timeZone: TimeZone): TenantDay {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(instantMs) as TenantDay;
}

/**
 * The first instant of a local day, in Unix milliseconds. Found by bisection on `dayOf`, so that half-hour zones and
 * days that begin at 01:00 (daylight saving at midnight) need no rule of their own.
 */
export function startOfDay(day: TenantDay, timeZone: TimeZone): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  let before = utcMidnight - DAY_MS;
  let from = utcMidnight + DAY_MS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(middle, timeZone) >= day) from = middle;
    else before = middle;
  }
  return from;
}

export interface InstantRange {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** The instants of the days `first` to `last`, both inclusive. */
export function instantsOf(first: TenantDay, last: TenantDay, timeZone: TimeZone): InstantRange {
  return { fromMs: startOfDay(first, timeZone), toMs: startOfDay(addDays(last, 1), timeZone) };
}

/** Calendar arithmetic, independent of any zone. */
export function addDays(day: TenantDay, count: number): TenantDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10) as TenantDay;
}

/** How many days from `first` to `last`, both inclusive; zero or less when `last` is before `first`. */
export function countDays(first: TenantDay, last: TenantDay): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

export const firstOfMonth = (day: TenantDay): TenantDay => `${day.slice(0, 8)}01` as TenantDay;

/** The same day of an earlier month, or the last one of a month that is shorter. */
export function monthsBefore(day: TenantDay, months: number): TenantDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate)));
  return moved.toISOString().slice(0, 10) as TenantDay;
}

/** All days from `first` to `last`, ascending. */
export function daysFrom(first: TenantDay, last: TenantDay): TenantDay[] {
  return Array.from({ length: Math.max(0, countDays(first, last)) }, (_, index) => addDays(first, index));
}

function isCalendarDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
