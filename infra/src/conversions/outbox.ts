// Conversions that are to be sent back. They are stored before the offset of their batch is committed, like their rows; idempotent.

import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { DestinationCache } from '../caches/destination-cache.ts';
import type { ConversionRow } from '../clickhouse/tables/conversions.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';

export interface Outbox {
  /** Adds the conversions to send, once for each destination. Rejects when Postgres is away. */
  enqueue(rows: readonly ConversionRow[]): Promise<void>;
}

export interface OutboxDeps {
  readonly sql: Sql;
  readonly destinations: DestinationCache;
  readonly clock: Clock;
}

/** An ad platform accepts no older conversion. */
export const SEND_WITHIN_MS = 7 * DAY_MS;
/** A conversion may arrive before its click, and is worth little to its receiver without it. */
const CLICK_WAIT_MS = 10 * 60_000;
const CONVERSIONS_A_STATEMENT = 1_000;

/**
 * Approved or completed, and verified: never a refund, a test or a lead, and never what a stranger could have invented, in any mode of
 * 'Vendas sem chave'.
 */
export const isSold = (conversion: {
  readonly status: string;
  readonly isTest: boolean;
  readonly verified: boolean;
  readonly conversionType: string;
}): boolean =>
  (conversion.status === 'approved' || conversion.status === 'completed') &&
  !conversion.isTest &&
  conversion.verified &&
  conversion.conversionType !== 'lead';

export function createOutbox({ sql, destinations, clock }: OutboxDeps): Outbox {
  return {
    async enqueue(rows) {
      const nowMs = clock.now();
      const recent = rows.filter(
        (row) =>
          !row.is_moved &&
          isSold({
            status: row.status,
            isTest: row.is_test,
            verified: row.verified,
            conversionType: row.conversion_type,
          }) &&
          msFromInstant(row.ts) > nowMs - SEND_WITHIN_MS,
      );
      if (recent.length === 0) return;
      const tenants = new Set(recent.map((row) => row.tenant_id));
      const sending = new Set<string>();
      await Promise.all([...tenants].map(async (id) => (await destinations.find(id)) && sending.add(id)));
      const conversions = recent.filter((row) => sending.has(row.tenant_id)).map((row) => toOutboxRow(row, nowMs));
      for (let start = 0; start < conversions.length; start += CONVERSIONS_A_STATEMENT) {
        const some = JSON.stringify(conversions.slice(start, start + CONVERSIONS_A_STATEMENT));
        await sql`SELECT enqueue_conversions(${some}::text::jsonb)`;
      }
    },
  };
}

const toOutboxRow = (row: ConversionRow, nowMs: number) => ({
  tenant_id: row.tenant_id,
  conversion_id: row.conversion_id,
  // A checkout's clock may be ahead of ours.
  approved_at: new Date(Math.min(msFromInstant(row.ts), nowMs)),
  at: new Date(nowMs),
  next_at: new Date(row.click_id === '' && row.click_ref !== '' ? nowMs + CLICK_WAIT_MS : nowMs),
});
