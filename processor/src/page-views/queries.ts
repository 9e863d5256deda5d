import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { insertPageViews, VIEW_TRAFFIC } from '@tracker/infra/clickhouse/tables/page-views';
import { z } from 'zod';
import { WAITING_MAX } from '../batch/waiting-for-clicks.ts';

/** What page views take from the clicks of these ids; the time in the id lets the primary key find them. */
export const clicksOfViews = definePipelineQuery({
  name: 'clicks-of-views',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    click_id: z.string(),
    source: z.string(),
    channel: z.string(),
    ad_id: z.string(),
    adset_id: z.string(),
    placement: z.string(),
    is_prefetch: Flag,
  }),
  sql: `
    SELECT tenant_id, click_id, ${VIEW_TRAFFIC.join(', ')}, is_prefetch
    FROM clicks FINAL
    WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});

const waitingView = z.object({
  tenant_id: z.string(),
  minute: z.number(),
  click_id: z.string(),
  view_ts: InstantText,
  view_id: z.string(),
});
const WAITING = 'tenant_id, toUnixTimestamp(click_minute) AS minute, click_id, view_ts, view_id';

/** The page views that wait for a click of these minutes. */
export const viewsWaitingInMinutes = definePipelineQuery({
  name: 'views-waiting-in-minutes',
  key: z.tuple([z.string(), z.string()]),
  row: waitingView,
  sql: `
    SELECT ${WAITING}
    FROM unattributed_page_views FINAL
    WHERE (tenant_id, click_minute) IN {keys:Array(Tuple(String, DateTime('UTC')))}
    LIMIT ${WAITING_MAX} BY tenant_id, click_minute`,
});

/** The page views that wait for these clicks: more of one click than any visitor makes, and fewer than an answer may have. */
export const viewsWaitingForClicks = definePipelineQuery({
  name: 'views-waiting-for-clicks',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: waitingView,
  sql: `
    SELECT ${WAITING}
    FROM unattributed_page_views FINAL
    WHERE (tenant_id, click_minute, click_id) IN {keys:Array(Tuple(String, DateTime('UTC'), String))}
    LIMIT 10000 BY tenant_id, click_minute, click_id`,
});

/** These page views, as they are stored. */
export const viewsOfKeys = definePipelineQuery({
  name: 'views-of-keys',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    view_id: z.string(),
    click_id: z.string(),
    campaign_id: z.string(),
    url: z.string(),
    title: z.string(),
    referrer: z.string(),
    user_agent: z.string(),
    ip_address: z.string(),
    address_key: z.string(),
    address_encrypted: z.string(),
    country_code: z.string(),
    region: z.string(),
    city: z.string(),
    timezone: z.string(),
    device_type: z.string(),
    browser: z.string(),
    operating_system: z.string(),
    is_bot: Flag,
    received_at: InstantText,
    ver: z.string(),
  }),
  sql: `
    SELECT ${insertPageViews.columns.filter((column) => !(VIEW_TRAFFIC as readonly string[]).includes(column)).join(', ')}
    FROM page_views FINAL
    WHERE (tenant_id, ts, view_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});
