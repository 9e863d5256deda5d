import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { Amount, COUNTED, IN_RANGE, REAL_CLICK } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { defineSpendQuery } from '../../figures/spend.ts';

const day = z.string();
const ms = z.number().int();

/**
 * Revenue and spend of today, yesterday, the month and a range, in one statement. Revenue belongs to the day of the conversion,
 * spend to the ad day. An empty range (from = to) gives 0.
 */
export const periodTotals = defineSpendQuery({
  name: 'performance-period-totals',
  params: z.object({
    monthMs: ms,
    yesterdayMs: ms,
    todayMs: ms,
    tomorrowMs: ms,
    fromMs: ms,
    toMs: ms,
    month: day,
    yesterday: day,
    today: day,
    first: day,
    last: day,
    /** '1' when a range was asked for: days have no empty range. */
    hasRange: z.number().int(),
  }),
  row: z.object({
    figure: z.enum(['revenue', 'spend']),
    today: Amount,
    yesterday: Amount,
    this_month: Amount,
    in_range: Amount,
  }),
  sql: (spend) => `
    SELECT
      'revenue' AS figure,
      sumIf(revenue, at >= {todayMs:Int64} AND at < {tomorrowMs:Int64}) AS today,
      sumIf(revenue, at >= {yesterdayMs:Int64} AND at < {todayMs:Int64}) AS yesterday,
      sumIf(revenue, at >= {monthMs:Int64} AND at < {tomorrowMs:Int64}) AS this_month,
      sumIf(revenue, at >= {fromMs:Int64} AND at < {toMs:Int64}) AS in_range
    FROM (
      SELECT revenue, toUnixTimestamp64Milli(ts) AS at
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${COUNTED}
        AND ((ts >= fromUnixTimestamp64Milli(least({monthMs:Int64}, {yesterdayMs:Int64}))
              AND ts < fromUnixTimestamp64Milli({tomorrowMs:Int64}))
          OR (${IN_RANGE}))
    )
    UNION ALL
    SELECT
      'spend' AS figure,
      ${spend.total(`sumIf(${spend.spent}, day = {today:Date})`)} AS today,
      ${spend.total(`sumIf(${spend.spent}, day = {yesterday:Date})`)} AS yesterday,
      ${spend.total(`sumIf(${spend.spent}, day BETWEEN {month:Date} AND {today:Date})`)} AS this_month,
      ${spend.total(`sumIf(${spend.spent}, {hasRange:UInt8} = 1 AND day BETWEEN {first:Date} AND {last:Date})`)} AS in_range
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${spend.counted}
      AND (day BETWEEN least({month:Date}, {yesterday:Date}) AND {today:Date} OR day BETWEEN {first:Date} AND {last:Date})`,
});

/** The campaigns of one day with a conversion or spend; direct conversions count for the main campaign (decision 24). */
export const campaignsOfDay = defineSpendQuery({
  name: 'performance-campaigns-of-day',
  params: z.object({ fromMs: ms, toMs: ms, day, mainCampaignId: z.string(), limit: z.number().int() }),
  row: z.object({ campaign: z.string(), conversions: Count, revenue: Amount, spend: Amount }),
  sql: (spend) => `
    SELECT campaign, sum(sales) AS conversions, sum(earned) AS revenue, ${spend.total('sum(spent)')} AS spend
    FROM (
      SELECT
        if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS campaign,
        count() AS sales, sum(revenue) AS earned, 0 AS spent
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
      GROUP BY campaign
      UNION ALL
      SELECT campaign_id AS campaign, 0 AS sales, 0 AS earned, sum(${spend.spent}) AS spent
      FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day = {day:Date} AND ${spend.counted}
      GROUP BY campaign
    )
    WHERE campaign != ''
    GROUP BY campaign
    HAVING conversions > 0 OR spend > 0
    ORDER BY revenue DESC, conversions DESC, campaign ASC
    LIMIT {limit:UInt32}`,
});

/** Channels by revenue, then clicks. Direct conversions are in channel 'direct'; the rate leaves them out (`tracked`). */
export const channelsOfRange = defineQuery({
  name: 'performance-channels-of-range',
  params: z.object({ ...sealedDays, limit: z.number().int() }),
  row: z.object({ traffic: z.string(), clicks: Count, conversions: Count, tracked: Count, revenue: Amount }),
  sql: `
    SELECT traffic, sum(visits) AS clicks, sum(sales) AS conversions, sum(tracked_sales) AS tracked, sum(earned) AS revenue
    FROM (
      SELECT
        toString(channel) AS traffic,
        sum(clicks) AS visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned
      FROM visits_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND is_bot = 0 AND clicks > 0
      GROUP BY traffic
      UNION ALL
      SELECT
        toString(channel) AS traffic,
        count() AS visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
      GROUP BY traffic
      UNION ALL
      SELECT
        if(click_id = '', 'direct', toString(channel)) AS traffic,
        0 AS visits, count() AS sales, countIf(click_id != '') AS tracked_sales, sum(revenue) AS earned
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
      GROUP BY traffic
    )
    GROUP BY traffic
    ORDER BY revenue DESC, clicks DESC, traffic ASC
    LIMIT {limit:UInt32}`,
});

/**
 * Clicks and conversions with tracking by day. The days' first instants come from the caller: they are 23 or 25 hours apart
 * when the clocks change, and one table of time zones, not two, must decide which day an instant is in.
 */
export const dailyMetrics = defineQuery({
  name: 'performance-daily-metrics',
  params: z.object({ ...sealedDays, dayStartsMs: z.array(ms) }),
  row: z.object({ day_start_ms: Count, clicks: Count, conversions: Count }),
  sql: `
    SELECT day_start_ms, sum(visits) AS clicks, sum(sales) AS conversions
    FROM (
      SELECT
        roundDown(toUnixTimestamp64Milli(day_start), {dayStartsMs:Array(Int64)}) AS day_start_ms,
        sum(clicks) AS visits, 0 AS sales
      FROM visits_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND is_bot = 0 AND clicks > 0
      GROUP BY day_start_ms
      UNION ALL
      SELECT
        roundDown(toUnixTimestamp64Milli(ts), {dayStartsMs:Array(Int64)}) AS day_start_ms,
        count() AS visits, 0 AS sales
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
      GROUP BY day_start_ms
      UNION ALL
      SELECT
        roundDown(toUnixTimestamp64Milli(ts), {dayStartsMs:Array(Int64)}) AS day_start_ms,
        0 AS visits, count() AS sales
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED} AND click_id != ''
      GROUP BY day_start_ms
    )
    GROUP BY day_start_ms
    ORDER BY day_start_ms`,
});
