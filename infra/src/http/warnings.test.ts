import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { registerHealth } from './health.ts';
import { createServer } from './server.ts';
import { createConnectionWarnings } from './warnings.ts';

async function warned(
  { trustProxy = false as false | string[], https = false },
  requests: { from?: string; headers?: Record<string, string> }[],
) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const warnings = createConnectionWarnings({ trustsProxy: trustProxy !== false, https, logger });
  const app = createServer({ logger, trustProxy, warnings });
  registerHealth(app, {}, warnings);
  for (const { from = '127.0.0.1', headers } of requests)
    await app.inject({ url: '/healthz', remoteAddress: from, headers });
  const ready = (await app.inject('/readyz')).json();
  await app.close();
  return { ready, events: lines.map((line) => JSON.parse(line).event) };
}

const forwarded = { 'x-forwarded-for': '203.0.113.9' };
const overTls = { 'x-forwarded-proto': 'https' };

test('warns once in the log, and in /readyz, of a proxy that TRUST_PROXY does not name', async () => {
  expect(await warned({}, [{ headers: forwarded }, { from: '10.0.0.7', headers: forwarded }])).toEqual({
    ready: { status: 'ready', warnings: ['proxy-not-trusted'] },
    events: ['http.proxy.not-trusted'],
  });
});

test('warns of https that PUBLIC_URL does not name: cookies cannot be secure', async () => {
  const trusted = { trustProxy: ['127.0.0.1'] };
  expect((await warned(trusted, [{ headers: { ...forwarded, ...overTls } }])).ready.warnings).toEqual([
    'https-not-public',
  ]);
  expect((await warned({ ...trusted, https: true }, [{ headers: { ...forwarded, ...overTls } }])).ready).toEqual({
    status: 'ready',
  });
});

test('takes no warning from a stranger, and none when the proxy is trusted', async () => {
  const stranger = { from: '203.0.113.5', headers: { ...forwarded, ...overTls } };
  expect(await warned({}, [stranger, {}])).toEqual({ ready: { status: 'ready' }, events: [] });
  expect((await warned({ trustProxy: ['127.0.0.1'] }, [{ headers: forwarded }])).ready).toEqual({ status: 'ready' });
});
