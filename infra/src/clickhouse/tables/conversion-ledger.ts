import { type DefinedRow, defineInsert } from '../define-insert.ts';
import { SOLD_COLUMNS, UTM_COLUMNS } from './sold-columns.ts';

/** One row per event that a checkout reported about a conversion, and day of receipt: the input of the fold to `conversions`. */
export const insertConversionLedger = defineInsert({
  table: 'conversion_ledger',
  columns: {
    tenant_id: 'String',
    conversion_id: 'String',
    event_id: 'String',
    provider: 'String',
    transaction_id: 'String',
    conversion_type: 'String',
    status: 'String',
    event_time: 'NullableInstant',
    sale_time: 'NullableInstant',
    received_at: 'Instant',
    click_ref: 'String',
    click_id: 'String',
    campaign_hint: 'String',
    amount: 'Decimal',
    refund_amount: 'Decimal',
    refund_is_total: 'Flag',
    currency: 'String',
    ...UTM_COLUMNS,
    ...SOLD_COLUMNS,
    person_id: 'String',
    is_test: 'Flag',
    verified: 'Flag',
    network: 'String',
    import_id: 'String',
    is_import_undone: 'Flag',
    ver: 'UInt64',
  },
});

export type ConversionLedgerRow = DefinedRow<typeof insertConversionLedger>;
