import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type Instant, instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { salesWaitingInMinutes } from './queries.ts';
import type { SaleKey } from './sale-key.ts';

const MINUTE_MS = 60_000;

/** Waiting sales are found by the minute of their click: a batch of ten thousand clicks asks for a few minutes, not for each click. */
export const clickMinute = (clickedAtMs: number): Instant => instantFromMs(clickedAtMs - (clickedAtMs % MINUTE_MS));

interface StoredClick {
  readonly tenant_id: string;
  readonly click_id: string;
  readonly ts: string;
}

/** The sales that named one of these clicks before it was stored. */
export async function salesWaitingFor(clickhouse: ClickHouse, clicks: readonly StoredClick[]): Promise<SaleKey[]> {
  const minutes = new Map<string, [string, string]>();
  const stored = new Set<string>();
  for (const click of clicks) {
    const minute = clickMinute(msFromInstant(click.ts));
    minutes.set(`${click.tenant_id} ${minute}`, [click.tenant_id, minute]);
    stored.add(`${click.tenant_id} ${click.click_id}`);
  }
  const waiting = await salesWaitingInMinutes.run(clickhouse, [...minutes.values()]);
  return waiting
    .filter((row) => stored.has(`${row.tenant_id} ${row.click_id}`))
    .map((row) => ({ tenantId: row.tenant_id, conversionId: row.conversion_id }));
}
