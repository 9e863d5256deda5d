import { type DefinedRow, defineInsert } from '../define-insert.ts';

/** What a platform claims that the ads of one campaign brought on one day, and how their videos were watched. */
export const insertAdResults = defineInsert({
  table: 'ad_results',
  columns: {
    tenant_id: 'String',
    campaign_id: 'String',
    day: 'Day',
    source: 'String',
    currency: 'String',
    // One place for each claim.
    claim_ad_ids: 'Strings',
    claim_actions: 'Strings',
    claim_windows: 'Strings',
    claim_conversions: 'Decimals',
    claim_values: 'Decimals',
    unread_ad_ids: 'Strings',
    // One place for each video.
    video_ad_ids: 'Strings',
    video_plays: 'UInt64s',
    video_views_3s: 'UInt64s',
    video_thruplays: 'UInt64s',
    video_p25: 'UInt64s',
    video_p50: 'UInt64s',
    video_p75: 'UInt64s',
    video_p100: 'UInt64s',
    received_at: 'Instant',
    ver: 'UInt64',
  },
});

export type AdResultsRow = DefinedRow<typeof insertAdResults>;
