// Days of spend that no run has read (ADR 144), as rows of a statement: they cost nothing that anyone knows, so a group with such a row is of
// unknown spend, as one with a day whose hours are unknown.
import type { UnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import { z } from 'zod';
import { AD_DAYS } from './spend.ts';

export const unknownSpendParams = {
  unknownCampaigns: z.array(z.string()),
  unknownSources: z.array(z.string()),
  /** 'yyyy-MM-dd', and so many days from it on. */
  unknownSince: z.array(z.string()),
  unknownDays: z.array(z.number().int()),
};
export type UnknownSpend = z.infer<z.ZodObject<typeof unknownSpendParams>>;

/** Null for none: then no statement asks for them. */
export const unknownSpendOf = (all: readonly UnknownDays[]): UnknownSpend | null =>
  all.length === 0
    ? null
    : {
        unknownCampaigns: all.map(({ campaignId }) => campaignId),
        unknownSources: all.map(({ source }) => source),
        unknownSince: all.map(({ since }) => since),
        unknownDays: all.map(({ days }) => days),
      };

/** Of the ads that the campaign had in these days, too: each of them may have spent something. */
const ADS = `
        LEFT ANY JOIN (
          SELECT campaign_id, toString(source) AS source, groupUniqArray((ad, adset)) AS pairs
          FROM ad_spend FINAL ARRAY JOIN ad_ids AS ad, adset_ids AS adset
          WHERE tenant_id = {tenantId:String} AND ${AD_DAYS}
          GROUP BY campaign_id, source
        ) AS known USING (campaign_id, source)`;

/**
 * What FROM reads: a row for each day and source, with `ad_id` and `adset_id` where ads are asked for. Days that an earlier link of the same
 * campaign read whole, and days for which people entered spend, are known.
 */
export const unknownSpendRows = (isByAd: boolean): string => `(
        SELECT tenant_id, campaign_id, source, 'reported' AS kind, day${isByAd ? ", arrayJoin(arrayPushBack(pairs, ('', ''))) AS pair, pair.1 AS ad_id, pair.2 AS adset_id" : ''}
        FROM (
          SELECT {tenantId:String} AS tenant_id, range.1 AS campaign_id, range.2 AS source,
            addDays(range.3, arrayJoin(range(range.4))) AS day
          FROM (SELECT arrayJoin(arrayZip({unknownCampaigns:Array(String)}, {unknownSources:Array(String)},
            {unknownSince:Array(Date)}, {unknownDays:Array(UInt32)})) AS range)
        ) AS missing${isByAd ? ADS : ''}
        WHERE (campaign_id, day, source) NOT IN (
          SELECT toString(campaign_id), day, toString(source) FROM spend_reports FINAL
          WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND kind = 'reported' AND (whole_at IS NOT NULL OR account_id = '')
        ) AND (campaign_id, day) NOT IN (
          SELECT toString(campaign_id), day FROM ad_spend FINAL
          WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND kind = 'entered'
        )
      )`;
