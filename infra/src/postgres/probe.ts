import type { Sql } from './connect.ts';

/** Strangers may ask whether a program is ready as often as they like: it writes once in so long, and else only asks. */
const WRITE_EVERY_MS = 1_000;
const wroteAtMs = new WeakMap<Sql, number>();

/** Rejects while the database takes nothing: away, read-only, full, without a right. */
export async function probePostgres(sql: Sql): Promise<void> {
  if (performance.now() - (wroteAtMs.get(sql) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS) {
    await sql`SELECT 1`;
    return;
  }
  await writeProbe(sql);
  wroteAtMs.set(sql, performance.now());
}

/** Writes the row of the store now; what the row had before says whether the clock was set back since. */
export async function writeProbe(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO store_probe (written_at) VALUES (clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at,
      came_back_at = CASE WHEN store_probe.written_at > excluded.written_at + interval '1 minute'
        THEN excluded.written_at ELSE store_probe.came_back_at END,
      was_ahead_ms = CASE WHEN store_probe.written_at > excluded.written_at + interval '1 minute'
        THEN extract(epoch FROM store_probe.written_at - excluded.written_at) * 1000 ELSE store_probe.was_ahead_ms END`;
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
