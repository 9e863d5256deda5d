import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { afterEach, describe, expect, test } from 'vitest';
import { registerIngest } from '../app.ts';
import { useIngest } from '../testing/use-ingest.ts';
import { INGEST_LIMITS, type IngestLimits } from './limits.ts';

const ingest = useIngest();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function withLimits(limits: Partial<IngestLimits>, trustProxy: false | number = false) {
  const { stack, clock } = ingest;
  const app = createServer({ logger: stack.logger, trustProxy });
  closing.push(() => app.close());
  registerIngest(
    app,
    {
      ...stack.caches,
      recorder: await stack.openRecorder(),
      clickIds: createClickIdMint({ slot: 9, clock }),
      addresses: { encrypt: (ip) => ({ ipAddress: ip }) },
      keyring: stack.keyring,
      clock,
      logger: stack.logger,
    },
    { ...INGEST_LIMITS, ...limits },
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
    const { click, get } = await withLimits({ track: { perAddress: few, perKey: plenty } });
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
    const { click } = await withLimits({ track: { perAddress: few, perKey: plenty } });
    const network = await many(4, (index) => click(`2001:db8:1:2::${index}`));
    expect(statuses(network)).toEqual([200, 200, 200, 429]);
    expect((await click('2001:db8:1:3::1')).statusCode).toBe(200);
    await many(3, () => click('192.0.2.1'));
    expect((await click('::ffff:192.0.2.1')).statusCode).toBe(429);
  });

  test('limits a campaign over all addresses', async () => {
    const { click } = await withLimits({ track: { perAddress: plenty, perKey: few } });
    expect(statuses(await many(4, (index) => click(`203.0.113.${index}`)))).toEqual([200, 200, 200, 429]);
  });

  test('limits leads by address and by key, and conversions not at all', async () => {
    const { app } = await withLimits({ leads: { perAddress: few, perKey: { perSecond: 1, burst: 5 } } });
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
    const { click } = await withLimits({ track: { perAddress: few, perKey: few } });
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '172.18.0.5', 'fd00::1']) {
      expect(new Set(statuses(await many(6, () => click(address))))).toEqual(new Set([200]));
    }
    const behind = await withLimits({ track: { perAddress: few, perKey: plenty } }, 1);
    const forwarded = (ip: string) => behind.click('127.0.0.1', { 'x-forwarded-for': ip });
    expect(statuses(await many(4, () => forwarded('203.0.113.50')))).toEqual([200, 200, 200, 429]);
    expect(statuses(await many(4, () => forwarded('10.1.1.1')))).toEqual([200, 200, 200, 429]);
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
