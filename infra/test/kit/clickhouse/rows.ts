// Rows for tests: named fields matter, the others have plausible values.
import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import { type ConversionRow, mapAttribution } from '@tracker/infra/clickhouse/tables/conversions';
import type { PageViewRow } from '@tracker/infra/clickhouse/tables/page-views';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { mapTagColumns, TAG_NAMES } from '@tracker/schemas/events/click-tags';

let made = 0;

/** `at`: time of the click in Unix milliseconds; the id and `ts` derive from it. */
export function clickRow({ at = 1_795_300_000_000, ...given }: Partial<ClickRow> & { at?: number } = {}): ClickRow {
  made += 1;
  const ts = new Date(at).toISOString();
  return {
    tenant_id: 'tn_test0001',
    ts,
    click_id: `mc_c1_${at}${String(made % 1_000_000).padStart(6, '0')}`,
    campaign_id: 'c1',
    event_id: `ev_${made}`,
    received_at: ts,
    referrer: 'https://l.facebook.com/',
    user_agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    ip_address: '203.0.113.0',
    address_key: '',
    address_encrypted: '',
    country_code: 'BR',
    region: 'São Paulo',
    city: 'São Paulo',
    timezone: 'America/Sao_Paulo',
    device_type: 'mobile',
    browser: 'Chrome',
    operating_system: 'Android',
    ...mapTagColumns(TAG_NAMES, () => ''),
    source: 'facebook',
    fbp: `fb.1.${at}.${made}`,
    ad_id: `12021${made % 40}`,
    adset_id: '120210000000000001',
    ad_campaign_id: '120210000000000000',
    ad_name: `Anúncio ${made % 40}`,
    adset_name: 'Conjunto 1',
    ad_campaign_name: 'Campanha 1',
    placement: 'Instagram_Stories',
    site_source: 'ig',
    utm_source: 'facebook',
    utm_medium: 'paid',
    utm_campaign: 'campanha-1',
    channel: 'facebook',
    is_bot: false,
    is_prefetch: false,
    has_raw_macro: false,
    gpc: false,
    consent: '',
    prev: '',
    retry_of: '',
    ver: 1,
    ...given,
  };
}

/** `at`: time of the view in Unix milliseconds; the id and `ts` derive from it. */
export function pageViewRow({
  at = 1_795_300_000_000,
  ...given
}: Partial<PageViewRow> & { at?: number } = {}): PageViewRow {
  const ts = new Date(at).toISOString();
  const campaign_id = given.campaign_id ?? 'c1';
  return {
    tenant_id: 'tn_test0001',
    ts,
    view_id: uuidV7(at),
    click_id: `mc_${campaign_id}_${at}000001`,
    campaign_id,
    url: 'https://loja.example/produto',
    title: 'Produto',
    referrer: '',
    user_agent: 'Mozilla/5.0',
    ip_address: '203.0.113.0',
    address_key: '',
    address_encrypted: '',
    country_code: 'BR',
    region: 'São Paulo',
    city: 'São Paulo',
    timezone: 'America/Sao_Paulo',
    device_type: 'desktop',
    browser: 'Chrome',
    operating_system: 'Windows',
    is_bot: false,
    ...{ source: '', channel: '', ad_id: '', adset_id: '', placement: '' },
    received_at: ts,
    ver: 1,
    ...given,
  };
}

export function conversionRow(given: Partial<ConversionRow> = {}): ConversionRow {
  return {
    tenant_id: 'tn_test0001',
    conversion_id: 'cv_00000001',
    ts: '2026-11-20T15:00:00.000Z',
    provider: 'generic',
    transaction_id: 'T1',
    conversion_type: 'purchase',
    status: 'approved',
    is_counted: true,
    was_pending: false,
    value: '97.9000',
    net_value: '97.9000',
    currency: 'BRL',
    ...toSoldRow(NOT_GIVEN),
    person_id: '',
    kind: 'main',
    revenue: '97.9000',
    gross_brl: given.revenue ?? '97.9000',
    fee_brl: null,
    uncounted_reason: '',
    uncounted_revenue: '0.0000',
    click_ref: '',
    attribution: 'none',
    ...mapAttribution(() => ''),
    channel: 'direct',
    click_ts: null,
    click_is_bot: false,
    is_test: false,
    verified: true,
    is_imported: false,
    received_at: '2026-11-20T15:00:01.000Z',
    event_count: 1,
    is_moved: false,
    ver: 1,
    ...given,
  };
}
