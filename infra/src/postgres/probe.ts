import type { Sql } from './connect.ts';

/**
 * Rejects while the database takes nothing: away, read-only, full, without a right. What the row had before says whether the clock was set
 * back since.
 */
export async function probePostgres(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO store_probe (written_at) VALUES (clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at,
      came_back_at = CASE WHEN store_probe.written_at > excluded.written_at + interval '1 minute'
        THEN excluded.written_at ELSE store_probe.came_back_at END,
      was_ahead_ms = CASE WHEN store_probe.written_at > excluded.written_at + interval '1 minute'
        THEN extract(epoch FROM store_probe.written_at - excluded.written_at) * 1000 ELSE store_probe.was_ahead_ms END`;
}

/** When the last one was stored, by the clock of the database; undefined before the first. */
export async function probedPostgresAgeMs(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ age: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - written_at)::float8 * 1000 AS age FROM store_probe`;
  return row?.age;
}

export interface ClockJump {
  /** By how much the clock was ahead. */
  readonly aheadMs: number;
  /** Since it was set back. */
  readonly ageMs: number;
}

/** The last time that the clock of the database was set back by more than a minute; null: never. */
export async function lastClockJump(sql: Sql): Promise<ClockJump | null> {
  const [row] = await sql<ClockJump[]>`
    SELECT was_ahead_ms AS "aheadMs", extract(epoch FROM clock_timestamp() - came_back_at)::float8 * 1000 AS "ageMs"
    FROM store_probe WHERE came_back_at IS NOT NULL`;
  return row ?? null;
}
