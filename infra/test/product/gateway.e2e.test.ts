import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONVERSION_FILE_BYTES_MAX } from '@tracker/schemas/contracts/conversion-imports.contract';
import { WEB_DIST } from '@tracker/standalone/web-build';
import { type Gateway, gatewayIsAvailable, startGateway } from '@tracker/test/kit/gateway';
import { click, conversion, cookieOf, registerTenant, view } from '@tracker/test/kit/registered-tenant';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startNameServer } from '../apart/name-server.ts';
import { readFigures } from '../crash/figures.ts';
import { eventually } from '../kit/eventually.ts';
import { freePorts } from '../kit/server-processes.ts';

describe.skipIf(!gatewayIsAvailable())('gateway', () => {
  const product = inject('productUrl');
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ ingestUrl: product, apiUrl: product });
  });
  afterAll(() => gateway?.stop());

  const COMPARED = [
    'access-control-allow-methods',
    'access-control-allow-origin',
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
    'location',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
  ];
  /** What must be equal, whether the product is asked directly or through the gateway. */
  async function answerOf(base: string, method: string, path: string) {
    const body = method === 'POST' ? '{}' : null;
    const response = await fetch(`${base}${path}`, { method, redirect: 'manual', body });
    // Of each request its own: its id, and the number that marks our scripts.
    const constant = (text: string) =>
      text.replaceAll(/"requestId":"[^"]*"|nonce-[^']*|(nonce|content)="[^"]{24}"/g, '').replaceAll('; ', ';');
    // Asset types differ in their group only: text/javascript, application/javascript.
    const type = response.headers.get('content-type')?.split(';')[0]?.replace('application/', 'text/');
    const headers = COMPARED.map((name) => [name, constant(response.headers.get(name) ?? '')]);
    // The script names the address at which it was asked for.
    const text = (await response.text()).replaceAll(base, 'ADDRESS');
    return { status: response.status, type, headers, text: constant(text) };
  }
  const screens = [
    '/',
    '/leads',
    '/conversion-logs',
    '/integration',
    '/theme.js',
    '/click-logs',
    '/webhook',
    '/settings/tenant',
  ];

  test.each([
    ...[...screens, '/login', '/accept-invite?token=x', '/conversion', '/viewers', '/track', '/favicon.ico'].map(
      (path) => ['GET', path],
    ),
    ['GET', '/mc.js?defaultcampaignid=NAO-HA'],
    ['GET', '/track/NAO-HA?utm_source=a'],
    ['GET', '/t/NAO-HA'],
    ['GET', '/view?clickid=x'],
    ['GET', '/v'],
    ['GET', '/leads?key=x&email=ana%40example.com'],
    ['POST', '/identify'],
    ['POST', '/i'],
    ['POST', '/conversion?key=x'],
    ['POST', '/leads'],
    ['POST', '/webhooks/hotmart/x'],
    ['OPTIONS', '/leads'],
    ['OPTIONS', '/conversion'],
    ['GET', '/api/dashboard/tiles'],
    ['GET', '/api/auth/user'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/nothing-here'],
    ['GET', '/api/docs'],
    ['GET', '/auth/facebook'],
    ['GET', '/auth/facebook/callback?state=x&code=y'],
    ['GET', '/authors'],
  ])('answers %s %s as the product does', async (method, path) => {
    expect(await answerOf(gateway.url, method!, path!)).toEqual(await answerOf(product, method!, path!));
  });

  test('serves every asset as the product does', async () => {
    for (const name of readdirSync(join(WEB_DIST, 'assets'))) {
      const path = `/assets/${name}`;
      expect(await answerOf(gateway.url, 'GET', path), path).toEqual(await answerOf(product, 'GET', path));
    }
  });

  test('has no asset of another build, and keeps the health of the programs inside', async () => {
    const status = async (path: string) => (await fetch(gateway.url + path)).status;
    expect(await status('/assets/gone-0000.js')).toBe(404);
    expect([await status('/readyz'), await status('/healthz'), await status('/metrics')]).toEqual([404, 404, 404]);
    expect(await status('/gateway-health')).toBe(200);
  });

  test('writes neither keys nor query strings to its log', async () => {
    await fetch(`${gateway.url}/webhooks/hotmart/chave-secreta`, { method: 'POST', body: '{}' });
    await fetch(`${gateway.url}/conversion?key=chave-secreta`, { method: 'POST', body: '{}' });
    await fetch(`${gateway.url}/reset-password?token=chave-secreta`);
    // Addresses as people mistype them: no endpoint, and the key is right all the same.
    for (const path of ['//webhooks/hotmart', '/webhook/hotmart', '/WEBHOOKS/hotmart', '/webhooks', '/conversion'])
      await fetch(`${gateway.url}${path}/chave-secreta`, { method: 'POST', body: '{}' });
    await eventually(() => expect(gateway.log()).toContain('"path":"/conversion/-"'));
    for (const path of ['/webhooks/hotmart/-', '/reset-password', '/webhook/-'])
      expect(gateway.log()).toContain(`"path":"${path}"`);
    expect(gateway.log()).not.toContain('chave-secreta');
  });

  test('prints nothing of a request whose program is away: keys, query string and address stay out of the log', async () => {
    const [port = 0] = await freePorts(1);
    const away = await startGateway({ ingestUrl: `http://127.0.0.1:${port}`, apiUrl: product, trustProxy: true });
    onTestFinished(() => away.stop());
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const post = { method: 'POST', headers, body: '{}' };
    const answers = [
      await fetch(`${away.url}/conversion?key=chave-secreta`, post),
      await fetch(`${away.url}/webhooks/generic/chave-secreta`, post),
      await fetch(`${away.url}/track/CAMPANHA?sub1=chave-secreta&format=json`, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    await eventually(() => expect(away.log()).toContain('"path":"/track/CAMPANHA"'));
    expect(away.errors()).toBe('');
    for (const word of ['chave-secreta', 'sub1', '203.0.113.77', '127.0.0.1"']) expect(away.log()).not.toContain(word);
    // What became of it with each upstream, since the error log is silent.
    const lines = away.log().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ upstreamStatus }) => upstreamStatus)).toEqual([
      '502',
      '502',
      '502 : 502',
    ]);
  });

  test('takes bodies as large as the programs do, and keeps those of checkouts out of files', async () => {
    const post = (path: string, bytes: number) =>
      fetch(`${gateway.url}${path}`, { method: 'POST', body: `"${'x'.repeat(bytes)}"` }).then(({ status }) => status);
    expect(await post('/webhooks/generic/chave', 1_000_000)).toBe(401);
    expect(await post('/api/conversions/import', CONVERSION_FILE_BYTES_MAX)).toBe(401);
    expect(await post('/api/conversions/import', 2 * CONVERSION_FILE_BYTES_MAX)).toBe(413);
    expect(gateway.errors()).toBe('');
  });

  test('takes new screens and settings by a reload, and answers every request meanwhile', async () => {
    const webDir = mkdtempSync(join(tmpdir(), 'tracker-screens-'));
    writeFileSync(join(webDir, 'index.html'), 'one build');
    const reloaded = await startGateway({ ingestUrl: product, apiUrl: product, webDir });
    onTestFinished(async () => {
      await reloaded.stop();
      rmSync(webDir, { recursive: true });
    });
    const statuses = new Set<number>();
    let isDone = false;
    // As most visitors come: each with a connection of its own. One that stays open is closed by a reload, maybe under a request.
    const open = () => fetch(`${reloaded.url}/login`, { headers: { connection: 'close' } });
    const load = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const { status } = await open();
        statuses.add(status);
      }
    });
    writeFileSync(join(webDir, 'index.html'), 'another build');
    await reloaded.reload('PUBLIC_URL=https://rastreio.example');
    await eventually(async () => {
      const answer = await open();
      expect(await answer.text()).toBe('another build');
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    });
    isDone = true;
    await Promise.all(load);
    expect([...statuses]).toEqual([200]);
  });

  test('passes live news on at once', async () => {
    const tenant = await registerTenant(product);
    const stopped = new AbortController();
    const live = await fetch(`${gateway.url}/api/live`, {
      headers: { cookie: await cookieOf(tenant) },
      signal: stopped.signal,
    });
    expect(live.headers.get('content-type')).toContain('text/event-stream');
    const first = await live.body!.getReader().read();
    expect(first.value?.length).toBeGreaterThan(0);
    stopped.abort();
  });

  test('sends an event on to the next ingest when one takes none, and asks the API once', async () => {
    const asked: string[] = [];
    const instance = (host: string, port: number, status: number) =>
      new Promise<Server>((resolve) => {
        const server = createServer((request, response) => {
          asked.push(`${host} ${request.method}`);
          request.resume().on('end', () => response.writeHead(status, { 'retry-after': '5' }).end(`${status}`));
        });
        server.listen(port, host, () => resolve(server));
      });
    const [port = 0] = await freePorts(1);
    const servers = await Promise.all([instance('127.0.4.1', port, 503), instance('127.0.4.2', port, 200)]);
    const names = await startNameServer({ both: ['127.0.4.1', '127.0.4.2'], none: ['127.0.4.1'] });
    const base = { apiUrl: `http://none:${port}`, resolver: names.address };
    const two = await startGateway({ ...base, ingestUrl: `http://both:${port}` });
    const alone = await startGateway({ ...base, ingestUrl: `http://none:${port}` });
    onTestFinished(async () => {
      await Promise.all([two.stop(), alone.stop()]);
      names.close();
      for (const server of servers) server.close();
    });
    const post = { method: 'POST', body: '{"transaction_id":"T-1"}' };
    // nginx draws the first address again for each request, so a fixed number of rounds would miss the refusing one now and then.
    const refusedFirst = ['127.0.4.1 GET', '127.0.4.1 POST'];
    for (let round = 0; round < 60 && !refusedFirst.every((call) => asked.includes(call)); round += 1) {
      expect((await fetch(`${two.url}/track/C?format=json`)).status).toBe(200);
      expect((await fetch(`${two.url}/conversion?key=k`, post)).status).toBe(200);
    }
    expect(asked).toEqual(expect.arrayContaining(refusedFirst));
    const refused = await fetch(`${alone.url}/conversion?key=k`, post);
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([503, '5', '503']);
    asked.length = 0;
    expect((await fetch(`${two.url}/api/auth/login`, post)).status).toBe(503);
    expect(asked).toEqual(['127.0.4.1 POST']);
  });

  test('counts a click and a page view once whose first instance died before it answered', async () => {
    const attempts = new Map<string, string[]>();
    /** An ingest that stores each GET and dies; asked again, it answers. */
    const instance = (host: string, port: number) =>
      new Promise<Server>((resolve) => {
        const server = createServer(async (request, response) => {
          const { method = 'GET', url = '', headers } = request;
          const body = method === 'GET' ? null : Buffer.concat(await request.toArray());
          const passed = Object.entries(headers).filter(
            ([name]) => !['host', 'connection', 'content-length'].includes(name),
          );
          const answer = await fetch(product + url, { method, body, headers: passed as [string, string][] });
          const text = await answer.text();
          const before = attempts.get(url) ?? [];
          attempts.set(url, [...before, String(headers['x-gateway-request'])]);
          if (method === 'GET' && before.length === 0) return response.destroy();
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
        });
        server.listen(port, host, () => resolve(server));
      });
    const [port = 0] = await freePorts(1);
    const servers = await Promise.all([instance('127.0.4.5', port), instance('127.0.4.6', port)]);
    const names = await startNameServer({ ingest: ['127.0.4.5', '127.0.4.6'] });
    const fleet = await startGateway({
      ingestUrl: `http://ingest:${port}`,
      apiUrl: product,
      resolver: names.address,
    });
    onTestFinished(async () => {
      await fleet.stop();
      names.close();
      for (const server of servers) server.close();
    });
    const tenant = { ...(await registerTenant(product)), url: fleet.url };
    const clickIds: string[] = [];
    for (const sub1 of ['1', '2', '3']) clickIds.push(await click(tenant, { sub1 }));
    for (const clickId of clickIds) expect(await view(tenant, clickId)).toBe('OK');
    // The log is in order: when this conversion is there, all is.
    await conversion(tenant, { transaction_id: 'T-1', amount: '97.00', click_id: clickIds[0]! });
    await eventually(async () => {
      const figures = await readFigures(tenant);
      expect([...figures.conversionsByKey.values()]).toEqual([{ cents: 9_700, clickId: clickIds[0] }]);
      expect([...figures.clickIds].sort()).toEqual([...clickIds].sort());
      expect([figures.clicks, figures.views]).toEqual([3, 3]);
    });
    for (const [url, [first = '', second]] of attempts) {
      expect(first, url).toMatch(/^\d{10}\.\d{3} [0-9a-f]{32} first$/);
      expect(second, url).toBe(url.startsWith('/conversion') ? undefined : first.replace('first', 'retry'));
    }
  });

  test('marks nothing as a second attempt after a refused connection, and passes on no mark of a visitor', async () => {
    const marks: string[] = [];
    const [port = 0] = await freePorts(1);
    const server = createServer((request, response) => {
      marks.push(String(request.headers['x-gateway-request']).split(' ').at(-1) ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.4.8', resolve));
    const names = await startNameServer({ ingest: ['127.0.4.7', '127.0.4.8'] });
    const fleet = await startGateway({ ingestUrl: `http://ingest:${port}`, apiUrl: product, resolver: names.address });
    onTestFinished(async () => {
      await fleet.stop();
      names.close();
      server.close();
    });
    const hostile = { 'x-gateway-request': `${Date.now() / 1_000} ${'a'.repeat(32)} retry` };
    for (let round = 0; round < 24; round += 1)
      expect((await fetch(`${fleet.url}/track/C?format=json`, { headers: hostile })).status).toBe(200);
    expect(marks).toEqual(Array.from({ length: 24 }, () => 'first'));
    expect(fleet.log()).toContain('127.0.4.7'); // It was refused there first.
  });

  test('says in a sentence that a program is away', async () => {
    const alone = await startGateway({
      ingestUrl: 'http://127.0.0.1:9',
      apiUrl: 'http://127.0.0.1:9',
      publicUrl: 'https://rastreio.example',
    });
    try {
      const answer = await fetch(`${alone.url}/api/auth/user`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ error: 'unavailable', requestId: null });
      const screen = await fetch(`${alone.url}/login`);
      expect(screen.headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await alone.stop();
    }
  });
});
