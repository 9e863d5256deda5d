import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { Amount } from '../../figures/columns.ts';
import { conversionsOf } from '../../figures/money.ts';
import { defineSpendQuery } from '../../figures/spend.ts';
import { clicksAndPageViews } from '../../figures/traffic.ts';
import { moneyRange, trafficRange } from '../../figures/traffic-range.ts';
import { unionOf } from '../../figures/union.ts';

/**
 * The figures of all campaigns in a range, in one statement. Direct conversions count for the main campaign, but not in its
 * conversion rate (`attributed`; decision 24).
 */
export const campaignFigures = defineSpendQuery({
  name: 'campaigns-figures',
  params: z.object({
    ...trafficRange,
    ...moneyRange,
    firstDay: z.string(),
    lastDay: z.string(),
    mainCampaignId: z.string(),
  }),
  row: z.object({
    campaign: z.string(),
    clicks: Count,
    page_views: Count,
    conversions: Count,
    attributed: Count,
    revenue: Amount,
    /** Exact: it is also shown as money. */
    spend: DecimalText,
  }),
  sql: (spend) => `
    WITH
      traffic AS (
        SELECT toString(campaign_id) AS campaign, clicks, page_views
        FROM ${clicksAndPageViews(['campaign_id'])}
      ),
      conversion_sums AS (
        SELECT
          if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign,
          conversions, attributed, revenue
        FROM ${conversionsOf(['campaign_id'])}
      ),
      costs AS (
        SELECT toString(campaign_id) AS campaign, sum(${spend.spent}) AS cost
        FROM ${spend.rows}
        GROUP BY campaign
      )
    SELECT
      campaign,
      sum(clicks) AS clicks, sum(page_views) AS page_views, sum(conversions) AS conversions, sum(attributed) AS attributed,
      sum(revenue) AS revenue, ${spend.total('sum(cost)')} AS spend
    FROM ${unionOf(['campaign'], {
      traffic: ['clicks', 'page_views'],
      conversion_sums: ['conversions', 'attributed', 'revenue'],
      costs: ['cost'],
    })}
    GROUP BY campaign`,
});
