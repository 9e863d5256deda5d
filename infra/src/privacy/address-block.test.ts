import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAddressCipher } from './address-block.ts';
import { cutAddress } from './cut-address.ts';

const cipher = createAddressCipher(new Uint8Array(32).fill(5));

test('decrypts every address to its usual form', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(cipher.open(cipher.seal(address))).toBe(address);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const opened = cipher.open(cipher.seal(address));
      expect(cipher.seal(opened)).toBe(cipher.seal(address));
    }),
  );
  expect(cipher.open(cipher.seal('2001:DB8:0:0:1:0:0:1'))).toBe('2001:db8::1:0:0:1');
  expect(cipher.open(cipher.seal('::ffff:1.2.3.4'))).toBe('1.2.3.4');
  expect([cipher.seal(''), cipher.seal('unknown'), cipher.open('short')]).toEqual(['', '', '']);
});

test('encrypts differently with another key', () => {
  const other = createAddressCipher(new Uint8Array(32).fill(6));
  expect(other.seal('203.0.113.9')).not.toBe(cipher.seal('203.0.113.9'));
  expect(other.open(cipher.seal('203.0.113.9'))).not.toBe('203.0.113.9');
});

test('cuts an address to its network, idempotently', () => {
  expect(
    ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::3', '2001:db8::1', '::1', 'fe80::1%eth0', 'no', ''].map(
      cutAddress,
    ),
  ).toEqual(['203.0.113.0', '203.0.113.0', '2001:db8:1::', '2001:db8::', '::', 'fe80::', '', '']);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(cutAddress(cutAddress(address))).toBe(cutAddress(address));
    }),
  );
});
