import { CLICK_OF_VIEW, VIEW_HAS_CLICK } from '@tracker/infra/clickhouse/click-of-view';
import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { defineRollup } from '@tracker/infra/clickhouse/define-rollup';
import { nameRank } from '@tracker/infra/clickhouse/latest-name';
import { Count, InstantText } from '@tracker/infra/clickhouse/row-types';
import { DAY_STATES } from '@tracker/infra/clickhouse/tables/finalized-days';
import { z } from 'zod';

/** 64-bit, and beyond what a number holds. */
const BuildId = z.string().regex(/^\d+$/);

/** By tenant and year of UTC: `[tenantId, year]`. */
const TenantAndYear = z.tuple([z.string(), z.number().int()]);
const OF_YEARS = `(tenant_id, began_in) IN {keys:Array(Tuple(String, UInt16))} AND state < ${DAY_STATES.reopened}`;

/** Where the last day ends that began in these years and may be read from its rollups, now or soon; tenants without one are not there. */
export const lastBuildsOfYears = definePipelineQuery({
  name: 'last-builds-of-years',
  key: TenantAndYear,
  row: z.object({ tenant_id: z.string(), last_end: InstantText }),
  sql: `
    SELECT tenant_id, max(day_end) AS last_end
    FROM finalized_days FINAL
    WHERE ${OF_YEARS}
    GROUP BY tenant_id`,
});

/** These days themselves. */
export const buildsOfYears = definePipelineQuery({
  name: 'builds-of-years',
  key: TenantAndYear,
  row: z.object({
    tenant_id: z.string(),
    day_start: InstantText,
    day_end: InstantText,
    time_zone: z.string(),
    build_id: BuildId,
  }),
  sql: `
    SELECT tenant_id, day_start, day_end, time_zone, build_id
    FROM finalized_days FINAL
    WHERE ${OF_YEARS}`,
});

/** Every attempt to build a day of this tenant that was not re-opened, oldest first. */
export const buildsOfTenant = defineQuery({
  name: 'rollup-builds-of-tenant',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({
    day_start: InstantText,
    day_end: InstantText,
    time_zone: z.string(),
    build_id: BuildId,
    state: Count,
  }),
  sql: `
    SELECT day_start, day_end, time_zone, build_id, state
    FROM finalized_days FINAL
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64})
      AND state < ${DAY_STATES.reopened}
    ORDER BY day_start, build_id`,
});

/** When the first click or page view of this tenant was, from some moment on; read in the order of the key. */
export const firstFact = defineQuery({
  name: 'rollup-first-fact',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({ ts: InstantText }),
  sql: `
    SELECT ts FROM (
      SELECT ts FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      ORDER BY tenant_id, ts LIMIT 1
      UNION ALL
      SELECT ts FROM page_views FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      ORDER BY tenant_id, ts LIMIT 1
    )
    ORDER BY ts LIMIT 1`,
});

const FACTS = `tenant_id = {tenantId:String}
        AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})`;

/** How many clicks and page views lie in a range. */
export const factsOfRange = defineQuery({
  name: 'rollup-facts-of-range',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int() }),
  row: z.object({ facts: Count }),
  sql: `
    SELECT sum(events) AS facts FROM (
      SELECT count() AS events FROM clicks FINAL
      WHERE ${FACTS}
      UNION ALL
      SELECT count() AS events FROM page_views FINAL
      WHERE ${FACTS}
    )`,
});

/** Consecutive days: `bounds` has one member more than there are days, `buildIds` one for each. */
const days = z.object({
  bounds: z.array(z.number().int()),
  buildIds: z.array(z.bigint()),
  fromMs: z.number().int(),
  toMs: z.number().int(),
});
const hours = days.extend({ offsetsFromMs: z.array(z.number().int()), offsetsMs: z.array(z.number().int()) });

const DAY_MS = `roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)})`;
const DAY = `fromUnixTimestamp64Milli(day_ms) AS day_start,
      arrayElement({buildIds:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS build_id`;
const KEY = ['tenant_id', 'day_start', 'build_id'];
/** Hours of the local clock since 1970: each instant shifted by the offset that holds there. */
const LOCAL_HOUR = `intDiv(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}),
          {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)), 3600000)`;

/** Views, and what the click of each tells; see the breakdown of the API, which asks the same of the facts. */
const REAL_VIEWS = `${FACTS} AND is_bot = 0`;
const CLICKS_OF_VIEWS = `(
        SELECT click_id, source, channel, ad_id, adset_id, placement
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND (ts, click_id) IN (
          SELECT ${CLICK_OF_VIEW} FROM page_views FINAL WHERE ${REAL_VIEWS} AND ${VIEW_HAS_CLICK}
        )
      )`;
const CLICK_OR_NONE = `if(${VIEW_HAS_CLICK}, click_id, '') AS click_id`;

const latestName = (column: string, name: string) =>
  `argMax(${column}, ${nameRank(column, 'toUnixTimestamp64Milli(ts)')}) AS ${name}, maxIf(toUnixTimestamp64Milli(ts), ${column} != '') AS ${name}_ms`;
const NAMES = ['ad_name', 'ad_named_ms', 'adset_name', 'adset_named_ms'];
const lastOf = (name: string, ms: string) => `argMax(${name}, ${nameRank(name, ms)}), max(${ms})`;
const NAMED_LAST = `${lastOf('ad', 'ad_ms')}, ${lastOf('adset', 'adset_ms')}`;

const TRAFFIC = 'campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot';

const traffic = defineRollup({
  name: 'rollup-traffic',
  table: 'traffic_daily',
  columns: [...KEY, ...TRAFFIC.split(', '), 'clicks', 'page_views', ...NAMES],
  params: days,
  sql: `
    SELECT {tenantId:String}, ${DAY}, ${TRAFFIC}, sum(clicks), sum(page_views), ${NAMED_LAST}
    FROM (
      SELECT
        day_ms, ${TRAFFIC}, count() AS clicks, 0 AS page_views,
        ${latestName('ad_name', 'ad')}, ${latestName('adset_name', 'adset')}
      FROM (
        SELECT ts, ${DAY_MS} AS day_ms, ad_name, adset_name, ${TRAFFIC}
        FROM clicks FINAL
        WHERE ${FACTS} AND is_prefetch = 0
      )
      GROUP BY day_ms, ${TRAFFIC}
      UNION ALL
      SELECT
        day_ms, view.campaign_id, click.source, click.channel, click.ad_id, click.adset_id, click.placement, view.country_code, view.device_type,
        toUInt8(0), 0, count(), '', toInt64(0), '', toInt64(0)
      FROM (
        SELECT ${DAY_MS} AS day_ms, campaign_id, country_code, device_type, ${CLICK_OR_NONE}
        FROM page_views FINAL
        WHERE ${REAL_VIEWS}
      ) AS view
      LEFT JOIN ${CLICKS_OF_VIEWS} AS click ON click.click_id = view.click_id
      GROUP BY
        day_ms, view.campaign_id, click.source, click.channel, click.ad_id, click.adset_id, click.placement, view.country_code, view.device_type
    )
    GROUP BY day_ms, ${TRAFFIC}`,
});

const HOUR_COLUMNS = 'campaign_id, source, channel, country_code, device_type';

const byHour = defineRollup({
  name: 'rollup-traffic-by-hour',
  table: 'traffic_daily_by_hour',
  columns: [...KEY, 'ts', ...HOUR_COLUMNS.split(', '), 'clicks', 'page_views'],
  params: hours,
  sql: `
    SELECT {tenantId:String}, ${DAY}, min(at), ${HOUR_COLUMNS}, sum(clicks), sum(page_views)
    FROM (
      SELECT day_ms, hour, min(ts) AS at, ${HOUR_COLUMNS}, count() AS clicks, 0 AS page_views
      FROM (
        SELECT ts, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, ${HOUR_COLUMNS}
        FROM clicks FINAL
        WHERE ${FACTS} AND is_prefetch = 0 AND is_bot = 0
      )
      GROUP BY day_ms, hour, ${HOUR_COLUMNS}
      UNION ALL
      SELECT
        day_ms, hour, min(view.ts), view.campaign_id, click.source, click.channel, view.country_code, view.device_type, 0, count()
      FROM (
        SELECT ts, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, campaign_id, country_code, device_type, ${CLICK_OR_NONE}
        FROM page_views FINAL
        WHERE ${REAL_VIEWS}
      ) AS view
      LEFT JOIN ${CLICKS_OF_VIEWS} AS click ON click.click_id = view.click_id
      GROUP BY day_ms, hour, view.campaign_id, click.source, click.channel, view.country_code, view.device_type
    )
    GROUP BY day_ms, hour, ${HOUR_COLUMNS}`,
});

const byPlace = defineRollup({
  name: 'rollup-clicks-by-place',
  table: 'clicks_daily_by_place',
  columns: [...KEY, 'country_code', 'region', 'timezone', 'device_type', 'clicks'],
  params: days,
  sql: `
    SELECT tenant_id, ${DAY}, country_code, region, timezone, device_type, count() AS clicks
    FROM (
      SELECT tenant_id, ${DAY_MS} AS day_ms, country_code, region, timezone, device_type
      FROM clicks FINAL
      WHERE ${FACTS} AND is_prefetch = 0 AND is_bot = 0
    )
    GROUP BY tenant_id, day_ms, country_code, region, timezone, device_type`,
});

/** The finest rollup, which was built just before. */
const BUILT = `traffic_daily
    WHERE tenant_id = {tenantId:String} AND build_id IN {buildIds:Array(UInt64)}
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})`;
const builtDays = days.omit({ bounds: true });

const byAd = defineRollup({
  name: 'rollup-traffic-by-ad',
  table: 'traffic_daily_by_ad',
  columns: [...KEY, 'campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'clicks', 'page_views', ...NAMES],
  params: builtDays,
  sql: `
    SELECT
      tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id, sum(clicks), sum(page_views),
      ${lastOf('ad_name', 'ad_named_ms')}, ${lastOf('adset_name', 'adset_named_ms')}
    FROM ${BUILT} AND is_bot = 0
    GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id`,
});

const byCampaign = defineRollup({
  name: 'rollup-traffic-by-campaign',
  table: 'traffic_daily_by_campaign',
  columns: [...KEY, 'campaign_id', 'source', 'channel', 'is_bot', 'clicks', 'page_views'],
  params: builtDays,
  sql: `
    SELECT tenant_id, day_start, build_id, campaign_id, source, channel, is_bot, sum(clicks), sum(page_views)
    FROM ${BUILT}
    GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel, is_bot`,
});

/** In this order: the last two sum the rows of the first. */
export const ROLLUPS = [traffic, byHour, byPlace, byAd, byCampaign] as const;
