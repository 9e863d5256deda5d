import { CLICK_OF_VIEW, VIEW_HAS_CLICK } from '@tracker/infra/clickhouse/click-of-view';
import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { defineRollup } from '@tracker/infra/clickhouse/define-rollup';
import { Count, InstantText } from '@tracker/infra/clickhouse/row-types';
import { DAY_STATES } from '@tracker/infra/clickhouse/tables/sealed-days';
import { z } from 'zod';

/** 64-bit, and beyond what a number holds. */
const Generation = z.string().regex(/^\d+$/);

/** By company and year of UTC: `[tenantId, year]`. */
const TenantAndYear = z.tuple([z.string(), z.number().int()]);
const OF_YEARS = `(tenant_id, began_in) IN {keys:Array(Tuple(String, UInt16))} AND state < ${DAY_STATES.reopened}`;

/** Where the last day ends that began in these years and may be read from its cells, now or soon; companies without one are not there. */
export const lastSealsOfYears = definePipelineQuery({
  name: 'last-seals-of-years',
  key: TenantAndYear,
  row: z.object({ tenant_id: z.string(), last_end: InstantText }),
  sql: `
    SELECT tenant_id, max(day_end) AS last_end
    FROM sealed_days FINAL
    WHERE ${OF_YEARS}
    GROUP BY tenant_id`,
});

/** These days themselves. */
export const sealsOfYears = definePipelineQuery({
  name: 'seals-of-years',
  key: TenantAndYear,
  row: z.object({
    tenant_id: z.string(),
    day_start: InstantText,
    day_end: InstantText,
    time_zone: z.string(),
    generation: Generation,
  }),
  sql: `
    SELECT tenant_id, day_start, day_end, time_zone, generation
    FROM sealed_days FINAL
    WHERE ${OF_YEARS}`,
});

/** Every attempt to count a day of this company that was not re-opened, oldest first. */
export const sealsOfTenant = defineQuery({
  name: 'rollup-seals-of-tenant',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({
    day_start: InstantText,
    day_end: InstantText,
    time_zone: z.string(),
    generation: Generation,
    state: Count,
  }),
  sql: `
    SELECT day_start, day_end, time_zone, generation, state
    FROM sealed_days FINAL
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64})
      AND state < ${DAY_STATES.reopened}
    ORDER BY day_start, generation`,
});

/** When the first click or page view of this company was, from some moment on; read in the order of the key. */
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

/** Consecutive days: `bounds` has one member more than there are days, `generations` one for each. */
const days = z.object({
  bounds: z.array(z.number().int()),
  generations: z.array(z.bigint()),
  fromMs: z.number().int(),
  toMs: z.number().int(),
});
const hours = days.extend({ offsetsFromMs: z.array(z.number().int()), offsetsMs: z.array(z.number().int()) });

const DAY_MS = `roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)})`;
const DAY = `fromUnixTimestamp64Milli(day_ms) AS day_start,
      arrayElement({generations:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS generation`;
const KEY = ['tenant_id', 'day_start', 'generation'];
const FACTS = `tenant_id = {tenantId:String}
        AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})`;
/** Hours of the local clock since 1970: each instant shifted by the offset that holds there. */
const LOCAL_HOUR = `intDiv(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}),
          {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)), 3600000)`;

const byCampaign = defineRollup({
  name: 'rollup-clicks-by-campaign',
  table: 'clicks_daily_by_campaign',
  columns: [...KEY, 'campaign_id', 'source', 'channel', 'is_bot', 'clicks'],
  params: days,
  sql: `
    SELECT tenant_id, ${DAY}, campaign_id, source, channel, is_bot, count() AS clicks
    FROM (
      SELECT tenant_id, ${DAY_MS} AS day_ms, campaign_id, source, channel, is_bot
      FROM clicks FINAL
      WHERE ${FACTS} AND is_prefetch = 0
    )
    GROUP BY tenant_id, day_ms, campaign_id, source, channel, is_bot`,
});

/** Of two names of one millisecond the greater, so that any order of the rows gives the same. */
const latestName = (column: string) =>
  `argMaxIf(${column}, (ts, ${column}), ${column} != ''), maxIf(toUnixTimestamp64Milli(ts), ${column} != '')`;

const byAd = defineRollup({
  name: 'rollup-clicks-by-ad',
  table: 'clicks_daily_by_ad',
  columns: [
    ...[...KEY, 'campaign_id', 'source', 'channel', 'sub1', 'sub2', 'sub7', 'country_code', 'device_type'],
    ...['clicks', 'ad_name', 'ad_named_ms', 'adset_name', 'adset_named_ms'],
  ],
  params: days,
  sql: `
    SELECT
      tenant_id, ${DAY}, campaign_id, source, channel, sub1, sub2, sub7, country_code, device_type,
      count() AS clicks, ${latestName('sub4')}, ${latestName('sub5')}
    FROM (
      SELECT
        tenant_id, ts, ${DAY_MS} AS day_ms, campaign_id, source, channel, sub1, sub2, sub4, sub5, sub7, country_code, device_type
      FROM clicks FINAL
      WHERE ${FACTS} AND is_prefetch = 0 AND is_bot = 0
    )
    GROUP BY tenant_id, day_ms, campaign_id, source, channel, sub1, sub2, sub7, country_code, device_type`,
});

const byHour = defineRollup({
  name: 'rollup-clicks-by-hour',
  table: 'clicks_daily_by_hour',
  columns: [...KEY, 'ts', 'campaign_id', 'source', 'channel', 'country_code', 'device_type', 'clicks'],
  params: hours,
  sql: `
    SELECT tenant_id, ${DAY}, min(ts), campaign_id, source, channel, country_code, device_type, count() AS clicks
    FROM (
      SELECT tenant_id, ts, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, campaign_id, source, channel, country_code, device_type
      FROM clicks FINAL
      WHERE ${FACTS} AND is_prefetch = 0 AND is_bot = 0
    )
    GROUP BY tenant_id, day_ms, hour, campaign_id, source, channel, country_code, device_type`,
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

/** Views, and what the click of each tells; see the breakdown of the API, which asks the same of the facts. */
const REAL_VIEWS = `${FACTS} AND is_bot = 0`;
const CLICKS_OF_VIEWS = `(
      SELECT click_id, source, channel, sub1, sub2, sub7
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND (ts, click_id) IN (
        SELECT ${CLICK_OF_VIEW} FROM page_views FINAL WHERE ${REAL_VIEWS} AND ${VIEW_HAS_CLICK}
      )
    )`;
const CLICK_OR_NONE = `if(${VIEW_HAS_CLICK}, click_id, '') AS click_id`;

const viewsByHour = defineRollup({
  name: 'rollup-page-views',
  table: 'page_views_daily',
  columns: [...KEY, 'ts', 'campaign_id', 'country_code', 'device_type', 'source', 'channel', 'views'],
  params: hours,
  sql: `
    SELECT
      {tenantId:String}, ${DAY}, min(view.ts), view.campaign_id, view.country_code, view.device_type,
      click.source, click.channel, count() AS views
    FROM (
      SELECT ts, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, campaign_id, country_code, device_type, ${CLICK_OR_NONE}
      FROM page_views FINAL
      WHERE ${REAL_VIEWS}
    ) AS view
    LEFT JOIN ${CLICKS_OF_VIEWS} AS click ON click.click_id = view.click_id
    GROUP BY day_ms, hour, view.campaign_id, view.country_code, view.device_type, click.source, click.channel`,
});

const viewsByAd = defineRollup({
  name: 'rollup-page-views-by-ad',
  table: 'page_views_daily_by_ad',
  columns: [...KEY, 'campaign_id', 'country_code', 'device_type', 'source', 'channel', 'sub1', 'sub2', 'sub7', 'views'],
  params: days,
  sql: `
    SELECT
      {tenantId:String}, ${DAY}, view.campaign_id, view.country_code, view.device_type,
      click.source, click.channel, click.sub1, click.sub2, click.sub7, count() AS views
    FROM (
      SELECT ${DAY_MS} AS day_ms, campaign_id, country_code, device_type, ${CLICK_OR_NONE}
      FROM page_views FINAL
      WHERE ${REAL_VIEWS}
    ) AS view
    LEFT JOIN ${CLICKS_OF_VIEWS} AS click ON click.click_id = view.click_id
    GROUP BY
      day_ms, view.campaign_id, view.country_code, view.device_type,
      click.source, click.channel, click.sub1, click.sub2, click.sub7`,
});

export const DAILY_ROLLUPS = [byCampaign, byAd, byPlace, viewsByAd] as const;
export const HOURLY_ROLLUPS = [byHour, viewsByHour] as const;
