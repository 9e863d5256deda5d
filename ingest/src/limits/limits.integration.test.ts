import { Readable } from 'node:stream';
import { createServer, type Server } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import type { DiskState } from '@tracker/infra/lifecycle/disk-watch';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { renderMetrics } from '@tracker/infra/telemetry/metrics';
import { TOO_COMPLEX_BODY } from '@tracker/schemas/checkouts/interpret-body';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { ClickEvent } from '@tracker/schemas/events/click';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { eventually } from '@tracker/test/kit/eventually';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterEach, describe, expect, test } from 'vitest';
import { registerIngest } from '../app.ts';
import type { IngestDeps } from '../deps.ts';
import { exampleOf } from '../testing/deliveries.ts';
import { useIngest } from '../testing/use-ingest.ts';
import { INGEST_LIMITS, type IngestLimits, type Limited, type SenderRates } from './limit-table.ts';

const ingest = useIngest();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface ChangedLimits extends Partial<Omit<IngestLimits, 'rates'>> {
  readonly rates?: Partial<Record<Limited, SenderRates>>;
}

async function withLimits(
  { rates, ...limits }: ChangedLimits,
  trustProxy: false | number = false,
  disk: { state(): DiskState } = { state: () => 'ok' },
  changed: Partial<IngestDeps> = {},
) {
  const { stack, clock } = ingest;
  const app = createServer({ logger: stack.logger, trustProxy });
  closing.push(() => app.close());
  registerIngest(
    app,
    {
      ...stack.caches,
      recorder: await stack.openRecorder(),
      clickIds: createClickIdMint({ slot: 9, clock }),
      addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
      keyring: stack.keyring,
      clock,
      disk,
      logger: stack.logger,
      ...changed,
    },
    { ...INGEST_LIMITS, ...limits, rates: { ...INGEST_LIMITS.rates, ...rates } },
  );
  const get = (url: string, remoteAddress = '203.0.113.7', headers: Record<string, string> = {}) =>
    app.inject({ url, remoteAddress, headers });
  const click = (address?: string, headers?: Record<string, string>) =>
    get(`/t/${ingest.tenant.campaignId}?format=json`, address, headers);
  return { app, get, click };
}

const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);
const many = <T>(count: number, make: (index: number) => T) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const few = { perSecond: 2, burst: 3 };
const plenty = { perSecond: 1_000, burst: 1_000 };

describe('rate limit', () => {
  test('accepts a burst from one address, answers 429 with Retry-After beyond it, and leaves other addresses alone', async () => {
    const { click, get } = await withLimits({ rates: { click: { perNetwork: few, perCampaign: plenty } } });
    expect(statuses(await many(4, () => click()))).toEqual([200, 200, 200, 429]);
    const refused = await click();
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(refused.json()).toMatchObject({
      error: 'too-many-requests',
      message: 'Muitas requisições em pouco tempo. Aguarde um instante e tente novamente.',
    });
    // The alias of an endpoint shares its limit; another endpoint has its own.
    expect((await get(`/track/${ingest.tenant.campaignId}`)).statusCode).toBe(429);
    expect((await get(`/view?clickid=mc_${ingest.tenant.campaignId}_1751849000000123456`)).statusCode).toBe(200);
    expect((await click('198.51.100.1')).statusCode).toBe(200);
    ingest.clock.advance(1_000);
    expect(statuses(await many(3, () => click()))).toEqual([200, 200, 429]);
  });

  test('counts an IPv6 network as one sender, and an IPv4-mapped address as its IPv4 address', async () => {
    const { click } = await withLimits({ rates: { click: { perNetwork: few, perCampaign: plenty } } });
    const network = await many(4, (index) => click(`2001:db8:1:2::${index}`));
    expect(statuses(network)).toEqual([200, 200, 200, 429]);
    expect((await click('2001:db8:1:3::1')).statusCode).toBe(200);
    await many(3, () => click('192.0.2.1'));
    expect((await click('::ffff:192.0.2.1')).statusCode).toBe(429);
  });

  test('limits a campaign over all addresses', async () => {
    const { click } = await withLimits({ rates: { click: { perNetwork: plenty, perCampaign: few } } });
    expect(statuses(await many(4, (index) => click(`203.0.113.${index}`)))).toEqual([200, 200, 200, 429]);
  });

  test('limits leads by address and by key, and conversions not at all', async () => {
    const { app } = await withLimits({ rates: { lead: { perNetwork: few, perCampaign: { perSecond: 1, burst: 5 } } } });
    const post = (url: string, remoteAddress: string) =>
      app.inject({ method: 'POST', url, remoteAddress, payload: { nothing: true } });
    const key = ingest.tenant.trackingKey;
    const leads = await many(4, () => post(`/leads?key=${key}`, '203.0.113.1'));
    expect(leads.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    const others = await many(4, (index) => post(`/leads?key=${key}`, `198.51.100.${index}`));
    expect(others.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    const conversions = await many(20, (index) =>
      app.inject({
        method: 'POST',
        url: `/conversion?key=${key}`,
        remoteAddress: '203.0.113.1',
        payload: { transaction_id: `T-${index}`, amount: 1 },
      }),
    );
    expect(new Set(statuses(conversions))).toEqual(new Set([200]));
  });

  test('exempts the local machine and its network, unless a trusted proxy forwards the address', async () => {
    const { click } = await withLimits({ rates: { click: { perNetwork: few, perCampaign: few } } });
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '172.18.0.5', 'fd00::1']) {
      expect(new Set(statuses(await many(6, () => click(address))))).toEqual(new Set([200]));
    }
    const behind = await withLimits({ rates: { click: { perNetwork: few, perCampaign: plenty } } }, 1);
    const forwarded = (ip: string) => behind.click('127.0.0.1', { 'x-forwarded-for': ip });
    expect(statuses(await many(4, () => forwarded('203.0.113.50')))).toEqual([200, 200, 200, 429]);
    expect(statuses(await many(4, () => forwarded('10.1.1.1')))).toEqual([200, 200, 200, 429]);
  });
});

describe('rate limit of every public route', () => {
  const strict = { perNetwork: few, perCampaign: plenty };
  const ofCampaign = { perNetwork: plenty, perCampaign: few };
  const clickId = () => `mc_${ingest.tenant.campaignId}_1751849000000123456`;
  const conversion = () => ({ transaction_id: crypto.randomUUID(), amount: 1, status: 'paid', click_id: clickId() });
  const routes: Record<string, [Limited, () => { method?: 'POST'; url: string; payload?: object }]> = {
    '/track': ['click', () => ({ url: `/track/${ingest.tenant.campaignId}?format=json` })],
    '/t': ['click', () => ({ url: `/t/${ingest.tenant.campaignId}?format=json` })],
    '/view': ['page-view', () => ({ url: `/view?clickid=${clickId()}` })],
    '/v': ['page-view', () => ({ url: `/v?clickid=${clickId()}` })],
    '/identify': ['identity', () => ({ method: 'POST', url: '/identify', payload: { clickid: clickId(), fbp: 'x' } })],
    '/i': ['identity', () => ({ method: 'POST', url: '/i', payload: { clickid: clickId(), fbp: 'x' } })],
    '/mc.js': ['script', () => ({ url: `/mc.js?defaultcampaignid=${ingest.tenant.campaignId}` })],
    '/leads': [
      'lead',
      () => ({ method: 'POST', url: '/leads', payload: { name: 'A', email: 'a@example.com', click_id: clickId() } }),
    ],
    '/conversion': ['delivery', () => ({ method: 'POST', url: '/conversion', payload: conversion() })],
  };

  test.each(Object.entries(routes))('limits %s by network and by campaign', async (_path, [name, request]) => {
    const byNetwork = await withLimits({ rates: { [name]: strict } });
    const send = (app: typeof byNetwork.app, remoteAddress: string) => app.inject({ ...request(), remoteAddress });
    const network = await many(4, (index) => send(byNetwork.app, `2001:db8:1:2::${index}`));
    expect(statuses(network).filter((status) => status === 429)).toHaveLength(1);
    expect((await send(byNetwork.app, '2001:db8:1:3::1')).statusCode).toBeLessThan(300);
    const byCampaign = await withLimits({ rates: { [name]: ofCampaign } });
    const campaign = await many(4, (index) => send(byCampaign.app, `203.0.113.${index}`));
    expect(statuses(campaign).filter((status) => status === 429)).toHaveLength(1);
  });

  const ofTenant = { perNetwork: plenty, perCampaign: plenty, perTenant: few };
  const perTenant = Object.entries(routes).filter(([path]) => path !== '/mc.js');
  test.each(perTenant)('limits %s by company over all of its campaigns', async (path, [name, request]) => {
    const { tenant, stack } = ingest;
    const campaignIds = [1, 2, 3, 4].map((number) => `${tenant.campaignId}-${number}`.slice(-40));
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('campaigns')
        .values(
          campaignIds.map((id) => ({
            campaign_id: id,
            id,
            name: id,
            tenant_id: tenant.tenantId,
            destination_url: null,
          })),
        )
        .execute(),
    );
    const { app } = await withLimits({ rates: { [name]: ofTenant } });
    const inCampaign = (campaignId: string) =>
      JSON.parse(JSON.stringify(request()).replaceAll(tenant.campaignId, campaignId)) as ReturnType<typeof request>;
    const answers = await many(4, (index) =>
      app.inject({ ...inCampaign(campaignIds[index] ?? ''), remoteAddress: `203.0.113.${index}` }),
    );
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(1);
    const other = await createTenant(stack);
    const elsewhere = JSON.parse(JSON.stringify(request()).replaceAll(tenant.campaignId, other.campaignId));
    expect([path, (await app.inject({ ...elsewhere, remoteAddress: '203.0.113.9' })).statusCode < 300]).toEqual([
      path,
      true,
    ]);
  });

  test('limits who tries keys at a webhook, and never a checkout whose key is right', async () => {
    const { app } = await withLimits({ rates: { delivery: { perNetwork: few, perCampaign: few } } });
    const post = (key: string) =>
      app.inject({
        method: 'POST',
        url: `/webhooks/generic/${key}`,
        remoteAddress: '203.0.113.9',
        payload: conversion(),
      });
    expect(statuses(await many(4, (index) => post(`nobody-${index}`))).sort()).toEqual([401, 401, 401, 429]);
    expect(new Set(statuses(await many(10, () => post(ingest.tenant.trackingKey))))).toEqual(new Set([200]));
  });
});

describe('ads and sources that a stranger makes up', () => {
  test('are counted as outros from a number on', async () => {
    const { get } = await withLimits({ tagValues: { sources: 10, combinations: 10, combinationsPerNetwork: 2 } });
    const { campaignId } = ingest.tenant;
    const click = async (sub1: string, address?: string) =>
      (await get(`/t/${campaignId}?format=json&tsource=facebook&sub1=${sub1}&sub7=feed`, address)).json().clickid;
    const adOf = async (clickId: string) => {
      const event = await eventually(() => {
        const found = ingest.stored.get(clickId);
        expect(found).toBeDefined();
        return found;
      });
      const { source, sub1, sub7 } = ClickEvent.parse(event).payload.tags;
      return [source, sub1, sub7].join();
    };
    const folded = async () =>
      Number(/^tracker_folded_clicks_total\{reason="network"\} (\d+)$/m.exec(await renderMetrics())?.[1] ?? 0);
    const before = await folded();
    const ads = [
      await click('1'),
      await click('2'),
      await click('3'),
      await click('1'),
      await click('3', '198.51.100.9'),
    ];
    expect(await Promise.all(ads.map(adOf))).toEqual([
      ...['facebook,1,feed', 'facebook,2,feed', 'facebook,outros,outros', 'facebook,1,feed', 'facebook,3,feed'],
    ]);
    expect((await folded()) - before).toBe(1);
    // The own side sends for all visitors.
    for (const sub1 of ['4', '5', '6'])
      expect(await adOf(await click(sub1, '127.0.0.1'))).toBe(`facebook,${sub1},feed`);
  });
});

describe('size of what strangers send', () => {
  const withoutKey = (pad: number) => ({
    pad: 'x'.repeat(pad),
    click_id: `mc_${ingest.tenant.campaignId}_1751849000000123456`,
  });

  test('answers 413 with a code to more than 16 KiB without a key, also when its length is not announced', async () => {
    const { app } = await withLimits({});
    for (const url of ['/conversion', '/leads']) {
      const answer = await app.inject({ method: 'POST', url, payload: withoutKey(17_000) });
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, 413, 'keyless-body-too-large']);
    }
    const chunked = await app.inject({
      method: 'POST',
      url: '/conversion',
      headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
      payload: Readable.from([JSON.stringify(withoutKey(17_000))]),
    });
    expect(chunked.statusCode).toBe(413);
    expect((await app.inject({ method: 'POST', url: '/i', payload: withoutKey(17_000) })).statusCode).toBe(413);
    expect((await app.inject({ method: 'POST', url: '/conversion', payload: withoutKey(15_000) })).statusCode).toBe(
      200,
    );
  });

  const keysOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  const tooComplex: [string, () => object][] = [
    ['2 001 values', () => ({ a: Array.from({ length: 2_001 }, () => 1) })],
    ['501 keys', () => keysOf(501)],
    ['501 keys in a JSON text', () => ({ meta: JSON.stringify(keysOf(501)) })],
    [
      '501 keys in a JSON text in a JSON text',
      () => ({ meta: JSON.stringify({ inner: JSON.stringify(keysOf(501)) }) }),
    ],
  ];
  test.each(tooComplex)('keeps %s unparsed with a key, and refuses them without one', async (_what, body) => {
    const { app } = await withLimits({});
    const send = (url: string) =>
      app.inject({ method: 'POST', url, payload: { ...body(), mark: crypto.randomUUID() } });
    const keyless = await send('/conversion');
    expect([keyless.statusCode, keyless.json().error]).toEqual([400, 'conversion-too-complex']);
    const kept = await send(`/webhooks/generic/${ingest.tenant.trackingKey}`);
    expect([kept.statusCode, kept.json()]).toEqual([
      200,
      { success: true, ignored: true, reason: 'os dados são numerosos demais para serem lidos' },
    ]);
    const find = () =>
      ingest.deliveries.find(({ tenantId, payload }) => tenantId === ingest.tenant.tenantId && payload.person);
    await expect.poll(find).toBeDefined();
    expect(find()?.payload.body).toBe(TOO_COMPLEX_BODY);
  });
});

describe('bytes of a company in a day', () => {
  const bytesPerDay = { unconfirmed: 20_000, free: 50_000, pro: 100_000, business: 1_000_000 };
  const bodyOf = (bytes: number) => ({ transaction_id: crypto.randomUUID(), amount: 1, pad: 'x'.repeat(bytes - 80) });
  const set = async ({ tenantId }: TestTenant, values: object, expected: object) => {
    await ingest.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('tenants').set(values).where('id', '=', tenantId).execute(),
    );
    await eventually(async () => expect(await ingest.stack.caches.tenants.find(tenantId)).toMatchObject(expected));
  };
  const sendTo = (app: Server) => (url: string, payload: object) => app.inject({ method: 'POST', url, payload });

  test('are limited at all addresses with a key together, and those of no other company', async () => {
    const { tenant } = ingest;
    await set(tenant, { confirmed_at: null }, { isConfirmed: false });
    const other = await createTenant(ingest.stack);
    const { app } = await withLimits({ bytesPerDay });
    const send = sendTo(app);
    const lead = (key: string) =>
      send(`/leads?key=${key}`, { name: 'Ana', email: 'ana@example.com', pad: 'x'.repeat(5_900) });
    const conversion = (key: string) => send(`/conversion?key=${key}`, bodyOf(6_000));
    expect((await conversion(tenant.trackingKey)).statusCode).toBe(200);
    expect((await send(`/webhooks/generic/${tenant.trackingKey}`, bodyOf(6_000))).statusCode).toBe(200);
    expect((await lead(tenant.trackingKey)).statusCode).toBe(201);
    for (const answer of [await conversion(tenant.trackingKey), await lead(tenant.trackingKey)]) {
      expect([answer.statusCode, answer.json().error]).toEqual([429, 'too-many-bytes']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1_000);
    }
    expect((await send(`/conversion?key=${tenant.trackingKey}`, bodyOf(1_000))).statusCode).toBe(200);
    expect((await conversion(other.trackingKey)).statusCode).toBe(200);
    ingest.clock.advance(DAY_MS);
    expect((await conversion(tenant.trackingKey)).statusCode).toBe(200);
  });

  test('are those of its plan once its first administrator has confirmed an e-mail', async () => {
    const { tenant } = ingest;
    const { app } = await withLimits({ bytesPerDay });
    const accepted = async () => {
      const answers: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        answers.push((await sendTo(app)(`/conversion?key=${tenant.trackingKey}`, bodyOf(10_000))).statusCode);
      }
      return answers.filter((status) => status === 200).length * 10_000;
    };
    expect(await accepted()).toBe(50_000);
    await set(tenant, { subscription_plan: 'pro' }, { plan: 'pro' });
    expect(await accepted()).toBe(100_000);
    await set(tenant, { subscription_plan: 'unheard-of' }, { plan: 'unheard-of' });
    expect(await accepted()).toBe(0);
  });

  test('are not used up by deliveries with a wrong secret', async () => {
    const { tenant } = ingest;
    await setSecret(tenant, 'generic', 'right');
    const { app } = await withLimits({ bytesPerDay });
    const url = `/webhooks/generic/${tenant.trackingKey}`;
    expect(new Set(statuses(await many(10, () => sendTo(app)(url, bodyOf(10_000)))))).toEqual(new Set([401]));
    const headers = { 'x-webhook-secret': 'right' };
    expect((await app.inject({ method: 'POST', url, headers, payload: bodyOf(40_000) })).statusCode).toBe(200);
  });

  test('are reported to the operator with the company, once an hour', async () => {
    const { tenant } = ingest;
    const lines: { tenantId: string }[] = [];
    const logger = createLogger({
      level: 'warn',
      name: 'test',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
      now: () => ingest.clock.now(),
    });
    const { app } = await withLimits({ bytesPerDay }, false, undefined, { logger });
    for (let round = 0; round < 9; round += 1) {
      await sendTo(app)(`/conversion?key=${tenant.trackingKey}`, bodyOf(10_000));
    }
    const reported = () => lines.filter((line) => 'tenantId' in line);
    expect(reported()).toMatchObject([
      { event: 'ingest.tenant-bytes.exceeded', tenantId: tenant.tenantId, bytesPerDay: 50_000 },
    ]);
    ingest.clock.advance(HOUR_MS);
    await many(3, () => sendTo(app)(`/conversion?key=${tenant.trackingKey}`, bodyOf(10_000)));
    expect(reported()).toHaveLength(2);
  });
});

describe('a disk that is nearly full', () => {
  test('refuses posts without a key first, and all that would be recorded at the hard limit', async () => {
    let state: DiskState = 'low';
    const { app, click } = await withLimits({}, false, { state: () => state });
    const clickId = `mc_${ingest.tenant.campaignId}_1751849000000123456`;
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    const key = ingest.tenant.trackingKey;
    const send = () =>
      Promise.all([
        post('/conversion', { transaction_id: crypto.randomUUID(), amount: 1, status: 'paid', click_id: clickId }),
        post('/leads', { name: 'A', email: 'a@example.com', click_id: clickId }),
        post('/i', { clickid: clickId, fbp: 'x' }),
        post(`/conversion?key=${key}`, { transaction_id: crypto.randomUUID(), amount: 1, status: 'paid' }),
        click(),
      ]);
    const low = await send();
    expect(statuses(low)).toEqual([503, 503, 503, 200, 503]);
    expect(low[0]).toMatchObject({ headers: { 'retry-after': '60' } });
    expect(low[0]?.json().error).toBe('disk-full');
    state = 'full';
    expect(statuses(await send())).toEqual([503, 503, 503, 503, 503]);
    expect((await app.inject({ url: '/mc.js' })).statusCode).toBe(200);
    state = 'ok';
    expect(statuses(await send())).toEqual([200, 201, 204, 200, 200]);
  });

  test('leads a person who follows a link of an ad to the shop, and records nothing', async () => {
    let state: DiskState = 'low';
    const { app } = await withLimits({}, false, { state: () => state });
    const { campaignId } = await createTenant(ingest.stack, { destinationUrl: 'https://shop.example/' });
    const get = (url: string) => app.inject({ url, remoteAddress: '203.0.113.7' });
    const follow = async () => (await get(`/t/${campaignId}`)).headers.location;
    for (state of ['low', 'full'] as const) {
      expect(await follow()).toMatch(REDIRECTED);
      expect((await get(`/view?clickid=mc_${campaignId}_1751849000000123456`)).statusCode).toBe(503);
    }
    state = 'ok';
    expect(await follow()).toMatch(REDIRECTED);
    await expect.poll(() => recordedOf(campaignId).length).toBe(1);
  });
});

const REDIRECTED = /^https:\/\/shop\.example\/\?clickid=mc_/;
const recordedOf = (campaignId: string) =>
  [...ingest.stored.values()].filter((event) => (event as { campaignId?: string }).campaignId === campaignId);

describe('events without a key in a day', () => {
  test('are bounded by network and company: beyond it a link leads on, and is not recorded', async () => {
    const { app, click } = await withLimits({ keylessPerDay: { perSecond: 0.001, burst: 2 } });
    expect(statuses(await many(3, () => click())).sort()).toEqual([200, 200, 429]);
    expect((await click('198.51.100.1')).statusCode).toBe(200);
    const { campaignId } = await createTenant(ingest.stack, { destinationUrl: 'https://shop.example/' });
    const follow = () => app.inject({ url: `/t/${campaignId}`, remoteAddress: '203.0.113.7' });
    expect(statuses(await many(4, follow))).toEqual([302, 302, 302, 302]);
    await expect.poll(() => recordedOf(campaignId).length).toBe(2);
  });
});

describe('refused deliveries', () => {
  test('keeps the first of a burst and counts the rest', async () => {
    const { app } = await withLimits({ refusedKept: { perSecond: 1, burst: 2 } });
    const { tenant } = ingest;
    await setSecret(tenant, 'generic', 'right');
    const answers = await many(5, (index) =>
      app.inject({
        method: 'POST',
        url: `/webhooks/generic/${tenant.trackingKey}`,
        payload: { transaction_id: `T-${index}`, amount: 1 },
      }),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([401]));
    const right = await app.inject({
      method: 'POST',
      url: `/webhooks/generic/${tenant.trackingKey}`,
      headers: { 'x-webhook-secret': 'right' },
      payload: { transaction_id: 'T-right', amount: 1, status: 'paid' },
    });
    expect(right.statusCode).toBe(200);
    const own = () => ingest.deliveries.filter(({ tenantId }) => tenantId === tenant.tenantId);
    await expect.poll(() => own().some(({ payload }) => payload.rejected === undefined)).toBe(true);
    expect(own().filter(({ payload }) => payload.rejected !== undefined)).toHaveLength(2);
  });
});

async function setSecret({ tenantId }: TestTenant, checkout: CheckoutId, value: string): Promise<void> {
  const { stack } = ingest;
  const secret_encrypted = stack.keyring.encrypt(value, checkoutSecretAad(tenantId, checkout));
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx.insertInto('webhook_secrets').values({ tenant_id: tenantId, provider: checkout, secret_encrypted }).execute(),
  );
  await eventually(async () => expect(await stack.caches.secrets.find(tenantId, checkout)).toBeDefined());
}

describe('secrets of strangers', () => {
  const clickOf = ({ campaignId }: TestTenant) => `mc_${campaignId}_1751849000000123456`;
  const post = (app: Server, url: string, given: { text: string; contentType?: string; headers?: object }) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: '203.0.113.7',
      payload: given.text,
      headers: { 'content-type': given.contentType ?? 'application/json', ...given.headers },
    });
  const hotmart = (clickId: string, hottok: string, more = {}) => ({
    text: JSON.stringify({ ...JSON.parse(exampleOf('hotmart', clickId).text), ...more, mark: crypto.randomUUID() }),
    headers: { 'x-hotmart-hottok': hottok },
  });
  const fewDeliveries = { rates: { delivery: { perNetwork: few, perCampaign: plenty } } };

  test('takes the token of the network before any look-up for a body without key and secret', async () => {
    const { campaigns } = ingest.stack.caches;
    let lookUps = 0;
    const counted: typeof campaigns = {
      find: (id) => {
        lookUps += 1;
        return campaigns.find(id);
      },
    };
    const { app } = await withLimits(fewDeliveries, false, undefined, { campaigns: counted });
    const send = () => post(app, '/conversion', { text: JSON.stringify({ click_id: clickOf(ingest.tenant) }) });
    await many(3, send);
    expect(lookUps).toBeGreaterThan(0);
    lookUps = 0;
    expect(new Set(statuses(await many(5, send)))).toEqual(new Set([429]));
    expect(lookUps).toBe(0);
  });

  test('a right secret lifts the limits of its own tenant only', async () => {
    const victim = await createTenant(ingest.stack);
    await setSecret(ingest.tenant, 'hotmart', 'own-token');
    const { app } = await withLimits(fewDeliveries);
    const own = await many(6, () => post(app, '/conversion', hotmart(clickOf(ingest.tenant), 'own-token')));
    expect(new Set(statuses(own))).toEqual(new Set([200]));
    const foreign = await many(6, () => post(app, '/conversion', hotmart(clickOf(victim), 'own-token')));
    expect(statuses(foreign).filter((status) => status === 200)).toHaveLength(3);
    expect(statuses(foreign).filter((status) => status === 429)).toHaveLength(3);
  });

  test('a right secret lifts no limit of the tenant that another field of the body names', async () => {
    const victim = await createTenant(ingest.stack);
    await setSecret(ingest.tenant, 'hotmart', 'own-token');
    const { app } = await withLimits(fewDeliveries);
    const answers = await many(6, () => {
      const { text, headers } = hotmart(clickOf(victim), 'own-token');
      // The first click id of the text is the attacker's, that of the format's own field the victim's.
      return post(app, '/conversion', { text: `{"first":"${clickOf(ingest.tenant)}",${text.slice(1)}`, headers });
    });
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(3);
  });

  test('without a click id a secret names no tenant, and lifts no limit', async () => {
    await setSecret(ingest.tenant, 'hotmart', 'own-token');
    const { app } = await withLimits(fewDeliveries);
    const answers = await many(6, () => post(app, '/conversion', hotmart('sem-clique', 'own-token')));
    expect(statuses(answers).sort()).toEqual([401, 401, 401, 429, 429, 429]);
  });

  test('counts wrong secrets by network and the tenant of the click, and stops no other seller of the checkout', async () => {
    const other = await createTenant(ingest.stack);
    for (const tenant of [ingest.tenant, other]) await setSecret(tenant, 'hotmart', 'right-token');
    const { app } = await withLimits({ rates: { delivery: { perNetwork: plenty, perCampaign: plenty } } });
    const guess = (hottok: string) => post(app, '/conversion', hotmart(clickOf(ingest.tenant), hottok));
    for (let index = 0; index < 20; index += 1) expect((await guess(`guess-${index}`)).statusCode).toBe(401);
    const refused = await guess('right-token');
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'too-many-requests']);
    expect((await post(app, '/conversion', hotmart(clickOf(other), 'right-token'))).statusCode).toBe(200);
    // A key in the address has a count of its own for each tenant: checkouts send for all tenants from one network.
    const { trackingKeys } = ingest.tenant;
    const keyed = await post(app, `/webhooks/hotmart/${trackingKeys.hotmart}`, hotmart('', 'right-token'));
    expect(keyed.statusCode).toBe(200);
    ingest.clock.advance(30_000);
    expect((await guess('right-token')).statusCode).toBe(200);
  });

  test('counts wrong secrets with a key by network and tenant', async () => {
    const other = await createTenant(ingest.stack);
    for (const tenant of [ingest.tenant, other]) await setSecret(tenant, 'hotmart', 'right-token');
    const { app } = await withLimits({});
    const guess = ({ trackingKeys }: TestTenant, hottok: string) =>
      post(app, `/webhooks/hotmart/${trackingKeys.hotmart}`, hotmart('', hottok));
    for (let index = 0; index < 20; index += 1) {
      expect((await guess(ingest.tenant, `guess-${index}`)).statusCode).toBe(401);
    }
    expect((await guess(ingest.tenant, 'right-token')).statusCode).toBe(429);
    expect((await guess(other, 'right-token')).statusCode).toBe(200);
  });

  test('a delivery that shows no secret is no guess', async () => {
    await setSecret(ingest.tenant, 'hotmart', 'right-token');
    const { app } = await withLimits({});
    const url = `/webhooks/hotmart/${ingest.tenant.trackingKeys.hotmart}`;
    expect(new Set(statuses(await many(25, () => post(app, url, hotmart('', '')))))).toEqual(new Set([401]));
    expect((await post(app, url, hotmart('', 'right-token'))).statusCode).toBe(200);
  });
});

describe('limit of requests in flight', () => {
  test('answers 503 at once beyond the limit, and accepts requests again when others are answered', async () => {
    const { app, click } = await withLimits({ requestsInFlightMax: 3 });
    const answers = await many(10, () => click('127.0.0.1'));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ statusCode }) => statusCode === 503);
    expect(refused?.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(refused?.json()).toEqual({
      message: 'Muitas requisições ao mesmo tempo. Tente novamente em instantes.',
      error: 'overloaded',
      requestId: expect.any(String),
    });
    for (let round = 0; round < 10; round += 1) {
      expect(new Set(statuses(await many(3, () => click('127.0.0.1'))))).toEqual(new Set([200]));
    }
    // Refusals of any kind give their place back as well.
    await many(3, () => app.inject({ method: 'POST', url: '/conversion', payload: 'x' }));
    await many(3, () => app.inject({ url: '/t/nobody-has-this' }));
    expect((await click('127.0.0.1')).statusCode).toBe(200);
  });
});
