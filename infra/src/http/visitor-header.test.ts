import { createLogger } from '@tracker/infra/telemetry/logger';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { cleanAddress } from './sender.ts';
import { createServer } from './server.ts';

const VISITOR = '203.0.113.7';
const STRANGER = '198.51.100.66';

/** The address of the visitor, and the protocol, of a request that comes from `from` with these headers. */
async function seen(trust: string, headers: Record<string, string>, from = '10.0.0.1') {
  const { trustProxy, visitorHeader } = loadConfig({ TRUST_PROXY: trust });
  const logger = createLogger({ level: 'silent', name: 'test' });
  const app = createServer({ logger, trustProxy, visitorHeader });
  app.get('/ip', (request) => `${cleanAddress(request.ip)} ${request.protocol}`);
  const { body } = await app.inject({ url: '/ip', remoteAddress: from, headers });
  await app.close();
  return body;
}

/** What a forger sends in each header. */
const FORGED = {
  'x-forwarded-for': STRANGER,
  forwarded: `for=${STRANGER}`,
  'x-real-ip': STRANGER,
  'cf-connecting-ip': STRANGER,
  'true-client-ip': STRANGER,
};

describe('address of a visitor', () => {
  test.each([
    ['1', { 'x-forwarded-for': `${STRANGER}, ${VISITOR}` }],
    ['10.0.0.0/8', { 'x-forwarded-for': `${STRANGER}, ${VISITOR}` }],
    ['x-forwarded-for:2', { 'x-forwarded-for': `${STRANGER}, ${VISITOR}, 10.0.0.9` }],
    ['forwarded:1', { forwarded: `for=${STRANGER}, for=${VISITOR}` }],
    ['Forwarded:10.0.0.0/8', { forwarded: `for=${STRANGER};by=_a, For="${VISITOR}:4711";proto=http, for=10.2.3.4` }],
    ['x-real-ip:1', { 'x-real-ip': VISITOR }],
    ['X-Real-IP:10.0.0.1', { 'x-real-ip': ` ${VISITOR}` }],
    ['cf-connecting-ip:10.0.0.0/8, fd00::/8', { 'cf-connecting-ip': VISITOR }],
    ['true-client-ip:1', { 'true-client-ip': VISITOR }],
  ])(
    'with TRUST_PROXY=%s is what the proxy says in this header, and not what another header says',
    async (trust, headers) => {
      expect(await seen(trust, { ...FORGED, ...headers })).toBe(`${VISITOR} http`);
    },
  );

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'])(
    'is never what %s says when a stranger sends it, or when the proxy does not send it',
    async (header) => {
      expect(await seen(`${header}:10.0.0.0/8`, FORGED, STRANGER)).toBe(`${STRANGER} http`);
      const forgedInAnother = Object.fromEntries(Object.entries(FORGED).filter(([name]) => name !== header));
      expect(await seen(`${header}:10.0.0.0/8`, forgedInAnother)).toBe('10.0.0.1 http');
      expect(await seen('', FORGED)).toBe('10.0.0.1 http');
    },
  );

  test('takes IPv6, ports and the protocol from Forwarded', async () => {
    expect(await seen('forwarded:1', { forwarded: 'for="[2001:db8::1]:4711";proto=https' })).toBe('2001:db8::1 https');
    expect(await seen('forwarded:1', { forwarded: 'for=unknown;proto="HTTPS"' })).toBe(' https');
  });

  test.each([
    ['an open quote', `for=${STRANGER};by=", for=${VISITOR}`],
    ['an open quote before a quoted address', `for=${STRANGER};by=", for="${VISITOR}:4711"`],
    ['a backslash before the end', `for=${STRANGER};by="\\, for="${VISITOR}"`],
    ['a comma in quotes', `for="${STRANGER}, for=${STRANGER}", for=${VISITOR}`],
    ['no word at all', `,,;=, for=${VISITOR}`],
  ])('is what the proxy wrote behind %s of a visitor', async (_what, forwarded) => {
    expect(await seen('forwarded:1', { forwarded })).toBe(`${VISITOR} http`);
    expect(await seen('forwarded:10.0.0.0/8', { forwarded })).toBe(`${VISITOR} http`);
  });

  test('takes the protocol of the nearest proxy alone, and IPv6 without quotes', async () => {
    const forwarded = `for=${STRANGER};proto=https, for=2001:db8::7;by=203.0.113.1`;
    expect(await seen('forwarded:1', { forwarded, 'x-forwarded-proto': 'https' })).toBe('2001:db8::7 http');
  });

  test('refuses a header that it does not know, a count of proxies for one address, and shows how to write it', () => {
    const sentence = (TRUST_PROXY: string) => {
      try {
        return String(loadConfig({ TRUST_PROXY }).trustProxy);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(sentence('x-client-ip:1')).toBe(
      'TRUST_PROXY knows the headers x-forwarded-for, forwarded, x-real-ip, cf-connecting-ip, true-client-ip, not "x-client-ip"; write it like "cf-connecting-ip:1".',
    );
    expect(sentence('cf-connecting-ip:2')).toBe(
      'TRUST_PROXY counts proxies in x-forwarded-for and forwarded alone; cf-connecting-ip names one address, so write "cf-connecting-ip:1", or the addresses of your proxies.',
    );
    expect(sentence('cf-connecting-ip')).toBe(
      'TRUST_PROXY must also say who is trusted: write it like "cf-connecting-ip:1", or with the addresses of your proxies.',
    );
    expect(sentence('fd00::/8')).toBe('fd00::/8');
    expect(sentence('forwarded:nginx')).toMatch(/must be a hop count or a list of addresses and CIDRs, not "nginx"/);
  });
});
