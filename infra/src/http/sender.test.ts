import { expect, test } from 'vitest';
import { cleanAddress, senderOf } from './sender.ts';

test('strips ports and IPv4-mapped notation from addresses, and returns an empty text for invalid ones', () => {
  expect(cleanAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(cleanAddress('192.0.2.1:5678')).toBe('192.0.2.1');
  expect(cleanAddress('[2001:db8::1]:443')).toBe('2001:db8::1');
  expect(cleanAddress('2001:db8::1')).toBe('2001:db8::1');
  expect(cleanAddress('unknown')).toBe('');
  expect(cleanAddress(undefined)).toBe('');
});

test('counts an IPv4 address alone, and all addresses of an IPv6 /64 as one sender', () => {
  expect(senderOf('203.0.113.9')).toBe('203.0.113.9');
  expect(senderOf('2001:db8:1:2::9')).toBe(senderOf('2001:DB8:1:2:ffff:1:1:1'));
  expect(senderOf('2001:db8:1:2::9')).not.toBe(senderOf('2001:db8:1:3::9'));
});
