import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createSameOriginCheck } from './same-origin.ts';

const OWN = 'https://app.example.com';
const check = createSameOriginCheck(`${OWN}/`);

/** Asked under another address than the public one, as behind a gateway. */
const request = (headers: Record<string, string>, method = 'POST') =>
  ({ method, headers, protocol: 'http', host: '10.0.0.5:3000' }) as unknown as FastifyRequest;
const refused = expect.objectContaining({ code: 'cross-site' });

describe('same-origin check', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses a %s of another site', (method) => {
    expect(() => check(request({ 'sec-fetch-site': 'cross-site' }, method))).toThrow(refused);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('lets a %s of another site pass', (method) => {
    expect(() => check(request({ 'sec-fetch-site': 'cross-site' }, method))).not.toThrow();
  });

  test.each<[string, Record<string, string>]>([
    ['names the same origin by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
    ['was typed into the address bar', { 'sec-fetch-site': 'none' }],
    [
      'names the same origin by Sec-Fetch-Site, behind a proxy',
      { 'sec-fetch-site': 'same-origin', origin: 'http://x' },
    ],
    ['has our public origin', { origin: OWN }],
    ['has the origin under which the server is asked', { origin: 'http://10.0.0.5:3000' }],
    ['has a referer of ours', { referer: `${OWN}/campaigns?page=2` }],
    ['has our origin, and a referer of another site', { origin: OWN, referer: 'https://evil.example/' }],
    ['names no origin at all', {}],
  ])('accepts a change that %s', (_what, headers) => {
    expect(() => check(request(headers))).not.toThrow();
  });

  test.each<[string, Record<string, string>]>([
    ['comes from a sibling sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['comes from another site, with our origin', { 'sec-fetch-site': 'cross-site', origin: OWN }],
    ['has the origin of another site', { origin: 'https://evil.example' }],
    ['has our host under another protocol', { origin: 'http://app.example.com' }],
    ['has an opaque origin', { origin: 'null' }],
    ['has the origin of another site, and a referer of ours', { origin: 'https://evil.example', referer: `${OWN}/` }],
    ['has a referer of another site', { referer: 'https://evil.example/' }],
    ['has a referer that is no URL', { referer: 'campaigns' }],
  ])('refuses a change that %s', (_what, headers) => {
    expect(() => check(request(headers))).toThrow(refused);
  });
});

test('reports the origin that was refused where the browser did not say that it is another site', () => {
  const seen: string[][] = [];
  const reporting = createSameOriginCheck(`${OWN}/`, (from, asked) => void seen.push([from, asked]));
  expect(() => reporting(request({ origin: 'http://outra.example' }))).toThrow(refused);
  expect(() => reporting(request({ 'sec-fetch-site': 'cross-site', origin: 'http://outra.example' }))).toThrow(refused);
  expect(seen).toEqual([['http://outra.example', expect.stringMatching(/^https?:/)]]);
});
