// Whether the disk has room for what a start writes, reported before it begins.
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@tracker/infra/errors/start-error';
import { DISK_LIMITS } from '@tracker/infra/lifecycle/disk-watch';

const MEBIBYTE = 1024 ** 2;
/** Of a new database, its log and the demo tenant, on top of what must stay free for events to be taken. */
export const NEW_INSTALLATION_BYTES_MIN = DISK_LIMITS.fullBytes + 256 * MEBIBYTE;

interface RoomOptions {
  /** Where its database is kept in the data directory. */
  readonly isEmbedded: boolean;
  readonly say: (line: string) => void;
  /** For tests. */
  readonly freeBytesOf?: (path: string) => number;
}

/** Refuses a new installation for which there is no room; of one that is there it only says what it will not do, so that room can be made. */
export function sayRoom(dataDir: string, { isEmbedded, say, freeBytesOf = freeBytes }: RoomOptions): void {
  const free = freeBytesOf(dataDir);
  const has = `The disk that holds the data directory ${dataDir} has only ${inMebibytes(free)} free`;
  if (isEmbedded && !existsSync(join(dataDir, 'postgres')) && free < NEW_INSTALLATION_BYTES_MIN) {
    throw new StartError(
      `${has}, and a new installation needs ${inMebibytes(NEW_INSTALLATION_BYTES_MIN)}; make room or set DATA_DIR.`,
    );
  }
  const { fullBytes, lowBytes } = DISK_LIMITS;
  if (free < fullBytes) say(`${has}: below ${inMebibytes(fullBytes)} nothing is recorded; make room.`);
  else if (free < lowBytes) say(`${has}: below ${inMebibytes(lowBytes)} posts without a key are refused; make room.`);
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)} MiB`;

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
