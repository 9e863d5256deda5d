import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** Which payment paid which conversion, by each of the two. */
export const insertConversionLinks = defineInsert({
  table: 'conversion_links',
  columns: {
    tenant_id: 'String',
    conversion_id: 'String',
    other_id: 'String',
    event_id: 'String',
    is_payment: 'Flag',
    provider: 'String',
    payment: 'String',
    transaction_id: 'String',
    amount: 'Decimal',
    is_test: 'Flag',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type ConversionLinkRow = DefinedRow<typeof insertConversionLinks>;
