// By which day the retention deleted last: a row of `nightly_runs`, not the one of its schedule.
import type { Sql } from '../connect.ts';

/** Days since 1970 (UTC); null: it has not run. */
export async function daysDeletedTo(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ days: number }[]>`
    SELECT day - '1970-01-01'::date AS days FROM nightly_runs WHERE schedule = 'retention-deleted' AND key = 'all'`;
  return row?.days ?? null;
}

export async function recordDaysDeleted(sql: Sql, days: number): Promise<void> {
  await sql`
    INSERT INTO nightly_runs (schedule, key, day) VALUES ('retention-deleted', 'all', '1970-01-01'::date + ${days}::integer)
    ON CONFLICT (schedule, key) DO UPDATE SET day = excluded.day, added_at = now()`;
}
