// What `tracking-rules.ts` of the schemas judges.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, Flag } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import type { Postgres } from '@tracker/infra/postgres/client';
import {
  CHECKOUT_DAYS,
  HEALTH_DAYS,
  HEALTH_NAMES_MAX,
  type HealthLine,
} from '@tracker/schemas/contracts/tracking-health.contract';
import { ScriptProblem } from '@tracker/schemas/events/script-notice';
import type { Cause, TrackingFacts } from '@tracker/schemas/health/tracking-rules';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';
import { ACCEPTED_DELIVERY, Amount, IN_RANGE, REAL_CLICK, REAL_VIEW, REFUSED_DELIVERY } from '../columns.ts';
import { type DayRange, dayRange } from '../day-range.ts';
import { namesOfSites, ON_OWN_SITE, readOwnSites } from '../own-sites.ts';
import { RAW_MACRO_IN_URL } from '../raw-macros.ts';
import { defineSpendQuery } from '../spend.ts';
import { readSpendRates } from '../spend-rates.ts';
import type { FigureStores, Tenant } from '../tenant.ts';
import { clicksAndPageViews, clicksOf } from '../traffic.ts';
import { readFiguresRange, trafficRange } from '../traffic-range.ts';

const ms = z.number().int();
const range = { fromMs: ms, toMs: ms };

/** On which pages the script ran: the tenant's own first, and of these those with raw macros; `all_…`: of all own pages. Without the query of the address, which holds data of the ad. */
const pagesSeen = defineQuery({
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
const rawClicks = defineQuery({
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
const networksOfClicks = defineQuery({
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

/** The same of deliveries that were refused or not understood; of those with the right key no network is kept. */
const networksOfRefused = defineQuery({
  name: 'tracking-health-refusing-networks',
  params: z.object({ sinceMs: ms, limit: ms }),
  row: z.object({ network: z.string(), deliveries: Count, all_deliveries: Count }),
  sql: `
    SELECT network, deliveries, all_deliveries
    FROM (
      SELECT sender_network AS network, count() AS deliveries, sum(deliveries) OVER () AS all_deliveries
      FROM webhook_deliveries FINAL
      WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64})
        AND ${REFUSED_DELIVERY} AND NOT (reason_code = 'unreadable' AND verified = 1) AND is_test = 0
      GROUP BY network
    )
    WHERE network != ''
    ORDER BY deliveries DESC, network
    LIMIT {limit:UInt32}`,
});

/** Conversions from `fromMs` on that count: those before `sinceMs` to compare with, and why those after it have no click. Imported ones say nothing about the tracking. */
const conversionsByClick = defineQuery({
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

/** What each checkout sent from `fromMs` on; the refused ones, and how many could not be read, from `sinceMs` on. Tests say nothing about a checkout. */
const checkoutsSeen = defineQuery({
  name: 'tracking-health-checkouts',
  params: z.object({ fromMs: ms, sinceMs: ms }),
  row: z.object({
    provider: z.string(),
    taken: Count,
    first_ms: Count,
    last_ms: Count,
    refused: Count,
    refused_ms: Count,
    unreadable: Count,
    unreadable_first_ms: Count,
    unreadable_last_ms: Count,
  }),
  sql: `
    SELECT provider,
      countIf(is_taken) AS taken,
      toUnixTimestamp64Milli(minIf(received_at, is_taken)) AS first_ms,
      toUnixTimestamp64Milli(maxIf(received_at, is_taken)) AS last_ms,
      countIf(is_refused) AS refused,
      toUnixTimestamp64Milli(maxIf(received_at, is_refused)) AS refused_ms,
      countIf(is_unreadable AND is_of_week) AS unreadable,
      toUnixTimestamp64Milli(minIf(received_at, is_unreadable)) AS unreadable_first_ms,
      toUnixTimestamp64Milli(maxIf(received_at, is_unreadable)) AS unreadable_last_ms
    FROM (
      SELECT provider, received_at,
        ${ACCEPTED_DELIVERY} AS is_taken,
        received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}) AS is_of_week,
        verdict = 'dead-letter' AND reason_code = 'unreadable' AND verified = 1 AS is_unreadable,
        ${REFUSED_DELIVERY} AND is_of_week AND NOT is_unreadable AS is_refused
      FROM webhook_deliveries FINAL
      WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) AND is_test = 0
    )
    GROUP BY provider
    ORDER BY provider`,
});

/** By campaign: all clicks, those of ads (their link names a source) and what the visitors of these saw, and what the ads cost. */
const campaignsSeen = defineSpendQuery({
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
    FROM (
      SELECT campaign, clicks, paid_clicks, paid_views, 0 AS cost FROM traffic
      UNION ALL
      SELECT campaign, 0 AS clicks, 0 AS paid_clicks, 0 AS paid_views, cost FROM costs
    )
    GROUP BY campaign
    ORDER BY campaign`,
});

const clicksOfBots = defineQuery({
  name: 'tracking-health-bots',
  params: z.object(trafficRange),
  row: z.object({ bots: Count }),
  sql: `SELECT sum(clicks) AS bots FROM ${clicksOf(['campaign_id'], { bots: 'is_bot = 1' })}`,
});

/** What the script noticed, from `fromMs` on; how often, from `sinceMs` on: by the id of the event, because one may come twice. */
const scriptNotices = defineQuery({
  name: 'tracking-health-notices',
  params: z.object({ ...range, sinceMs: ms, sites: z.array(z.string()), limit: ms }),
  row: z.object({
    ...{ problem: ScriptProblem, page: z.string(), is_own: Flag },
    ...{ times: Count, first_ms: Count, last_ms: Count },
  }),
  sql: `
    SELECT problem, concat(domain(url), path(url)) AS page, ${ON_OWN_SITE} AS is_own,
      uniqExactIf(event_id, ts >= fromUnixTimestamp64Milli({sinceMs:Int64})) AS times,
      toUnixTimestamp64Milli(min(ts)) AS first_ms, toUnixTimestamp64Milli(max(ts)) AS last_ms
    FROM script_notices FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND problem != 'broken-link'
    GROUP BY problem, page, is_own
    HAVING times > 0
    ORDER BY is_own DESC, times DESC, page
    LIMIT {limit:UInt32} BY problem`,
});

/** The links that persons followed in vain, as of `scriptNotices`. */
const brokenLinks = defineQuery({
  name: 'tracking-health-broken-links',
  params: z.object({ ...range, sinceMs: ms, limit: ms }),
  row: z.object({ campaign: z.string(), path: z.string(), times: Count, first_ms: Count, last_ms: Count }),
  sql: `
    SELECT toString(campaign_id) AS campaign, toString(url) AS path,
      uniqExactIf(event_id, ts >= fromUnixTimestamp64Milli({sinceMs:Int64})) AS times,
      toUnixTimestamp64Milli(min(ts)) AS first_ms, toUnixTimestamp64Milli(max(ts)) AS last_ms
    FROM script_notices FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND problem = 'broken-link'
    GROUP BY campaign, path
    HAVING times > 0
    ORDER BY times DESC, campaign, path
    LIMIT {limit:UInt32}`,
});

const lastDays = (days: number, { timeZone }: Tenant, nowMs: number): DayRange => {
  const today = dayOf(nowMs, timeZone);
  return dayRange(addDays(today, 1 - days), today, timeZone);
};

export async function readTrackingFacts(stores: FigureStores, tenant: Tenant, nowMs: number): Promise<TrackingFacts> {
  const { clickhouse, postgres } = stores;
  const { tenantId, timeZone } = tenant;
  const week = lastDays(HEALTH_DAYS, tenant, nowMs);
  const { fromMs } = lastDays(2 * HEALTH_DAYS, tenant, nowMs);
  const month = lastDays(CHECKOUT_DAYS, tenant, nowMs);
  const [traffic, rates, { sites, names }] = await Promise.all([
    readFiguresRange(clickhouse, tenantId, { ...week, timeZone }),
    postgres.withTenant(tenantId, (trx) => readSpendRates(trx, tenantId, week)),
    readSitesAndNames(postgres, tenantId),
  ]);
  const inWeek = { fromMs: week.fromMs, toMs: week.toMs, limit: HEALTH_NAMES_MAX };
  const [pages, raw, [counts], checkouts, campaigns, [bots], notices, broken] = await Promise.all([
    pagesSeen.run(clickhouse, tenantId, { ...inWeek, sites }),
    rawClicks.run(clickhouse, tenantId, inWeek),
    conversionsByClick.run(clickhouse, tenantId, { fromMs, toMs: week.toMs, sinceMs: week.fromMs }),
    checkoutsSeen.run(clickhouse, tenantId, { fromMs: month.fromMs, sinceMs: week.fromMs }),
    campaignsSeen.run(clickhouse, tenantId, { ...traffic, firstDay: week.first, lastDay: week.last }, rates),
    clicksOfBots.run(clickhouse, tenantId, traffic),
    scriptNotices.run(clickhouse, tenantId, { ...inWeek, fromMs: month.fromMs, sinceMs: week.fromMs, sites }),
    brokenLinks.run(clickhouse, tenantId, { ...inWeek, fromMs: month.fromMs, sinceMs: week.fromMs }),
  ]);
  const nameOf = (campaignId: string) => names.get(campaignId) ?? campaignId;
  return {
    nowMs,
    views: pages[0]?.all_views ?? 0,
    rawViews: pages[0]?.all_raw ?? 0,
    pages: pages.map(({ page, is_own, views, raw, last_ms }) => ({ page, isOwn: is_own, views, raw, lastMs: last_ms })),
    rawClicks: raw.map((row) => ({ campaign: nameOf(row.campaign_id), raw: row.raw, lastMs: row.last_ms })),
    conversions: counts && counts.counted > 0 ? conversionFacts(counts) : null,
    checkouts: checkouts.map(({ provider, taken, first_ms, last_ms, refused, refused_ms, ...one }) => ({
      ...{ checkout: provider, taken, firstMs: first_ms, lastMs: last_ms },
      ...{ refused, refusedMs: refused_ms },
      ...{ unreadable: one.unreadable, unreadableFirstMs: one.unreadable_first_ms },
      unreadableLastMs: one.unreadable_last_ms,
    })),
    campaigns: campaigns.map(({ campaign, clicks, paid_clicks, paid_views, spend }) => ({
      ...{ campaignId: campaign, name: nameOf(campaign) },
      ...{ clicks, paidClicks: paid_clicks, paidViews: paid_views, spend },
    })),
    botClicks: bots?.bots ?? 0,
    notices: notices.map(({ problem, page, is_own, times, first_ms, last_ms }) => ({
      ...{ problem, page, isOwn: is_own, times },
      ...{ firstMs: first_ms, lastMs: last_ms },
    })),
    brokenLinks: broken.map(({ campaign, path, times, first_ms, last_ms }) => ({
      ...{ campaign: nameOf(campaign), path, times },
      ...{ firstMs: first_ms, lastMs: last_ms },
    })),
  };
}

const conversionFacts = (counts: Awaited<ReturnType<typeof conversionsByClick.run>>[number]) => ({
  ...{ counted: counts.counted, tracked: counts.tracked },
  before: { counted: counts.counted_before, tracked: counts.tracked_before },
  ...{ noId: counts.no_id, unknownClick: counts.unknown_click, utmOnly: counts.utm_only },
});

const readSitesAndNames = (postgres: Postgres, tenantId: TenantId) =>
  postgres.withTenant(tenantId, async (trx) => {
    const sites = namesOfSites(await readOwnSites(trx));
    const campaigns = await trx.selectFrom('campaigns').select(['campaign_id', 'name']).execute();
    return { sites, names: new Map(campaigns.map(({ campaign_id, name }) => [campaign_id, name])) };
  });

const NETWORKS_MAX = 3;

/** From where most of what caused a finding came, each in percent of it. */
export async function readNetworks(
  { clickhouse }: Pick<FigureStores, 'clickhouse'>,
  tenant: Tenant,
  { nowMs, cause }: { readonly nowMs: number; readonly cause: Cause },
): Promise<HealthLine['networks']> {
  const { fromMs, toMs } = lastDays(HEALTH_DAYS, tenant, nowMs);
  if (cause.of === 'refused') {
    const refused = await networksOfRefused.run(clickhouse, tenant.tenantId, { sinceMs: fromMs, limit: NETWORKS_MAX });
    return refused.map((row) => ({ network: row.network, percent: (100 * row.deliveries) / row.all_deliveries }));
  }
  const asked = { fromMs, toMs, of: cause.of, campaigns: [...cause.campaignIds], limit: NETWORKS_MAX };
  const rows = await networksOfClicks.run(clickhouse, tenant.tenantId, asked);
  return rows.map((row) => ({ network: row.network, percent: (100 * row.clicks) / row.all_clicks }));
}
