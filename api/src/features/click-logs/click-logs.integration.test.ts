import type { Click, PageView } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

/** The columns of an address as they come from the log. */
function sealed(ip: string, at: string) {
  const { ipAddress, address } = api.addresses.encrypt(ip, Date.parse(at));
  return { ip_address: ipAddress, address_key: address?.keyId ?? '', address_encrypted: address?.sealed ?? '' };
}

async function list<Item>(person: TestPerson, path: string): Promise<{ items: Item[]; total: number; next?: string }> {
  const response = await person.ask(path);
  expect(response.statusCode, response.body).toBe(200);
  const next = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
  return { items: response.json<Item[]>(), total: Number(response.headers['x-total-count']), next };
}

describe('GET /api/clicks', () => {
  test('lists the last seven days, newest first, without bots and prefetches', { tags: ['§7.3'] }, async () => {
    const { tenant, facts } = await setUp();
    const rows = await facts.clicks([
      { at: '2036-11-14T03:00:00.000Z' },
      { at: '2036-11-14T02:59:59.999Z' },
      { at: '2036-11-20T12:00:00.000Z' },
      { at: '2036-11-20T12:00:01.000Z', is_bot: true, device_type: 'bot' },
      { at: '2036-11-20T12:00:02.000Z', is_prefetch: true },
    ]);
    const { items, total } = await list<Click>(tenant.viewer, '/api/clicks');
    expect(items.map(({ clickId }) => clickId)).toEqual([rows[2]?.click_id, rows[0]?.click_id]);
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({ id: rows[2]?.click_id, campaignId: tenant.campaignId, isBot: false });
    expect(items[0]).toMatchObject({ createdAt: '2036-11-20T12:00:00.000Z', convertedAt: null, conversionValue: null });

    const withBots = await list<Click>(tenant.viewer, '/api/clicks?bots=1');
    expect(withBots.items.map(({ isBot }) => isBot)).toEqual([true, false, false]);
    expect((await list(tenant.viewer, '/api/clicks?startDate=2036-11-13')).total).toBe(3);
    expect((await list(tenant.viewer, '/api/clicks?startDate=2036-11-13&endDate=2036-11-13')).total).toBe(1);
  });

  test('pages without skipping or repeating a click, even within one millisecond', async () => {
    const { tenant, facts } = await setUp();
    const rows = await facts.clicks(
      Array.from({ length: 23 }, (_, index) => ({ at: `2036-11-20T12:00:0${Math.floor(index / 10)}.000Z` })),
    );
    const seen: string[] = [];
    let path: string | undefined = '/api/clicks?limit=5&source=facebook';
    let pages = 0;
    while (path !== undefined) {
      const page: { items: Click[]; total: number; next?: string } = await list<Click>(tenant.viewer, path);
      expect(page.total).toBe(23);
      seen.push(...page.items.map(({ clickId }) => clickId));
      path = page.next;
      pages += 1;
    }
    expect(pages).toBe(5);
    const expected = rows.map(({ click_id }) => click_id).sort((a, b) => (a < b ? 1 : -1));
    expect(seen).toEqual(expected);
  });

  test('fills what a click lacks with the first values that its page sent later', async () => {
    const { tenant, facts } = await setUp();
    const at = (seconds: number) => `2036-11-20T12:00:${String(seconds).padStart(2, '0')}.000Z`;
    const [bare, full, other] = await facts.clicks([
      { at: at(3), fbp: '', fbc: '' },
      { at: at(2), fbp: 'fb.1.own', fbc: '', prev: 'mc_c1_1' },
      { at: at(1), fbp: '', fbc: '' },
    ]);
    await facts.identify(bare!, { at: at(9), fbp: 'fb.1.later', fbc: 'fb.1.c', prev: 'mc_c1_2' });
    await facts.identify(bare!, { at: at(8), fbp: 'fb.1.first', prev: 'mc_c1_1' });
    await facts.identify(bare!, { at: at(7), fbc: '' });
    await facts.identify(full!, { at: at(8), fbp: 'fb.1.later', fbc: 'fb.1.c', prev: 'mc_c1_2' });
    const { items } = await list<Click>(tenant.viewer, '/api/clicks');
    expect(items.map(({ clickId, fbp, fbc, previousClickId }) => [clickId, fbp, fbc, previousClickId])).toEqual([
      [bare?.click_id, 'fb.1.first', 'fb.1.c', 'mc_c1_1'],
      [full?.click_id, 'fb.1.own', 'fb.1.c', 'mc_c1_1'],
      [other?.click_id, null, null, null],
    ]);
    const stranger = await api.tenant();
    expect((await list<Click>(stranger.viewer, '/api/clicks')).items).toEqual([]);
  });

  test('names the checkouts that the visitor opened, in their order', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([{ at: '2036-11-20T12:00:00Z' }, { at: '2036-11-20T12:00:01Z' }]);
    const [one, other] = ['https://pay.kiwify.com.br/a', 'https://pay.hotmart.com/b'];
    await facts.openCheckout(click!, { at: '2036-11-20T12:05:00.000Z', url: other });
    await facts.openCheckout(click!, { at: '2036-11-20T12:03:00.000Z', url: one });
    const { items } = await list<Click>(tenant.viewer, '/api/clicks');
    expect(items.map(({ openedCheckouts }) => openedCheckouts)).toEqual([
      [],
      [
        { openedAt: '2036-11-20T12:03:00.000Z', url: one },
        { openedAt: '2036-11-20T12:05:00.000Z', url: other },
      ],
    ]);
  });

  test('filters by campaign and source, also direct, and searches case-insensitively', { tags: ['§7.3'] }, async () => {
    const { tenant, facts } = await setUp();
    await facts.clicks([
      { at: '2036-11-20T12:00:00Z', source: 'facebook', referrer: 'https://AÇÃO.example/' },
      { at: '2036-11-20T12:00:01Z', source: '', referrer: '', user_agent: 'Opera Mini' },
      { at: '2036-11-20T12:00:02Z', source: 'google', referrer: '', campaign_id: 'outra-campanha' },
    ]);
    const sources = async (query: string) =>
      (await list<Click>(tenant.viewer, `/api/clicks?${query}`)).items.map(({ source }) => source);
    expect(await sources('')).toEqual(['google', null, 'facebook']);
    expect(await sources('source=facebook')).toEqual(['facebook']);
    expect(await sources('source=direct')).toEqual([null]);
    expect(await sources('campaignId=outra-campanha')).toEqual(['google']);
    expect(await sources('q=OPERA')).toEqual([null]);
    expect(await sources(`q=${encodeURIComponent('ação')}`)).toEqual(['facebook']);
    expect(await sources('q=100%25')).toEqual([]);
    expect(await sources("q=' OR 1=1 --")).toEqual([]);
  });

  test('dates a converted click by its first counted conversion, and sums the value of all counted ones', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: '2036-11-20T10:00:00Z' });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '97.90', click });
    await facts.conversion({ at: '2036-11-20T11:00:00Z', amount: '0.10', click });
    await facts.conversion({
      at: '2036-11-20T10:30:00Z',
      amount: '50',
      click,
      is_counted: false,
      revenue: '0',
      status: 'refunded',
    });
    await facts.conversion({ at: '2036-11-20T10:20:00Z', amount: '50', click, is_test: true });
    const { items } = await list<Click>(tenant.viewer, '/api/clicks');
    expect(items[0]).toMatchObject({ convertedAt: '2036-11-20T11:00:00.000Z', conversionValue: '98.00' });
  });

  test('shows whole addresses to editors and admins until the key of their day is deleted, and networks to viewers', async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-20T10:00:00Z';
    await facts.click({ at, ...sealed('203.0.113.77', at) });
    await facts.pageView({ at, ...sealed('2001:db8:1:2::3', at) });
    const shown = async (person: TestPerson) => {
      const range = 'startDate=2036-11-20&endDate=2036-11-20';
      const clicks = await list<Click>(person, `/api/clicks?${range}`);
      const views = await list<PageView>(person, `/api/page-views?${range}`);
      return [...clicks.items, ...views.items].map(({ ipAddress }) => ipAddress);
    };
    const [networks, whole] = [
      ['203.0.113.0', '2001:db8:1::'],
      ['203.0.113.77', '2001:db8:1:2::3'],
    ];
    expect(await shown(tenant.viewer)).toEqual(networks);
    expect(await shown(tenant.editor)).toEqual(whole);
    expect(await shown(tenant.admin)).toEqual(whole);

    api.clock.set('2036-12-20T23:59:59Z');
    const later = await api.person(tenant, 'editor');
    expect(await shown(later)).toEqual(whole);
    api.clock.set('2036-12-21T00:00:00Z');
    expect(await shown(later)).toEqual(networks);
  });

  test('cuts addresses that were stored unencrypted for viewers', async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-20T10:00:00Z', ip_address: '203.0.113.77' });
    const shown = async (person: TestPerson) => (await list<Click>(person, '/api/clicks')).items[0]?.ipAddress;
    expect(await shown(tenant.viewer)).toBe('203.0.113.0');
    expect(await shown(tenant.editor)).toBe('203.0.113.77');
  });

  test.each(['limit=0', 'limit=1001', 'limit=ten', 'cursor=!', 'startDate=2036-13-01', 'bots=2'])(
    'answers %s with 400',
    async (query) => {
      const { tenant } = await setUp();
      expect((await tenant.viewer.ask(`/api/clicks?${query}`)).statusCode).toBe(400);
    },
  );

  test('returns a new ETag when only the total changed', async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-20T10:00:00Z' });
    const first = await tenant.viewer.ask('/api/clicks?limit=1');
    await facts.click({ at: '2036-11-19T10:00:00Z' });
    const headers = { 'if-none-match': String(first.headers.etag) };
    const second = await tenant.viewer.ask({ url: '/api/clicks?limit=1', headers });
    expect([second.statusCode, second.headers['x-total-count']]).toEqual([200, '2']);
  });
});

describe('GET /api/conversions', () => {
  test('lists conversions of every status, tests too, and direct ones without click and campaign', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: '2036-11-20T10:00:00Z' });
    const tracked = await facts.conversion({
      at: '2036-11-20T12:00:00Z',
      amount: '97.90',
      click,
      transaction_id: 'HP-1',
    });
    const refunded = { status: 'refunded', is_counted: false, revenue: '0', net_value: '0', is_test: true };
    await facts.conversion({
      at: '2036-11-20T11:00:00Z',
      amount: '50',
      transaction_id: '',
      verified: false,
      ...refunded,
    });
    const { items, total } = await list<Conversion>(tenant.viewer, '/api/conversions');
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        id: tracked,
        clickId: click.click_id,
        campaignId: tenant.campaignId,
        conversionType: 'purchase',
        status: 'approved',
        value: '97.90',
        netValue: '97.90',
        currency: 'BRL',
        revenue: '97.90',
        transactionId: 'HP-1',
        provider: 'generic',
        isTest: false,
        verified: true,
        counted: true,
        imported: false,
        recovered: false,
        uncountedReason: null,
        attribution: 'click',
        channel: 'facebook',
        adId: click.ad_id,
        adName: click.ad_name,
        checkout: 'generic',
        kind: 'main',
        // What the delivery did not say.
        productId: null,
        productName: null,
        offer: null,
        paymentMethod: null,
        installments: null,
        gatewayFee: null,
        netToSeller: null,
        interest: null,
        products: null,
        parentTransactionId: null,
        recurrence: null,
        coupon: null,
        affiliate: null,
        createdAt: '2036-11-20T12:00:00.000Z',
      },
      expect.objectContaining({
        clickId: null,
        campaignId: null,
        status: 'refunded',
        value: '50.00',
        netValue: '0.00',
        transactionId: null,
        isTest: true,
        verified: false,
      }),
    ]);
    expect((await list<Conversion>(tenant.viewer, '/api/conversions?q=hp-1')).items).toHaveLength(1);
    expect((await list<Conversion>(tenant.viewer, `/api/conversions?campaignId=${tenant.campaignId}`)).total).toBe(1);
    const page = await list<Conversion>(tenant.viewer, '/api/conversions?limit=1');
    expect((await list<Conversion>(tenant.viewer, page.next ?? '')).items.map(({ status }) => status)).toEqual([
      'refunded',
    ]);
  });
});

describe('GET /api/page-views', () => {
  test('searches by click id and URL, and filters by the source of the click', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: '2036-11-20T10:00:00Z', source: 'tiktok' });
    const direct = await facts.click({ at: '2036-11-20T09:00:00Z', source: '', channel: 'direct' });
    const seen = await facts.pageView({ at: '2036-11-20T10:00:01Z', click, url: 'https://loja.example/a' });
    const ofDirect = await facts.pageView({ at: '2036-11-20T10:00:00Z', click: direct });
    // Its click is not stored.
    await facts.pageView({ at: '2036-11-20T10:00:02Z', url: 'https://loja.example/b', title: '' });
    await facts.pageView({ at: '2036-11-20T10:00:03Z', is_bot: true });
    const ids = async (query: string) =>
      (await list<PageView>(tenant.viewer, `/api/page-views?${query}`)).items.map(({ id }) => id);
    expect(await ids('')).toHaveLength(3);
    expect(await ids('source=direct')).toEqual([ofDirect]);
    expect(await ids('q=LOJA.example/A')).toEqual([seen]);
    expect(await ids(`q=${click.click_id}`)).toEqual([seen]);
    expect(await ids('source=tiktok')).toEqual([seen]);
    const { items } = await list<PageView>(tenant.viewer, '/api/page-views');
    expect(items[0]).toMatchObject({ title: null, ipAddress: '203.0.113.0', isBot: false });
  });
});
