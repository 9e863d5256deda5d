import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { renderMetrics } from '../telemetry/metrics.ts';
import { registerHealth } from './health.ts';
import { parseQueryString } from './query-string.ts';
import { createRequestIds } from './request-id.ts';
import { createServer } from './server.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('parseQueryString', () => {
  test('keeps the first of a duplicated key, and makes every value a string', () => {
    expect({ ...parseQueryString('a=1&a=2&b&=x&c=a+b%20c&&d=') }).toEqual({ a: '1', b: '', c: 'a b c', d: '' });
  });

  test('treats __proto__ as an ordinary key', () => {
    const values = parseQueryString('__proto__=x&constructor=y');
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('replaces malformed percent-encoding instead of rejecting it', () => {
    expect(parseQueryString('a=%E0%A4%A&b=%zz').b).toBe('%zz');
    expect(parseQueryString('a=%ff').a).toBe('\uFFFD');
  });
});

test('creates request ids that are distinct UUIDv7', () => {
  const next = createRequestIds();
  const ids = Array.from({ length: 1000 }, next);
  for (const id of ids) expect(id).toMatch(uuidV7);
  expect(new Set(ids).size).toBe(1000);
});

describe('visitor address behind proxies', () => {
  const ipOf = async (trustProxy: false | number | string[], forwarded: string) => {
    const app = createServer({ logger, trustProxy });
    app.get('/ip', (request) => request.ip);
    const answer = await app.inject({
      url: '/ip',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': forwarded },
    });
    return answer.body;
  };

  test('trusts no X-Forwarded-For by default, and only the hops or ranges of the setting', async () => {
    expect(await ipOf(false, '203.0.113.7')).toBe('10.0.0.1');
    expect(await ipOf(1, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(await ipOf(2, '198.51.100.1, 203.0.113.7')).toBe('198.51.100.1');
    expect(await ipOf(['10.0.0.0/8'], '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(await ipOf(['192.168.0.0/16'], '203.0.113.7')).toBe('10.0.0.1');
  });
});

describe('HTTP server', () => {
  const app = createServer({ logger, trustProxy: false });
  let ready = true;
  app.get('/fine', () => ({ ok: true }));
  app.get('/refused', () => Promise.reject(new AppError('wrong-password', { field: 'name' })));
  app.get('/away', () => Promise.reject(new AppError('unavailable', { retryAfterSeconds: 7 })));
  app.get('/database-away', () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })));
  app.get('/defect', () => Promise.reject(new Error('secret detail')));
  app.get(
    '/typed',
    { schema: { querystring: z.object({ days: z.coerce.number().max(90, 'No máximo 90 dias.') }) } },
    (request) => ({
      days: request.query.days,
    }),
  );
  app.post('/body', (request) => ({ body: request.body }));
  const whileReady = () => (ready ? Promise.resolve() : Promise.reject(new Error('down')));
  registerHealth(app, { postgres: whileReady });
  let port = 0;

  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  const get = (url: string) => app.inject({ url });
  const post = (payload: string, contentType = 'application/json') =>
    app.inject({ method: 'POST', url: '/body', payload, headers: { 'content-type': contentType } });

  test('sends nosniff with every answer', async () => {
    for (const url of ['/fine', '/unknown', '/refused', '/%E0%A4%A']) {
      expect((await get(url)).headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('sends Strict-Transport-Security for a year with every answer when served over https', async () => {
    const secure = createServer({ logger, trustProxy: false, https: true });
    secure.get('/fine', () => ({ ok: true }));
    for (const url of ['/fine', '/unknown', '/%E0%A4%A', `/${'x'.repeat(9_000)}`]) {
      expect((await secure.inject({ url })).headers['strict-transport-security'], url).toBe('max-age=31536000');
      expect((await get(url)).headers['strict-transport-security'], url).toBeUndefined();
    }
    await secure.close();
  });

  test('answers a refusal with message, code, fields and request id', async () => {
    const answer = await get('/refused');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      message: 'A senha atual não confere.',
      error: 'wrong-password',
      fields: { name: 'A senha atual não confere.' },
      requestId: expect.stringMatching(uuidV7),
    });
  });

  test('answers 503 with Retry-After, also when the database is down', async () => {
    expect((await get('/away')).headers['retry-after']).toBe('7');
    const answer = await get('/database-away');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  });

  test('answers a defect with 500 and without details', async () => {
    const answer = await get('/defect');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
  });

  test('parses the query with zod, and answers its messages', async () => {
    expect((await get('/typed?days=30&days=x')).json()).toEqual({ days: 30 });
    expect((await get('/typed?days=91')).json()).toMatchObject({
      message: 'No máximo 90 dias.',
      error: 'invalid-fields',
      fields: { days: 'No máximo 90 dias.' },
    });
  });

  test('answers 404, 400 and 414 for unknown, malformed and too long URLs', async () => {
    expect((await get('/unknown')).statusCode).toBe(404);
    expect((await get('/%E0%A4%A')).statusCode).toBe(400);
    expect((await get(`/fine?a=${'x'.repeat(10_000)}`)).statusCode).toBe(414);
    expect((await get(`/${'x'.repeat(10_000)}`)).statusCode).toBe(414);
    expect((await fetch(`http://127.0.0.1:${port}/fine?a=${'x'.repeat(20_000)}`)).status).toBe(414);
  });

  test('rejects broken, empty, too large and non-JSON bodies, and removes hostile keys', async () => {
    expect((await post('{"a":')).json()).toMatchObject({ error: 'invalid-json' });
    expect((await post('')).json()).toMatchObject({ error: 'empty-body' });
    expect((await post(JSON.stringify('x'.repeat(70_000)))).statusCode).toBe(413);
    expect((await post('<a/>', 'text/xml')).statusCode).toBe(415);
    expect((await post('{"a":1,"__proto__":{"admin":true},"constructor":{"prototype":{}}}')).json()).toEqual({
      body: { a: 1 },
    });
  });

  test('answers 400 to bytes that are not HTTP', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('A requisição não é válida.');
  });

  test('names missing dependencies in /readyz with 503', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    ready = false;
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ missing: ['postgres'] });
    ready = true;
  });

  test('warns in /readyz of a lesser part that is away, and stays ready', async () => {
    const other = createServer({ logger, trustProxy: false });
    registerHealth(other, {}, { list: () => ['disk-low'], lesser: { redis: whileReady } });
    expect((await other.inject('/readyz')).json()).toEqual({ status: 'ready', warnings: ['disk-low'] });
    ready = false;
    const answer = await other.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: 'ready', warnings: ['disk-low', 'redis-away'] },
    ]);
    ready = true;
  });

  test('measures requests by program, pattern of the route and status', async () => {
    const measured = createServer({ logger, program: 'test', trustProxy: false });
    measured.get('/things/:id', () => ({ ok: true }));
    for (const url of ['/things/1', '/things/2', '/unknown/3']) await measured.inject(url);
    const text = await renderMetrics();
    expect(text).toContain(
      'tracker_http_request_duration_seconds_count{program="test",route="/things/:id",status="200"} 2',
    );
    expect(text).toContain('tracker_http_request_duration_seconds_count{program="test",route="none",status="404"} 1');
    expect(text).not.toContain('route="/fine"');
  });
});
