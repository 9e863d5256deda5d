import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicListener, reachOfStore, reachOfUrl } from './reach.ts';
import { strengthOf, weakKeysOf } from './strength.ts';

describe('strength of a password', () => {
  test.each(['tracker', 'postgres', 'Password1', 'short-one', 'aaaaaaaaaaaaaaaa', 'ababababababab'])(
    'is weak: %s',
    (password) => {
      expect(strengthOf(password)).toBe('weak');
    },
  );
  test('is weak when it is the name of the user', () => {
    expect(strengthOf('traffic-tracker-app', 'traffic-tracker-app')).toBe('weak');
  });
  test('is none without one, and strong for any that is random', () => {
    expect(strengthOf('')).toBe('none');
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 18, maxLength: 18 }),
        () => strengthOf(randomBytes(18).toString('base64url')) === 'strong',
      ),
    );
  });
});

test('finds keys of APP_KEYS that were typed, counted or copied, and no random one', () => {
  const key = (id: string, bytes: Uint8Array) => ({ id, key: bytes });
  expect(
    weakKeysOf([
      key('typed', Buffer.from('correct horse battery staple 123')),
      key(
        'counted',
        Uint8Array.from({ length: 32 }, (_, index) => index),
      ),
      key('one byte', new Uint8Array(32).fill(7)),
      key(
        'pattern',
        Uint8Array.from({ length: 32 }, (_, index) => (index % 3) * 80),
      ),
      key('random', randomBytes(32)),
    ]),
  ).toEqual(['typed', 'counted', 'one byte', 'pattern']);
});

describe('reach', () => {
  test.each([
    ['http://127.0.0.1:3300', 'loopback'],
    ['http://localhost:3000', 'loopback'],
    ['http://[::1]:3000', 'loopback'],
    ['http://192.168.1.20', 'private'],
    ['http://tracker', 'private'],
    ['http://tracker.lan', 'private'],
    ['https://rastreio.example.com', 'public'],
    ['http://203.0.113.7', 'private'], // documentation
    ['http://8.8.8.8', 'public'],
  ])('of %s is %s', (url, reach) => {
    expect(reachOfUrl(url)).toBe(reach);
  });

  test('of a store is that of its addresses, and private while it has none', async () => {
    expect(await reachOfStore('127.0.0.1')).toBe('loopback');
    expect(await reachOfStore('localhost')).toBe('loopback');
    expect(await reachOfStore('10.0.0.9')).toBe('private');
    expect(await reachOfStore('8.8.8.8')).toBe('public');
    expect(await reachOfStore('no-such-host.invalid')).toBe('private');
  });

  test('of a listener is public for a public address alone', () => {
    expect([isPublicListener('127.0.0.1'), isPublicListener('10.0.0.1'), isPublicListener('8.8.8.8')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
