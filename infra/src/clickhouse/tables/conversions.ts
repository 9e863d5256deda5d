import { type DefinedRow, defineInsert } from '../define-insert.ts';

/**
 * One row per conversion: its ledger folded and joined to its click. Written whole each time a fact touches it; and, as moved away, one for
 * each other day in which it may have stood.
 */
export const insertConversions = defineInsert({
  table: 'conversions',
  columns: {
    tenant_id: 'String',
    conversion_id: 'String',
    ts: 'Instant',
    provider: 'String',
    transaction_id: 'String',
    conversion_type: 'String',
    status: 'String',
    is_counted: 'Flag',
    value: 'Decimal',
    net_value: 'Decimal',
    currency: 'String',
    revenue: 'Decimal',
    click_ref: 'String',
    click_id: 'String',
    click_ts: 'NullableInstant',
    campaign_id: 'String',
    channel: 'String',
    source: 'String',
    sub1: 'String',
    sub2: 'String',
    sub3: 'String',
    sub4: 'String',
    sub5: 'String',
    sub6: 'String',
    sub7: 'String',
    sub8: 'String',
    utm_source: 'String',
    utm_medium: 'String',
    utm_campaign: 'String',
    utm_content: 'String',
    utm_term: 'String',
    country_code: 'String',
    region: 'String',
    device_type: 'String',
    click_is_bot: 'Flag',
    is_test: 'Flag',
    verified: 'Flag',
    received_at: 'Instant',
    event_count: 'UInt32',
    is_moved: 'Flag',
    ver: 'UInt64',
  },
});

export type ConversionRow = DefinedRow<typeof insertConversions>;
