import { randomBytes } from 'node:crypto';

/** A UUID whose first 48 bits are `ms` (Unix milliseconds), so that sorting by id sorts by time; the rest is of these 16 bytes. */
export function uuidV7(ms: number, rest: Uint8Array = randomBytes(16)): string {
  const bytes = Buffer.from(rest);
  bytes.writeUIntBE(Math.trunc(ms), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
