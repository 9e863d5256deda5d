import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { ClickEvent } from '@tracker/schemas/events/click';
import { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import { PageViewEvent } from '@tracker/schemas/events/page-view';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { registerIngest } from './app.ts';
import { BROWSER, useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, clock, click, eventOf, get, post, stack, stored } = ingest;
const { logger } = stack;

const clickIdOf = (event: unknown) => (event as { payload: { clickId?: string } }).payload.clickId;

describe('GET /track', () => {
  test('stores the raw facts of the request under the returned click id', async () => {
    const clickId = await click(
      '&tsource=facebook&gclid=Cj0K&click_id=kw1&sub1=1&sub4=V%C3%ADdeo&utm_medium=paid&_fbp=fb.1.2.3&referrer=https%3A%2F%2Ft.co%2Fx',
    );
    expect(clickId).toMatch(new RegExp(`^mc_${ingest.tenant.campaignId}_1\\d{12}007\\d{3}$`));
    const event = ClickEvent.parse(await eventOf(clickId));
    expect(event).toMatchObject({
      id: clickId,
      tenantId: ingest.tenant.tenantId,
      campaignId: ingest.tenant.campaignId,
      payload: {
        isPrefetch: false,
        tags: {
          source: 'facebook',
          sub1: '1',
          sub4: 'Vídeo',
          utmMedium: 'paid',
          fbp: 'fb.1.2.3',
          sub2: '',
          gclid: 'Cj0K',
          kwaiClickId: 'kw1',
        },
        request: {
          userAgent: BROWSER['user-agent'],
          ipAddress: '127.0.0.0',
          address: { keyId: expect.any(String), sealed: expect.any(String) },
          referrer: 'https://t.co/x',
          place: null,
        },
      },
    });
    expect(stored.get(clickId)).toMatchObject({ key: clickId });
  });

  test('stores nothing personal that a URL carries', async () => {
    const page = encodeURIComponent(
      'https://a.com/obrigado?nome=Maria+Silva&email=ana%40example.com&fone=11999998888&p=1',
    );
    const clickId = await click(
      `&sub1=ana%40example.com&sub2=123.456.789-09&sub3=11+99999-8888&sub4=1202&referrer=${page}`,
    );
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.tags).toMatchObject({ sub1: '[email]', sub2: '[redacted]', sub3: '[redacted]', sub4: '1202' });
    const clean = 'https://a.com/obrigado?nome=[redacted]&email=[email]&fone=[redacted]&p=1';
    expect(payload.request.referrer).toBe(clean);

    await get(`/view?clickid=${clickId}&url=${page}&title=Obrigada%2C%20Maria%20Silva!&referrer=${page}`);
    await get(`/view?clickid=${clickId}`, {
      ...BROWSER,
      referer: decodeURIComponent(page),
      'user-agent': `${BROWSER['user-agent']} ana@example.com`,
    });
    await post('/identify', JSON.stringify({ clickid: clickId, fbp: 'fb.1.2.ana@example.com', fbc: '123.456.789-09' }));
    await expect.poll(() => [...stored.values()].filter((event) => clickIdOf(event) === clickId)).toHaveLength(4);
    const events = [...stored.values()].filter((event) => clickIdOf(event) === clickId);
    const views = events.map((event) => PageViewEvent.safeParse(event).data).filter((event) => event !== undefined);
    expect(views.map((event) => event.payload.url)).toEqual([clean, clean]);
    expect(views[0]?.payload).toMatchObject({ title: 'Obrigada, [redacted]!', request: { referrer: clean } });
    expect(JSON.stringify(events)).not.toMatch(/Maria|Silva|example|8888|789-09/);
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
    const answer = await get(`/t/${ingest.tenant.campaignId}?format=json`, { ...BROWSER, 'sec-purpose': 'prefetch' });
    const { payload } = ClickEvent.parse(await eventOf(TrackAnswer.parse(answer.json()).clickid));
    expect(payload.isPrefetch).toBe(true);
  });

  test('stores the click before, when the script sends one that can be', async () => {
    const prev = await click();
    const { campaignId } = ingest.tenant;
    clock.advance(1_000);
    const second = await click(`&prev=${prev}`);
    expect(ClickEvent.parse(await eventOf(second)).payload.prev).toBe(prev);
    const others = ['x', `mc_${campaignId}_${clock.now() + 3_600_000}000001`, `mc_${campaignId}_0000000000001000001`];
    for (const reported of others) {
      const { payload } = ClickEvent.parse(await eventOf(await click(`&prev=${reported}`)));
      expect(payload, reported).not.toHaveProperty('prev');
    }
    const followed = await get(`/track/${campaignId}?prev=${prev}`);
    const { payload } = ClickEvent.parse(await eventOf(TrackAnswer.parse(followed.json()).clickid));
    expect(payload).not.toHaveProperty('prev');

    await post('/identify', JSON.stringify({ clickid: second, prev: second }));
    await post('/identify', JSON.stringify({ clickid: second, prev }));
    const identities = () => [...stored.values()].flatMap((event) => ClickIdentityEvent.safeParse(event).data ?? []);
    const ofSecond = () => identities().filter((event) => event.payload.clickId === second);
    await expect.poll(ofSecond).toHaveLength(1);
    expect(ofSecond()[0]?.payload).toEqual({ clickId: second, fbp: '', fbc: '', prev });
  });

  test('stores the browser id of TikTok that the page learns after its click, whole or not at all', async () => {
    const clickId = await click();
    const ttp = '2uDMxyz.tt.1';
    await post('/identify', JSON.stringify({ clickid: clickId, ttp: 'x'.repeat(1_025) }));
    await post('/identify', JSON.stringify({ clickid: clickId, ttp: 'undefined' }));
    await post('/identify', JSON.stringify({ clickid: clickId, ttp }));
    const identities = () => [...stored.values()].flatMap((event) => ClickIdentityEvent.safeParse(event).data ?? []);
    const ofClick = () => identities().filter((event) => event.payload.clickId === clickId);
    await expect.poll(ofClick).toHaveLength(1);
    expect(ofClick()[0]?.payload).toEqual({ clickId, fbp: '', fbc: '', ttp });
  });

  test('redirects to the landing URL, and answers JSON when the campaign has none', async () => {
    const bare = await get(`/track/${ingest.tenant.campaignId}`);
    expect(TrackAnswer.safeParse(bare.json()).success).toBe(true);

    const { campaignId } = await createTenant(stack, { destinationUrl: 'https://loja.com/p?a={sub1}#topo' });
    const answer = await get(`/track/${campaignId}?sub1=x%26y&url=https://evil.com`, {
      ...BROWSER,
      referer: 'https://blog.com/post',
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [, clickId = ''] =
      /^https:\/\/loja\.com\/p\?a=x%26y&clickid=(mc_\S+)#topo$/.exec(String(answer.headers.location)) ?? [];
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.request.referrer).toBe('https://blog.com/post');
  });

  test('shows a page to a browser whose link leads nowhere yet, and counts the click', async () => {
    const { campaignId } = ingest.tenant;
    const browser = { ...BROWSER, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const before = stored.size;
    const page = await get(`/track/${campaignId}?sub1=%3Cscript%3E`, browser);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('Este link ainda não tem destino');
    expect(page.body).not.toMatch(/clickid|<script/);
    await expect.poll(() => stored.size).toBe(before + 1);
    const json = await get(`/track/${campaignId}?format=json`, browser);
    expect(TrackAnswer.safeParse(json.json()).success).toBe(true);
  });

  test('answers 404 with a message for an unknown campaign of any spelling', async () => {
    for (const id of ['nobody-has-this', 'UPPER', '__proto__', 'a%00b', "x'--", 'x'.repeat(500), '%E2%80%AE']) {
      const answer = await get(`/track/${id}?format=json`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'Campanha não encontrada.', error: 'unknown-campaign' });
    }
  });

  test.each([
    [
      'the signal and the decision of a script',
      { 'sec-gpc': '1' },
      '&consent=granted',
      { gpc: true, consent: 'granted' },
    ],
    ['what was refused', {}, '&consent=denied', { consent: 'denied' }],
    ['what is not decided yet', { 'sec-gpc': '0' }, '&consent=unset', { consent: 'unset' }],
    ['another word for unknown', { 'sec-gpc': 'true' }, '&consent=yes', {}],
    ['nothing, where nothing is reported', {}, '', {}],
  ])('stores with a click whether its visitor objects to tracking: %s', async (_, headers, parameters, kept) => {
    const url = `/t/${ingest.tenant.campaignId}?format=json&ctwa_clid=ARAkLkA8rmlFeiCktEJQ&_ttp=2uDMxyz.tt.1`;
    const answer = await get(url + parameters, { ...BROWSER, ...headers });
    const { payload } = ClickEvent.parse(await eventOf(TrackAnswer.parse(answer.json()).clickid));
    expect(payload.tags).toMatchObject({ ctwaClid: 'ARAkLkA8rmlFeiCktEJQ', ttp: '2uDMxyz.tt.1' });
    const { gpc, consent } = payload;
    expect({ ...(gpc !== undefined && { gpc }), ...(consent !== undefined && { consent }) }).toEqual(kept);
  });

  test('takes no decision from a link that is followed, and the signal of its browser', async () => {
    const url = `/track/${ingest.tenant.campaignId}?consent=granted`;
    const followed = await get(url, { ...BROWSER, 'sec-gpc': '1' });
    const { payload } = ClickEvent.parse(await eventOf(TrackAnswer.parse(followed.json()).clickid));
    expect([payload.gpc, payload.consent]).toEqual([true, undefined]);
  });

  test('stores no click for a HEAD request', async () => {
    const before = stored.size;
    const answer = await app.inject({ method: 'HEAD', url: `/track/${ingest.tenant.campaignId}` });
    expect(answer.statusCode).toBe(200);
    await click();
    expect(stored.size).toBeLessThanOrEqual(before + 1);
  });

  test('stores a click for hostile parameters, cleaned and cut', async () => {
    const clickId = await click(
      '&sub1=a&sub1=b&__proto__=x&constructor=y&sub2=%00%01l%C3%ADnea%0Aum&sub3=%ff&sub4=%zz&sub5=%7B%7Bad.id%7D%7D&sub6=' +
        'x'.repeat(5_000),
    );
    const { payload } = ClickEvent.parse(await eventOf(clickId));
    expect(payload.tags).toMatchObject({ sub1: 'a', sub2: 'línea um', sub3: 'ÿ', sub4: '%zz', sub5: '' });
    expect(payload.tags.sub6).toHaveLength(256);
    expect(payload.hasRawMacro).toBe(true);
  });
});

describe('GET /view', () => {
  test('stores a page view of a click', async () => {
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
      tenantId: ingest.tenant.tenantId,
      campaignId: ingest.tenant.campaignId,
      payload: { clickId, url: 'https://loja.com/p?x=1', title: 'Oferta', request: { referrer: 'https://t.co' } },
    });
    expect(view?.id).toBe(view?.payload.viewId);
  });

  test('answers OK for an unknown click id, and 400 without one', async () => {
    for (const id of ['mc_nobody_1751849000000123456', 'x', 'x'.repeat(3_000), '__proto__']) {
      expect((await get(`/v?clickid=${id}`)).body).toBe('OK');
    }
    expect((await get('/view?ClickId=x')).body).toBe('OK');
    for (const query of ['', '?clickid=', '?clickid=%00']) {
      const answer = await get(`/view${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe('Informe o parâmetro clickid.');
    }
  });
});

describe('CORS of the public endpoints', () => {
  test('lets any site read every answer and error, without credentials', async () => {
    const answers = await Promise.all([
      get(`/track/${ingest.tenant.campaignId}?format=json`),
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

  test('answers preflights with the allowed methods and headers', async () => {
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

test('answers 503 with Retry-After when neither log nor spool accepts events', async () => {
  const log = stack.openLog();
  await log.close();
  const { campaigns, trackingKeys, apiKeys, tenants, secrets } = stack.caches;
  const closed = createServer({ logger, trustProxy: false });
  registerIngest(closed, {
    recorder: await stack.openRecorder({ log, spoolBytesMax: 0 }),
    campaigns,
    trackingKeys,
    apiKeys,
    tenants,
    secrets,
    clickIds: createClickIdMint({ slot: 8, clock }),
    addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
    keyring: stack.keyring,
    clock,
    logger,
  });
  const clickId = `mc_${ingest.tenant.campaignId}_1751849000000123456`;
  const answers = await Promise.all([
    closed.inject({ url: `/track/${ingest.tenant.campaignId}` }),
    closed.inject({ url: `/view?clickid=${clickId}` }),
    closed.inject({ method: 'POST', url: `/conversion?key=${ingest.tenant.trackingKey}`, payload: { amount: 1 } }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toMatchObject({ error: 'unavailable', message: expect.stringMatching(/\.$/) });
  }
  await closed.close();
});

describe('POST /checkout', () => {
  const opened = (clickId: string) =>
    [...stored.values()]
      .flatMap((event) => OpenedCheckoutEvent.safeParse(event).data ?? [])
      .filter((event) => event.payload.clickId === clickId);
  const open = (clickid: string, url: string, path = '/checkout') => post(path, JSON.stringify({ clickid, url }));

  test('stores host and path of the target, once for a click and target in ten minutes', async () => {
    const clickid = await click();
    const secret = 'https://ana:senha@pay.kiwify.com.br/abc?email=ana%40example.com#ana';
    for (const path of ['/checkout', '/k', '/k']) expect((await open(clickid, secret, path)).statusCode).toBe(204);
    await open(clickid, 'https://pay.hotmart.com/X1');
    clock.advance(9 * 60_000);
    await open(clickid, 'https://pay.kiwify.com.br/abc?other=1');
    await expect
      .poll(() => opened(clickid).map(({ payload }) => payload.url))
      .toEqual(['https://pay.kiwify.com.br/abc', 'https://pay.hotmart.com/X1']);
    clock.advance(2 * 60_000);
    await open(clickid, 'https://pay.kiwify.com.br/abc');
    await expect.poll(() => opened(clickid)).toHaveLength(3);
    expect(stored.get(opened(clickid)[0]?.id ?? '')).toMatchObject({ key: clickid, tenantId: ingest.tenant.tenantId });
    expect(JSON.stringify(opened(clickid))).not.toMatch(/ana|senha/);
  });

  test('gives the same event from another instance, which did not see the first', async () => {
    const clickid = await click();
    const { campaigns, trackingKeys, apiKeys, tenants, secrets } = stack.caches;
    const other = createServer({ logger, trustProxy: false });
    registerIngest(other, {
      ...{ campaigns, trackingKeys, apiKeys, tenants, secrets, keyring: stack.keyring, clock, logger },
      recorder: await stack.openRecorder(),
      clickIds: createClickIdMint({ slot: 13, clock }),
      addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
    });
    await open(clickid, 'https://pay.kiwify.com.br/abc');
    clock.advance(60_000);
    const payload = JSON.stringify({ clickid, url: 'https://pay.kiwify.com.br/abc' });
    const answer = await other.inject({
      method: 'POST',
      url: '/k',
      payload,
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.statusCode).toBe(204);
    await expect.poll(() => opened(clickid)[0]?.receivedAt).toBe(new Date(clock.now()).toISOString());
    expect(opened(clickid)).toHaveLength(1);
    await other.close();
  });

  test('answers 204 and stores nothing for what is no page, no click of ours, or of another company', async () => {
    const clickid = await click();
    const stranger = await createTenant(stack);
    const before = stored.size;
    for (const url of ['', 'javascript:alert(1)', 'x', '/relative']) {
      expect((await open(clickid, url)).statusCode).toBe(204);
    }
    const unknown = clickid.replace(ingest.tenant.campaignId, 'nobody');
    expect((await open(unknown, 'https://pay.kiwify.com.br/a')).statusCode).toBe(204);
    const ofTag = await post(
      `/checkout?defaultcampaignid=${stranger.campaignId}`,
      JSON.stringify({ clickid, url: 'https://pay.kiwify.com.br/a' }),
    );
    expect(ofTag.statusCode).toBe(204);
    for (const body of ['', '[]', 'x']) expect((await post('/checkout', body)).statusCode, body).toBe(400);
    expect((await post('/checkout', '{"url":"https://a.co/"}')).json()).toMatchObject({
      error: 'message-click-id-missing',
    });
    await click();
    await expect.poll(() => stored.size).toBe(before + 1);
  });
});

describe('a request that the gateway sends to two instances', () => {
  const AT = 1_795_000_000_100;
  async function instances() {
    clock.set(AT + 23);
    const { campaigns, trackingKeys, apiKeys, tenants, secrets } = stack.caches;
    const recorder = await stack.openRecorder();
    return [11, 12].map((slot) => {
      const instance = createServer({ logger, trustProxy: 1 });
      registerIngest(instance, {
        ...{ recorder, campaigns, trackingKeys, apiKeys, tenants, secrets, keyring: stack.keyring, clock, logger },
        clickIds: createClickIdMint({ slot, clock }),
        addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
      });
      return (url: string, request: string) => {
        clock.advance(5);
        const headers = { ...BROWSER, 'x-forwarded-for': '203.0.113.7', 'x-gateway-request': request };
        return instance.inject({ url, headers });
      };
    });
  }
  const ID = `0064${'ab'.repeat(14)}`;

  test('is a click of the moment at which it came, and the second one names the first', async () => {
    const [one, other] = await instances();
    const url = `/track/${ingest.tenant.campaignId}?format=json&sub1=1`;
    const [first, second] = [
      TrackAnswer.parse((await one!(url, `1795000000.100 ${ID} first`)).json()).clickid,
      TrackAnswer.parse((await other!(url, `1795000000.100 ${ID} retry`)).json()).clickid,
    ];
    expect(first).toBe(`mc_${ingest.tenant.campaignId}_${AT}011100`);
    expect(second).toBe(`mc_${ingest.tenant.campaignId}_${AT}012100`);
    const [before, after] = [ClickEvent.parse(await eventOf(first)), ClickEvent.parse(await eventOf(second))];
    expect(before.payload).not.toHaveProperty('retryOf');
    expect(after.payload).toEqual({ ...before.payload, clickId: second, retryOf: '100' });
    expect(Date.parse(after.receivedAt) - Date.parse(after.occurredAt)).toBe(33);
  });

  test('is one page view', async () => {
    const [one, other] = await instances();
    const clickId = `mc_${ingest.tenant.campaignId}_${AT}011100`;
    const views = () =>
      [...stored.values()].filter((event) => clickIdOf(event) === clickId && PageViewEvent.safeParse(event).success);
    await one!(`/view?clickid=${clickId}`, `1795000000.100 ${ID} first`);
    await other!(`/view?clickid=${clickId}`, `1795000000.100 ${ID} retry`);
    await other!(`/view?clickid=${clickId}`, `1795000000.100 ${'cd'.repeat(16)} first`);
    await expect.poll(() => views().length).toBe(2);
    expect(views()).toMatchObject([
      { occurredAt: new Date(AT).toISOString(), id: expect.stringMatching(/^01a1[-0-9a-f]+$/) },
      { occurredAt: new Date(AT).toISOString() },
    ]);
  });
});
