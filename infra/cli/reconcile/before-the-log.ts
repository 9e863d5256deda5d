// A log that was cut (ADR 46) lacks the first events of conversions that go on in it. Those come from the ledger, which keeps them all.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { EventLog, Positions } from '@tracker/infra/event-log/event-log';
import { hasReached } from '@tracker/infra/event-log/positions';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { unitsOf } from '../money-units.ts';
import { conversionKey, type Recount } from './recount.ts';

/** When the first record was appended that is left in every partition, in Unix milliseconds; 0 of a whole log. */
export async function logBeginsAt(log: EventLog<Topic>, begins: Positions, signal: AbortSignal): Promise<number> {
  if (hasReached(new Map(), begins)) return 0;
  const next = new Map([...begins].map(([partition, first]) => [partition, first + 1n]));
  let beginsAt = 0;
  for await (const records of log.read({ topic: EVENTS_TOPIC, from: begins, to: next, maxRecords: 1, signal })) {
    for (const { appendedAt } of records) beginsAt = Math.max(beginsAt, appendedAt.getTime());
  }
  // Nothing is left: no day can be counted.
  return beginsAt || Number.POSITIVE_INFINITY;
}

interface Row {
  readonly tenant_id: string;
  readonly provider: string;
  readonly transaction_id: string;
  readonly click_id: string;
  readonly conversion_type: string;
  readonly event_id: string;
  readonly status: string;
  readonly event_ms: string | null;
  readonly sale_ms: string | null;
  readonly received_ms: string;
  readonly amount: string;
  readonly refund: string;
  readonly is_total: string;
  readonly currency: string;
  readonly import_id: string;
  readonly is_undo: string;
}

interface LinkRow {
  readonly tenant_id: string;
  readonly provider: string;
  readonly payment: string;
  readonly transaction_id: string;
  readonly amount: string;
  readonly received_ms: string;
}

/** Clocks differ, and an event may wait in a spool: one that the log has as well is counted once. */
const MARGIN_MS = HOUR_MS;

const GOES_ON =
  'SELECT tenant_id, conversion_id FROM conversion_ledger WHERE received_at >= fromUnixTimestamp64Milli({fromMs:Int64})';

export async function addKnownConversions(
  clickhouse: ClickHouse,
  recount: Recount,
  { beforeMs, tenantId = '' }: { readonly beforeMs: number; readonly tenantId: string | undefined },
): Promise<void> {
  const params = { tenantId, untilMs: BigInt(beforeMs + MARGIN_MS), fromMs: BigInt(beforeMs - MARGIN_MS) };
  const rows = await clickhouse.query<Row>({
    name: 'reconcile-known-conversions',
    sql: `SELECT toString(tenant_id) AS tenant_id, provider, transaction_id, click_id, conversion_type, event_id, status,
        toString(toUnixTimestamp64Milli(event_time)) AS event_ms, toString(toUnixTimestamp64Milli(sale_time)) AS sale_ms,
        toString(toUnixTimestamp64Milli(received_at)) AS received_ms, toString(amount) AS amount,
        toString(refund_amount) AS refund, toString(refund_is_total) AS is_total, currency,
        import_id, toString(is_import_undone) AS is_undo
      FROM conversion_ledger FINAL
      WHERE (verified = 1 OR import_id != '') AND is_test = 0 AND ({tenantId:String} = '' OR tenant_id = {tenantId:String})
        AND received_at < fromUnixTimestamp64Milli({untilMs:Int64})
        AND ((tenant_id, conversion_id) IN (${GOES_ON}) OR (tenant_id, conversion_id) IN (
          SELECT tenant_id, other_id FROM conversion_links
          WHERE received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) OR (tenant_id, conversion_id) IN (${GOES_ON})))
      SETTINGS max_execution_time = 300`,
    params,
  });
  const links = await clickhouse.query<LinkRow>({
    name: 'reconcile-known-links',
    sql: `SELECT toString(tenant_id) AS tenant_id, provider, payment, transaction_id, toString(amount) AS amount,
        toString(toUnixTimestamp64Milli(received_at)) AS received_ms
      FROM conversion_links FINAL
      WHERE is_payment = 1 AND is_test = 0 AND ({tenantId:String} = '' OR tenant_id = {tenantId:String})
        AND received_at < fromUnixTimestamp64Milli({untilMs:Int64})
      SETTINGS max_execution_time = 300`,
    params: { tenantId, untilMs: params.untilMs },
  });
  for (const row of links) {
    const keyOf = (transaction: string) => `${row.tenant_id} ${row.provider} transaction ${transaction}`;
    recount.addLink({
      payment: keyOf(row.payment),
      conversion: keyOf(row.transaction_id),
      paid: unitsOf(row.amount),
      receivedMs: Number(row.received_ms),
    });
  }
  for (const row of rows) {
    const key = conversionKey({
      tenantId: row.tenant_id,
      checkout: row.provider,
      transactionId: row.transaction_id || null,
      clickId: row.click_id || null,
      conversionType: row.conversion_type,
    });
    if (key === undefined) continue;
    if (row.import_id !== '') {
      recount.addRow(key, {
        ...{ importId: row.import_id, isUndo: row.is_undo === '1', status: row.status },
        ...{ soldMs: Number(row.sale_ms), receivedMs: Number(row.received_ms) },
      });
      continue;
    }
    recount.addKnown(key, {
      eventId: row.event_id,
      status: row.status,
      eventMs: row.event_ms === null ? null : Number(row.event_ms),
      conversionMs: row.sale_ms === null ? null : Number(row.sale_ms),
      receivedMs: Number(row.received_ms),
      amount: unitsOf(row.amount),
      refund: unitsOf(row.refund),
      isRefundTotal: row.is_total === '1',
      currency: row.currency,
    });
  }
}
