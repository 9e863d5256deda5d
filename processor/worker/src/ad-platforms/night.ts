import { type NightlyRule, nightlyRunAt } from '@tracker/infra/jobs/nightly-rule';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Specification §2.11; spread, because all tenants of one zone share the same two o'clock. */
export const NIGHT: NightlyRule = { hour: 2, spreadMinutes: 20 };

/** What a night may begin late and be on time: its place in the spread, the look for due nights, a busy worker. */
const LATE_MS = (NIGHT.spreadMinutes + 40) * 60_000;

/** Whether a nightly run that begins now makes up for downtime. */
export function isCatchUp(nowMs: number, timeZone: TimeZone): boolean {
  const sinceNightMs = nowMs - nightlyRunAt(NIGHT, dayOf(nowMs, timeZone), timeZone);
  return sinceNightMs < 0 || sinceNightMs > LATE_MS;
}
