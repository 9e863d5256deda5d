// Queries for the suite of both ways of reaching ClickHouse.
import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

export const countClicks = defineQuery({
  name: 'suite-count-clicks',
  params: z.object({ from: z.date() }),
  row: z.object({ clicks: Count, last: InstantText }),
  sql: `SELECT count() AS clicks, max(ts) AS last FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ts >= {from:DateTime64(3, 'UTC')}`,
});
export const listClicks = defineQuery({
  name: 'suite-list-clicks',
  params: z.object({ sources: z.array(z.string()) }),
  row: z.object({ click_id: z.string(), source: z.string(), is_bot: Flag, ts: InstantText }),
  sql: `SELECT click_id, source, is_bot, ts FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND source IN {sources:Array(String)} ORDER BY ts`,
});
export const revenue = defineQuery({
  name: 'suite-revenue',
  params: z.object({}),
  row: z.object({ revenue: DecimalText, events: z.string(), status: z.string() }),
  sql: `SELECT sum(revenue) AS revenue, toString(sum(event_count)) AS events, max(status) AS status
        FROM conversions FINAL WHERE tenant_id = {tenantId:String} AND is_counted = 1`,
});
export const spend = defineQuery({
  name: 'suite-spend',
  params: z.object({ day: z.iso.date() }),
  row: z.object({
    impressions: z.string(),
    spend: z.string(),
    ads: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  }),
  sql: `SELECT impressions, spend, arrayZip(ad_ids, ad_names, ad_spends, ad_impressions) AS ads FROM ad_spend FINAL
        WHERE tenant_id = {tenantId:String} AND day = {day:Date} ORDER BY campaign_id`,
});
export const bothCounts = defineQuery({
  name: 'suite-both-counts',
  params: z.object({}),
  // As strings: the settings that quote 64-bit integers must apply to every part of a UNION.
  row: z.object({ n: z.string() }),
  sql: `SELECT count() AS n FROM clicks FINAL WHERE tenant_id = {tenantId:String}
        UNION ALL SELECT count() AS n FROM page_views FINAL WHERE tenant_id = {tenantId:String}`,
});
export const findClicks = definePipelineQuery({
  name: 'suite-find-clicks',
  key: z.tuple([z.string(), z.iso.datetime(), z.string()]),
  row: z.object({ tenant_id: z.string(), click_id: z.string() }),
  sql: `SELECT tenant_id, click_id FROM clicks FINAL
        WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});
