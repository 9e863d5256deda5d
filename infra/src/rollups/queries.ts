import { z } from 'zod';
import { definePipelineQuery } from '../clickhouse/define-pipeline-query.ts';
import { defineQuery } from '../clickhouse/define-query.ts';
import { defineRollup } from '../clickhouse/define-rollup.ts';
import { nameRank } from '../clickhouse/latest-name.ts';
import { Count, Flag, InstantText } from '../clickhouse/row-types.ts';
import { COUNTED, NAMED_BY_CLICK_MS } from '../clickhouse/tables/conversions.ts';
import { DAY_STATES, type DayHalf } from '../clickhouse/tables/finalized-days.ts';
import {
  MADE_COLUMNS,
  MONEY_FIGURES,
  MONEY_ROLLUPS,
  type MoneyColumn,
  NAMED_MS,
} from '../clickhouse/tables/rollups.ts';

/** 64-bit, and beyond what a number holds. */
const BuildId = z.string().regex(/^\d+$/);

const Half = z.enum(['traffic', 'money']) satisfies z.ZodType<DayHalf>;

/** By tenant and year of UTC: `[tenantId, year]`. */
const TenantAndYear = z.tuple([z.string(), z.number().int()]);
const OF_YEARS = `(tenant_id, began_in) IN {keys:Array(Tuple(String, UInt16))} AND state < ${DAY_STATES.reopened}`;

/** Where the last day ends that began in these years and of which a half may be read from its rollups, now or soon; tenants without one are not there. */
export const lastBuildsOfYears = definePipelineQuery({
  name: 'last-builds-of-years',
  key: TenantAndYear,
  row: z.object({ tenant_id: z.string(), half: Half, last_end: InstantText }),
  sql: `
    SELECT tenant_id, half, max(day_end) AS last_end
    FROM finalized_days FINAL
    WHERE ${OF_YEARS}
    GROUP BY tenant_id, half`,
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
    half: Half,
    build_id: BuildId,
  }),
  sql: `
    SELECT tenant_id, day_start, day_end, time_zone, half, build_id
    FROM finalized_days FINAL
    WHERE ${OF_YEARS}`,
});

/** The halves of a tenant's days that are finalized, and those with money that were ever built: whether each is finalized, and the last attempt to build it. */
export const buildsOfTenant = defineQuery({
  name: 'rollup-builds-of-tenant',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({
    half: Half,
    day_start: InstantText,
    day_end: InstantText,
    time_zone: z.string(),
    is_finalized: Flag,
    last_build: BuildId,
  }),
  sql: `
    SELECT
      half, day_start, day_end, time_zone, max(state = ${DAY_STATES.finalized}) AS is_finalized, max(build_id) AS last_build
    FROM finalized_days FINAL
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64})
    GROUP BY half, day_start, day_end, time_zone
    HAVING is_finalized OR half = 'money'
    ORDER BY day_start`,
});

/** When the first click or page view of this tenant was, and the first day of its conversions, from some moment on; read in the order of the key. */
export const firstFacts = defineQuery({
  name: 'rollup-first-facts',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({ half: Half, ts: InstantText }),
  sql: `
    SELECT half, min(at) AS ts FROM (
      SELECT 'traffic' AS half, ts AS at FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      ORDER BY tenant_id, ts LIMIT 1
      UNION ALL
      SELECT 'traffic' AS half, ts AS at FROM page_views FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      ORDER BY tenant_id, ts LIMIT 1
      UNION ALL
      SELECT 'money' AS half, toDateTime64(toDate(ts), 3, 'UTC') AS at FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      ORDER BY tenant_id, toDate(ts) LIMIT 1
    )
    GROUP BY half`,
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

const REAL_VIEWS = `${FACTS} AND is_bot = 0`;

const latestName = (column: string, name: string) =>
  `argMax(${column}, ${nameRank(column, 'toUnixTimestamp64Milli(ts)')}) AS ${name}, maxIf(toUnixTimestamp64Milli(ts), ${column} != '') AS ${name}_ms`;
const NAMES = ['ad_name', 'ad_named_ms', 'adset_name', 'adset_named_ms'];
const lastOf = (name: string, ms: string) => `argMax(${name}, ${nameRank(name, ms)}), max(${ms})`;
const NAMED_LAST = `${lastOf('ad', 'ad_ms')}, ${lastOf('adset', 'adset_ms')}`;

const VIEW_TRAFFIC = 'campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type';
const TRAFFIC = `${VIEW_TRAFFIC}, is_bot`;

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
      SELECT day_ms, ${VIEW_TRAFFIC}, toUInt8(0) AS is_bot, 0, count(), '', toInt64(0), '', toInt64(0)
      FROM (
        SELECT ${DAY_MS} AS day_ms, ${VIEW_TRAFFIC}
        FROM page_views FINAL
        WHERE ${REAL_VIEWS}
      )
      GROUP BY day_ms, ${VIEW_TRAFFIC}
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
      SELECT day_ms, hour, min(ts), ${HOUR_COLUMNS}, 0, count()
      FROM (
        SELECT ts, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, ${HOUR_COLUMNS}
        FROM page_views FINAL
        WHERE ${REAL_VIEWS}
      )
      GROUP BY day_ms, hour, ${HOUR_COLUMNS}
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

/** The finest rollup of a half, which was built just before. */
const builtRowsOf = (table: 'traffic_daily' | 'money_daily') => `${table}
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
    FROM ${builtRowsOf('traffic_daily')} AND is_bot = 0
    GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id`,
});

const byCampaign = defineRollup({
  name: 'rollup-traffic-by-campaign',
  table: 'traffic_daily_by_campaign',
  columns: [...KEY, 'campaign_id', 'source', 'channel', 'is_bot', 'clicks', 'page_views'],
  params: builtDays,
  sql: `
    SELECT tenant_id, day_start, build_id, campaign_id, source, channel, is_bot, sum(clicks), sum(page_views)
    FROM ${builtRowsOf('traffic_daily')}
    GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel, is_bot`,
});

// --- Money. The SQL is made from the columns of the tables.

const isNamed = (column: MoneyColumn): column is keyof typeof NAMED_MS => column in NAMED_MS;

const isDimension = (column: MoneyColumn): boolean => column !== 'hour' && !isNamed(column);

/** What a rollup of money is grouped by, its sums and its names: as columns, and as SQL over rows that have them. */
function partsOf(table: (typeof MONEY_ROLLUPS)[number]['table']) {
  const columns: readonly MoneyColumn[] = MONEY_ROLLUPS.find((one) => one.table === table)?.columns ?? [];
  const names = columns.filter(isNamed);
  return {
    dimensions: columns.filter(isDimension).join(', '),
    dimensionsOfOne: columns.filter(isDimension).map((column) => {
      const made = MADE_COLUMNS[column];
      return made === undefined ? column : `${made} AS ${column}`;
    }),
    figures: Object.keys(MONEY_FIGURES),
    sums: Object.keys(MONEY_FIGURES).map((figure) => `sum(${figure})`),
    names: names.flatMap((name) => [name, NAMED_MS[name]]),
    /** Of one conversion; 0 without a name. */
    namesOfOne: names.map((name) => `${name}, if(${name} = '', 0, ${NAMED_BY_CLICK_MS}) AS ${NAMED_MS[name]}`),
    lastNames: names.map((name) => lastOf(name, NAMED_MS[name])),
  };
}

const ofMoney = partsOf('money_daily');
const FIGURES_OF_ONE = Object.entries(MONEY_FIGURES).map(([figure, sql]) => `${sql} AS ${figure}`);

const money = defineRollup({
  name: 'rollup-money',
  table: 'money_daily',
  columns: [...KEY, 'ts', ...ofMoney.dimensions.split(', '), ...ofMoney.figures, ...ofMoney.names],
  params: hours,
  sql: `
    SELECT
      {tenantId:String}, ${DAY}, min(at), ${ofMoney.dimensions}, ${ofMoney.sums.join(', ')},
      ${ofMoney.lastNames.join(', ')}
    FROM (
      SELECT
        ts AS at, ${DAY_MS} AS day_ms, ${LOCAL_HOUR} AS hour, ${ofMoney.dimensions}, ${FIGURES_OF_ONE.join(', ')},
        ${ofMoney.namesOfOne.join(', ')}
      FROM conversions FINAL
      WHERE ${FACTS} AND ${COUNTED}
    )
    GROUP BY day_ms, hour, ${ofMoney.dimensions}`,
});

function summedFromMoney(name: string, table: (typeof MONEY_ROLLUPS)[number]['table']) {
  const { dimensions, figures, sums, names, lastNames } = partsOf(table);
  return defineRollup({
    name,
    table,
    columns: [...KEY, ...dimensions.split(', '), ...figures, ...names],
    params: builtDays,
    sql: `
    SELECT ${[...KEY, dimensions, ...sums, ...lastNames].join(', ')}
    FROM ${builtRowsOf('money_daily')}
    GROUP BY ${KEY.join(', ')}, ${dimensions}`,
  });
}

const ofProducts = partsOf('money_daily_by_product');

const moneyByProduct = defineRollup({
  name: 'rollup-money-by-product',
  table: 'money_daily_by_product',
  columns: [...KEY, ...ofProducts.dimensions.split(', '), ...ofProducts.figures, ...ofProducts.names],
  params: days,
  sql: `
    SELECT
      {tenantId:String}, ${DAY}, ${ofProducts.dimensions}, ${ofProducts.sums.join(', ')},
      ${ofProducts.lastNames.join(', ')}
    FROM (
      SELECT
        ${DAY_MS} AS day_ms, ${ofProducts.dimensionsOfOne.join(', ')}, ${FIGURES_OF_ONE.join(', ')},
        ${ofProducts.namesOfOne.join(', ')}
      FROM conversions FINAL
      WHERE ${FACTS} AND ${COUNTED}
    )
    GROUP BY day_ms, ${ofProducts.dimensions}`,
});

const moneyByAd = summedFromMoney('rollup-money-by-ad', 'money_daily_by_ad');
const moneyByCampaign = summedFromMoney('rollup-money-by-campaign', 'money_daily_by_campaign');

/** Of each half in this order: some sum the rows of the first. */
export const ROLLUPS = {
  traffic: [traffic, byHour, byPlace, byAd, byCampaign],
  money: [money, moneyByAd, moneyByCampaign, moneyByProduct],
} as const;
