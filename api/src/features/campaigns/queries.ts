import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { Amount, COUNTED, IN_RANGE, REAL_CLICK, REAL_VIEW } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { defineSpendQuery } from '../../figures/spend.ts';

/**
 * The figures of all campaigns in a range, in one statement. Direct conversions count for the main campaign, but not in its
 * conversion rate (`tracked`; decision 24).
 */
export const campaignFigures = defineSpendQuery({
  name: 'campaigns-figures',
  params: z.object({
    ...sealedDays,
    firstDay: z.string(),
    lastDay: z.string(),
    mainCampaignId: z.string(),
  }),
  row: z.object({
    campaign: z.string(),
    clicks: Count,
    views: Count,
    conversions: Count,
    tracked: Count,
    revenue: Amount,
    /** Exact: it is also shown as money. */
    spend: DecimalText,
  }),
  sql: (spend) => `
    SELECT
      campaign,
      sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
      sum(earned) AS revenue, ${spend.total('sum(spent)')} AS spend
    FROM (
      SELECT
        toString(campaign_id) AS campaign,
        sum(clicks) AS visits, sum(views) AS page_visits, 0 AS sales, 0 AS tracked_sales,
        0 AS earned, 0 AS spent
      FROM visits_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND is_bot = 0
      GROUP BY campaign
      UNION ALL
      SELECT
        toString(campaign_id) AS campaign,
        count() AS visits, 0 AS page_visits, 0 AS sales, 0 AS tracked_sales,
        0 AS earned, 0 AS spent
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
      GROUP BY campaign
      UNION ALL
      SELECT
        toString(campaign_id) AS campaign,
        0 AS visits, count() AS page_visits, 0 AS sales, 0 AS tracked_sales,
        0 AS earned, 0 AS spent
      FROM page_views FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_VIEW}
      GROUP BY campaign
      UNION ALL
      SELECT
        if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign,
        0 AS visits, 0 AS page_visits, count() AS sales, countIf(click_id != '') AS tracked_sales,
        sum(revenue) AS earned, 0 AS spent
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
      GROUP BY campaign
      UNION ALL
      SELECT
        toString(campaign_id) AS campaign,
        0 AS visits, 0 AS page_visits, 0 AS sales, 0 AS tracked_sales,
        0 AS earned, sum(${spend.spent}) AS spent
      FROM ${spend.cells}
      GROUP BY campaign
    )
    GROUP BY campaign`,
});
