import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What one ad source charged one campaign on one day, and for which of its ads. */
export const insertAdSpend = defineInsert({
  table: 'ad_spend',
  columns: {
    tenant_id: 'String',
    campaign_id: 'String',
    day: 'Day',
    source: 'String',
    kind: 'String',
    currency: 'String',
    spend: 'Decimal',
    impressions: 'UInt64',
    clicks: 'UInt64',
    // One place for each ad, the same in all of them.
    ad_ids: 'Strings',
    ad_names: 'Strings',
    adset_ids: 'Strings',
    adset_names: 'Strings',
    ad_spends: 'Decimals',
    ad_impressions: 'UInt64s',
    ad_clicks: 'UInt64s',
    // One place for each hour.
    hour_starts: 'UInt64s',
    hour_spends: 'Decimals',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type AdSpendRow = DefinedRow<typeof insertAdSpend>;
