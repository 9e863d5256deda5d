// An IP address as one AES block: 16 bytes, IPv4 mapped into IPv6. The cipher of a day's key is created once, because creating it
// costs more than a whole request may. ECB of a single block shows only that two clicks of one day had the same address.
//
// Another key gives nothing, never an invented address: a day's key may be made a second time, after a clock that was ahead purged the first
// one. The 96 fixed bits of a mapped IPv4 address are its check. An IPv6 address fills its block, so 8 bytes follow it: the same
// block encrypted by a second key.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { groupsOf, ipv6Text } from './ipv6.ts';

const BLOCK_BYTES = 16;
const CHECK_BYTES = 8;

export interface AddressCipher {
  /** base64url, 22 characters for IPv4 and 32 for IPv6; '' for what is no address. */
  encrypt(address: string): string;
  /** The address in its usual form; '' for a text that was not encrypted by this key. */
  decrypt(encrypted: string): string;
  /** A name that only this key gives a text: base64url, 22 characters. */
  name(text: string): string;
}

export function createAddressCipher(key: Uint8Array): AddressCipher {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const checker = createCipheriv('aes-256-ecb', new Uint8Array(hkdfSync('sha256', key, '', 'check', 32)), null);
  checker.setAutoPadding(false);
  const checkOf = (address: Uint8Array): Buffer => checker.update(address).subarray(0, CHECK_BYTES);
  const block = Buffer.alloc(BLOCK_BYTES);
  const nameKey = createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'names', 32)));
  return {
    encrypt(address) {
      if (isIPv4(address)) writeIpv4(block, address);
      else if (isIPv6(address)) writeIpv6(block, address);
      else return '';
      const encrypted = cipher.update(block);
      return (isMapped(block) ? encrypted : Buffer.concat([encrypted, checkOf(block)])).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length !== BLOCK_BYTES && bytes.length !== BLOCK_BYTES + CHECK_BYTES) return '';
      const address = decipher.update(bytes.subarray(0, BLOCK_BYTES));
      const check = bytes.subarray(BLOCK_BYTES);
      return (check.length === 0 ? isMapped(address) : check.equals(checkOf(address))) ? textOf(address) : '';
    },
    name: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
  };
}

function writeIpv4(block: Buffer, address: string): void {
  block.fill(0, 0, 10);
  block[10] = 0xff;
  block[11] = 0xff;
  let byte = 0;
  let at = 12;
  for (let index = 0; index < address.length; index += 1) {
    const code = address.charCodeAt(index);
    if (code === 46) {
      block[at] = byte;
      at += 1;
      byte = 0;
    } else byte = byte * 10 + code - 48;
  }
  block[at] = byte;
}

function writeIpv6(block: Buffer, address: string): void {
  for (const [index, group] of groupsOf(address).entries()) block.writeUInt16BE(Number.parseInt(group, 16), index * 2);
}

const isMapped = (block: Buffer): boolean =>
  block.readUInt32BE(0) === 0 && block.readUInt32BE(4) === 0 && block.readUInt32BE(8) === 0xffff;

function textOf(block: Buffer): string {
  if (isMapped(block)) {
    return `${block[12]}.${block[13]}.${block[14]}.${block[15]}`;
  }
  const groups = Array.from({ length: 8 }, (_, index) => block.readUInt16BE(index * 2).toString(16));
  return ipv6Text(groups);
}
