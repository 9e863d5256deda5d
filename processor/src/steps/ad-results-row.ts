import type { AdResultsRow } from '@tracker/infra/clickhouse/tables/ad-results';
import type { AdResults, AdSpendEvent, AdVideo } from '@tracker/schemas/events/ad-spend';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion } from '../version.ts';

/** Of two reports of a day that have them the later one counts whole. Null: this one has none, and leaves what is known. */
export function adResultsRow(event: AdSpendEvent, campaignId: CampaignId): AdResultsRow | null {
  const { day, source, currency, results } = event.payload;
  if (results === undefined) return null;
  return {
    tenant_id: event.tenantId,
    campaign_id: campaignId,
    day,
    source,
    currency,
    ...claimColumns(results),
    ...videoColumns(results),
    received_at: event.receivedAt,
    ver: lastReceiptVersion(msFromInstant(event.receivedAt)),
  };
}

/** Ids are cleaned as those of a click are, so that both are the same text. */
function claimColumns(results: readonly AdResults[]) {
  const all = results.flatMap(({ adId, claims }) =>
    (claims ?? []).map((claim) => ({ adId: cleanTag(adId), ...claim })),
  );
  return {
    claim_ad_ids: all.map(({ adId }) => adId),
    claim_actions: all.map(({ action }) => cleanTag(action)),
    claim_windows: all.map(({ window }) => window),
    claim_conversions: all.map(({ conversions }) => conversions),
    claim_values: all.map(({ value }) => value),
    unread_ad_ids: results.filter(({ claims }) => claims === null).map(({ adId }) => cleanTag(adId)),
  };
}

function videoColumns(results: readonly AdResults[]) {
  const all = results.flatMap(({ adId, video }) => (video ? [{ adId: cleanTag(adId), video }] : []));
  const of = (name: keyof AdVideo) => all.map(({ video }) => video[name]);
  return {
    video_ad_ids: all.map(({ adId }) => adId),
    video_plays: of('plays'),
    video_views_3s: of('views3s'),
    video_thruplays: of('thruplays'),
    video_p25: of('p25'),
    video_p50: of('p50'),
    video_p75: of('p75'),
    video_p100: of('p100'),
  };
}
