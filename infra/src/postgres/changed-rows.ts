// Notes which rows changed, for programs that poll: migrations/0062-changed-rows.sql.
import type { Sql } from './connect.ts';

export type ChangedKind = 'conversion' | 'click' | 'lead' | 'spend';

export interface ChangedRow {
  readonly tenantId: string;
  readonly kind: ChangedKind;
  readonly id: string;
}

export interface ChangedRows {
  /** Call it when the rows are durable, and before the work counts as done. Rejects when Postgres is away. */
  note(rows: readonly ChangedRow[]): Promise<void>;
}

/** A campaign's day of spend. */
export const spendDayId = (campaignId: string, day: string): string => `${campaignId}/${day}`;

const ROWS_A_STATEMENT = 5_000;

export function createChangedRows(sql: Sql): ChangedRows {
  return {
    async note(rows) {
      // A transaction for each tenant: none holds the counter of one while it waits for that of another.
      for (const [tenantId, some] of Map.groupBy(rows, (row) => row.tenantId)) {
        for (let start = 0; start < some.length; start += ROWS_A_STATEMENT) {
          const changed = some.slice(start, start + ROWS_A_STATEMENT).map(({ kind, id }) => ({ kind, id }));
          await sql`SELECT note_changed_rows(${tenantId}, ${JSON.stringify(changed)}::text::jsonb)`;
        }
      }
    },
  };
}
