import { Amount, IN_RANGE } from '@tracker/figures/columns';
import { conversionsOf } from '@tracker/figures/money';
import { defineNetQuery, isConversionLine, linesRow } from '@tracker/figures/net-sql';
import { defineSpendQuery } from '@tracker/figures/spend';
import { clicksOf } from '@tracker/figures/traffic';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { unionOf } from '@tracker/figures/union';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { UncountedReason } from '@tracker/schemas/unverified-conversions';
import { z } from 'zod';

const day = z.string();
const ms = z.number().int();

/** The days of all periods of `periodTotals`. */
const PERIODS =
  '(day BETWEEN least({month:Date}, {yesterday:Date}) AND {today:Date} OR day BETWEEN {first:Date} AND {last:Date})';

const IN_ASKED_RANGE = 'at >= {firstMs:Int64} AND at < {afterLastMs:Int64}';
const TODAY = 'at >= {todayMs:Int64} AND at < {tomorrowMs:Int64}';
const ON_ASKED_DAYS = '{hasRange:UInt8} = 1 AND day BETWEEN {first:Date} AND {last:Date}';

/** Sums of the parts of a day: the answer stays the same all day, for any part of it. */
const inParts = (parts: string) =>
  `tupleElement(sumMapIf(${parts}), 1) AS part_starts, tupleElement(sumMapIf(${parts}), 2) AS parts`;

/**
 * Revenue and spend of today, yesterday, the month and a range, in one statement. Revenue belongs to the day of the conversion,
 * spend to the ad day. An empty range (firstMs = afterLastMs) gives 0. Rollups know no minutes: yesterday and today in
 * parts are read from their conversions.
 */
export const periodTotals = defineNetQuery({
  name: 'performance-period-totals',
  params: z.object({
    ...moneyRange,
    monthMs: ms,
    yesterdayMs: ms,
    todayMs: ms,
    tomorrowMs: ms,
    firstMs: ms,
    afterLastMs: ms,
    month: day,
    yesterday: day,
    today: day,
    first: day,
    last: day,
    /** '1' when a range was asked for: days have no empty range. */
    hasRange: z.number().int(),
  }),
  row: z.object({
    figure: z.enum(['revenue', 'revenue-by-minute', 'spend']),
    today: Amount,
    yesterday: Amount,
    this_month: Amount,
    in_range: Amount,
    /** Of the range. */
    ...linesRow,
    today_lines: linesRow.lines,
    conversions_today: Count,
    /** In parts: revenue by minute since yesterday began, spend of yesterday by the second since 1970 in which an hour begins. */
    part_starts: z.array(Count),
    parts: z.array(Amount),
    /** Of spend: days of yesterday whose hours are unknown, and when its newest report came; 0 for none. */
    without_hours: Count,
    received_ms: Count,
  }),
  sql: (spend, net) => `
    SELECT
      'revenue' AS figure,
      sumIf(revenue, ${TODAY}) AS today,
      sumIf(revenue, at >= {yesterdayMs:Int64} AND at < {todayMs:Int64}) AS yesterday,
      sumIf(revenue, at >= {monthMs:Int64} AND at < {tomorrowMs:Int64}) AS this_month,
      sumIf(revenue, ${IN_ASKED_RANGE}) AS in_range,
      ${net.lines((line) => (isConversionLine(line) ? `sumIf(${line}, ${IN_ASKED_RANGE})` : '0'))},
      ${net.lines((line) => (isConversionLine(line) ? `sumIf(${line}, ${TODAY})` : '0'), 'today_lines')},
      sumIf(conversions, ${TODAY}) AS conversions_today,
      emptyArrayInt64() AS part_starts, [] AS parts, 0 AS without_hours, 0 AS received_ms
    FROM (
      SELECT ${net.conversionLines.join(', ')}, conversions, toUnixTimestamp64Milli(ts) AS at
      FROM ${net.conversions(['day'])}
    )
    UNION ALL
    SELECT
      'revenue-by-minute' AS figure, 0 AS today, 0 AS yesterday, 0 AS this_month, 0 AS in_range, [] AS lines,
      [] AS today_lines, 0 AS conversions_today,
      ${inParts('[intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true')},
      0 AS without_hours, 0 AS received_ms
    FROM (
      SELECT revenue, toUnixTimestamp64Milli(ts) AS at
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({yesterdayMs:Int64})
        AND ts < fromUnixTimestamp64Milli({tomorrowMs:Int64}) AND ${COUNTED}
    )
    UNION ALL
    SELECT
      'spend' AS figure,
      ${spend.total(`sumIf(${spend.spent}, day = {today:Date})`)} AS today,
      ${spend.total(`sumIf(${spend.spent}, day = {yesterday:Date})`)} AS yesterday,
      ${spend.total(`sumIf(${spend.spent}, day BETWEEN {month:Date} AND {today:Date})`)} AS this_month,
      ${spend.total(`sumIf(${spend.spent}, ${ON_ASKED_DAYS})`)} AS in_range,
      ${net.lines((line) => (isConversionLine(line) ? '0' : `sumIf(${net.costOf(line, spend.spent)}, ${ON_ASKED_DAYS})`))},
      ${net.lines((line) => (isConversionLine(line) ? '0' : `sumIf(${net.costOf(line, spend.spent)}, day = {today:Date})`), 'today_lines')},
      0 AS conversions_today,
      ${inParts(`arrayMap(start -> toInt64(start), hour_starts), ${spend.hoursSpent}, day = {yesterday:Date}`)},
      countIf(day = {yesterday:Date} AND spend != 0 AND empty(hour_starts)) AS without_hours,
      toUnixTimestamp64Milli(max(received_at)) AS received_ms
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${PERIODS} AND ${spend.counted(PERIODS)}`,
});

/** The campaigns of one day with a conversion or spend; direct conversions count for the main campaign (decision 24). */
export const campaignsOfDay = defineSpendQuery({
  name: 'performance-campaigns-of-day',
  params: z.object({ fromMs: ms, toMs: ms, day, mainCampaignId: z.string(), limit: z.number().int() }),
  row: z.object({ campaign: z.string(), conversions: Count, revenue: Amount, spend: Amount }),
  sql: (spend) => `
    WITH
      conversion_sums AS (
        SELECT
          if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS campaign,
          count() AS conversions, sum(revenue) AS revenue
        FROM conversions FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
        GROUP BY campaign
      ),
      costs AS (
        SELECT campaign_id AS campaign, sum(${spend.spent}) AS cost
        FROM ad_spend FINAL
        WHERE tenant_id = {tenantId:String} AND day = {day:Date} AND ${spend.counted('day = {day:Date}')}
        GROUP BY campaign
      )
    SELECT campaign, sum(conversions) AS conversions, sum(revenue) AS revenue, ${spend.total('sum(cost)')} AS spend
    FROM ${unionOf(['campaign'], { conversion_sums: ['conversions', 'revenue'], costs: ['cost'] })}
    WHERE campaign != ''
    GROUP BY campaign
    HAVING conversions > 0 OR spend > 0
    ORDER BY revenue DESC, conversions DESC, campaign ASC
    LIMIT {limit:UInt32}`,
});

/** Channels by revenue, then clicks. Direct conversions are in channel 'direct'; the rate leaves them out (`attributed`). */
export const channelsOfRange = defineQuery({
  name: 'performance-channels-of-range',
  params: z.object({ ...trafficRange, ...moneyRange, limit: z.number().int() }),
  row: z.object({ channel: z.string(), clicks: Count, conversions: Count, attributed: Count, revenue: Amount }),
  sql: `
    WITH
      traffic AS (
        SELECT toString(channel) AS channel, clicks
        FROM ${clicksOf(['channel'])}
      ),
      conversion_sums AS (
        SELECT toString(channel) AS channel, conversions, attributed, revenue
        FROM ${conversionsOf(['channel'])}
      )
    SELECT
      channel, sum(clicks) AS clicks, sum(conversions) AS conversions, sum(attributed) AS attributed, sum(revenue) AS revenue
    FROM ${unionOf(['channel'], { traffic: ['clicks'], conversion_sums: ['conversions', 'attributed', 'revenue'] })}
    GROUP BY channel
    ORDER BY revenue DESC, clicks DESC, channel ASC
    LIMIT {limit:UInt32}`,
});

/**
 * Clicks and conversions with tracking by day, or by hour. The first instants come from the caller: days are 23 or 25 hours long
 * when the clocks change, and one table of time zones, not two, must decide which day an instant is in.
 */
const metricsBy = (part: 'day' | 'hour') => {
  const start = `roundDown(toUnixTimestamp64Milli(ts), {${part}StartsMs:Array(Int64)}) AS ${part}_start_ms`;
  return `
    WITH
      traffic AS (
        SELECT ${start}, clicks
        FROM ${clicksOf([part])}
      ),
      conversion_sums AS (
        SELECT ${start}, attributed AS conversions
        FROM ${conversionsOf([part])}
      )
    SELECT ${part}_start_ms, sum(clicks) AS clicks, sum(conversions) AS conversions
    FROM ${unionOf([`${part}_start_ms`], { traffic: ['clicks'], conversion_sums: ['conversions'] })}
    GROUP BY ${part}_start_ms
    ORDER BY ${part}_start_ms`;
};

export const dailyMetrics = defineQuery({
  name: 'performance-daily-metrics',
  params: z.object({ ...trafficRange, ...moneyRange, dayStartsMs: z.array(ms) }),
  row: z.object({ day_start_ms: Count, clicks: Count, conversions: Count }),
  sql: metricsBy('day'),
});

export const hourlyMetrics = defineQuery({
  name: 'performance-hourly-metrics',
  params: z.object({ ...trafficRange, ...moneyRange, hourStartsMs: z.array(ms) }),
  row: z.object({ hour_start_ms: Count, clicks: Count, conversions: Count }),
  sql: metricsBy('hour'),
});

/** Conversions without a key that are outside of the figures, and what they would add. */
export const uncountedByReason = defineQuery({
  name: 'performance-uncounted-by-reason',
  params: z.object({ fromMs: ms, toMs: ms }),
  row: z.object({ reason: UncountedReason, uncounted: Count, worth: DecimalText }),
  sql: `
    SELECT uncounted_reason AS reason, count() AS uncounted, sum(uncounted_revenue) AS worth
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND uncounted_reason != '' AND is_test = 0
    GROUP BY reason
    ORDER BY worth DESC, reason`,
});
