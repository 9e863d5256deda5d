// An IP address as one AES block: 16 bytes, IPv4 mapped into IPv6. The cipher of a day's key is created once, because creating it
// costs more than a whole request may. ECB of a single block shows only that two clicks of one day had the same address.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { groupsOf, ipv6Text } from './ipv6.ts';

export interface AddressCipher {
  /** base64url, 22 characters; '' for what is no address. */
  encrypt(address: string): string;
  /** The address in its usual form; '' for a text that was not encrypted by this key. */
  decrypt(encrypted: string): string;
  /** A name that only this key gives a text: base64url, 22 characters. */
  name(text: string): string;
}

export function createAddressCipher(key: Uint8Array): AddressCipher {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const block = Buffer.alloc(16);
  const nameKey = createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'names', 32)));
  return {
    encrypt(address) {
      if (isIPv4(address)) writeIpv4(block, address);
      else if (isIPv6(address)) writeIpv6(block, address);
      else return '';
      return cipher.update(block).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      return bytes.length === 16 ? textOf(decipher.update(bytes)) : '';
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

function textOf(block: Buffer): string {
  if (block.readUInt32BE(0) === 0 && block.readUInt32BE(4) === 0 && block.readUInt32BE(8) === 0xffff) {
    return `${block[12]}.${block[13]}.${block[14]}.${block[15]}`;
  }
  const groups = Array.from({ length: 8 }, (_, index) => block.readUInt16BE(index * 2).toString(16));
  return ipv6Text(groups);
}
