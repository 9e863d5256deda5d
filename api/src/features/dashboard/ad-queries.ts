import { latestName } from '@tracker/infra/clickhouse/latest-name';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { Amount, COUNTED, IN_RANGE, REAL_CLICK } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { defineSpendQuery, NAMED_IN_REPORT_MS } from '../../figures/spend.ts';

const AS = ['name', 'named'] as const;
const NAME_IN_CELLS = latestName('ad_name', 'ad_named_ms', AS);
const NAME_IN_FACTS = latestName('ad_name', 'toUnixTimestamp64Milli(ts)', AS);
const NAME_IN_REPORTS = latestName('ad_name', NAMED_IN_REPORT_MS, AS);

/**
 * Ads by revenue, then clicks, then spend. The name is the latest one that was given, by a click or by a sale; of two at once
 * always the same one; where none was given, the ad platform's.
 */
export const adsOfRange = defineSpendQuery({
  name: 'performance-ads-of-range',
  params: z.object({ ...sealedDays, firstDay: z.string(), lastDay: z.string(), limit: z.number().int() }),
  row: z.object({
    ad_id: z.string(),
    ad_name: z.string(),
    clicks: Count,
    conversions: Count,
    revenue: Amount,
    spend: Amount,
    /** Reports of its spend: 0 tells "none was reported" from "nothing was spent". */
    reports: Count,
  }),
  sql: (spend) => `
    SELECT
      ad AS ad_id, argMax(name, named) AS ad_name,
      sum(visits) AS clicks, sum(sales) AS conversions, sum(earned) AS revenue, ${spend.total('sum(spent)')} AS spend, sum(told) AS reports
    FROM (
      SELECT
        ad_id AS ad,
        ${NAME_IN_CELLS},
        sum(clicks) AS visits, 0 AS sales, 0 AS earned, 0 AS spent, 0 AS told
      FROM visits_daily_by_ad
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND ad_id != ''
      GROUP BY ad
      UNION ALL
      SELECT
        ad_id AS ad,
        ${NAME_IN_FACTS},
        count() AS visits, 0 AS sales, 0 AS earned, 0 AS spent, 0 AS told
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK} AND ad_id != ''
      GROUP BY ad
      UNION ALL
      SELECT
        ad_id AS ad,
        ${NAME_IN_FACTS},
        0 AS visits, count() AS sales, sum(revenue) AS earned, 0 AS spent, 0 AS told
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED} AND click_id != '' AND ad_id != ''
      GROUP BY ad
      UNION ALL
      SELECT
        ad_id AS ad,
        ${NAME_IN_REPORTS},
        0 AS visits, 0 AS sales, 0 AS earned, sum(${spend.adSpent}) AS spent, count() AS told
      FROM ${spend.ads(['ad_id', 'ad_name'])} AND ad_id != ''
      GROUP BY ad
    )
    GROUP BY ad
    HAVING clicks > 0 OR conversions > 0 OR spend != 0
    ORDER BY revenue DESC, clicks DESC, spend DESC, ad_id ASC
    LIMIT {limit:UInt32}`,
});
