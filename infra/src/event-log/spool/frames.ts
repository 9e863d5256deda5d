// The frames of a segment: a mark, the length of the payload, its number of events, a checksum over length, count and payload;
// then the payload. Integers are big-endian, 4 bytes each. The mark lets a reader find the next frame after a damaged one.
import { crc32 } from 'node:zlib';

const MARK = 0xf5_54_54_31; // no byte of UTF-8 text begins like this
const markBytes = Buffer.from([0xf5, 0x54, 0x54, 0x31]);
const HEADER_BYTES = 16;
const LENGTH_AT = 4;
const COUNT_AT = 8;
const CHECKSUM_AT = 12;

export interface Frame {
  readonly payload: Buffer;
  readonly eventCount: number;
  /** Where the next frame begins. */
  readonly end: number;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface Scan {
  readonly frames: readonly Frame[];
  /** Whole stretches that no checksum vouches for: bits that turned, or a write of which the disk kept the wrong part. */
  readonly damaged: readonly ByteRange[];
  /** The beginning of a frame whose end was never written, as a process that was killed leaves it; it was not acknowledged. */
  readonly torn: ByteRange | undefined;
}

export function encodeFrame(payload: Uint8Array, eventCount: number): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.writeUInt32BE(MARK, 0);
  frame.writeUInt32BE(payload.length, LENGTH_AT);
  frame.writeUInt32BE(eventCount, COUNT_AT);
  frame.writeUInt32BE(checksum(frame, 0, payload), CHECKSUM_AT);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/** Every whole frame, in order, and what lies between and behind them. */
export function scanFrames(bytes: Buffer): Scan {
  const frames: Frame[] = [];
  const damaged: ByteRange[] = [];
  for (let at = 0; at < bytes.length; ) {
    const frame = frameAt(bytes, at);
    if (frame) {
      frames.push(frame);
      at = frame.end;
      continue;
    }
    const next = nextFrame(bytes, at + 1);
    const rest = { from: at, to: next ?? bytes.length };
    if (next === undefined && isBeginning(bytes.subarray(at))) return { frames, damaged, torn: rest };
    damaged.push(rest);
    at = rest.to;
  }
  return { frames, damaged, torn: undefined };
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  const payloadAt = at + HEADER_BYTES;
  if (payloadAt > bytes.length || bytes.readUInt32BE(at) !== MARK) return undefined;
  const end = payloadAt + bytes.readUInt32BE(at + LENGTH_AT);
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(payloadAt, end);
  if (bytes.readUInt32BE(at + CHECKSUM_AT) !== checksum(bytes, at, payload)) return undefined;
  return { payload, eventCount: bytes.readUInt32BE(at + COUNT_AT), end };
}

function nextFrame(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(markBytes, from); at >= 0; at = bytes.indexOf(markBytes, at + 1)) {
    if (frameAt(bytes, at)) return at;
  }
  return undefined;
}

/** True of a frame that ends too early; a frame that is all there, but wrong, is none. */
function isBeginning(rest: Buffer): boolean {
  if (rest.length < HEADER_BYTES) return markBytes.subarray(0, rest.length).equals(rest.subarray(0, markBytes.length));
  return rest.readUInt32BE(0) === MARK && HEADER_BYTES + rest.readUInt32BE(LENGTH_AT) > rest.length;
}

const checksum = (bytes: Buffer, at: number, payload: Uint8Array): number =>
  crc32(payload, crc32(bytes.subarray(at + LENGTH_AT, at + CHECKSUM_AT)));
