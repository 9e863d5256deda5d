import { soldOfRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import { mapUtm } from '@tracker/schemas/checkouts/utm';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { Money } from '@tracker/schemas/primitives/money';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { LedgerEvent } from './fold.ts';
import type { ledgerOfConversions } from './queries.ts';

export type LedgerRow = Awaited<ReturnType<typeof ledgerOfConversions.run>>[number];

export function toLedgerEvent(row: LedgerRow): LedgerEvent {
  return {
    eventId: row.event_id,
    status: ConversionStatus.parse(row.status),
    eventTimeMs: row.event_time === null ? null : msFromInstant(row.event_time),
    conversionTimeMs: row.sale_time === null ? null : msFromInstant(row.sale_time),
    receivedAtMs: msFromInstant(row.received_at),
    provider: row.provider,
    transactionId: row.transaction_id,
    conversionType: row.conversion_type,
    amount: Money.parse(row.amount),
    refundAmount: Money.parse(row.refund_amount),
    currency: row.currency,
    clickReference: row.click_ref,
    clickId: row.click_id === '' ? null : (row.click_id as ClickId),
    utm: mapUtm((name) => row[name]),
    sold: soldOfRow(row),
    isTest: row.is_test,
    verified: row.verified,
    network: row.network,
    importId: row.import_id,
    isImportUndone: row.is_import_undone,
  };
}
