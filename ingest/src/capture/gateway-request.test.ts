import { createServer } from '@tracker/infra/http/server';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { expect, test } from 'vitest';
import { counterOf, gatewayRequest } from './gateway-request.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const NOW = 1_795_000_000_123;
const ID = '0f'.repeat(16);
const GOOD = `1795000000.100 ${ID} first`;

async function seen(header: string | string[], remoteAddress = '10.0.0.1') {
  const app = createServer({ logger, trustProxy: ['10.0.0.1'] });
  let read: ReturnType<typeof gatewayRequest>;
  app.get('/', (request) => {
    read = gatewayRequest(request, NOW);
    return '';
  });
  const headers = { 'x-gateway-request': header, 'x-forwarded-for': '203.0.113.7' };
  expect((await app.inject({ url: '/', remoteAddress, headers })).statusCode).toBe(200);
  return read;
}

test('reads moment, id and attempt from the header of the gateway', async () => {
  const first = await seen(GOOD);
  expect(first).toEqual({ arrivedMs: 1_795_000_000_100, id: Buffer.from(ID, 'hex'), isRetry: false });
  expect(await seen(GOOD.replace('first', 'retry'))).toEqual({ ...first, isRetry: true });
  expect(counterOf(first!)).toBe(0x0f0f % 1_000);
});

test('ignores the header of a visitor who is not behind a trusted proxy', async () => {
  expect(await seen(GOOD, '203.0.113.8')).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['no attempt', `1795000000.100 ${ID}`],
  ['another attempt', `1795000000.100 ${ID} third`],
  ['a moment without milliseconds', `1795000000 ${ID} first`],
  ['a negative moment', `-795000000.100 ${ID} first`],
  ['a moment that is not a number', `NaN ${ID} first`],
  ['a moment in exponents', `1e10 ${ID} first`],
  ['a short id', `1795000000.100 ${ID.slice(1)} first`],
  ['a long id', `1795000000.100 ${ID}0 first`],
  ['an id in capitals', `1795000000.100 ${ID.toUpperCase()} first`],
  ['more behind it', `${GOOD} first`],
  ['a line break', `${GOOD}\tx`],
  ['two of them', [GOOD, GOOD]],
  ['a moment of a minute ago', `${(NOW - 60_000) / 1_000} ${ID} first`],
  ['a moment of years ago', `0000000000.000 ${ID} first`],
  ['a moment to come', `${((NOW + 1_001) / 1_000).toFixed(3)} ${ID} first`],
  ['a moment far away', `9999999999.999 ${ID} first`],
])('ignores a header with %s', async (_what, header) => {
  expect(await seen(header)).toBeUndefined();
});
