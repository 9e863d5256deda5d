// Every statement about clicks: how many a filter has and where they lie, a page of them for the screen or a file, and what became of them.

import { IN_RANGE } from '@tracker/figures/columns';
import { defineFilteredQuery, type Filtered } from '@tracker/figures/sql/filtered-query';
import { clicksOf } from '@tracker/figures/traffic';
import { trafficRange } from '@tracker/figures/traffic-range';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { CLICK_CSV_COLUMNS, type ClickCsvColumn } from '@tracker/schemas/contracts/click-logs.contract';
import { CLICK_TAGS, TAGS_WITH_HEADER, type TagHeader } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';
import {
  before,
  CAMPAIGN,
  CLICK_FIELDS,
  clickColumns,
  filters,
  has,
  page,
  SOURCE,
  search,
} from '../../lists/event-lists.ts';
import { slicesOfDaysSql, slicesOfEventsSql } from './time-slices.ts';

const ms = z.number().int();

const clickFilters = filters.extend({
  /** 1: clicks of bots too. */
  bots: z.number().int(),
});
export type ClickFilters = z.input<typeof clickFilters> & Filtered;

/** `column` says whether a bot clicked. */
const askedBots = (column: 'is_bot' | 'click_is_bot') => `({bots:UInt8} = 1 OR ${column} = 0)`;

/**
 * Ids are most of what a search reads, and add little to the campaign: `mc_{campaign}_` and 19 digits. They are looked at for texts
 * that may lie in one and have a digit; for others the engine does not read them.
 */
const IN_CLICK_ID = `(match({q:String}, '^[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*$') AND ${has('click_id')})`;
const IN_TEXTS = search("concat('mc_', campaign_id, '_')", 'source', 'referrer', 'user_agent');

/** The clicks of a filter, but for their source. */
const LISTED = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND is_prefetch = 0 AND ${askedBots('is_bot')}
        AND ${CAMPAIGN}
        AND (${IN_TEXTS} OR ${IN_CLICK_ID})`;

const soldByClicks = (from: string) => `tenant_id = {tenantId:String} AND ${COUNTED} AND click_id != ''
        AND click_ts >= ${from} AND click_ts < fromUnixTimestamp64Milli({toMs:Int64})`;
const FROM = 'fromUnixTimestamp64Milli({fromMs:Int64})';
/** Conversions that count and have a click of the range: each carries its click's moment, so that no click need be looked up. */
const SOLD_BY_CLICKS = soldByClicks(FROM);

/**
 * What each click is worth: the first conversion that counts, and the sum of all that do, whether the click was a bot's or not
 * (decision 33). A prefetched click is listed when it was seen, at most some hours after the moment in its id.
 */
const CONVERSIONS_OF_CLICKS = `(
      SELECT click_id, count() AS conversion_count, sum(revenue) AS conversion_value
      FROM conversions FINAL
      WHERE ${soldByClicks(`${FROM} - toIntervalDay(1)`)}
      GROUP BY click_id
    )`;

// --- How many, and where they lie. A search looks into texts, which no rollup has, and reads the clicks.

const daysAndFilters = clickFilters.omit({ q: true }).extend(trafficRange);

export const clicksOfDays = defineQuery({
  name: 'clicks-of-days',
  params: daysAndFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ from_ms: Count, row_count: Count }),
  sql: slicesOfDaysSql(
    'clicks',
    `${askedBots('is_bot')} AND ${CAMPAIGN} AND ${SOURCE}`,
    `clicks FINAL
      WHERE tenant_id = {tenantId:String} AND is_prefetch = 0 AND ${askedBots('is_bot')} AND ${CAMPAIGN} AND ${SOURCE}`,
  ),
});

export const clicksSlices = defineFilteredQuery({
  name: 'clicks-slices',
  params: clickFilters.extend({ sliceMs: ms.positive() }),
  row: z.object({ slice: Count, row_count: Count }),
  sql: (filtered) =>
    slicesOfEventsSql(`clicks FINAL
    WHERE ${LISTED} AND ${SOURCE}${filtered}`),
});

const totals = z.object({
  clicks: Count,
  converted: Count,
  conversion_value: DecimalText,
  campaigns: Count,
  sources: Count,
});

/** A conversion knows the campaign, the source and the bot of its click: no click need be found for it. */
export const clicksTotals = defineQuery({
  name: 'clicks-totals',
  params: daysAndFilters,
  row: totals,
  sql: `
    WITH
      listed AS (
        SELECT toString(campaign_id) AS campaign, toString(source) AS origin, sum(clicks) AS clicks
        FROM ${clicksOf(['campaign_id', 'source'], { bots: askedBots('is_bot'), where: `${CAMPAIGN} AND ${SOURCE}` })}
        GROUP BY campaign, origin
      ),
      conversion_sums AS (
        SELECT '' AS campaign, '' AS origin, uniqExact(click_id) AS converted, sum(revenue) AS conversion_value
        FROM conversions FINAL
        WHERE ${SOLD_BY_CLICKS} AND ${askedBots('click_is_bot')} AND ${CAMPAIGN} AND ${SOURCE}
      )
    SELECT
      sum(clicks) AS clicks, sum(converted) AS converted, sum(conversion_value) AS conversion_value,
      uniqExactIf(campaign, campaign != '') AS campaigns, uniqExactIf(origin, origin != '') AS sources
    FROM (
      SELECT campaign, origin, clicks, 0 AS converted, 0 AS conversion_value FROM listed
      UNION ALL
      SELECT campaign, origin, 0 AS clicks, converted, conversion_value FROM conversion_sums
    )`,
});

export const clicksTotalsSearched = defineFilteredQuery({
  name: 'clicks-totals-searched',
  params: clickFilters,
  row: totals,
  sql: (filtered) => `
    SELECT
      count() AS clicks, countIf(s.conversion_count > 0) AS converted, sum(s.conversion_value) AS conversion_value,
      uniqExact(c.campaign_id) AS campaigns, uniqExactIf(c.source, c.source != '') AS sources
    FROM (
      SELECT click_id, campaign_id, source
      FROM clicks FINAL
      WHERE ${LISTED} AND ${SOURCE}${filtered}
    ) AS c
    LEFT JOIN ${CONVERSIONS_OF_CLICKS} AS s ON s.click_id = c.click_id`,
});

const sourceRow = z.object({ source: TextOrNull, clicks: Count });

/** Which sources the clicks of the other filters have; '' is none. */
export const clicksSources = defineQuery({
  name: 'clicks-sources',
  params: daysAndFilters.omit({ source: true }).extend({ limit: z.number().int() }),
  row: sourceRow,
  sql: `
    SELECT toString(source) AS source, sum(clicks) AS clicks
    FROM ${clicksOf(['campaign_id', 'source'], { bots: askedBots('is_bot'), where: CAMPAIGN })}
    GROUP BY source
    ORDER BY clicks DESC, source
    LIMIT {limit:UInt32}`,
});

export const clicksSourcesSearched = defineFilteredQuery({
  name: 'clicks-sources-searched',
  params: clickFilters.omit({ source: true }).extend({ limit: z.number().int() }),
  row: sourceRow,
  sql: (filtered) => `
    SELECT source, count() AS clicks
    FROM clicks FINAL
    WHERE ${LISTED}${filtered}
    GROUP BY source
    ORDER BY clicks DESC, source
    LIMIT {limit:UInt32}`,
});

// --- Pages of them, newest first, out of a range that holds little more than the page: see `time-slices.ts`.

const clickPage = page.extend(clickFilters.shape);

const pageSql = (filtered: string) => `clicks FINAL
    WHERE ${LISTED} AND ${SOURCE}${filtered} AND ${before('click_id')}
    ORDER BY ts DESC, click_id DESC
    LIMIT {limit:UInt32}`;

export const clicksPage = defineFilteredQuery({
  name: 'clicks-page',
  params: clickPage,
  row: z.object(clickColumns),
  sql: (filtered) => `
    SELECT ts AS created_at, click_id, ${CLICK_FIELDS}
    FROM ${pageSql(filtered)}`,
});

/** A column of the file: SQL over a click `c` and its conversions `s`, or '' for one that `click-export.ts` fills in. */
const CSV_SQL: Readonly<Record<ClickCsvColumn, string>> = {
  'Click ID': 'c.click_id',
  'Campaign ID': 'campaign_id',
  Referrer: 'referrer',
  'IP Address': '',
  Country: 'country_code',
  City: 'city',
  'Device Type': 'device_type',
  Browser: 'browser',
  ...csvTagColumns(),
  Converted: '',
  'Conversion Value': '',
  'Created At': '',
};

function csvTagColumns() {
  const columns = TAGS_WITH_HEADER.map((name) => [CLICK_TAGS[name].header, CLICK_TAGS[name].column]);
  return Object.fromEntries(columns) as Record<TagHeader, string>;
}

/**
 * The same for a file: a row is the texts of the file's columns in their order, which is read several times as fast as an object of
 * them.
 */
export const clicksExportPage = defineFilteredQuery({
  name: 'clicks-export-page',
  params: clickPage,
  row: z.object({
    created_at: InstantText,
    click_id: z.string(),
    texts: z.array(z.string()),
    ip_address: TextOrNull,
    address_key: z.string(),
    address_encrypted: z.string(),
    conversion_count: Count,
    conversion_value: DecimalText,
  }),
  sql: (filtered) => `
    SELECT
      c.ts AS created_at, c.click_id AS click_id,
      [${CLICK_CSV_COLUMNS.map((column) => CSV_SQL[column] || "''").join(', ')}] AS texts,
      ip_address, address_key, address_encrypted, s.conversion_count AS conversion_count, s.conversion_value AS conversion_value
    FROM (SELECT * FROM ${pageSql(filtered)}) AS c
    LEFT JOIN ${CONVERSIONS_OF_CLICKS} AS s ON s.click_id = c.click_id
    ORDER BY c.ts DESC, c.click_id DESC`,
});

/**
 * What became of these clicks: what they are worth, and the first of each thing that their pages sent later. A question of its
 * own, because it knows the moments of the clicks, by which both tables are sorted; as joins they made the list half as slow again.
 */
export const clicksAftermath = defineQuery({
  name: 'clicks-aftermath',
  params: z.object({ fromMs: ms, toMs: ms, clickIds: z.array(z.string()) }),
  row: z.object({
    click_id: z.string(),
    conversion_count: Count,
    converted_at: InstantText.nullable(),
    conversion_value: DecimalText,
    late_fbp: TextOrNull,
    late_fbc: TextOrNull,
    late_prev: TextOrNull,
  }),
  sql: `
    SELECT
      click_id, sum(sold) AS conversion_count, min(first_conversion) AS converted_at, sum(revenue) AS conversion_value,
      max(first_fbp) AS late_fbp, max(first_fbc) AS late_fbc, max(first_prev) AS late_prev
    FROM (
      SELECT click_id, count() AS sold, toNullable(min(ts)) AS first_conversion, sum(revenue) AS revenue, '' AS first_fbp, '' AS first_fbc,
        '' AS first_prev
      FROM conversions FINAL
      WHERE ${SOLD_BY_CLICKS} AND click_id IN {clickIds:Array(String)}
      GROUP BY click_id
      UNION ALL
      SELECT
        click_id, 0 AS sold, NULL AS first_conversion, 0 AS revenue,
        argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
        argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc,
        argMinIf(prev, (received_at, event_id), prev != '') AS first_prev
      FROM click_identities FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id IN {clickIds:Array(String)}
      GROUP BY click_id
    )
    GROUP BY click_id`,
});
