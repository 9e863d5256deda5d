// A clock that is ahead for a moment must not delete years of events: each night goes at most two days further than the night before, so
// that nightly runs that were missed are caught up. The rest waits for `ops retention run --yes`, which doctor asks for.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Sql } from '@tracker/infra/postgres/connect';
import { daysDeletedTo, recordDaysDeleted } from '@tracker/infra/postgres/tables/retention-state';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';

const DAYS_MAX = 2;

/** Runs `work` with the clock by which it may delete, and stores the day of it. `behindDays`: what an operator is asked for. */
export async function withinUsualDay<T>(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  work: (clock: Clock, behindDays: number) => Promise<T>,
): Promise<T> {
  const today = utcDayOf(clock.now());
  const last = await daysDeletedTo(sql);
  const behindDays = last === null ? 0 : Math.max(0, today - last - DAYS_MAX);
  const result = await work({ now: () => clock.now() - behindDays * DAY_MS }, behindDays);
  await recordDaysDeleted(sql, today - behindDays);
  return result;
}
