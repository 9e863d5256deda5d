import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { registerHealth } from './health.ts';
import { createServer } from './server.ts';
import { VISITOR_HEADERS, type VisitorHeader } from './visitor-header.ts';
import { createConnectionWarnings } from './warnings.ts';

interface Request {
  readonly from?: string;
  readonly url?: string;
  readonly headers?: Record<string, string>;
}

interface Given {
  readonly trustProxy?: false | number | string[];
  readonly visitorHeader?: VisitorHeader;
  readonly https?: boolean;
  readonly isPublic?: boolean;
}

async function open({ trustProxy = false, visitorHeader = 'x-forwarded-for', https = false, isPublic = false }: Given) {
  const lines: string[] = [];
  const kept: string[] = [];
  let nowMs = 0;
  const logger = createLogger({ level: 'warn', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const warnings = createConnectionWarnings({
    ...{ trustProxy, visitorHeader, https, isPublic, logger },
    record: async (warning) => void kept.push(warning),
    now: () => nowMs,
  });
  const app = createServer({ logger, trustProxy, visitorHeader, warnings });
  registerHealth(app, {}, warnings);
  onTestFinished(() => app.close());
  return {
    warnings,
    kept,
    async ask(times: number, { from = '127.0.0.1', url = '/', headers }: Request) {
      for (let time = 0; time < times; time += 1) await app.inject({ url, remoteAddress: from, headers });
    },
    ready: async () => (await app.inject('/readyz')).json(),
    events: () => lines.map((line) => JSON.parse(line).event),
    passHour() {
      nowMs += 3_600_000;
    },
  };
}

async function warned(given: Given, requests: Request[]) {
  const { ask, ready, events } = await open(given);
  for (const request of requests) await ask(1, request);
  return { ready: await ready(), events: events() };
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

test.each(VISITOR_HEADERS)('warns of a proxy that is not trusted by %s', async (name) => {
  expect(await warned({}, [{ headers: { [name]: '203.0.113.9' } }])).toMatchObject({
    events: ['http.proxy.not-trusted'],
  });
});

describe('trusted proxy', () => {
  const header = { 'x-real-ip': '203.0.113.9' };
  const given = { trustProxy: 1, visitorHeader: 'cf-connecting-ip' } as const;

  test('that does not send the header of TRUST_PROXY is found, kept for the doctor once an hour, and forgotten when it comes', async () => {
    const { ask, ready, kept, events, warnings, passHour } = await open(given);
    await ask(50, { url: '/healthz' });
    await ask(19, { headers: header });
    expect(await ready()).toEqual({ status: 'ready' });
    await ask(30, { headers: header });
    expect([(await ready()).warnings, kept, events()]).toEqual([
      ['visitor-header-missing'],
      ['visitor-header-missing'],
      ['http.visitor-header.missing'],
    ]);
    expect(warnings.forScreens()).toEqual(['proxy-not-trusted']);
    passHour();
    await ask(20, { headers: header });
    expect([kept.length, events().length]).toEqual([2, 1]);
    await ask(1, { headers: { 'cf-connecting-ip': '203.0.113.9' } });
    expect(await ready()).toEqual({ status: 'ready' });
  });

  test('that names one address for all visitors of an hour is found, and no screen or checkout counts', async () => {
    const one = { headers: { 'cf-connecting-ip': '203.0.113.9' } };
    const { ask, ready, passHour } = await open(given);
    await ask(250, { url: '/webhooks/x/y', ...one });
    await ask(199, { url: '/track/x', ...one });
    expect(await ready()).toEqual({ status: 'ready' });
    await ask(1, { url: '/track/x', ...one });
    expect((await ready()).warnings).toEqual(['one-network']);
    passHour();
    await ask(1, { url: '/view', ...one });
    await ask(1, { url: '/view', headers: { 'cf-connecting-ip': '198.51.100.1' } });
    expect(await ready()).toEqual({ status: 'ready' });
  });

  test('is missing where a public product sees one address alone; a product of this machine is left alone', async () => {
    const outside = await open({ isPublic: true });
    await outside.ask(200, { url: '/track/x' });
    expect((await outside.ready()).warnings).toEqual(['one-network']);
    const here = await open({});
    await here.ask(200, { url: '/track/x' });
    expect(await here.ready()).toEqual({ status: 'ready' });
  });
});

test('says which header a refused origin lacks, once', async () => {
  const { warnings, kept, events } = await open({});
  warnings.originRefused('http://loja.example', 'http://127.0.0.1:3000');
  warnings.originRefused('http://loja.example', 'http://127.0.0.1:3000');
  warnings.originRefused('https://loja.example', 'http://loja.example');
  warnings.originRefused('null', 'http://loja.example');
  expect(kept).toEqual(['host-not-passed-on', 'protocol-not-passed-on']);
  // The log leaves lines out that are the same within a moment.
  expect(new Set(events())).toEqual(new Set(['http.origin.refused']));
  expect(warnings.forScreens()).toEqual([]);
});
