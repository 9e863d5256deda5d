import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@tracker/infra/http/server';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FILE_RATE, registerWebApp } from './web-app.ts';

async function serve() {
  const dist = mkdtempSync(join(tmpdir(), 'web-app-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, 'index.html'), '<p>page</p>');
  writeFileSync(join(dist, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(dist, 'assets', 'app-1.js'), 'let a;');
  const app = createServer({ logger: createLogger({ level: 'silent', name: 'test' }), trustProxy: false });
  onTestFinished(() => app.close());
  await registerWebApp(app, dist);
  await app.ready();
  // What a request would have to open is not there any more.
  rmSync(dist, { recursive: true });
  return (url: string, headers = {}, remoteAddress = '127.0.0.1') => app.inject({ url, headers, remoteAddress });
}

test('serves the files of the screens from memory, with a tag, and the page for every other path', async () => {
  const ask = await serve();
  const asset = await ask('/assets/app-1.js');
  expect([asset.statusCode, asset.body, asset.headers['content-type'], asset.headers['cache-control']]).toEqual([
    ...[200, 'let a;', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ]);
  expect((await ask('/assets/app-1.js', { 'if-none-match': asset.headers.etag })).statusCode).toBe(304);
  for (const path of ['/', '/index.html', '/campaigns', '/a/b']) {
    const page = await ask(path);
    expect([path, page.body, page.headers['cache-control']]).toEqual([path, '<p>page</p>', 'no-cache']);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  }
  expect((await ask('/assets/gone-1.js')).statusCode).toBe(404);
  expect((await ask('/.vite/manifest.json')).body).toBe('<p>page</p>');
});

test('has a rate by network', async () => {
  // A busy machine gives tokens back faster than it asks.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const ask = await serve();
  const known = { 'if-none-match': String((await ask('/')).headers.etag) };
  let refusals = 0;
  for (let count = 0; count < FILE_RATE.burst + 10 && refusals === 0; count += 1)
    if ((await ask('/', known, '203.0.113.7')).statusCode === 429) refusals += 1;
  expect(refusals).toBe(1);
  expect((await ask('/', known, '198.51.100.1')).statusCode).toBe(304);
});
