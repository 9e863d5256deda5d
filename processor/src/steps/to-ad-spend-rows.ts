import type { AdResultsRow } from '@tracker/infra/clickhouse/tables/ad-results';
import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { SpendReportRow } from '@tracker/infra/clickhouse/tables/spend-reports';
import type { AdSpendEvent, AdSpendOfAd } from '@tracker/schemas/events/ad-spend';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { lastReceiptVersion } from '../version.ts';
import { adResultsRow } from './ad-results-row.ts';
import { spendReportRow } from './spend-report-row.ts';

export interface AdSpendRows {
  readonly spend: AdSpendRow;
  readonly report: SpendReportRow;
  readonly results: AdResultsRow | null;
}

/** A day of spend: what counts now, the version that it is, and what the platform claims for it. */
export const toAdSpendRows = () =>
  step<{ readonly event: AdSpendEvent }, AdSpendRows>('to-ad-spend-rows', ({ event }) => {
    const { campaignId } = event;
    if (campaignId === null) return deadLetter('ad spend without a campaign');
    return ok({
      spend: adSpendRow(event, campaignId),
      report: spendReportRow(event, campaignId),
      results: adResultsRow(event, campaignId),
    });
  });

/**
 * The ad platform restates its days. Of two rows of one campaign, day and source the later sync wins, with its ads and without
 * those that only the earlier one had. Of what people entered, the later entry wins.
 */
function adSpendRow(event: AdSpendEvent, campaignId: CampaignId): AdSpendRow {
  const { day, source, kind, currency, spend, impressions, clicks, ads, hours } = event.payload;
  return {
    tenant_id: event.tenantId,
    campaign_id: campaignId,
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
  };
}

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
