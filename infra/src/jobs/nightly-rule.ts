// When is a nightly run due? Pure arithmetic of local days, independent of any cron library's rules for daylight saving.
//
// A nightly run belongs to the local day that contains its hour. Where clocks skip that hour, it is the first instant after the
// gap; where the hour repeats, it is the first of the two. So every local day has exactly one run.
import { createHash } from 'node:crypto';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
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
  /** From when on there are nights: the first one is the first that comes after it. Unix milliseconds. */
  readonly sinceMs: number;
}

/**
 * The local day whose night is to be run now, if there is one: the last that was due by `nowMs`, when it is later than the one that ran
 * last. After any downtime that is one night, the latest; the ones before are not made up for one by one.
 */
export function dueNightlyRun(
  rule: NightlyRule,
  subject: NightlySubject,
  nowMs: number,
  ran?: TenantDay,
): TenantDay | undefined {
  const night = lastNightlyRun(rule, subject, nowMs);
  if (ran !== undefined && night <= ran) return undefined;
  return night > lastNightlyRun(rule, subject, subject.sinceMs) ? night : undefined;
}

function lastNightlyRun(rule: NightlyRule, { key, timeZone }: NightlySubject, nowMs: number): TenantDay {
  const today = dayOf(nowMs, timeZone);
  const atMs = nightlyRunAt(rule, today, timeZone);
  if (atMs + spreadMs(rule, key) <= nowMs) return today;
  // Some hours after the night before this one. Not by the calendar: islands that crossed the date line have left out a day.
  return dayOf(atMs - 20 * HOUR_MS, timeZone);
}

const known = new Map<string, number>();

/** When the hour of that day's night begins; Unix milliseconds. */
export function nightlyRunAt({ hour }: NightlyRule, day: TenantDay, timeZone: TimeZone): number {
  const name = `${hour} ${day} ${timeZone}`;
  const atMs = known.get(name) ?? startOfHour(day, hour, timeZone);
  if (known.size > 10_000) known.clear(); // a few days of every zone there is
  known.set(name, atMs);
  return atMs;
}

/** Always the same place for a key. */
function spreadMs({ spreadMinutes }: NightlyRule, key: string): number {
  const chance = createHash('sha256').update(key).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(chance * spreadMinutes * 60_000);
}
