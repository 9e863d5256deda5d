import { Amount } from '@tracker/figures/columns';
import { defineNetQuery, linesRow } from '@tracker/figures/net-sql';
import { clicksAndPageViews } from '@tracker/figures/traffic';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { unionOf } from '@tracker/figures/union';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

/**
 * The figures of all campaigns in a range, in one statement. Direct conversions count for the main campaign, but not in its
 * conversion rate (`attributed`; decision 24).
 */
export const campaignFigures = defineNetQuery({
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
    ...linesRow,
  }),
  sql: (spend, net) => `
    WITH
      traffic AS (
        SELECT toString(campaign_id) AS campaign, clicks, page_views
        FROM ${clicksAndPageViews(['campaign_id'])}
      ),
      conversion_sums AS (
        SELECT
          if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign,
          conversions, attributed, ${net.conversionLines.join(', ')}
        FROM ${net.conversions(['campaign_id'])}
      ),
      costs AS (
        SELECT toString(campaign_id) AS campaign, ${net.costs(spend.spent)}
        FROM ${spend.rows}
        GROUP BY campaign
      )
    SELECT
      campaign,
      sum(clicks) AS clicks, sum(page_views) AS page_views, sum(conversions) AS conversions, sum(attributed) AS attributed,
      sum(revenue) AS revenue, ${spend.total('sum(cost)')} AS spend, ${net.lines()}
    FROM ${unionOf(['campaign'], {
      traffic: ['clicks', 'page_views'],
      conversion_sums: ['conversions', 'attributed', ...net.conversionLines],
      costs: net.spendLines,
    })}
    GROUP BY campaign`,
});
