import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What one ad source charged one campaign on one day. */
export const insertAdSpend = defineInsert({
  table: 'ad_spend',
  columns: {
    tenant_id: 'String',
    campaign_id: 'String',
    day: 'Day',
    source: 'String',
    currency: 'String',
    spend: 'Decimal',
    impressions: 'UInt64',
    clicks: 'UInt64',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type AdSpendRow = DefinedRow<typeof insertAdSpend>;
