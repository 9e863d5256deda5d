// Rows as tests write them: what matters by name, the rest believable.
import type { ClickRow } from '../tables/clicks.ts';
import type { ConversionRow } from '../tables/conversions.ts';

let made = 0;

/** `at` is the click's moment in Unix milliseconds; the id and `ts` follow from it. */
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
    source: 'facebook',
    referrer: 'https://l.facebook.com/',
    user_agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    ip_address: `203.0.113.${made % 256}`,
    country_code: 'BR',
    country: 'Brazil',
    region: 'São Paulo',
    city: 'São Paulo',
    timezone: 'America/Sao_Paulo',
    device_type: 'mobile',
    browser: 'Chrome',
    operating_system: 'Android',
    fbp: `fb.1.${at}.${made}`,
    fbc: '',
    sub1: `12021${made % 40}`,
    sub2: '120210000000000001',
    sub3: '120210000000000000',
    sub4: `Anúncio ${made % 40}`,
    sub5: 'Conjunto 1',
    sub6: 'Campanha 1',
    sub7: 'Instagram_Stories',
    sub8: 'ig',
    utm_source: 'facebook',
    utm_medium: 'paid',
    utm_campaign: 'campanha-1',
    utm_content: '',
    utm_term: '',
    utm_id: '',
    channel: 'facebook',
    is_bot: false,
    is_prefetch: false,
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
    value: '97.9000',
    net_value: '97.9000',
    currency: 'BRL',
    revenue: '97.9000',
    click_ref: '',
    click_id: '',
    click_ts: null,
    campaign_id: '',
    channel: 'direct',
    source: '',
    sub1: '',
    sub2: '',
    sub3: '',
    sub4: '',
    sub5: '',
    sub6: '',
    sub7: '',
    sub8: '',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    country_code: '',
    device_type: '',
    click_is_bot: false,
    is_test: false,
    verified: true,
    received_at: '2026-11-20T15:00:01.000Z',
    event_count: 1,
    ver: 1,
    ...given,
  };
}
