import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** One version of what one ad source charged one campaign on one day. */
export const insertSpendReports = defineInsert({
  table: 'spend_reports',
  columns: {
    tenant_id: 'String',
    campaign_id: 'String',
    day: 'Day',
    source: 'String',
    platform: 'String',
    account_id: 'String',
    kind: 'String',
    currency: 'String',
    spend: 'Decimal',
    reported_at: 'Instant',
    confirmed_at: 'Instant',
    whole_at: 'NullableInstant',
    ver: 'UInt64',
  },
});

export type SpendReportRow = DefinedRow<typeof insertSpendReports>;
