// How many clicks a filter has, and where they lie. Days that are over are read from their cells; a search looks into texts, which no
// cell holds, and reads the facts.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { CAMPAIGN, SOURCE } from '../../lists/filters.ts';
import { askedBots, clickFilters, LISTED, SALES_OF_CLICKS, SOLD_BY_CLICKS } from './click-filters.ts';
import { slicesOfDaysSql, slicesOfFactsSql } from './slices.ts';

const ms = z.number().int();
const daysAndFilters = clickFilters.omit({ q: true }).extend(sealedDays);

const OF_CELLS = `${askedBots('is_bot')} AND ${CAMPAIGN}`;
const CELLS = `visits_daily_by_campaign
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS} AND clicks > 0 AND ${OF_CELLS}`;
const CLICKS = `clicks FINAL
      WHERE tenant_id = {tenantId:String} AND is_prefetch = 0 AND ${askedBots('is_bot')} AND ${CAMPAIGN}`;
const OPEN_FACTS = `${CLICKS} AND ${IN_OPEN_DAYS}`;

/** Sealed days as a whole, and slices of the days that are not. */
export const clicksOfDays = defineQuery({
  name: 'clicks-of-days',
  params: daysAndFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ from_ms: Count, held: Count }),
  sql: slicesOfDaysSql('clicks', `${OF_CELLS} AND ${SOURCE}`, `${CLICKS} AND ${SOURCE}`),
});

export const clicksSlices = defineQuery({
  name: 'clicks-slices',
  params: clickFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ slice: Count, held: Count }),
  sql: slicesOfFactsSql(`clicks FINAL
    WHERE ${LISTED} AND ${SOURCE}`),
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
