import type { Sql } from './connect.ts';

/** Rejects while the database takes nothing: away, read-only, full, without a right. */
export async function probePostgres(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO store_probe (written_at) VALUES (clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`;
}
