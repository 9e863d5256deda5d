// What checkouts must be asked. It is stored before the offset of its batch is committed, like the rows of the batch; idempotent.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Sql } from '@tracker/infra/postgres/connect';
import { LOOK_UP_DAYS, LOOK_UP_WANTED_DAYS } from '@tracker/schemas/look-ups/limits';
import { DAY_MS } from '@tracker/schemas/primitives/durations';

export interface WantedLookUp {
  readonly tenantId: string;
  readonly provider: string;
  readonly resource: string;
  readonly receivedAt: string;
}

export interface WantedLookUps {
  /** Puts them down, once for each resource. Rejects when Postgres is away. */
  add(wanted: readonly WantedLookUp[]): Promise<void>;
}

const ROWS_A_STATEMENT = 1_000;

export const createWantedLookUps = ({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }): WantedLookUps => ({
  async add(wanted) {
    const nowMs = clock.now();
    const recent = wanted.filter(({ receivedAt }) => Date.parse(receivedAt) > nowMs - LOOK_UP_WANTED_DAYS * DAY_MS);
    for (let start = 0; start < recent.length; start += ROWS_A_STATEMENT) {
      const rows = recent
        .slice(start, start + ROWS_A_STATEMENT)
        .map(({ tenantId, provider, resource, receivedAt }) => ({
          ...{ tenant_id: tenantId, provider, resource, wanted_at: receivedAt },
        }));
      const giveUp = new Date(nowMs + LOOK_UP_DAYS * DAY_MS);
      await sql`SELECT want_look_ups(${JSON.stringify(rows)}::text::jsonb, ${new Date(nowMs)}, ${giveUp})`;
    }
  },
});
