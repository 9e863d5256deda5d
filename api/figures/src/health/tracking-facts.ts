import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, Flag } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { z } from 'zod';
import { Amount, IN_RANGE, REAL_CLICK, REAL_VIEW } from '../columns.ts';
import { ON_OWN_SITE } from '../own-sites.ts';
import { RAW_MACRO_IN_URL } from '../raw-macros.ts';
import { defineSpendQuery } from '../spend.ts';
import { clicksAndPageViews, clicksOf } from '../traffic.ts';
import { trafficRange } from '../traffic-range.ts';
import { unionOf } from '../union.ts';

const ms = z.number().int();
const range = { fromMs: ms, toMs: ms };

/** On which pages the script ran: the tenant's own first, and of these those with raw macros; `all_…`: of all own pages. Without the query of the address, which holds data of the ad. */
export const pagesSeen = defineQuery({
  name: 'tracking-health-pages',
  params: z.object({ ...range, sites: z.array(z.string()), limit: ms }),
  row: z.object({
    ...{ page: z.string(), is_own: Flag, views: Count, raw: Count, last_ms: Count },
    ...{ all_views: Count, all_raw: Count },
  }),
  sql: `
    SELECT page, is_own, views, raw, last_ms, sum(views * is_own) OVER () AS all_views, sum(raw * is_own) OVER () AS all_raw
    FROM (
      SELECT concat(domain(url), path(url)) AS page, ${ON_OWN_SITE} AS is_own, count() AS views,
        countIf(${RAW_MACRO_IN_URL}) AS raw,
        toUnixTimestamp64Milli(max(ts)) AS last_ms
      FROM page_views FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${REAL_VIEW}
      GROUP BY page, is_own
    )
    ORDER BY is_own DESC, raw DESC, views DESC, page
    LIMIT {limit:UInt32}`,
});

/** Clicks of links whose macros were not filled in. */
export const rawClicks = defineQuery({
  name: 'tracking-health-raw-clicks',
  params: z.object({ ...range, limit: ms }),
  row: z.object({ campaign_id: z.string(), raw: Count, last_ms: Count }),
  sql: `
    SELECT campaign_id, count() AS raw, toUnixTimestamp64Milli(max(ts)) AS last_ms
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${REAL_CLICK} AND has_raw_macro = 1
    GROUP BY campaign_id
    ORDER BY raw DESC, campaign_id
    LIMIT {limit:UInt32}`,
});

/** The networks of clicks, most first, and of how many in all: of those with raw macros, or of those of ads in these campaigns, or of all. */
export const networksOfClicks = defineQuery({
  name: 'tracking-health-networks',
  params: z.object({ ...range, of: z.enum(['all', 'raw', 'campaigns']), campaigns: z.array(z.string()), limit: ms }),
  row: z.object({ network: z.string(), clicks: Count, all_clicks: Count }),
  sql: `
    SELECT network, clicks, sum(clicks) OVER () AS all_clicks
    FROM (
      SELECT ip_address AS network, count() AS clicks
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${REAL_CLICK} AND ip_address != ''
        AND ({of:String} = 'all' OR {of:String} = 'raw' AND has_raw_macro = 1
          OR {of:String} = 'campaigns' AND source != '' AND campaign_id IN {campaigns:Array(String)})
      GROUP BY network
    )
    ORDER BY clicks DESC, network
    LIMIT {limit:UInt32}`,
});

/** Conversions from `fromMs` on that count: those before `sinceMs` to compare with, and why those after it have no click. Imported ones say nothing about the tracking. */
export const conversionsByClick = defineQuery({
  name: 'tracking-health-conversions',
  params: z.object({ ...range, sinceMs: ms }),
  row: z.object({
    counted: Count,
    tracked: Count,
    counted_before: Count,
    tracked_before: Count,
    no_id: Count,
    unknown_click: Count,
    utm_only: Count,
  }),
  sql: `
    SELECT
      countIf(is_now) AS counted, countIf(is_now AND click_id != '') AS tracked,
      countIf(NOT is_now) AS counted_before, countIf(NOT is_now AND click_id != '') AS tracked_before,
      countIf(is_now AND click_id = '' AND click_ref = '' AND attribution != 'utm') AS no_id,
      countIf(is_now AND click_id = '' AND click_ref != '') AS unknown_click,
      countIf(is_now AND click_id = '' AND click_ref = '' AND attribution = 'utm') AS utm_only
    FROM (
      SELECT click_id, click_ref, attribution, ts >= fromUnixTimestamp64Milli({sinceMs:Int64}) AS is_now
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED} AND is_imported = 0
    )`,
});

/** What each checkout sent from `fromMs` on; the refused ones from `sinceMs` on. Tests say nothing about a checkout. */
export const checkoutsSeen = defineQuery({
  name: 'tracking-health-checkouts',
  params: z.object({ fromMs: ms, sinceMs: ms }),
  row: z.object({
    provider: z.string(),
    taken: Count,
    first_ms: Count,
    last_ms: Count,
    refused: Count,
    refused_ms: Count,
  }),
  sql: `
    SELECT provider,
      countIf(is_taken) AS taken,
      toUnixTimestamp64Milli(minIf(received_at, is_taken)) AS first_ms,
      toUnixTimestamp64Milli(maxIf(received_at, is_taken)) AS last_ms,
      countIf(is_refused) AS refused,
      toUnixTimestamp64Milli(maxIf(received_at, is_refused)) AS refused_ms
    FROM (
      SELECT provider, received_at,
        verdict IN ('processed', 'ignored') AND verified = 1 AS is_taken,
        verdict IN ('rejected', 'dead-letter') AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}) AS is_refused
      FROM webhook_deliveries FINAL
      WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) AND is_test = 0
    )
    GROUP BY provider
    ORDER BY provider`,
});

/** By campaign: all clicks, those of ads (their link names a source) and what the visitors of these saw, and what the ads cost. */
export const campaignsSeen = defineSpendQuery({
  name: 'tracking-health-campaigns',
  params: z.object({ ...trafficRange, firstDay: z.string(), lastDay: z.string() }),
  row: z.object({ campaign: z.string(), clicks: Count, paid_clicks: Count, paid_views: Count, spend: Amount }),
  sql: (spend) => `
    WITH
      traffic AS (
        SELECT toString(campaign_id) AS campaign, clicks,
          if(source != '', clicks, 0) AS paid_clicks, if(source != '', page_views, 0) AS paid_views
        FROM ${clicksAndPageViews(['campaign_id', 'source'])}
      ),
      costs AS (
        SELECT toString(campaign_id) AS campaign, sum(${spend.spent}) AS cost
        FROM ${spend.rows}
        GROUP BY campaign
      )
    SELECT campaign, sum(clicks) AS clicks, sum(paid_clicks) AS paid_clicks, sum(paid_views) AS paid_views,
      ${spend.total('sum(cost)')} AS spend
    FROM ${unionOf(['campaign'], { traffic: ['clicks', 'paid_clicks', 'paid_views'], costs: ['cost'] })}
    GROUP BY campaign
    ORDER BY campaign`,
});

export const clicksOfBots = defineQuery({
  name: 'tracking-health-bots',
  params: z.object(trafficRange),
  row: z.object({ bots: Count }),
  sql: `SELECT sum(clicks) AS bots FROM ${clicksOf(['campaign_id'], { bots: 'is_bot = 1' })}`,
});
