import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { createFakeClock } from '@tracker/infra/testing/fake-clock';
import { useStack } from '@tracker/infra/testing/stack';
import { createTenant, type TestTenant } from '@tracker/infra/testing/tenant-fixture';
import { ConversionAnswer, TrackAnswer } from '@tracker/schemas/capture/answers';
import { ClickEvent } from '@tracker/schemas/events/click';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { PageViewEvent } from '@tracker/schemas/events/page-view';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerIngest } from './app.ts';

const stack = useStack();
const clock = createFakeClock();
const { logger } = stack;
const app = createServer({ logger, trustProxy: false });
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** Every event that stands in this file's log, by its id. */
const stored = new Map<string, unknown>();
let tenant: TestTenant;

beforeAll(async () => {
  const { campaigns, trackingKeys } = stack.directories;
  registerIngest(app, {
    log: stack.log,
    campaigns,
    trackingKeys,
    clickIds: createClickIdMint({ slot: 7, clock }),
    clock,
    logger,
  });
  await app.ready();
  await stack.log.consume({
    topic: EVENTS_TOPIC,
    group: 'test',
    maxRecords: 1000,
    onBatch: async (records) => {
      for (const record of records) {
        const event = JSON.parse(Buffer.from(record.value).toString('utf8'));
        stored.set(event.id, { ...event, key: record.key });
      }
    },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await createTenant(stack);
});

const get = (url: string, headers: Record<string, string> = agent) => app.inject({ url, headers });
const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });

/** The event with this id once the log has given it out; acknowledged means that it will. */
const eventOf = (id: string) =>
  expect
    .poll(() => stored.get(id), { timeout: 10_000, interval: 20 })
    .toBeDefined()
    .then(() => stored.get(id));

async function click(query = ''): Promise<string> {
  const answer = await get(`/track/${tenant.campaignId}?format=json${query}`);
  expect(answer.statusCode).toBe(200);
  return TrackAnswer.parse(answer.json()).clickid;
}

describe('GET /track', () => {
  test('stores the raw facts under the click id that it answers', async () => {
    const clickId = await click(
      '&tsource=facebook&sub1=1&sub4=V%C3%ADdeo&utm_medium=paid&_fbp=fb.1.2.3&referrer=https%3A%2F%2Ft.co%2Fx',
    );
    expect(clickId).toMatch(new RegExp(`^mc_${tenant.campaignId}_1\\d{12}007\\d{3}$`));
    const event = ClickEvent.parse(await eventOf(clickId));
    expect(event).toMatchObject({
      id: clickId,
      tenantId: tenant.tenantId,
      campaignId: tenant.campaignId,
      payload: {
        isPrefetch: false,
        tags: { source: 'facebook', sub1: '1', sub4: 'Vídeo', utmMedium: 'paid', fbp: 'fb.1.2.3', sub2: '' },
        request: { userAgent: agent['user-agent'], ipAddress: '127.0.0.1', referrer: 'https://t.co/x', place: null },
      },
    });
    expect(stored.get(clickId)).toMatchObject({ key: clickId });
  });

  test('splits the `name|id` values of UTMify when the subs are empty', async () => {
    const clickId = await click(
      '&utm_campaign=Lan%C3%A7amento|33&utm_medium=Lookalike|22&utm_content=V%C3%ADdeo|11&sub1=given',
    );
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.tags).toMatchObject({
      sub1: 'given',
      sub2: '22',
      sub3: '33',
      sub4: 'Vídeo',
      sub5: 'Lookalike',
      sub6: 'Lançamento',
    });
  });

  test('has a neutral alias, and marks prefetches', async () => {
    const answer = await get(`/t/${tenant.campaignId}?format=json`, { ...agent, 'sec-purpose': 'prefetch' });
    const { payload } = ClickEvent.parse(await eventOf(TrackAnswer.parse(answer.json()).clickid));
    expect(payload.isPrefetch).toBe(true);
  });

  test('without format=json leads to the destination, and without one gives the same JSON', async () => {
    const bare = await get(`/track/${tenant.campaignId}`);
    expect(TrackAnswer.safeParse(bare.json()).success).toBe(true);

    const { campaignId } = await createTenant(stack, { destinationUrl: 'https://loja.com/p?a={sub1}#topo' });
    const answer = await get(`/track/${campaignId}?sub1=x%26y&url=https://evil.com`, {
      ...agent,
      referer: 'https://blog.com/post',
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [, clickId = ''] =
      /^https:\/\/loja\.com\/p\?a=x%26y&clickid=(mc_\S+)#topo$/.exec(String(answer.headers.location)) ?? [];
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.request.referrer).toBe('https://blog.com/post');
  });

  test('an unknown campaign is 404 with a sentence, whatever its id looks like', async () => {
    for (const id of ['nobody-has-this', 'UPPER', '__proto__', 'a%00b', "x'--", 'x'.repeat(500), '%E2%80%AE']) {
      const answer = await get(`/track/${id}?format=json`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'Campanha não encontrada.', error: 'not-found' });
    }
  });

  test('a checker that asks by HEAD clicks nothing', async () => {
    const before = stored.size;
    const answer = await app.inject({ method: 'HEAD', url: `/track/${tenant.campaignId}` });
    expect(answer.statusCode).toBe(200);
    await click();
    expect(stored.size).toBeLessThanOrEqual(before + 1);
  });

  test('hostile parameters make a click all the same', async () => {
    const clickId = await click(
      '&sub1=a&sub1=b&__proto__=x&constructor=y&sub2=%00%01l%C3%ADnea%0Aum&sub3=%ff&sub4=%zz&sub5=%7B%7Bad.id%7D%7D&sub6=' +
        'x'.repeat(5_000),
    );
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.tags).toMatchObject({ sub1: 'a', sub2: 'línea um', sub3: '\uFFFD', sub4: '%zz', sub5: '' });
    expect(payload.tags.sub6).toHaveLength(256);
  });
});

describe('GET /view', () => {
  test('stores a view of a click', async () => {
    const clickId = await click();
    const before = new Set(stored.keys());
    const url = encodeURIComponent('https://loja.com/p?x=1');
    const answer = await get(`/view?clickid=${clickId}&url=${url}&title=Oferta&referrer=https%3A%2F%2Ft.co`);
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
    const view = await expect
      .poll(() =>
        [...stored.values()].find(
          (event) => PageViewEvent.safeParse(event).success && !before.has((event as { id: string }).id),
        ),
      )
      .toBeDefined()
      .then(() =>
        [...stored.values()]
          .map((event) => PageViewEvent.safeParse(event).data)
          .find((event) => event?.payload.clickId === clickId),
      );
    expect(view).toMatchObject({
      tenantId: tenant.tenantId,
      campaignId: tenant.campaignId,
      payload: { clickId, url: 'https://loja.com/p?x=1', title: 'Oferta', request: { referrer: 'https://t.co' } },
    });
    expect(view?.id).toBe(view?.payload.viewId);
  });

  test('is OK for a click id that nobody knows, and 400 without one', async () => {
    for (const id of ['mc_nobody_1751849000000123456', 'x', 'x'.repeat(3_000), '__proto__']) {
      expect((await get(`/v?clickid=${id}`)).body).toBe('OK');
    }
    for (const query of ['', '?clickid=', '?clickid=%00', '?ClickId=x']) {
      const answer = await get(`/view${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe('Informe o parâmetro clickid.');
    }
  });
});

describe('POST /conversion', () => {
  const sale = (more: object = {}) => ({ transaction_id: crypto.randomUUID(), amount: 97.9, ...more });
  const parse = (answer: { json(): unknown }) => {
    const body = ConversionAnswer.parse(answer.json());
    if (!('conversionId' in body)) throw new Error('ignored');
    return body;
  };
  const storedBodies = () =>
    [...stored.values()]
      .flatMap((event) => ConversionEvent.safeParse(event).data ?? [])
      .map((event) => event.payload.body);

  test('keeps the body byte for byte, and is vouched for by the key', async () => {
    const clickId = await click();
    const body = `{ "transaction_id":"T-1",\n "amount": "1.234,56", "sck":"facebook|${clickId}|x", "extra": {"__proto__": 1} }`;
    const answer = parse(await post(`/conversion?key=${tenant.trackingKey}`, body));
    expect(answer).toEqual({
      success: true,
      conversionId: expect.stringMatching(/^cv_[0-9a-f]{32}$/),
      clickId,
      campaignId: tenant.campaignId,
    });
    await expect.poll(storedBodies).toContain(body);
    const event = [...stored.values()]
      .map((one) => ConversionEvent.safeParse(one).data)
      .find((one) => one?.payload.body === body);
    expect(event).toMatchObject({
      tenantId: tenant.tenantId,
      campaignId: tenant.campaignId,
      payload: { provider: 'generic', verified: true },
    });
  });

  test('without a key the click id names the company, and it stays unverified', async () => {
    const clickId = await click();
    const body = JSON.stringify(sale({ click_id: clickId }));
    expect(parse(await post('/conversion', body))).toMatchObject({ clickId, campaignId: tenant.campaignId });
    await expect.poll(storedBodies).toContain(body);
    const event = [...stored.values()]
      .map((one) => ConversionEvent.safeParse(one).data)
      .find((one) => one?.payload.body === body);
    expect(event?.payload.verified).toBe(false);
  });

  test('is direct without a click id, and with one of another company', async () => {
    const key = tenant.trackingKey;
    const foreign = `mc_${(await createTenant(stack)).campaignId}_1751849000000123456`;
    for (const body of [sale(), sale({ click_id: foreign }), sale({ src: 'instagram|bio' })]) {
      expect(parse(await post(`/conversion?key=${key}`, body))).toMatchObject({ clickId: null, campaignId: null });
    }
  });

  test('the same delivery again is a duplicate; another status of the sale is not, and has the same id', async () => {
    const url = `/conversion?key=${tenant.trackingKey}`;
    const body = sale();
    const first = parse(await post(url, body));
    expect(parse(await post(url, body))).toEqual({ ...first, duplicate: true });
    const refund = parse(await post(url, { ...body, status: 'refunded' }));
    expect(refund).toEqual(first);
  });

  test('nobody vouches: 401', async () => {
    for (const [url, body] of [
      ['/conversion?key=nobody-has-this', sale()],
      [`/conversion?key=${'x'.repeat(2_000)}`, sale()],
      ['/conversion', sale()],
      ['/conversion', sale({ click_id: 'mc_nobody_1751849000000123456' })],
    ] as const) {
      const answer = await post(url, body);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ error: 'unauthorized', message: expect.stringMatching(/\.$/) });
    }
  });

  test('what is no conversion: 400', async () => {
    const url = `/conversion?key=${tenant.trackingKey}`;
    const bodies = [
      '',
      '{',
      '{"a":1',
      '[]',
      '[{"amount":1}]',
      'null',
      '1',
      '"x"',
      '{}',
      '\u0000',
      '{"amount":"muito"}',
      '{"amount":{}}',
    ];
    for (const body of [...bodies, '{"amount":-1}', '{"amount":1,"currency":"reais"}', '['.repeat(100_000)]) {
      const answer = await post(url, body);
      expect([body.slice(0, 20), answer.statusCode]).toEqual([body.slice(0, 20), 400]);
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/\.$/), requestId: expect.any(String) });
    }
  });

  test('a MiB and no more; any content type', async () => {
    const url = `/conversion?key=${tenant.trackingKey}`;
    const padded = (length: number) => `{"transaction_id":"T-${length}","amount":1,"pad":"${'x'.repeat(length)}"}`;
    expect((await post(url, padded(1_000_000))).statusCode).toBe(200);
    expect((await post(url, padded(1_100_000))).statusCode).toBe(413);
    expect((await post(url, sale(), { 'content-type': 'text/plain' })).statusCode).toBe(200);
    const bom = `\uFEFF${JSON.stringify(sale())}`;
    expect((await post(url, bom)).statusCode).toBe(200);
  });
});

describe('from any site', () => {
  test('every answer can be read, refusals too, and no credentials are asked for', async () => {
    const answers = await Promise.all([
      get(`/track/${tenant.campaignId}?format=json`),
      get('/track/nobody-has-this'),
      get('/view'),
      get(`/v?clickid=x&url=${'x'.repeat(10_000)}`),
      get('/track/%E0%A4%A'),
      post('/conversion', '{'),
      post('/conversion', 'x'.repeat(1_100_000)),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 400, 414, 400, 400, 413]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('preflights are answered', async () => {
    for (const [url, method] of [
      ['/conversion', 'POST'],
      ['/view', 'GET'],
      ['/t/x', 'GET'],
    ] as const) {
      const answer = await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://loja.com', 'access-control-request-method': method },
      });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
      });
      expect(answer.headers['access-control-allow-methods']).toContain(method);
    }
  });
});

test('a log that takes nothing: 503 and when to come again', async () => {
  const log = stack.openLog();
  await log.close();
  const { campaigns, trackingKeys } = stack.directories;
  const closed = createServer({ logger, trustProxy: false });
  registerIngest(closed, {
    log,
    campaigns,
    trackingKeys,
    clickIds: createClickIdMint({ slot: 8, clock }),
    clock,
    logger,
  });
  const clickId = `mc_${tenant.campaignId}_1751849000000123456`;
  const answers = await Promise.all([
    closed.inject({ url: `/track/${tenant.campaignId}` }),
    closed.inject({ url: `/view?clickid=${clickId}` }),
    closed.inject({ method: 'POST', url: `/conversion?key=${tenant.trackingKey}`, payload: { amount: 1 } }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toMatchObject({ error: 'unavailable', message: expect.stringMatching(/\.$/) });
  }
  await closed.close();
});
