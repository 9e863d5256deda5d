import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `prefix_` and 22 random letters and digits: 131 bits, as unique as a UUID. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomText(22)}`;
}

/** Letters and digits only, each equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: larger bytes would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}
