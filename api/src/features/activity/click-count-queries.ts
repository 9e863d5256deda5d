// How many clicks a filter has, and where they lie. Days that are over are read from their cells; a search looks into texts, which no
// cell holds, and reads the facts.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { askedBots, clickFilters, LISTED, SALES_OF_CLICKS, SOLD_BY_CLICKS } from './click-filters.ts';
import { CAMPAIGN, SOURCE } from './filters.ts';

const ms = z.number().int();
const daysAndFilters = clickFilters.omit({ q: true }).extend(sealedDays);

const CELLS = `clicks_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND ${askedBots('is_bot')} AND ${CAMPAIGN}`;
const OPEN_FACTS = `clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_OPEN_DAYS} AND is_prefetch = 0 AND ${askedBots('is_bot')} AND ${CAMPAIGN}`;

/** Of which of the two open ranges a click is: no slice reaches over the sealed days between. */
const START = 'if(ts < fromUnixTimestamp64Milli({openUntilMs:Int64}), {openFromMs:Int64}, {openAgainMs:Int64})';

/** By their first moments: sealed days as a whole, and slices of the days that are not. Newest first. */
export const clicksOfDays = defineQuery({
  name: 'clicks-of-days',
  params: daysAndFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ from_ms: Count, clicks: Count }),
  sql: `
    SELECT from_ms, sum(visits) AS clicks
    FROM (
      SELECT toUnixTimestamp64Milli(day_start) AS from_ms, sum(clicks) AS visits
      FROM ${CELLS} AND ${SOURCE}
      GROUP BY from_ms
      UNION ALL
      SELECT
        ${START} + intDiv(toUnixTimestamp64Milli(ts) - ${START}, {sliceMs:Int64}) * {sliceMs:Int64} AS from_ms,
        count() AS visits
      FROM ${OPEN_FACTS} AND ${SOURCE}
      GROUP BY from_ms
    )
    GROUP BY from_ms
    ORDER BY from_ms DESC`,
});

/** The facts of each slice of the range, newest first. */
export const clicksSlices = defineQuery({
  name: 'clicks-slices',
  params: clickFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ slice: Count, clicks: Count }),
  sql: `
    SELECT intDiv(toUnixTimestamp64Milli(ts) - {fromMs:Int64}, {sliceMs:Int64}) AS slice, count() AS clicks
    FROM clicks FINAL
    WHERE ${LISTED} AND ${SOURCE}
    GROUP BY slice
    ORDER BY slice DESC`,
});

const totals = z.object({ clicks: Count, converted: Count, worth: DecimalText, campaigns: Count, sources: Count });

/** A sale knows the campaign, the source and the bot of its click: no click need be found for it. */
export const clicksTotals = defineQuery({
  name: 'clicks-totals',
  params: daysAndFilters,
  row: totals,
  sql: `
    SELECT
      sum(visits) AS clicks, sum(sold) AS converted, sum(earned) AS worth,
      uniqExactIf(campaign, visits > 0) AS campaigns, uniqExactIf(origin, visits > 0 AND origin != '') AS sources
    FROM (
      SELECT toString(campaign_id) AS campaign, toString(source) AS origin, sum(clicks) AS visits, 0 AS sold, 0 AS earned
      FROM ${CELLS} AND ${SOURCE}
      GROUP BY campaign, origin
      UNION ALL
      SELECT toString(campaign_id) AS campaign, toString(source) AS origin, count() AS visits, 0 AS sold, 0 AS earned
      FROM ${OPEN_FACTS} AND ${SOURCE}
      GROUP BY campaign, origin
      UNION ALL
      SELECT '' AS campaign, '' AS origin, 0 AS visits, uniqExact(click_id) AS sold, sum(revenue) AS earned
      FROM conversions FINAL
      WHERE ${SOLD_BY_CLICKS} AND ${askedBots('click_is_bot')} AND ${CAMPAIGN} AND ${SOURCE}
    )`,
});

export const clicksTotalsSearched = defineQuery({
  name: 'clicks-totals-searched',
  params: clickFilters,
  row: totals,
  sql: `
    SELECT
      count() AS clicks, countIf(s.sales > 0) AS converted, sum(s.worth) AS worth,
      uniqExact(c.campaign_id) AS campaigns, uniqExactIf(c.source, c.source != '') AS sources
    FROM (
      SELECT click_id, campaign_id, source
      FROM clicks FINAL
      WHERE ${LISTED} AND ${SOURCE}
    ) AS c
    LEFT JOIN ${SALES_OF_CLICKS} AS s ON s.click_id = c.click_id`,
});

const sourceRow = z.object({ source: TextOrNull, clicks: Count });

/** Which sources the clicks of the other filters have; '' is none. */
export const clicksSources = defineQuery({
  name: 'clicks-sources',
  params: daysAndFilters.omit({ source: true }).extend({ limit: z.number().int() }),
  row: sourceRow,
  sql: `
    SELECT origin AS source, sum(visits) AS clicks
    FROM (
      SELECT toString(source) AS origin, sum(clicks) AS visits
      FROM ${CELLS}
      GROUP BY origin
      UNION ALL
      SELECT toString(source) AS origin, count() AS visits
      FROM ${OPEN_FACTS}
      GROUP BY origin
    )
    GROUP BY origin
    ORDER BY clicks DESC, source
    LIMIT {limit:UInt32}`,
});

export const clicksSourcesSearched = defineQuery({
  name: 'clicks-sources-searched',
  params: clickFilters.omit({ source: true }).extend({ limit: z.number().int() }),
  row: sourceRow,
  sql: `
    SELECT source, count() AS clicks
    FROM clicks FINAL
    WHERE ${LISTED}
    GROUP BY source
    ORDER BY clicks DESC, source
    LIMIT {limit:UInt32}`,
});
