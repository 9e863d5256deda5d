import { expect, test } from 'vitest';
import { shownIp } from './shown-ip.ts';

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['2001:db8:abcd:12::7', '2001:db8:abcd::'],
  ['2001:db8::7', '2001:db8::'],
  ['::1', '::'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['not an address', null],
  [null, null],
])('%s is shown to viewers as %s', (address, shown) => {
  expect(shownIp(address, 'viewer')).toBe(shown);
});

test('editors and admins see whole addresses', () => {
  expect(shownIp('203.0.113.77', 'editor')).toBe('203.0.113.77');
  expect(shownIp('203.0.113.77', 'admin')).toBe('203.0.113.77');
});
