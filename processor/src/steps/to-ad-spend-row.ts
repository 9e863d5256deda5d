import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { AdSpendEvent, AdSpendOfAd } from '@tracker/schemas/events/ad-spend';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { lastReceiptVersion } from '../version.ts';

/**
 * The ad platform restates its days. Of two rows of one campaign, day and source the later sync wins, with its ads and without
 * those that only the earlier one had. Of what people entered, the later entry wins.
 */
export const toAdSpendRow = () =>
  step<{ readonly event: AdSpendEvent }, AdSpendRow>('to-ad-spend-row', ({ event }) => {
    if (event.campaignId === null) return deadLetter('ad spend without a campaign');
    const { day, source, kind, currency, spend, impressions, clicks, ads, hours } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      campaign_id: event.campaignId,
      day,
      source,
      kind,
      currency,
      spend,
      impressions,
      clicks,
      ...columnsOf(ads),
      hour_starts: hours.map(({ startsAt }) => msFromInstant(startsAt) / 1000),
      hour_spends: hours.map((hour) => hour.spend),
      received_at: event.receivedAt,
      ver: lastReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });

/** Ids and names are cleaned as those of a click are, so that both are the same text. */
const columnsOf = (ads: readonly AdSpendOfAd[]) => ({
  ad_ids: ads.map(({ adId }) => cleanTag(adId)),
  ad_names: ads.map(({ adName }) => cleanTag(adName)),
  adset_ids: ads.map(({ adsetId }) => cleanTag(adsetId)),
  adset_names: ads.map(({ adsetName }) => cleanTag(adsetName)),
  ad_spends: ads.map(({ spend }) => spend),
  ad_impressions: ads.map(({ impressions }) => impressions),
  ad_clicks: ads.map(({ clicks }) => clicks),
});
