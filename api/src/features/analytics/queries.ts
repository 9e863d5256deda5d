import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { Amount, COUNTED, COUNTED_SPEND, IN_RANGE, REAL_CLICK, REAL_VIEW } from '../../figures/columns.ts';
import { keyOf, nameOf } from './dimensions.ts';

const ms = z.number().int();

/** Each fact fills its own columns, the others are 0. */
const NO_CLICKS = 'toUInt64(0) AS visits';
const NO_VIEWS = 'toUInt64(0) AS page_visits';
const NO_SALES = 'toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned';
const NO_SPEND = 'toDecimal128(0, 4) AS spent, toUInt64(0) AS spent_rows';

const NO_NAMES = `'' AS name_1, toInt64(0) AS named_1, '' AS name_2, toInt64(0) AS named_2`;
/** `named_*` says how late a name was given: by the click, also where a sale tells it. */
const latestName = (slot: 'first' | 'second', place: 1 | 2, given: string) => `
        argMaxIf(${nameOf(slot)}, ${given}, ${nameOf(slot)} != '') AS name_${place},
        maxIf(toUnixTimestamp64Milli(${given}), ${nameOf(slot)} != '') AS named_${place}`;
const names = (given: string) => `${latestName('first', 1, given)},${latestName('second', 2, given)}`;

const keys = (fact: 'click' | 'view' | 'sale' | 'spend') =>
  `${keyOf('first', fact)} AS key_1, ${keyOf('second', fact)} AS key_2`;

/** Where the click of a view stands: its moment is a part of its id, and of the key of `clicks`. */
const CLICK_OF_VIEW = `(fromUnixTimestamp64Milli(toInt64OrZero(substring(click_id, -19, 13))), click_id)`;
const VIEWS = `FROM page_views FINAL WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${REAL_VIEW}`;

/**
 * The figures of a range by one dimension, or two (`second` is '' for one), in one statement: what each kind of fact adds to a group.
 * Over all groups they add up to the figures of the campaigns, since they count the same facts; only spend is left out where it
 * cannot be split.
 */
export const breakdown = defineQuery({
  name: 'analytics-breakdown',
  params: z.object({
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
  }),
  row: z.object({
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
  }),
  sql: `
    SELECT
      key_1, key_2, argMax(name_1, named_1) AS label_1, argMax(name_2, named_2) AS label_2,
      sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
      sum(earned) AS revenue, sum(spent) AS spend, sum(spent_rows) AS spend_rows,
      count() OVER () AS groups
    FROM (
      SELECT
        ${keys('click')}, ${names('ts')},
        count() AS visits, ${NO_VIEWS}, ${NO_SALES}, ${NO_SPEND}
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${REAL_CLICK}
      GROUP BY key_1, key_2
      UNION ALL
      SELECT
        ${keys('sale')}, ${names('ifNull(click_ts, ts)')},
        ${NO_CLICKS}, ${NO_VIEWS},
        count() AS sales, countIf(click_id != '') AS tracked_sales, sum(revenue) AS earned, ${NO_SPEND}
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}
      GROUP BY key_1, key_2
      UNION ALL
      SELECT
        ${keys('view')}, ${NO_NAMES},
        ${NO_CLICKS}, count() AS page_visits, ${NO_SALES}, ${NO_SPEND}
      FROM (SELECT ts, campaign_id, country_code, device_type, if({viewsByClick:UInt8} = 1, click_id, '') AS click_id ${VIEWS}) AS view
      LEFT JOIN (
        SELECT click_id, source, channel, sub1, sub2, sub7
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND {viewsByClick:UInt8} = 1 AND (ts, click_id) IN (SELECT ${CLICK_OF_VIEW} ${VIEWS})
      ) AS click ON click.click_id = view.click_id
      GROUP BY key_1, key_2
      UNION ALL
      SELECT
        ${keys('spend')}, ${NO_NAMES},
        ${NO_CLICKS}, ${NO_VIEWS}, ${NO_SALES}, sum(spend) AS spent, count() AS spent_rows
      FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND {withSpend:UInt8} = 1
        AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND ${COUNTED_SPEND}
      GROUP BY key_1, key_2
    )
    GROUP BY key_1, key_2
    ORDER BY revenue DESC, clicks DESC, spend DESC, key_1 ASC, key_2 ASC
    LIMIT {limit:UInt32}`,
});
