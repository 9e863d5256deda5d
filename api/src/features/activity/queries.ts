import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { COUNTED, IN_RANGE } from '../../figures/columns.ts';

/** '' stands for "not asked". A source of 'direct' means none was given. */
export const filters = z.object({
  fromMs: z.number().int(),
  toMs: z.number().int(),
  campaignId: z.string(),
  source: z.string(),
  q: z.string(),
});
/** A page begins below this row; the first one below (end of the range, ''). */
export const page = filters.extend({ beforeMs: z.number().int(), beforeId: z.string(), limit: z.number().int() });

const CAMPAIGN = `({campaignId:String} = '' OR campaign_id = {campaignId:String})`;
const SOURCE = `({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))`;
const has = (column: string) => `positionCaseInsensitiveUTF8(${column}, {q:String}) > 0`;
const search = (...columns: string[]) => `({q:String} = '' OR ${columns.map(has).join(' OR ')})`;
export const before = (id: string) => `(ts, ${id}) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})`;

const CLICKS_WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND is_prefetch = 0 AND ({bots:UInt8} = 1 OR is_bot = 0)
        AND ${CAMPAIGN} AND ${SOURCE}
        AND ${search('click_id', 'campaign_id', 'source', 'referrer', 'user_agent')}`;

const place = {
  ip_address: TextOrNull,
  address_key: z.string(),
  address_sealed: z.string(),
  country: TextOrNull,
  region: TextOrNull,
  city: TextOrNull,
  timezone: TextOrNull,
};
const device = {
  user_agent: TextOrNull,
  device_type: z.string(),
  browser: TextOrNull,
  operating_system: TextOrNull,
};
const PLACE_AND_DEVICE = `ip_address, address_key, address_sealed, country, region, city, timezone,
      user_agent, device_type, browser, operating_system`;

const bots = z.number().int();

/**
 * Clicks, newest first. What each is worth comes from the conversions that name it: the first that stands and the sum of all
 * that do, whether the click was a bot's or not (decision 33).
 */
export const clicksPage = defineQuery({
  name: 'clicks-page',
  params: page.extend({ bots }),
  row: z.object({
    created_at: InstantText,
    click_id: z.string(),
    campaign_id: z.string(),
    source: TextOrNull,
    referrer: TextOrNull,
    ...place,
    ...device,
    is_bot: Flag,
    fbp: TextOrNull,
    fbc: TextOrNull,
    sub1: TextOrNull,
    sub2: TextOrNull,
    sub3: TextOrNull,
    sub4: TextOrNull,
    sub5: TextOrNull,
    sub6: TextOrNull,
    sub7: TextOrNull,
    sub8: TextOrNull,
    utm_source: TextOrNull,
    utm_medium: TextOrNull,
    utm_campaign: TextOrNull,
    utm_content: TextOrNull,
    utm_term: TextOrNull,
    utm_id: TextOrNull,
    sales: Count,
    converted_at: InstantText.nullable(),
    conversion_value: DecimalText,
  }),
  sql: `
    SELECT
      c.ts AS created_at, c.click_id AS click_id, campaign_id, source, referrer, ${PLACE_AND_DEVICE}, is_bot, fbp, fbc,
      sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8,
      utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id,
      s.sales AS sales, s.first_sale AS converted_at, s.worth AS conversion_value
    FROM (
      SELECT *
      FROM clicks FINAL
      WHERE ${CLICKS_WHERE} AND ${before('click_id')}
      ORDER BY ts DESC, click_id DESC
      LIMIT {limit:UInt32}
    ) AS c
    LEFT JOIN (
      SELECT click_id, count() AS sales, toNullable(min(ts)) AS first_sale, sum(revenue) AS worth
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${COUNTED} AND click_id IN (
        SELECT click_id
        FROM clicks FINAL
        WHERE ${CLICKS_WHERE} AND ${before('click_id')}
        ORDER BY ts DESC, click_id DESC
        LIMIT {limit:UInt32}
      )
      GROUP BY click_id
    ) AS s ON s.click_id = c.click_id
    ORDER BY c.ts DESC, c.click_id DESC`,
});

/**
 * What the pages of these clicks learnt later: of each id the first that was told. A question of its own, because it knows the moments
 * of the clicks, by which the table is sorted; as a join it made the list half as slow again.
 */
export const clickIdentities = defineQuery({
  name: 'clicks-identities',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int(), clickIds: z.array(z.string()) }),
  row: z.object({ click_id: z.string(), first_fbp: TextOrNull, first_fbc: TextOrNull }),
  sql: `
    SELECT
      click_id,
      argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
      argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc
    FROM click_identities FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id IN {clickIds:Array(String)}
    GROUP BY click_id`,
});

export const clicksTotal = defineQuery({
  name: 'clicks-total',
  params: filters.extend({ bots }),
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM clicks FINAL
    WHERE ${CLICKS_WHERE}`,
});

export const CONVERSIONS_WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${CAMPAIGN} AND ${SOURCE}
      AND ${search('conversion_id', 'click_id', 'click_ref', 'transaction_id', 'campaign_id', 'source')}`;

/** Conversions of every status, tests included: a list of what happened, not a figure. */
export const conversionsPage = defineQuery({
  name: 'conversions-page',
  params: page,
  row: z.object({
    created_at: InstantText,
    conversion_id: z.string(),
    click_id: TextOrNull,
    campaign_id: TextOrNull,
    conversion_type: z.string(),
    status: z.string(),
    value: DecimalText,
    net_value: DecimalText,
    currency: z.string(),
    transaction_id: TextOrNull,
    provider: z.string(),
    is_test: Flag,
    verified: Flag,
  }),
  sql: `
    SELECT
      ts AS created_at, conversion_id, click_id, campaign_id, conversion_type, status, value, net_value, currency,
      transaction_id, provider, is_test, verified
    FROM conversions FINAL
    WHERE ${CONVERSIONS_WHERE} AND ${before('conversion_id')}
    ORDER BY ts DESC, conversion_id DESC
    LIMIT {limit:UInt32}`,
});

export const conversionsTotal = defineQuery({
  name: 'conversions-total',
  params: filters,
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM conversions FINAL
    WHERE ${CONVERSIONS_WHERE}`,
});

/** A view has no source of its own: it is that of its click. */
const VIEWS_WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND is_bot = 0 AND ${CAMPAIGN} AND ${search('click_id', 'url')}
      AND ({source:String} = '' OR click_id IN (
        SELECT click_id
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${SOURCE}
      ))`;

export const pageViewsPage = defineQuery({
  name: 'page-views-page',
  params: page,
  row: z.object({
    created_at: InstantText,
    view_id: z.string(),
    click_id: z.string(),
    campaign_id: TextOrNull,
    url: TextOrNull,
    title: TextOrNull,
    referrer: TextOrNull,
    ...place,
    ...device,
    is_bot: Flag,
  }),
  sql: `
    SELECT
      ts AS created_at, view_id, click_id, campaign_id, url, title, referrer, ${PLACE_AND_DEVICE}, is_bot
    FROM page_views FINAL
    WHERE ${VIEWS_WHERE} AND ${before('view_id')}
    ORDER BY ts DESC, view_id DESC
    LIMIT {limit:UInt32}`,
});

export const pageViewsTotal = defineQuery({
  name: 'page-views-total',
  params: filters,
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM page_views FINAL
    WHERE ${VIEWS_WHERE}`,
});
