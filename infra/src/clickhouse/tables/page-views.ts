import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What a page view knows of its click. */
export const VIEW_TRAFFIC = ['source', 'channel', 'ad_id', 'adset_id', 'placement'] as const;
export type ViewTraffic = Readonly<Record<(typeof VIEW_TRAFFIC)[number], string>>;

/** One row per page view; `ts` is the moment inside the view id. */
export const insertPageViews = defineInsert({
  table: 'page_views',
  columns: {
    tenant_id: 'String',
    ts: 'Instant',
    view_id: 'String',
    click_id: 'String',
    campaign_id: 'String',
    url: 'String',
    title: 'String',
    referrer: 'String',
    user_agent: 'String',
    ip_address: 'String',
    address_key: 'String',
    address_encrypted: 'String',
    country_code: 'String',
    region: 'String',
    city: 'String',
    timezone: 'String',
    device_type: 'String',
    browser: 'String',
    operating_system: 'String',
    is_bot: 'Flag',
    source: 'String',
    channel: 'String',
    ad_id: 'String',
    adset_id: 'String',
    placement: 'String',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type PageViewRow = DefinedRow<typeof insertPageViews>;
