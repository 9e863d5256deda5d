// Which limits were reached, by day: what a program refuses is else only in its log and its own metrics, and an operator asks of all of them.
import type { Sql } from '../connect.ts';

/** Not a limit: that a program was ended and started again. */
export const RESTARTED = 'program-restarted';

const KEPT_DAYS = 30;

/** Adds to today's row (UTC). Called once a minute at most for each limit. */
export async function recordLimitReached(sql: Sql, name: string, times: number): Promise<void> {
  await sql`
    WITH old AS (DELETE FROM limits_reached WHERE day < (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::int)
    INSERT INTO limits_reached (day, name, times) VALUES ((now() AT TIME ZONE 'UTC')::date, ${name}, ${times})
    ON CONFLICT (day, name) DO UPDATE SET times = limits_reached.times + excluded.times`;
}

/** How often each limit was reached today (UTC). */
export async function limitsReachedToday(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; times: string }[]>`
    SELECT name, times FROM limits_reached WHERE day = (now() AT TIME ZONE 'UTC')::date ORDER BY name`;
  return Object.fromEntries(rows.map(({ name, times }) => [name, Number(times)]));
}
