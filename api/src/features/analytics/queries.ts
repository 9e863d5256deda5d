import { CLICK_OF_VIEW, VIEW_HAS_CLICK } from '@tracker/infra/clickhouse/click-of-view';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { z } from 'zod';
import { Amount, COUNTED, COUNTED_SPEND, IN_RANGE, REAL_CLICK, REAL_VIEW } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS, sealedDays } from '../../figures/sealed-days.ts';
import { keyOf } from './dimensions.ts';

const ms = z.number().int();

/**
 * What the two keys are made of. Every kind of visit and sale is brought into this form first, so that the keys stand in the statement
 * once and not in each of its parts: resolving them takes longer than reading a month.
 */
const NO_SALE = 'toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned';
const NO_NAME = `'' AS ad_name, toInt64(0) AS ad_named_ms, '' AS adset_name, toInt64(0) AS adset_named_ms`;
/** When a name was given: by the click, also where a sale tells it. */
const namesAt = (given: string) =>
  `sub4 AS ad_name, toUnixTimestamp64Milli(${given}) AS ad_named_ms, sub5 AS adset_name, toUnixTimestamp64Milli(${given}) AS adset_named_ms`;
const TRAFFIC = 'source, channel, country_code, device_type';
const ADS = 'sub1, sub2, sub7';
const NO_ADS = `'' AS sub1, '' AS sub2, '' AS sub7`;

/** The latest name; of two of one millisecond the greater, so that any order of the rows gives the same. */
const latestName = (slot: 'first' | 'second', place: 1 | 2) => {
  const name = `if({${slot}:String} = 'ad', ad_name, if({${slot}:String} = 'adset', adset_name, ''))`;
  const givenMs = `if({${slot}:String} = 'ad', ad_named_ms, adset_named_ms)`;
  return `argMaxIf(${name}, (${givenMs}, ${name}), ${name} != '') AS label_${place}`;
};

/** The parts of sealed days. */
interface Cells {
  readonly visits: string;
  /** Never asked together with them: a statement does not name what it is not asked for. */
  readonly without: readonly Dimension[];
}

/** By their day, which has no hours. */
const CELLS_BY_AD: Cells = {
  without: ['hour'],
  visits: `
        SELECT
          day_start AS ts, toString(campaign_id) AS campaign, ${TRAFFIC}, ${ADS}, ad_name, ad_named_ms, adset_name, adset_named_ms,
          clicks AS visits, toUInt64(0) AS page_visits, ${NO_SALE}
        FROM clicks_daily_by_ad FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
        UNION ALL
        SELECT
          day_start AS ts, toString(campaign_id) AS campaign, ${TRAFFIC}, ${ADS}, ${NO_NAME},
          toUInt64(0) AS visits, views AS page_visits, ${NO_SALE}
        FROM page_views_daily_by_ad FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
        UNION ALL`,
};

/** By the hours of their day, which know nothing of ads. */
const CELLS_BY_HOUR: Cells = {
  without: ['ad', 'adset', 'placement'],
  visits: `
        SELECT
          ts, toString(campaign_id) AS campaign, ${TRAFFIC}, ${NO_ADS}, ${NO_NAME},
          clicks AS visits, toUInt64(0) AS page_visits, ${NO_SALE}
        FROM clicks_daily_by_hour FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
        UNION ALL
        SELECT
          ts, toString(campaign_id) AS campaign, ${TRAFFIC}, ${NO_ADS}, ${NO_NAME},
          toUInt64(0) AS visits, views AS page_visits, ${NO_SALE}
        FROM page_views_daily FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
        UNION ALL`,
};

/** Each fact by itself. A page view is completed with what only its click tells. */
const factsIn = (range: string) => {
  const views = `tenant_id = {tenantId:String} AND ${range} AND ${REAL_VIEW}`;
  return `
        SELECT
          ts, toString(campaign_id) AS campaign, ${TRAFFIC}, ${ADS}, ${namesAt('ts')},
          toUInt64(1) AS visits, toUInt64(0) AS page_visits, ${NO_SALE}
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${range} AND ${REAL_CLICK}
        UNION ALL
        SELECT
          view.ts AS ts, toString(view.campaign_id) AS campaign, click.source AS source, click.channel AS channel,
          view.country_code AS country_code, view.device_type AS device_type,
          click.sub1 AS sub1, click.sub2 AS sub2, click.sub7 AS sub7, ${NO_NAME},
          toUInt64(0) AS visits, toUInt64(1) AS page_visits, ${NO_SALE}
        FROM (
          SELECT ts, campaign_id, country_code, device_type, if({viewsByClick:UInt8} = 1 AND ${VIEW_HAS_CLICK}, click_id, '') AS click_id
          FROM page_views FINAL
          WHERE ${views}
        ) AS view
        LEFT JOIN (
          SELECT click_id, source, channel, sub1, sub2, sub7
          FROM clicks FINAL
          WHERE tenant_id = {tenantId:String} AND {viewsByClick:UInt8} = 1
            AND (ts, click_id) IN (SELECT ${CLICK_OF_VIEW} FROM page_views FINAL WHERE ${views} AND ${VIEW_HAS_CLICK})
        ) AS click ON click.click_id = view.click_id`;
};

const SALES = `
        SELECT
          ts, if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign, ${TRAFFIC}, ${ADS},
          ${namesAt('ifNull(click_ts, ts)')},
          toUInt64(0) AS visits, toUInt64(0) AS page_visits,
          toUInt64(1) AS sales, toUInt64(click_id != '') AS tracked_sales, toDecimal128(revenue, 4) AS earned
        FROM conversions FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}`;

const params = z.object({
  first: z.string(),
  second: z.string(),
  fromMs: ms,
  toMs: ms,
  firstDay: z.string(),
  lastDay: z.string(),
  mainCampaignId: z.string(),
  offsetsFromMs: z.array(ms),
  offsetsMs: z.array(ms),
  viewsByClick: z.number(),
  withSpend: z.number(),
  limit: ms,
});

const row = z.object({
  key_1: z.string(),
  key_2: z.string(),
  label_1: z.string(),
  label_2: z.string(),
  clicks: Count,
  views: Count,
  conversions: Count,
  tracked: Count,
  revenue: Amount,
  spend: Amount,
  /** Reports of spend in it: 0 tells "none was reported" from "nothing was spent". */
  spend_rows: Count,
  /** Groups in all, before the limit. */
  groups: Count,
});

/**
 * The figures of a range by one dimension, or two (`second` is '' for one), in one statement: what each kind of fact adds to a group.
 * Over all groups they add up to the figures of the campaigns, since they count the same facts; only spend is left out where it
 * cannot be split.
 */
const breakdownSql = (cells: Cells | null) => {
  const keys = (fact: 'visit' | 'spend') =>
    `${keyOf('first', fact, cells?.without ?? [])} AS key_1, ${keyOf('second', fact, cells?.without ?? [])} AS key_2`;
  return `
    SELECT
      key_1, key_2, max(label_1) AS label_1, max(label_2) AS label_2,
      sum(clicks) AS clicks, sum(views) AS views, sum(conversions) AS conversions, sum(tracked) AS tracked,
      sum(revenue) AS revenue, sum(spend) AS spend, sum(spend_rows) AS spend_rows,
      count() OVER () AS groups
    FROM (
      SELECT
        ${keys('visit')}, ${latestName('first', 1)}, ${latestName('second', 2)},
        sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
        sum(earned) AS revenue, toDecimal128(0, 4) AS spend, toUInt64(0) AS spend_rows
      FROM (${cells?.visits ?? ''}${factsIn(cells ? IN_OPEN_DAYS : IN_RANGE)}
        UNION ALL${SALES}
      )
      GROUP BY key_1, key_2
      UNION ALL
      SELECT
        ${keys('spend')}, '' AS label_1, '' AS label_2,
        toUInt64(0) AS clicks, toUInt64(0) AS views, toUInt64(0) AS conversions, toUInt64(0) AS tracked,
        toDecimal128(0, 4) AS revenue, sum(ad_spend.spend) AS spend, count() AS spend_rows
      FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND {withSpend:UInt8} = 1
        AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND ${COUNTED_SPEND}
      GROUP BY key_1, key_2
    )
    GROUP BY key_1, key_2
    ORDER BY revenue DESC, clicks DESC, spend DESC, key_1 ASC, key_2 ASC
    LIMIT {limit:UInt32}`;
};

const counted = params.extend(sealedDays);

/** Everything but hours. */
export const breakdownByDay = defineQuery({
  name: 'analytics-breakdown',
  params: counted,
  row,
  sql: breakdownSql(CELLS_BY_AD),
});

/** The hour of the day, alone or beside what its cells know. */
export const breakdownByHour = defineQuery({
  name: 'analytics-breakdown-by-hour',
  params: counted,
  row,
  sql: breakdownSql(CELLS_BY_HOUR),
});

/** The hour beside an ad, an ad set or a placement: cells of both would be as many as the clicks. */
export const breakdownOfFacts = defineQuery({
  name: 'analytics-breakdown-of-facts',
  params,
  row,
  sql: breakdownSql(null),
});
