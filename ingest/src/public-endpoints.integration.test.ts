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
