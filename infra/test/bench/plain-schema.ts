/**
 * The same history as one table of events, without rollups: what one would write first, and what the product is compared with. It has only the
 * columns that its questions read, and a page view knows its click, so that it is smaller and quicker than a table of whole events.
 */
import type { ClickHouse } from '@tracker/infra/clickhouse/client';

export async function writePlainEvents(clickhouse: ClickHouse, tenantIds: readonly string[]): Promise<void> {
  await clickhouse.command(`
    CREATE TABLE IF NOT EXISTS plain_events (
      tenant_id LowCardinality(String), ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), kind LowCardinality(String),
      click_id String CODEC(ZSTD(1)), campaign_id LowCardinality(String), source LowCardinality(String), ad_id LowCardinality(String),
      ad_name LowCardinality(String), placement LowCardinality(String), revenue Decimal(18, 4)
    ) ENGINE = MergeTree PARTITION BY toYYYYMM(ts) ORDER BY (tenant_id, ts)`);
  const list = tenantIds.map((id) => `'${id}'`).join(', ');
  const of = (kind: string, table: string, name: string, revenue: string, where: string) =>
    clickhouse.command(`INSERT INTO plain_events
      SELECT tenant_id, ts, '${kind}', click_id, campaign_id, source, ad_id, ${name}, placement, ${revenue}
      FROM ${table} WHERE tenant_id IN (${list}) AND ${where} SETTINGS max_memory_usage = 3000000000`);
  await of('click', 'clicks', 'ad_name', '0', 'is_bot = 0 AND is_prefetch = 0');
  await of('view', 'page_views', "''", '0', 'is_bot = 0');
  await of('conversion', 'conversions', 'ad_name', 'revenue', 'is_counted = 1 AND is_test = 0');
}

const FIGURES = `countIf(kind = 'click') AS clicks, countIf(kind = 'view') AS views, countIf(kind = 'conversion') AS conversions, sum(revenue) AS money`;
const RANGE = `tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})`;

/** By the name of the call that asks the product the same; `NAME, 30 days` and `NAME, 90 days`. */
export const PLAIN_QUESTIONS: Readonly<Record<string, string>> = {
  'breakdown by campaign': `SELECT campaign_id, ${FIGURES} FROM plain_events WHERE ${RANGE} GROUP BY campaign_id`,
  'breakdown by source': `SELECT source, ${FIGURES} FROM plain_events WHERE ${RANGE} GROUP BY source`,
  'breakdown by ad': `SELECT ad_id, argMax(ad_name, ts), ${FIGURES} FROM plain_events WHERE ${RANGE} GROUP BY ad_id`,
  'breakdown by ad,placement': `SELECT ad_id, placement, argMax(ad_name, ts), ${FIGURES} FROM plain_events WHERE ${RANGE} GROUP BY ad_id, placement`,
  'daily chart': `SELECT toDate(ts, 'America/Sao_Paulo') AS day, ${FIGURES} FROM plain_events WHERE ${RANGE} GROUP BY day`,
};
