/**
 * Writes the history of many tenants directly into the tables, with the rows that the processor would write. ClickHouse
 * generates the rows itself: ten million take minutes instead of an hour.
 */
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Postgres } from '@tracker/infra/postgres/client';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import { AD_TAGS, tagColumnList } from '@tracker/schemas/events/click-tags';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';

export interface History {
  /** Total of clicks, page views and conversions. */
  readonly events: number;
  /** The first tenant has a fifth of the events, the others share the rest evenly. */
  readonly tenants: readonly { readonly tenantId: string; readonly campaignId: string }[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Per hundred events. */
const CLICKS = 62;
const VIEWS = 36;
const CONVERSIONS = 2;
export const PAGE_VIEWS_PER_EVENT = VIEWS / 100;
const VIEWED_AFTER_MS = 2_000;
const BOUGHT_AFTER_MS = 600_000;
const ROWS_AT_ONCE = 1_000_000;
const MS_PER_DAY = 86_400_000;
/** Per tenant. */
const ADS = 120;
const CAMPAIGNS = 6;
/** The model and the browser version go between these parts of a phone's. What the processor reads from each is in `DEVICE`. */
const PHONE = [
  'Mozilla/5.0 (Linux; Android 14; SM-',
  ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/',
  '.0.6778.39 Mobile Safari/537.36',
] as const;
const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const BOT = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

/** SQL expression that picks one element of a list. */
const one = (of: readonly string[], by: string) =>
  `[${of.map((text) => `'${text}'`).join(', ')}][${by} % ${of.length} + 1]`;
const REGIONS = [
  'São Paulo',
  'Rio de Janeiro',
  'Minas Gerais',
  'Bahia',
  'Paraná',
  'Rio Grande do Sul',
  'Pernambuco',
  'Ceará',
  'Goiás',
];
const SOURCES = ['facebook', 'facebook', 'facebook', 'facebook', 'google', 'tiktok', 'kwai', ''];
const PLACEMENTS = ['Instagram_Stories', 'Instagram_Reels', 'Facebook_Mobile_Feed', 'Facebook_Marketplace', 'an'];
const PAYMENTS = ['pix', 'credit_card', 'credit_card', 'boleto'];

/** A tenant with the campaigns of a history; a new one has the first of them. */
export async function createAdvertiser(postgres: Postgres): Promise<TestTenant> {
  const tenant = await createTenant({ postgres }, { timeZone: DEFAULT_TIME_ZONE });
  const tenant_id = tenant.tenantId;
  const others = Array.from({ length: CAMPAIGNS - 1 }, (_, index) => ({
    ...{ tenant_id, id: randomId('cp'), name: `Campanha ${index + 1}`, created_at: new Date() },
    campaign_id: `${tenant.campaignId}-${index + 1}` as CampaignId,
  }));
  await postgres.withTenant(tenant_id, (transaction) => transaction.insertInto('campaigns').values(others).execute());
  return tenant;
}

export async function writeHistory(clickhouse: ClickHouse, history: History): Promise<void> {
  /** `clickOf`: SQL expression for the click of a row, given the row's `number`. */
  const write = async (share: number, insert: string, clickOf: string) => {
    const rows = Math.round((history.events * share) / 100);
    for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
      const from = `numbers(${start}, ${Math.min(ROWS_AT_ONCE, rows - start)})`;
      await clickhouse.command(`${insert}${ofClicks(history, clickOf, from)} SETTINGS max_memory_usage = 3000000000`);
    }
  };
  await write(CLICKS, INSERT_CLICKS, 'number');
  await write(VIEWS, INSERT_VIEWS, `intDiv(number, ${VIEWS}) * ${CLICKS} + number % ${VIEWS}`);
  await write(CONVERSIONS, INSERT_CONVERSIONS, `intDiv(number * ${CLICKS}, ${CONVERSIONS})`);
  await clickhouse.command(SPEND + daysOfCampaigns(history));
}

/** Days per counting statement; small tenants have few clicks. */
const DAYS_AT_ONCE = { first: 8, other: 30 };

/** What the processor's finalizer does at night. The first tenant is the large one. */
export async function finalizeHistory(
  clickhouse: ClickHouse,
  tenants: readonly { readonly tenantId: string }[],
  nowMs: number,
): Promise<void> {
  for (const [index, { tenantId }] of tenants.entries()) {
    const atOnce = index === 0 ? DAYS_AT_ONCE.first : DAYS_AT_ONCE.other;
    for (const run of await findOpenDays(clickhouse, { tenantId, timeZone: DEFAULT_TIME_ZONE, nowMs })) {
      for (let start = 0; start + 1 < run.bounds.length; start += atOnce) {
        const days = { ...run, bounds: run.bounds.slice(start, start + atOnce + 1) };
        await finalizeDays(clickhouse, await buildRollups(clickhouse, days, nowMs));
      }
    }
  }
}

/** Spend of each tenant's campaigns on each day; written again when the history grows, because a sync replaces the whole day. */
function daysOfCampaigns({ tenants, fromMs, toMs }: History): string {
  const days = Math.ceil((toMs - fromMs) / MS_PER_DAY);
  return `
    FROM (
      SELECT
        number % ${CAMPAIGNS} AS nth, intDiv(number, ${CAMPAIGNS}) % ${days} AS ago, intDiv(number, ${CAMPAIGNS * days}) + 1 AS who,
        ${list(tenants.map(({ tenantId }) => tenantId))}[who] AS tenant,
        concat(${list(tenants.map(({ campaignId }) => campaignId))}[who], if(nth = 0, '', concat('-', toString(nth)))) AS campaign,
        fromUnixTimestamp64Milli(${toMs}) AS spent_at, toDate(spent_at) - ago AS spent_on,
        arrayMap(i -> i * ${CAMPAIGNS} + nth, range(${ADS / CAMPAIGNS})) AS ads
      FROM numbers(${tenants.length * days * CAMPAIGNS})
    )`;
}

const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;

/**
 * Columns that a click shares with its page view and its conversion: tenant, time and ad. Each ad belongs to one campaign and
 * one source.
 */
function ofClicks({ events, tenants, fromMs, toMs }: History, clickOf: string, from: string): string {
  const clicks = Math.round((events * CLICKS) / 100);
  return `
    FROM (
      SELECT
        ${clickOf} AS n, cityHash64(n) AS h,
        if(n % 5 = 0, 1, n % ${tenants.length - 1} + 2) AS who,
        ${list(tenants.map(({ tenantId }) => tenantId))}[who] AS tenant,
        concat(${list(tenants.map(({ campaignId }) => campaignId))}[who], if(ad % ${CAMPAIGNS} = 0, '', concat('-', toString(ad % ${CAMPAIGNS})))) AS campaign,
        ${fromMs} + intDiv(n * ${toMs - fromMs}, ${clicks}) AS at,
        h % ${ADS} AS ad, intDiv(h, 128) AS r,
        ${one(SOURCES, 'intDiv(ad, 6)')} AS src
      FROM ${from}
    )`;
}

const IS_BOT = 'r % 33 = 0';
const DEVICE = `multiIf(${IS_BOT}, 'bot', r % 4 = 0, 'desktop', 'mobile')`;
const PLACE = `if(r % 40 = 0, 'PT', 'BR'), ${one(REGIONS, 'r')},
      concat('Cidade ', toString(r % 400)), if(r % 40 = 0, 'Europe/Lisbon', 'America/Sao_Paulo'),
      ${DEVICE}, if(${IS_BOT}, 'FacebookExternalHit', 'Chrome'), multiIf(${IS_BOT}, '', r % 4 = 0, 'Windows', 'Android')`;
const PLACE_COLUMNS = 'country_code, region, city, timezone, device_type, browser, operating_system';
const AGENT = `multiIf(${IS_BOT}, '${BOT}', r % 4 = 0, '${COMPUTER}', concat('${PHONE[0]}', toString(r % 300), '${PHONE[1]}', toString(120 + r % 20), '${PHONE[2]}'))`;
/** 16 bytes that look random, as the cipher gives them. */
const ENCRYPTED_ADDRESS = `substring(base64Encode(sipHash128(n)), 1, 22)`;
const REFERRER = `if(r % 5 = 0, '', 'https://l.facebook.com/')`;
const CHANNEL = `multiIf(src != '', src, r % 5 = 0, 'direct', 'facebook')`;
const CLICK_ID = `concat('mc_', campaign, '_', toString(at), leftPad(toString(n % 1000000), 6, '0'))`;

/** A UUID of version 7: the time, then bits that look random. */
const HEX_TIME = `leftPad(lower(hex(toUInt64(at))), 12, '0')`;
const HEX_BITS = `lower(leftPad(hex(sipHash64(n)), 16, '0'))`;
const VIEW_ID = `concat(substring(${HEX_TIME}, 1, 8), '-', substring(${HEX_TIME}, 9), '-7', substring(${HEX_BITS}, 1, 3), '-8', substring(${HEX_BITS}, 4, 3), '-', leftPad(lower(hex(h % 281474976710656)), 12, '0'))`;

/** The values of `AD_TAGS`. */
const OF_AD = [
  'toString(120210000000000 + ad)',
  'toString(120220000000000 + ad % 24)',
  'toString(120230000000000 + ad % 6)',
  "concat('Vídeo ', toString(ad))",
  "concat('Conjunto ', toString(ad % 24))",
  "concat('Campanha ', toString(ad % 6))",
  one(PLACEMENTS, 'r'),
  "if(r % 2 = 0, 'ig', 'fb')",
];
const CAMPAIGN_TAG = "concat('campanha-', toString(ad % 6))";

const INSERT_CLICKS = `
  INSERT INTO clicks (tenant_id, ts, click_id, campaign_id, event_id, received_at, source, referrer, user_agent,
    ip_address, address_key, address_encrypted, ${PLACE_COLUMNS}, fbp, fbc, ${tagColumnList(AD_TAGS)},
    utm_source, utm_medium, utm_campaign, channel, is_bot, is_prefetch, ver)
  SELECT tenant, fromUnixTimestamp64Milli(at), ${CLICK_ID} AS id, campaign, id, fromUnixTimestamp64Milli(at), src,
    ${REFERRER}, ${AGENT},
    concat('189.', toString(r % 256), '.', toString(h % 256), '.0'), toString(intDiv(at, 86400000)), ${ENCRYPTED_ADDRESS}, ${PLACE},
    concat('fb.1.', toString(at), '.', toString(h % 10000000000)), '',
    ${OF_AD.join(', ')},
    src, 'paid', ${CAMPAIGN_TAG}, ${CHANNEL}, ${IS_BOT}, r % 97 = 0, 1`;

const INSERT_VIEWS = `
  INSERT INTO page_views (tenant_id, ts, view_id, click_id, campaign_id, url, title, referrer, user_agent, ip_address, address_key,
    address_encrypted, ${PLACE_COLUMNS}, is_bot, source, channel, ad_id, adset_id, placement, received_at, ver)
  SELECT tenant, fromUnixTimestamp64Milli(at + ${VIEWED_AFTER_MS}), ${VIEW_ID}, ${CLICK_ID},
    campaign, concat('https://loja.example/oferta/', toString(h % 50)), 'Oferta', 'https://l.facebook.com/', ${AGENT},
    concat('189.', toString(r % 256), '.', toString(h % 256), '.0'), toString(intDiv(at, 86400000)), ${ENCRYPTED_ADDRESS}, ${PLACE},
    ${IS_BOT}, src, ${CHANNEL}, toString(120210000000000 + ad), toString(120220000000000 + ad % 24), ${one(PLACEMENTS, 'r')},
    fromUnixTimestamp64Milli(at + ${VIEWED_AFTER_MS}), 1`;

/** Of a conversion: what it knows of its click, which every seventh lost. */
const ofClick = (value: string) => `if(r % 7 = 0, '', ${value})`;

const INSERT_CONVERSIONS = `
  INSERT INTO conversions (tenant_id, conversion_id, ts, provider, transaction_id, conversion_type, status, is_counted, value, net_value,
    currency, product_id, product_name, payment_method, gateway_fee, kind, revenue, gross_brl, fee_brl,
    click_ref, attribution, click_id, click_ts, campaign_id, channel, source,
    ${tagColumnList(AD_TAGS)}, utm_source, utm_medium, utm_campaign,
    country_code, region, device_type, click_is_bot, is_test, verified, received_at, event_count, ver)
  SELECT tenant, concat('cv_', hex(h), leftPad(toString(n), 10, '0')), fromUnixTimestamp64Milli(at + ${BOUGHT_AFTER_MS}), 'generic', concat('HP', toString(n)), 'purchase',
    if(r % 9 = 0, 'refunded', 'approved'), r % 9 != 0, 97.9, if(r % 9 = 0, 0, 97.9),
    'BRL', toString(1000 + r % 12), concat('Curso ', toString(r % 12)), ${one(PAYMENTS, 'r')}, if(r % 4 = 0, NULL, 4.9), 'main', if(r % 9 = 0, 0, 97.9), 97.9, if(r % 4 = 0, NULL, 4.9),
    ${ofClick(CLICK_ID)}, if(r % 7 = 0, 'none', 'click'), ${ofClick(CLICK_ID)}, if(r % 7 = 0, NULL, fromUnixTimestamp64Milli(at)), ${ofClick('campaign')}, if(r % 7 = 0, 'direct', ${CHANNEL}), ${ofClick('src')},
    ${[...OF_AD, 'src', "'paid'", CAMPAIGN_TAG].map(ofClick).join(', ')},
    ${[`if(r % 40 = 0, 'PT', 'BR')`, one(REGIONS, 'r'), DEVICE].map(ofClick).join(', ')}, r % 7 != 0 AND ${IS_BOT}, 0, 1,
    fromUnixTimestamp64Milli(at + ${BOUGHT_AFTER_MS}), 1, 1`;

const SPEND = `
  INSERT INTO ad_spend (tenant_id, campaign_id, day, source, currency, spend, impressions, clicks, ad_ids, ad_names, adset_ids, adset_names,
    ad_spends, ad_impressions, ad_clicks, hour_starts, hour_spends, received_at, ver)
  SELECT tenant, campaign, spent_on, concat('facebook/', toString(120230000000000 + nth)), 'BRL', arraySum(spends) AS spent, arraySum(seen), arraySum(clicked),
    arrayMap(i -> toString(120210000000000 + i), ads), arrayMap(i -> concat('Vídeo ', toString(i)), ads),
    arrayMap(i -> toString(120220000000000 + i % 24), ads), arrayMap(i -> concat('Conjunto ', toString(i % 24)), ads),
    arrayMap(i -> toDecimal64(cityHash64(tenant, spent_on, i) % 9000 / 100, 4), ads) AS spends,
    arrayMap(i -> cityHash64(spent_on, i) % 9000, ads) AS seen, arrayMap(i -> cityHash64(spent_on, i) % 90, ads) AS clicked,
    arrayMap(i -> toUInt64(toUnixTimestamp(toDateTime(spent_on, '${DEFAULT_TIME_ZONE}'))) + i * 3600, range(24)),
    arrayMap(i -> if(i = 0, spent - toDecimal64(intDiv(spent, 24), 4) * 23, toDecimal64(intDiv(spent, 24), 4)), range(24)), spent_at, 1`;
