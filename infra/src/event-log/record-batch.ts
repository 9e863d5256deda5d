// The bytes of one record batch: one byte for the compression, then frames of key length (2 bytes), value length (4 bytes), key
// and value; integers are big-endian. Compressed with zstd when it saves enough: neighbouring events are similar.
import { constants, createZstdCompress, type ZstdCompress, type ZstdOptions, zstdDecompressSync } from 'node:zlib';
import type { NewRecord } from './event-log.ts';

const PLAIN = 1;
const ZSTD = 2;
const FRAME_HEADER_BYTES = 6;
const KEY_BYTES_MAX = 0xffff;
/** Below this a batch is one or two events, and zstd gains nothing. */
const COMPRESS_FROM_BYTES = 1_024;
/** Room behind the frames for the longest character: a text that does not fit is seen by its first character too many, not cut off without a word. */
const SPARE_BYTES = 4;
/**
 * Packs one batch after the other, outside of JavaScript's thread, which answers visitors. One compressor for all of them, whose every write is
 * a whole frame: those of `zstdCompressSync` are kept until the engine marks the whole heap, which they make it do once a second, and each of
 * these makes visitors wait 10 to 20 ms.
 */
export class Packer {
  /** Batches are written here before they are packed: memory outside of the JavaScript heap is not given up each time, for the same reason. */
  readonly #scratch = Buffer.allocUnsafeSlow(256 * 1024);
  readonly #options: ZstdOptions;
  #zstd: ZstdCompress;
  #chunks: Buffer[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #fail: (error: Error) => void = () => undefined;

  constructor(options: ZstdOptions = {}) {
    this.#options = options;
    this.#zstd = this.#open();
  }

  #open(): ZstdCompress {
    const zstd = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
      flush: constants.ZSTD_e_end,
      chunkSize: 64 * 1024,
      ...this.#options,
    });
    zstd.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // Node does not call back the write of the batch in hand then; and a compressor that failed takes no other.
    zstd.on('error', (error) => {
      this.#chunks = [];
      this.#zstd = this.#open();
      this.#fail(error);
    });
    return zstd;
  }

  pack(records: readonly NewRecord[], byteCount: number): Promise<Buffer> {
    const packed = this.#last.then(() => {
      const room = byteCount + SPARE_BYTES;
      const plain = room <= this.#scratch.length ? this.#scratch : Buffer.allocUnsafe(room);
      return this.#compress(writeFrames(records, plain, 0, byteCount));
    });
    this.#last = packed.catch(() => undefined);
    return packed;
  }

  #compress(plain: Buffer): Promise<Buffer> {
    const zstd = this.#zstd;
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      zstd.write(plain, (error) => {
        if (error) return reject(error);
        // What was not given to 'data' yet.
        while (zstd.read() !== null);
        const chunks = this.#chunks;
        this.#chunks = [];
        resolve(Buffer.concat([Buffer.of(ZSTD), ...chunks]));
      });
    });
  }
}

const packer = new Packer();

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
export async function encodeBatch(records: readonly NewRecord[], byteCount: number): Promise<EncodedBatch> {
  if (byteCount >= COMPRESS_FROM_BYTES) return { bytes: await packer.pack(records, byteCount), byteCount };
  const plain = Buffer.allocUnsafe(1 + byteCount + SPARE_BYTES);
  plain[0] = PLAIN;
  return { bytes: writeFrames(records, plain, 1, byteCount), byteCount };
}

/**
 * Returns the memory up to the end of the frames. Throws when they do not have `byteCount` bytes: an event that is stored in part is lost, while
 * one that is refused comes again.
 */
function writeFrames(records: readonly NewRecord[], plain: Buffer, start: number, byteCount: number): Buffer {
  let at = start;
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
  if (at - start !== byteCount) throw new Error(`records of ${at - start} bytes in a batch of ${byteCount}`);
  return plain.subarray(0, at);
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
