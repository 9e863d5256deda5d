import { AD_DAYS, PLATFORM, REPORTS } from '@tracker/figures/spend';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { DecimalText } from '@tracker/infra/clickhouse/row-types';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { Currency } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

const range = { firstDay: z.string(), lastDay: z.string() };

/** What ad platforms report of each day, their campaigns summed; of one campaign or, with '', of all. */
export const reportedSpend = defineQuery({
  name: 'spend-reported',
  params: z.object({ ...range, campaignId: z.string(), upTo: z.number().int() }),
  row: z.object({
    campaign: CampaignId,
    day: TenantDay,
    platform: z.string(),
    currency: Currency,
    amount: DecimalText,
  }),
  sql: `
    SELECT toString(campaign_id) AS campaign, day, ${PLATFORM} AS platform, currency, sum(spend) AS amount
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND ${REPORTS}
      AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND {upTo:UInt64} >= 0
    GROUP BY campaign, day, platform, currency
    ORDER BY day DESC, campaign, platform, currency`,
});

/** The days of each campaign that an ad platform reports, in few rows. */
export const reportedDays = defineQuery({
  name: 'spend-reported-days',
  params: z.object(range),
  row: z.object({ campaign: z.string(), platform: z.string(), days: z.array(z.string()) }),
  sql: `
    SELECT toString(campaign_id) AS campaign, ${PLATFORM} AS platform, groupUniqArray(toString(day)) AS days
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND ${REPORTS}
    GROUP BY campaign, platform`,
});
