import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAddressCipher } from './address-block.ts';
import { cutAddress } from './cut-address.ts';

const cipher = createAddressCipher(new Uint8Array(32).fill(5));

test('decrypts every address to its usual form', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(cipher.decrypt(cipher.encrypt(address))).toBe(address);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const opened = cipher.decrypt(cipher.encrypt(address));
      expect(cipher.encrypt(opened)).toBe(cipher.encrypt(address));
    }),
  );
  expect(cipher.decrypt(cipher.encrypt('2001:DB8:0:0:1:0:0:1'))).toBe('2001:db8::1:0:0:1');
  expect(cipher.decrypt(cipher.encrypt('::ffff:1.2.3.4'))).toBe('1.2.3.4');
  expect([cipher.encrypt(''), cipher.encrypt('unknown'), cipher.decrypt('short')]).toEqual(['', '', '']);
});

test('encrypts differently with another key, which decrypts nothing', () => {
  const other = createAddressCipher(new Uint8Array(32).fill(6));
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(other.encrypt(address)).not.toBe(cipher.encrypt(address));
      expect(other.decrypt(cipher.encrypt(address))).toBe('');
    }),
  );
});

test('decrypts nothing of a block that was changed or cut', () => {
  for (const address of ['203.0.113.9', '2001:db8::1']) {
    const sealed = Buffer.from(cipher.encrypt(address), 'base64url');
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(cipher.decrypt(changed.toString('base64url'))).toBe('');
      expect(cipher.decrypt(sealed.subarray(0, index).toString('base64url'))).toBe('');
    }
  }
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
