// How far the spool is drained, in one small file of two slots that are written alternately: an interrupted write damages one
// slot, and the other keeps the previous position. Losing the file loses no event: events are appended twice and count once.
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SpoolFile, SpoolFs } from './spool-fs.ts';

export interface SpoolPosition {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

const FILE = 'ledger';
/** Each place in a block of its own, so that no write touches the other. */
const PLACES_AT = [0, 4_096] as const;
const PLACE_BYTES = 28;
const CHECKED_BYTES = 24;

interface Note extends SpoolPosition {
  readonly sequence: number;
}

export interface Ledger {
  /** Everything before it is in the log. */
  readonly position: SpoolPosition;
  write(position: SpoolPosition): Promise<void>;
  close(): Promise<void>;
}

/** Made at the start with all the space it will ever need, so that a disk that is full later does not keep the spool from draining. */
export async function openLedger(fs: SpoolFs, dir: string): Promise<Ledger> {
  const path = join(dir, FILE);
  const exists = (await fs.list(dir)).includes(FILE);
  const bytes = exists ? await fs.read(path, 0) : Buffer.alloc(0);
  let last: Note = { sequence: 0, segment: 0, offset: 0 };
  for (const at of PLACES_AT) {
    const note = readNote(bytes.subarray(at, at + PLACE_BYTES));
    if (note && note.sequence > last.sequence) last = note;
  }
  const file = exists ? await fs.open(path) : await fs.create(path);
  const fullLength = PLACES_AT[1] + PLACE_BYTES;
  if (bytes.length < fullLength) {
    await file.write(Buffer.alloc(fullLength - bytes.length), bytes.length);
    await file.sync();
    await fs.syncDir(dir);
  }
  return openedLedger(file, last);
}

function openedLedger(file: SpoolFile, found: Note): Ledger {
  let last = found;
  return {
    get position() {
      return last;
    },
    async write(position) {
      const note = { ...position, sequence: last.sequence + 1 };
      await file.write(noteBytes(note), PLACES_AT[note.sequence % 2 === 0 ? 0 : 1]);
      await file.sync();
      last = note;
    },
    close: () => file.close(),
  };
}

function noteBytes({ sequence, segment, offset }: Note): Buffer {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeBigUInt64BE(BigInt(sequence), 0);
  bytes.writeBigUInt64BE(BigInt(segment), 8);
  bytes.writeBigUInt64BE(BigInt(offset), 16);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  return bytes;
}

function readNote(bytes: Buffer): Note | undefined {
  if (bytes.length < PLACE_BYTES) return undefined;
  if (bytes.readUInt32BE(CHECKED_BYTES) !== crc32(bytes.subarray(0, CHECKED_BYTES))) return undefined;
  const number = (at: number) => Number(bytes.readBigUInt64BE(at));
  return { sequence: number(0), segment: number(8), offset: number(16) };
}
