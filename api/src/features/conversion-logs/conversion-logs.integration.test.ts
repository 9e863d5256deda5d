import { insertDeadLetters } from '@tracker/infra/clickhouse/tables/dead-letters';
import type {
  Conversion,
  ConversionDetail,
  ConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const AT = '2036-11-20T12:00:00.000Z';
const REFUNDED = { status: 'refunded', is_counted: false, net_value: '0', revenue: '0' } as const;
const SOLD = {
  product_id: 'p1',
  product_name: 'Curso X',
  payment_method: 'pix',
  gateway_fee: '4.90',
  net_to_seller: '93.00',
  interest: '12.00',
  products: ['Curso X', 'Livro'],
} as const;
const PENDING = { status: 'pending', is_counted: false, net_value: '0', revenue: '0' } as const;

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

async function totals(person: TestPerson, query = ''): Promise<ConversionTotals> {
  const response = await person.ask(`/api/conversions/totals?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ConversionTotals>();
}

async function read(person: TestPerson, id: string): Promise<ConversionDetail> {
  const response = await person.ask(`/api/conversions/${id}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ConversionDetail>();
}

describe('GET /api/conversions/totals', () => {
  test('counts tracked and direct conversions with their value, and only lists the uncounted ones', {
    tags: ['§2.12'],
  }, async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: AT });
    await facts.conversion({ at: AT, amount: '97.90', click });
    await facts.conversion({
      at: AT,
      amount: '100',
      click,
      status: 'partially_refunded',
      net_value: '60',
      revenue: '60',
    });
    await facts.conversion({ at: AT, amount: '2.10' });
    await facts.conversion({ at: AT, amount: '50', click, ...REFUNDED });
    await facts.conversion({ at: AT, amount: '50', ...PENDING });
    await facts.conversion({ at: AT, amount: '50', click, is_test: true });
    expect(await totals(tenant.viewer)).toEqual({
      all: 3,
      withTracking: 2,
      direct: 1,
      totalValue: '160.00',
      withoutRate: 0,
      listed: 6,
    });
  });

  test('counts a currency without a rate but leaves it out of the sum, and converts one with a rate', async () => {
    const { tenant, facts } = await setUp();
    const missing = await facts.conversion({ at: AT, amount: '30', currency: 'USD', revenue: '0' });
    const converted = await facts.conversion({ at: AT, amount: '10', currency: 'EUR', revenue: '61.50' });
    const back = await facts.conversion({ at: AT, amount: '30', currency: 'USD', ...REFUNDED });
    expect(await totals(tenant.viewer)).toMatchObject({ all: 2, totalValue: '61.50', withoutRate: 1, listed: 3 });
    const revenues = [missing, converted, back].map(async (id) => (await read(tenant.viewer, id)).revenue);
    expect(await Promise.all(revenues)).toEqual([null, '61.50', '0.00']);
  });

  test('applies the filters of the list, with days in the time zone of the tenant', async () => {
    const { tenant, facts } = await setUp({ timeZone: 'Asia/Tokyo' });
    const click = await facts.click({ at: AT, source: 'tiktok' });
    await facts.conversion({ at: '2036-11-14T15:00:00Z', amount: '1', click, transaction_id: 'HP-77' });
    await facts.conversion({ at: '2036-11-14T14:59:59.999Z', amount: '2' });
    const all = async (query: string) => (await totals(tenant.viewer, query)).all;
    expect(await all('')).toBe(1);
    expect(await all('startDate=2036-11-14')).toBe(2);
    expect(await all('startDate=2036-11-14&endDate=2036-11-14')).toBe(1);
    expect(await all('startDate=2036-11-14&source=tiktok')).toBe(1);
    expect(await all('startDate=2036-11-14&source=direct')).toBe(1);
    expect(await all(`startDate=2036-11-14&campaignId=${tenant.campaignId}`)).toBe(1);
    expect(await all('startDate=2036-11-14&q=hp-77')).toBe(1);
  });
});

describe('filters by what was sold', () => {
  test('apply to the list, the totals and the file alike', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: AT });
    const pix = await facts.conversion({ at: AT, amount: '10', click, provider: 'kiwify', ...SOLD });
    const open = await facts.conversion({ at: AT, amount: '20', ...PENDING });
    const idsOf = async (query: string) => {
      const list = await tenant.viewer.ask(`/api/conversions?${query}`);
      expect(list.statusCode, list.body).toBe(200);
      const rows: Conversion[] = list.json();
      const file = await tenant.viewer.ask(`/api/conversions/export?${query}`);
      expect(
        file.body
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',')[0]),
      ).toEqual(rows.map(({ id }) => id));
      expect((await totals(tenant.viewer, query)).listed).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await idsOf('status=pending')).toEqual([open]);
    expect(await idsOf('tracking=with')).toEqual([pix]);
    expect(await idsOf('tracking=direct')).toEqual([open]);
    expect(await idsOf('checkout=kiwify')).toEqual([pix]);
    expect(await idsOf('product=p1')).toEqual([pix]);
    expect(await idsOf('product=Curso%20X')).toEqual([pix]);
    expect(await idsOf('product=p2')).toEqual([]);
    expect(await idsOf('q=curso')).toEqual([pix]);
    const [row] = (await tenant.viewer.ask('/api/conversions?product=p1')).json();
    expect(row).toMatchObject({
      ...{ checkout: 'kiwify', productId: 'p1', productName: 'Curso X', paymentMethod: 'pix', gatewayFee: '4.90' },
      ...{ netToSeller: '93.00', kind: 'main', installments: null, attribution: 'click', adId: click.ad_id },
    });
    expect((await tenant.viewer.ask('/api/conversions?status=paid')).statusCode).toBe(400);
  });
});

describe('GET /api/conversions/:id', () => {
  test('returns the events of the checkout in order of occurrence, with their deliveries', async () => {
    const { tenant, facts } = await setUp();
    const id = await facts.conversion({ at: AT, amount: '100', click_ref: 'afiliado-7', ...REFUNDED });
    const eventIds = [
      await facts.reported(id, {
        at: '2036-11-20T13:00:03Z',
        status: 'refunded',
        event_time: '2036-11-20T13:00:00.000Z',
        refund_amount: '100',
      }),
      // Received after the refund, and of before it.
      await facts.reported(id, { at: '2036-11-20T14:00:00Z', event_time: AT, amount: '100' }),
      await facts.reported(id, { at: '2036-11-20T15:00:00Z', event_time: AT, status: 'pending', amount: '100' }),
      await facts.reported(id, { at: '2036-11-20T11:59:00Z', status: 'pending', amount: '100', verified: false }),
    ];
    await facts.reported('cv_another00', { at: '2036-11-20T11:59:00Z' });
    const [first] = await storeDeliveries(api.stack.clickhouse, tenant, [
      { at: '2036-11-20T13:00:03Z', event_id: eventIds[0], conversion_id: id },
      { at: '2036-11-20T13:05:00Z', event_id: eventIds[0], conversion_id: id },
    ]);
    const { history, story, clickReference, status } = await read(tenant.viewer, id);
    expect(history.map((entry) => [entry.at, entry.status, entry.deliveryId])).toEqual([
      ['2036-11-20T11:59:00.000Z', 'pending', null],
      [AT, 'pending', null],
      [AT, 'approved', null],
      ['2036-11-20T13:00:00.000Z', 'refunded', first?.delivery_id],
    ]);
    expect(history[3]).toMatchObject({ receivedAt: '2036-11-20T13:00:03.000Z', refundAmount: '100.00' });
    expect(history[0]).toMatchObject({ amount: '100.00', verified: false, isTest: false, currency: 'BRL' });
    expect(history.map(({ mark }) => mark)).toEqual(['ignored-unverified', null, null, null]);
    expect({ story, clickReference, status }).toEqual({
      story: null,
      clickReference: 'afiliado-7',
      status: 'refunded',
    });
  });

  test('returns the click, its page views before the conversion, and the time between them', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: '2036-11-18T12:00:00Z', ip_address: '203.0.113.77', ad_id: 'ad-1' });
    const click_id = click.click_id;
    await facts.pageView({ at: '2036-11-18T12:05:00Z', click_id, url: 'https://loja.example/b' });
    await facts.pageView({ at: '2036-11-18T12:00:01Z', click_id, url: 'https://loja.example/a', title: '' });
    await facts.pageView({ at: '2036-11-18T12:30:00Z' });
    await facts.pageView({ at: '2036-11-20T12:00:01Z', click_id });
    const id = await facts.conversion({ at: AT, amount: '100', click });
    const { story, clickId } = await read(tenant.viewer, id);
    expect(clickId).toBe(click_id);
    expect(story).toMatchObject({ secondsToSale: 2 * 86_400, pageViewCount: 2 });
    expect(story?.pageViews.map(({ url, title }) => [url, title])).toEqual([
      ['https://loja.example/a', null],
      ['https://loja.example/b', 'Produto'],
    ]);
    const place = { city: 'São Paulo', deviceType: 'mobile', browser: 'Chrome', operatingSystem: 'Android' };
    expect(story?.click).toMatchObject({ clickId: click_id, sub1: 'ad-1', utmSource: 'facebook', ...place });
    expect(story?.click.ipAddress).toBe('203.0.113.0');
    expect((await read(tenant.editor, id)).story?.click.ipAddress).toBe('203.0.113.77');
  });

  test('returns no click when it is not stored any more or belongs to another tenant', async () => {
    const { tenant, facts } = await setUp();
    const stranger = await setUp();
    const foreign = await stranger.facts.click({ at: AT });
    const id = await facts.conversion({ at: AT, amount: '1', click: foreign });
    expect((await read(tenant.viewer, id)).story).toBeNull();
  });

  test('answers identically for a conversion of another tenant and an unknown one', async () => {
    const { tenant } = await setUp();
    const { facts } = await setUp();
    const id = await facts.conversion({ at: AT, amount: '1' });
    const answers = await Promise.all(
      [id, 'cv_nobody00'].map(async (one) => {
        const { statusCode, body } = await tenant.admin.ask(`/api/conversions/${one}`);
        return [statusCode, { ...JSON.parse(body), requestId: '' }];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
  });

  test('answers 304 until something happens to the conversion', { tags: ['§9.4'] }, async () => {
    const { tenant, facts } = await setUp();
    const id = await facts.conversion({ at: AT, amount: '1' });
    const first = await tenant.viewer.ask(`/api/conversions/${id}`);
    const again = () =>
      tenant.viewer.ask({
        url: `/api/conversions/${id}`,
        headers: { 'if-none-match': String(first.headers.etag) },
      });
    expect((await again()).statusCode).toBe(304);
    await facts.reported(id, { at: AT });
    expect((await again()).statusCode).toBe(200);
  });
});

test('answers 304 to polls of the conversion list and totals while nothing changes', {
  tags: ['§7.3', '§9.4'],
}, async () => {
  const { tenant, facts } = await setUp();
  await facts.conversion({ at: AT, amount: '1' });
  for (const url of ['/api/conversions?limit=50', '/api/conversions/totals']) {
    const first = await tenant.viewer.ask(url);
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await tenant.viewer.ask({ url, headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

describe('GET /api/conversions/export', () => {
  async function linesOf(person: TestPerson, query = ''): Promise<string[]> {
    const response = await person.ask(`/api/conversions/export${query}`);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="conversions-export-2036-11-20.csv"');
    const [header, ...lines] = response.body.trimEnd().split('\r\n');
    expect(header).toBe(
      '\ufeffConversion ID,Created At,Status,Type,Value,Net Value,Currency,Revenue (BRL),Click ID,Campaign ID,Transaction ID,Provider,Test,Verified,Counted,Not Counted Because,' +
        'Attribution,Channel,Ad ID,Ad Name,Product ID,Product,Offer,Payment Method,Installments,Gateway Fee,Net To Seller,Kind,Parent Transaction,Recurrence,Coupon,Affiliate,Recovered,Imported,Interest,Products',
    );
    return lines;
  }

  test('exports all filtered conversions, newest first, with escaped formulas, and records it in the audit log', async () => {
    const { tenant, facts } = await setUp();
    const click = await facts.click({ at: AT });
    const direct = await facts.conversion({
      at: '2036-11-20T11:00:00Z',
      amount: '30',
      currency: 'USD',
      revenue: '0',
      transaction_id: '=1+1',
      verified: false,
      is_counted: false,
      net_value: '0',
      uncounted_reason: 'no-click',
      uncounted_revenue: '30',
    });
    const tracked = await facts.conversion({ at: AT, amount: '97.90', click, transaction_id: 'HP-1', ...SOLD });
    expect(await linesOf(tenant.viewer)).toEqual([
      `${tracked},${AT},approved,purchase,97.90,97.90,BRL,97.90,${click.click_id},${tenant.campaignId},HP-1,generic,false,true,true,,click,${click.channel},${click.ad_id},${click.ad_name},p1,Curso X,,pix,,4.90,93.00,main,,,,,false,false,12.00,Curso X + Livro`,
      `${direct},2036-11-20T11:00:00.000Z,approved,purchase,30.00,0.00,USD,0.00,,,'=1+1,generic,false,false,false,no-click,none,direct,,,,,,,,,,main,,,,,false,false,,`,
    ]);
    expect(await linesOf(tenant.viewer, '?verified=false')).toHaveLength(1);
    expect(await linesOf(tenant.viewer, '?q=hp-1')).toHaveLength(1);
    expect(await linesOf(tenant.viewer, '?endDate=2036-11-19')).toEqual([]);
    const log = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('audit_log').select(['actor', 'action', 'details']).orderBy('id').execute(),
    );
    expect(log).toHaveLength(4);
    expect(log[1]?.details).toMatchObject({ verified: 'false' });
    expect(log[2]).toEqual({ actor: tenant.viewer.userId, action: 'conversions.export', details: { isSearch: true } });
    expect(JSON.stringify(log)).not.toContain('hp-1');
  });
});

describe('GET /api/conversions/set-aside', () => {
  test('lists to administrators the conversions that could not be computed, until they are', async () => {
    const { tenant } = await setUp();
    const other = await api.tenant();
    const deadLetter = (id: string, key: string, settled = false) => ({
      ...{ id, key, tenant_id: tenant.tenantId, stream: 'recompute', reason: 'not a decimal amount', stack: '' },
      ...{ topic: 'events', position: 0n, bytes: '', version: '1', is_settled: settled, ver: 1 },
      ...{ failed_at: AT, first_failed_at: AT },
    });
    const { clickhouse } = api.stack;
    await insertDeadLetters.run(clickhouse, [
      deadLetter(`recompute:a-${tenant.tenantId}`, 'conversion:cv_waits'),
      deadLetter(`recompute:b-${tenant.tenantId}`, 'conversion:cv_done', true),
      deadLetter(`recompute:c-${tenant.tenantId}`, 'day:money:2036-11-20'),
    ]);
    const path = '/api/conversions/set-aside';
    expect((await tenant.admin.ask(path)).json()).toEqual([
      { id: 'cv_waits', transactionId: null, provider: null, since: AT, reason: 'not a decimal amount' },
    ]);
    expect((await tenant.editor.ask(path)).statusCode).toBe(403);
    expect((await other.admin.ask(path)).json()).toEqual([]);
  });
});
