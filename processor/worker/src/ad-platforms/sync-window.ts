import type { DayWindow } from '@tracker/infra/ad-platforms/ad-platform';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Decision 40: today included. A platform corrects a day for up to 28 days. */
const DAYS: Readonly<Record<SyncRequest['trigger'], number>> = {
  manual: 90,
  all: 90,
  linked: 90,
  nightly: 28,
  intraday: 2,
  today: 1,
};

/** Whether such a run brings all that a new link lacks. */
export const syncsHistory = (trigger: SyncRequest['trigger']): boolean => DAYS[trigger] === DAYS.linked;

export interface Window extends DayWindow {
  readonly nowMs: number;
}

/** The tenant's days that a run is about, both inclusive. */
export function tenantWindow(trigger: SyncRequest['trigger'], nowMs: number, timeZone: TimeZone): Window {
  const until = dayOf(nowMs, timeZone);
  return { since: addDays(until, 1 - DAYS[trigger]), until, nowMs };
}

/**
 * The ad account's days of the same names; up to the account's own today, since a platform refuses days in the future, and from its own
 * today back where that is behind the tenant's.
 */
export function accountWindow({ since, until, nowMs }: Window, accountZone: TimeZone): DayWindow {
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
