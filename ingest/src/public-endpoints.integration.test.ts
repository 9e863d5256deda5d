import { gzipSync } from 'node:zlib';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { PUBLIC_ENDPOINTS, PUBLIC_FOLDERS } from '@tracker/schemas/capture/public-endpoints';
import { expect, test } from 'vitest';
import { registerIngest } from './app.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();

const isDocumented = (url: string): boolean =>
  PUBLIC_ENDPOINTS.some(({ method, paths }) => method === 'GET' && paths.includes(url));

test('documents exactly the public endpoints that exist', async () => {
  const { stack, clock } = ingest;
  const app = createServer({ logger: stack.logger, trustProxy: false });
  const there: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const isBroken =
      url.endsWith('/*') || (method === 'GET' && PUBLIC_FOLDERS.includes(url.slice(1)) && !isDocumented(url));
    if (method !== 'OPTIONS' && method !== 'HEAD' && !isBroken) there.push(`${method} ${url}`);
  });
  registerIngest(app, {
    recorder: await stack.openRecorder(),
    ...stack.caches,
    clickIds: createClickIdMint({ slot: 9, clock }),
    addresses: { encrypt: (ip) => ({ ipAddress: ip }), nameNetwork: () => '' },
    keyring: stack.keyring,
    clock,
    logger: stack.logger,
  });
  await app.ready();
  await app.close();
  const documented = PUBLIC_ENDPOINTS.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`));
  expect(there.sort()).toEqual(documented.sort());
});

test('reads what is compressed, and refuses another coding with those that are read', async () => {
  const taking = PUBLIC_ENDPOINTS.filter(({ method }) => method === 'POST');
  for (const { paths, params } of taking) {
    for (const path of paths) {
      const url = params ? `/webhooks/generic/${ingest.tenant.trackingKeys.generic}` : path;
      const headers = { 'content-type': 'application/json', 'content-encoding': 'snappy' };
      const answer = await ingest.app.inject({ method: 'POST', url, headers, payload: '{"clickid":"x"}' });
      // With a key it is a row of the inbox.
      if (params) expect(answer.json(), url).toMatchObject({ success: true, ignored: true });
      else
        expect([answer.statusCode, answer.json().error, answer.json().message], url).toEqual([
          415,
          'unsupported-encoding',
          expect.stringContaining('gzip, deflate, br, zstd'),
        ]);
    }
  }
  const clickid = await ingest.click();
  const send = (payload: Buffer) =>
    ingest.app.inject({
      ...{ method: 'POST', url: '/identify', payload },
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
  const message = JSON.stringify({ clickid, fbp: 'fb.1.1751849000000.77' });
  expect((await send(gzipSync(message))).statusCode).toBe(204);
  await expect.poll(() => JSON.stringify([...ingest.stored.values()])).toContain('fb.1.1751849000000.77');
  expect((await send(Buffer.from(message))).json().error).toBe('encoding-broken');
  expect((await send(gzipSync(Buffer.alloc(10_000_000)))).statusCode).toBe(413);
});

test('refuses a form in a type that is not read with those that are', async () => {
  const send = (type: string, payload: string) =>
    ingest.app.inject({ method: 'POST', url: '/leads', headers: { 'content-type': type }, payload });
  const answer = await send('application/xml', '<lead><name>Ana</name></lead>');
  expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual([
    415,
    'unsupported-form-type',
    expect.stringContaining('application/x-www-form-urlencoded'),
  ]);
  expect((await send('application/json', '<lead>')).statusCode).toBe(400);
});

test('allows any site to call every public endpoint', async () => {
  for (const { method, paths } of PUBLIC_ENDPOINTS) {
    for (const url of paths) {
      const preflight = await ingest.app.inject({ method: 'OPTIONS', url });
      expect(preflight.statusCode, url).toBe(204);
      expect(preflight.headers['access-control-allow-methods'], url).toContain(method);
      expect(preflight.headers['access-control-allow-origin'], url).toBe('*');
    }
  }
});
