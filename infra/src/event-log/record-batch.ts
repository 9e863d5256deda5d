// The bytes of one record batch: one byte for the compression, then frames of key length (2 bytes), value length (4 bytes), key
// and value; integers are big-endian. Compressed with zstd when it saves enough: neighbouring events are similar.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { NewRecord } from './event-log.ts';

const PLAIN = 1;
const ZSTD = 2;
const FRAME_HEADER_BYTES = 6;
const KEY_BYTES_MAX = 0xffff;
/** Below this a batch is one or two events, and zstd gains nothing. */
const COMPRESS_FROM_BYTES = 1_024;
/** Level 1: the appending process is the one that answers visitors. Small chunks, because a packed batch is small: see `scratch`. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 4_000 };

/**
 * Where batches are written before they are packed. Memory outside the JavaScript heap, given up thousands of times a second, makes
 * the engine mark the whole heap several times a second, and each of these makes visitors wait 10 to 20 ms.
 */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

export interface BatchRecord {
  readonly key: string;
  /** A view into the batch's memory. */
  readonly value: Uint8Array;
}

export interface EncodedBatch {
  readonly bytes: Buffer;
  /** Before compression. */
  readonly byteCount: number;
}

/** What a record takes in a batch, before compression. */
export function recordBytes(record: NewRecord): number {
  const keyBytes = Buffer.byteLength(record.key);
  if (keyBytes > KEY_BYTES_MAX)
    throw new RangeError(`a record's key has ${keyBytes} bytes, more than ${KEY_BYTES_MAX}`);
  return FRAME_HEADER_BYTES + keyBytes + Buffer.byteLength(record.value);
}

/** `byteCount`: the sum of `recordBytes` of the records. */
export function encodeBatch(records: readonly NewRecord[], byteCount: number): EncodedBatch {
  const isPacked = byteCount >= COMPRESS_FROM_BYTES;
  const plain = isPacked && byteCount < scratch.length ? scratch : Buffer.allocUnsafe(byteCount + 1);
  plain[0] = PLAIN;
  let at = 1;
  for (const { key, value } of records) {
    const keyAt = at + FRAME_HEADER_BYTES;
    const keyBytes = plain.write(key, keyAt);
    const valueAt = keyAt + keyBytes;
    let valueBytes: number;
    if (typeof value === 'string') {
      valueBytes = plain.write(value, valueAt);
    } else {
      plain.set(value, valueAt);
      valueBytes = value.byteLength;
    }
    plain.writeUInt16BE(keyBytes, at);
    plain.writeUInt32BE(valueBytes, at + 2);
    at = valueAt + valueBytes;
  }
  if (!isPacked) return { bytes: plain, byteCount };
  const packed = zstdCompressSync(plain.subarray(1, at), compression);
  return { bytes: Buffer.concat([Buffer.of(ZSTD), packed]), byteCount };
}

export function decodeBatch(bytes: Uint8Array): BatchRecord[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1);
  if (bytes[0] !== PLAIN && bytes[0] !== ZSTD) throw new Error(`a record batch of unknown kind ${bytes[0]}`);
  const frames = bytes[0] === ZSTD ? zstdDecompressSync(body) : body;
  const records: BatchRecord[] = [];
  for (let at = 0; at < frames.length; ) {
    const keyAt = at + FRAME_HEADER_BYTES;
    const valueAt = keyAt + frames.readUInt16BE(at);
    const end = valueAt + frames.readUInt32BE(at + 2);
    if (end > frames.length) throw new Error('a record batch is cut off');
    records.push({ key: frames.toString('utf8', keyAt, valueAt), value: frames.subarray(valueAt, end) });
    at = end;
  }
  return records;
}
