import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { Currency } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';

/** Days of a source that another campaign still holds: its link was moved since. */
export const spendHeldElsewhere = defineQuery({
  name: 'spend-held-elsewhere',
  params: z.object({ source: z.string(), campaignId: z.string(), since: TenantDay, until: TenantDay }),
  row: z.object({ campaign: CampaignId, day: TenantDay, currency: Currency }),
  sql: `
    SELECT campaign_id AS campaign, day, currency
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND source = {source:String} AND campaign_id != {campaignId:String}
      AND day BETWEEN {since:Date} AND {until:Date} AND (spend != 0 OR impressions != 0 OR clicks != 0)
    ORDER BY campaign, day`,
});
