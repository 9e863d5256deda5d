import { Amount } from '@tracker/figures/columns';
import { defineNetQuery, linesRow } from '@tracker/figures/net-sql';
import { NAMED_IN_REPORT_MS } from '@tracker/figures/spend';
import { clicksOf } from '@tracker/figures/traffic';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { unionOf } from '@tracker/figures/union';
import { latestName } from '@tracker/infra/clickhouse/latest-name';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

const nameGivenAt = (ms: string) => latestName('ad_name', ms, ['name', 'name_rank']);

/**
 * Ads by revenue, then clicks, then spend. The name is the latest one that was given, by a click or by a conversion; of two at once
 * always the same one; where none was given, the ad platform's.
 */
export const adsOfRange = defineNetQuery({
  name: 'performance-ads-of-range',
  params: z.object({
    ...trafficRange,
    ...moneyRange,
    firstDay: z.string(),
    lastDay: z.string(),
    limit: z.number().int(),
  }),
  row: z.object({
    ad_id: z.string(),
    ad_name: z.string(),
    clicks: Count,
    conversions: Count,
    revenue: Amount,
    spend: Amount,
    /** Reports of its spend: 0 tells "none was reported" from "nothing was spent". */
    reports: Count,
    ...linesRow,
  }),
  sql: (spend, net) => `
    WITH
      traffic AS (
        SELECT ad_id, ${nameGivenAt('ad_named_ms')}, sum(clicks) AS clicks
        FROM ${clicksOf(['ad_id', 'ad_name'], { where: `ad_id != ''` })}
        GROUP BY ad_id
      ),
      conversion_sums AS (
        SELECT ad_id, ${nameGivenAt('ad_named_ms')}, sum(conversions) AS conversions,
          ${net.conversionLines.map((line) => `sum(${line}) AS ${line}`).join(', ')}
        FROM ${net.conversions(['ad_id', 'ad_name'])}
        WHERE ad_id != ''
        GROUP BY ad_id
      ),
      costs AS (
        SELECT ad_id, ${nameGivenAt(NAMED_IN_REPORT_MS)}, ${net.costs(spend.adSpent)}, count() AS reports
        FROM ${spend.ads(['ad_id', 'ad_name'])} AND ad_id != ''
        GROUP BY ad_id
      )
    SELECT
      ad_id, argMax(name, name_rank) AS ad_name,
      sum(clicks) AS clicks, sum(conversions) AS conversions, sum(revenue) AS revenue, ${spend.total('sum(cost)')} AS spend,
      sum(reports) AS reports, ${net.lines()}
    FROM ${unionOf(['ad_id', 'name', 'name_rank'], {
      traffic: ['clicks'],
      conversion_sums: ['conversions', ...net.conversionLines],
      costs: [...net.spendLines, 'reports'],
    })}
    GROUP BY ad_id
    HAVING clicks > 0 OR conversions > 0 OR spend != 0
    ORDER BY revenue DESC, clicks DESC, spend DESC, ad_id ASC
    LIMIT {limit:UInt32}`,
});
