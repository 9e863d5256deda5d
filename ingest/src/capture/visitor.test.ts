import { createServer } from '@tracker/infra/http/server';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { describe, expect, test } from 'vitest';
import { isPrefetch, refererHeader, requestFacts } from './visitor.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

async function seen(headers: Record<string, string>, trustProxy: false | string[] = false) {
  const app = createServer({ logger, trustProxy });
  app.get('/', (request) => ({
    facts: requestFacts(request, {
      referrer: refererHeader(request),
      atMs: 0,
      addresses: { encrypt: (ip) => ({ ipAddress: ip }) },
    }),
    prefetch: isPrefetch(request),
  }));
  const answer = await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers });
  return answer.json();
}

describe('facts of a request', () => {
  test('contains no e-mail address of the referring page', async () => {
    const { facts } = await seen({ referer: 'https://loja.com/obrigado?email=ana%40b.com&a=1' });
    expect(facts.referrer).toBe('https://loja.com/obrigado?email=[email]&a=1');
  });

  test('contains the raw headers as UTF-8, cut to length and without control characters', async () => {
    const { facts } = await seen({
      'user-agent': `Navegador ${Buffer.from('ção').toString('latin1')} ${'x'.repeat(600)}`,
      referer: 'https://loja.com/a?b=c',
    });
    expect(facts).toMatchObject({ ipAddress: '10.0.0.1', referrer: 'https://loja.com/a?b=c', place: null });
    expect(facts.userAgent).toMatch(/^Navegador ção x+$/);
    expect(facts.userAgent).toHaveLength(512);
  });

  test('takes the place and the address from headers of a trusted proxy only', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'cf-ipcountry': 'br',
      'cf-region': Buffer.from('São Paulo').toString('latin1'),
      'cf-ipcity': 'Campinas',
      'cf-timezone': 'America/Sao_Paulo',
    };
    expect((await seen(headers)).facts).toMatchObject({ ipAddress: '10.0.0.1', place: null });
    expect((await seen(headers, ['192.0.2.0/24'])).facts).toMatchObject({ ipAddress: '10.0.0.1', place: null });
    expect((await seen(headers, ['10.0.0.0/8'])).facts).toMatchObject({
      ipAddress: '203.0.113.7',
      place: { countryCode: 'BR', region: 'São Paulo', city: 'Campinas', timeZone: 'America/Sao_Paulo' },
    });
    const tor = { ...headers, 'cf-ipcountry': 'T1' };
    expect((await seen(tor, ['10.0.0.0/8'])).facts.place).toBeNull();
  });

  test('marks prefetch requests', async () => {
    const prefetches: Record<string, string>[] = [
      { purpose: 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { 'x-moz': 'prefetch' },
    ];
    for (const headers of prefetches) {
      expect((await seen(headers)).prefetch).toBe(true);
    }
    expect((await seen({})).prefetch).toBe(false);
  });
});
