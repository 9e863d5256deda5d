/**
 * The history of one tenant as the events that another one would have sent: the processor makes rows of them, and both must have the same
 * figures. So the history that the engine writes by itself is what the processor would write.
 */
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { adSpend, click, delivery, type EventOwner, pageView, spendOfAd } from '@tracker/processor/testing/events';
import { CLICK_TAGS, mapTags, TAG_NAMES } from '@tracker/schemas/events/click-tags';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { CampaignId, ViewId } from '@tracker/schemas/primitives/ids';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';

interface Copy {
  /** Its rows are read. */
  readonly from: EventOwner;
  /** Its events are made. */
  readonly to: EventOwner;
  readonly fromMs: number;
  readonly toMs: number;
}

type Row = Readonly<Record<string, string>>;

/** In the order in which they happened, a day (UTC) at a time; first the spend of all days. */
export async function* eventsOfHistory(clickhouse: ClickHouse, { from, to, fromMs, toMs }: Copy) {
  /** An id of a campaign, or a text with one in it. */
  const renamed = (text: string) => text.replace(from.campaignId, to.campaignId);
  const ownerOf = (row: Row): EventOwner => ({ ...to, campaignId: renamed(row.campaign_id ?? '') as CampaignId });
  const params = { tenantId: from.tenantId };

  for (const row of await clickhouse.query<SpendRow>({ name: 'bench-spend', sql: SPEND, params })) {
    const ads = row.ad_ids.map((adId, index) =>
      spendOfAd(adId, row.ad_spends[index] ?? '0', {
        adName: row.ad_names[index] ?? '',
        adsetId: row.adset_ids[index] ?? '',
        adsetName: row.adset_names[index] ?? '',
        impressions: Number(row.ad_impressions[index]),
        clicks: Number(row.ad_clicks[index]),
      }),
    );
    const owner = { ...to, campaignId: renamed(row.campaign_id) as CampaignId };
    const { payload, ...event } = adSpend(owner, row.day as TenantDay, row.spend as Money, toMs, ads);
    const { source, impressions, clicks } = row;
    const id = `spend ${owner.campaignId} ${row.day} ${source}`;
    const hours = row.hour_starts.map((start, index) => ({
      startsAt: instantFromMs(Number(start) * 1000),
      spend: (row.hour_spends[index] ?? '0') as Money,
    }));
    const reach = { impressions: Number(impressions), clicks: Number(clicks) };
    yield { ...event, id, payload: { ...payload, source, ...reach, hours } };
  }

  for (let dayMs = fromMs - (fromMs % DAY_MS); dayMs <= toMs + DAY_MS; dayMs += DAY_MS) {
    const day = { ...params, dayMs, nextDayMs: dayMs + DAY_MS };
    for (const row of await clickhouse.query<Row>({ name: 'bench-clicks', sql: CLICKS, params: day })) {
      const change = { atMs: Number(row.at), clickId: renamed(row.click_id ?? '') as ClickId };
      const tags = mapTags(TAG_NAMES, (name) => row[CLICK_TAGS[name].column] ?? '');
      const event = click(ownerOf(row), { ...change, ...tags });
      yield { ...event, payload: { ...event.payload, request: requestOf(row), isPrefetch: row.is_prefetch === '1' } };
    }
    for (const row of await clickhouse.query<Row>({ name: 'bench-views', sql: VIEWS, params: day })) {
      const event = pageView(ownerOf(row), { atMs: Number(row.at) });
      const viewId = row.view_id as ViewId;
      const { url = '', title = '', click_id = '' } = row;
      yield {
        ...{ ...event, id: viewId },
        payload: { viewId, clickId: renamed(click_id), url, title, request: requestOf(row) },
      };
    }
    for (const row of await clickhouse.query<Row>({ name: 'bench-conversions', sql: CONVERSIONS, params: day })) {
      const atMs = Number(row.at);
      const body = {
        transaction_id: row.transaction_id,
        amount: row.value,
        currency: row.currency,
        event_type: row.conversion_type,
        status: row.status,
        created_at: instantFromMs(atMs),
        occurred_at: instantFromMs(atMs),
        product_id: row.product_id,
        product_name: row.product_name,
        payment_method: row.payment_method,
        ...(row.gateway_fee && { gateway_fee: row.gateway_fee }),
        ...(row.click_ref && { click_id: renamed(row.click_ref) }),
      };
      yield delivery(to, body, atMs);
    }
  }
}

const requestOf = (row: Row) => ({
  userAgent: row.user_agent ?? '',
  ipAddress: row.ip_address ?? '',
  address: { keyId: row.address_key ?? '', sealed: row.address_encrypted ?? '' },
  referrer: row.referrer ?? '',
  place: {
    countryCode: row.country_code ?? '',
    region: row.region ?? '',
    city: row.city ?? '',
    timeZone: row.timezone ?? '',
  },
});

interface SpendRow {
  readonly campaign_id: string;
  readonly day: string;
  readonly source: string;
  readonly spend: string;
  readonly impressions: string;
  readonly clicks: string;
  readonly ad_ids: readonly string[];
  readonly ad_names: readonly string[];
  readonly adset_ids: readonly string[];
  readonly adset_names: readonly string[];
  readonly ad_spends: readonly string[];
  readonly ad_impressions: readonly string[];
  readonly ad_clicks: readonly string[];
  readonly hour_starts: readonly string[];
  readonly hour_spends: readonly string[];
}

const SPEND = `
  SELECT campaign_id, toString(day) AS day, source, toString(spend) AS spend, toString(impressions) AS impressions, toString(clicks) AS clicks,
    ad_ids, ad_names, adset_ids, adset_names, arrayMap(x -> toString(x), ad_spends) AS ad_spends,
    arrayMap(x -> toString(x), ad_impressions) AS ad_impressions, arrayMap(x -> toString(x), ad_clicks) AS ad_clicks,
    arrayMap(x -> toString(x), hour_starts) AS hour_starts, arrayMap(x -> toString(x), hour_spends) AS hour_spends
  FROM ad_spend FINAL WHERE tenant_id = {tenantId:String} ORDER BY campaign_id, day`;

const ofDay = (table: string, columns: readonly string[], id: string) => `
  SELECT toString(toUnixTimestamp64Milli(ts)) AS at, ${columns.map((column) => `toString(${column}) AS ${column}`).join(', ')}
  FROM ${table} FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({dayMs:Int64}) AND ts < fromUnixTimestamp64Milli({nextDayMs:Int64})
  ORDER BY at, ${id}`;

const REQUEST = [
  'user_agent',
  'ip_address',
  'address_key',
  'address_encrypted',
  'referrer',
  'country_code',
  'region',
  'city',
  'timezone',
];
const tagColumns = TAG_NAMES.map((name) => CLICK_TAGS[name].column);
const CLICKS = ofDay('clicks', ['click_id', 'campaign_id', 'is_prefetch', ...tagColumns, ...REQUEST], 'click_id');
const VIEWS = ofDay('page_views', ['view_id', 'click_id', 'campaign_id', 'url', 'title', ...REQUEST], 'view_id');
const SOLD = ['value', 'currency', 'product_id', 'product_name', 'payment_method'];
const CONVERSIONS = ofDay(
  'conversions',
  ['transaction_id', 'conversion_type', 'status', 'click_ref', ...SOLD, 'gateway_fee'],
  'conversion_id',
);
