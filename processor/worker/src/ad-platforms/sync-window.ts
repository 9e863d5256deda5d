import type { DayWindow } from '@tracker/infra/ad-platforms/ad-platform';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Decision 40: today included. A platform corrects a day for up to 28 days. */
const DAYS: Readonly<Record<Exclude<SyncRequest['trigger'], 'linked'>, number>> = {
  manual: 90,
  all: 90,
  nightly: 28,
  intraday: 2,
  today: 1,
};

/** So many days are asked for at once: what was read stays read when a later window fails. */
const WINDOW_DAYS = 90;

export interface Window extends DayWindow {
  readonly nowMs: number;
  /** Days of the link's own basis; else of the tenant. */
  readonly isOfLink?: true;
}

/** The tenant's days that a run is about, both inclusive. */
export function tenantWindow(trigger: keyof typeof DAYS, nowMs: number, timeZone: TimeZone): Window {
  const until = dayOf(nowMs, timeZone);
  return { since: addDays(until, 1 - DAYS[trigger]), until, nowMs };
}

/** The days that some links lack, from the first one on, in windows. */
export function windowsOf({ since, until }: DayWindow, nowMs: number): Window[] {
  const windows: Window[] = [];
  for (let from = since; from <= until; from = addDays(from, WINDOW_DAYS)) {
    const last = addDays(from, WINDOW_DAYS - 1);
    windows.push({ since: from, until: last < until ? last : until, nowMs, isOfLink: true });
  }
  return windows;
}

/**
 * The ad account's days of the same names; up to the account's own today, since a platform refuses days in the future, and from its own
 * today back where that is behind the tenant's.
 */
export function accountWindow({ since, until, nowMs, isOfLink }: Window, accountZone: TimeZone): DayWindow {
  if (isOfLink) return { since, until };
  const today = dayOf(nowMs, accountZone);
  const behind = today < until ? addDays(since, -1) : since;
  return { since: behind, until: today };
}

/** The ad account's days in which the hours of the tenant's days lie. */
export function coveringWindow(
  { since, until, nowMs }: Window,
  tenantZone: TimeZone,
  accountZone: TimeZone,
): DayWindow {
  const today = dayOf(nowMs, accountZone);
  const last = dayOf(startOfDay(addDays(until, 1), tenantZone) - 1, accountZone);
  const [earliest = last] = [last, today].sort();
  return { since: dayOf(startOfDay(since, tenantZone), accountZone), until: earliest };
}
