import { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import { mapUtm, UTM_NAMES } from '@tracker/schemas/checkouts/utm';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { Money } from '@tracker/schemas/primitives/money';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { definePipelineQuery } from '../clickhouse/define-pipeline-query.ts';
import { DecimalText, Flag, InstantText } from '../clickhouse/row-types.ts';
import { SOLD_LIST, soldFields, soldOfRow } from '../clickhouse/tables/sold-columns.ts';
import type { LedgerEvent } from './fold.ts';

/**
 * Ledger events of these conversions. Capped at 1,000 per conversion (verified and imported first), so that a flood of forged events cannot
 * displace real ones.
 */
export const ledgerOfConversions = definePipelineQuery({
  name: 'ledger-of-conversions',
  key: z.tuple([z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    conversion_id: z.string(),
    event_id: z.string(),
    provider: z.string(),
    transaction_id: z.string(),
    conversion_type: z.string(),
    status: z.string(),
    event_time: InstantText.nullable(),
    sale_time: InstantText.nullable(),
    received_at: InstantText,
    click_ref: z.string(),
    click_id: z.string(),
    amount: DecimalText,
    refund_amount: DecimalText,
    refund_is_total: Flag,
    currency: z.string(),
    ...mapUtm(() => z.string()),
    ...soldFields,
    person_id: z.string(),
    is_test: Flag,
    verified: Flag,
    network: z.string(),
    import_id: z.string(),
    is_import_undone: Flag,
  }),
  sql: `
    SELECT tenant_id, conversion_id, event_id, provider, transaction_id, conversion_type, status, event_time, sale_time,
           received_at, click_ref, click_id, amount, refund_amount, refund_is_total, currency, is_test, verified, network, import_id,
           is_import_undone,
           ${UTM_NAMES.join(', ')}, ${SOLD_LIST}, person_id
    FROM conversion_ledger FINAL
    WHERE (tenant_id, conversion_id) IN {keys:Array(Tuple(String, String))}
    ORDER BY verified DESC, import_id != '' DESC, received_at, event_id
    LIMIT 1000 BY tenant_id, conversion_id`,
});

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
    isRefundTotal: row.refund_is_total,
    currency: row.currency,
    clickReference: row.click_ref,
    clickId: row.click_id === '' ? null : (row.click_id as ClickId),
    utm: mapUtm((name) => row[name]),
    sold: soldOfRow(row),
    personId: row.person_id,
    isTest: row.is_test,
    verified: row.verified,
    network: row.network,
    importId: row.import_id,
    isImportUndone: row.is_import_undone,
  };
}
