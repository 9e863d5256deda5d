import { nightlyRunAt } from '@tracker/infra/jobs/nightly-rule';
import { spendSync } from '@tracker/infra/jobs/queues';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** How late a nightly run may begin and be on time: its place in the spread, the look for due runs, a busy worker. */
const LATE_MS = (spendSync.nightly.spreadMinutes + 40) * 60_000;

/** Whether a nightly run that begins now makes up for downtime. */
export function isCatchUp(nowMs: number, timeZone: TimeZone): boolean {
  const sinceNightMs = nowMs - nightlyRunAt(spendSync.nightly, dayOf(nowMs, timeZone), timeZone);
  return sinceNightMs < 0 || sinceNightMs > LATE_MS;
}
