// When is a nightly run due? Pure arithmetic of local days, independent of any cron library's rules for daylight saving.
//
// A nightly run belongs to the local day that contains its hour. Where clocks skip that hour, it is the first instant after the
// gap; where the hour repeats, it is the first of the two. So every local day has exactly one run.
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

export interface NightlyRule {
  /** Of the local clock, 0 to 12. */
  readonly hour: number;
  /** Runs of one zone begin within so many minutes after it, each key at a place of its own. */
  readonly spreadMinutes: number;
}

export interface NightlySubject {
  /** For whom, within a schedule. */
  readonly key: string;
  readonly timeZone: TimeZone;
  /** Start of the schedule: the first run is the first one due after it. Unix milliseconds. */
  readonly sinceMs: number;
}

/**
 * The local day whose nightly run is due, if any: the last one due by `nowMs`, when it is later than the one that ran
 * last. After any downtime only the latest run is due; earlier ones are skipped.
 */
export function dueNightlyRun(
  rule: NightlyRule,
  subject: NightlySubject,
  nowMs: number,
  ran?: TenantDay,
): TenantDay | undefined {
  const night = lastNightlyRun(rule, subject, nowMs);
  // A run more than a day ahead was of a clock that was ahead. One day may be another time zone, and is the one night that is lost.
  if (ran !== undefined && ran <= addDays(night, 1) && night <= ran) return undefined;
  if (subject.sinceMs > nowMs + DAY_MS) return night;
  return night > lastNightlyRun(rule, subject, subject.sinceMs) ? night : undefined;
}

function lastNightlyRun(rule: NightlyRule, { key, timeZone }: NightlySubject, nowMs: number): TenantDay {
  const today = dayOf(nowMs, timeZone);
  const atMs = nightlyRunAt(rule, today, timeZone);
  if (atMs + spreadMs(rule, key) <= nowMs) return today;
  // Some hours after the previous run. Not by the calendar: islands that crossed the date line skipped a day.
  return dayOf(atMs - 20 * HOUR_MS, timeZone);
}

const known = new Map<string, number>();

/** When that day's nightly run is due, before the spread; Unix milliseconds. */
export function nightlyRunAt({ hour }: NightlyRule, day: TenantDay, timeZone: TimeZone): number {
  const name = `${hour} ${day} ${timeZone}`;
  const atMs = known.get(name) ?? startOfHour(day, hour, timeZone);
  if (known.size > 10_000) known.clear(); // a few days of every zone there is
  known.set(name, atMs);
  return atMs;
}

/** Constant for a key. */
function spreadMs({ spreadMinutes }: NightlyRule, key: string): number {
  const chance = createHash('sha256').update(key).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(chance * spreadMinutes * 60_000);
}
