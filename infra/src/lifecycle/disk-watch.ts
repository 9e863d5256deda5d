// Watches the free space where events are kept, so that the disk is never filled to its end by strangers: first requests without a key
// are refused, and at the hard limit all that would be recorded.
import { statfs } from 'node:fs/promises';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';

/** `low`: requests without a key are refused. `full`: everything that records is. */
export type DiskState = 'ok' | 'low' | 'full';

export interface DiskWatch {
  state(): DiskState;
  /** Looks now; for tests and the start. */
  look(): Promise<void>;
  stop(): void;
}

export interface DiskLimits {
  readonly lowBytes: number;
  readonly fullBytes: number;
}

/** The spool alone may take 1 GiB, and Postgres needs room for its own log to stop in order. */
export const DISK_LIMITS: DiskLimits = { lowBytes: 2 * 1024 ** 3, fullBytes: 512 * 1024 ** 2 };
/** Room that must be back before requests are taken again: else the state would change with every file. */
const BACK_SHARE = 1.1;
const EVERY_MS = 5_000;

export interface DiskWatchOptions {
  readonly path: string;
  readonly logger: Logger;
  readonly limits?: DiskLimits;
  /** For tests. */
  readonly freeBytesOf?: (path: string) => Promise<number>;
}

export function createDiskWatch(options: DiskWatchOptions): DiskWatch {
  const { path, logger, limits = DISK_LIMITS, freeBytesOf = freeBytes } = options;
  let state: DiskState = 'ok';

  async function look(): Promise<void> {
    let free: number;
    try {
      free = await freeBytesOf(path);
    } catch {
      return; // No answer is no reason to refuse.
    }
    metrics.diskFreeBytes.set(free);
    const next = stateOf(free, state, limits);
    if (next === state) return;
    const facts = { freeBytes: free, path };
    if (next === 'ok') logger.info({ event: 'disk.recovered', ...facts }, 'disk has room again; requests are taken');
    else if (next === 'low') {
      logger.warn({ event: 'disk.low', ...facts }, 'disk is nearly full; posts without a key are refused with 503');
    } else logger.error({ event: 'disk.full', ...facts }, 'disk is full; nothing is recorded, requests get 503');
    state = next;
  }

  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return { state: () => state, look, stop: () => clearInterval(timer) };
}

function stateOf(free: number, before: DiskState, { lowBytes, fullBytes }: DiskLimits): DiskState {
  const isBelow = (bytes: number, isThere: boolean) => free < bytes * (isThere ? BACK_SHARE : 1);
  if (isBelow(fullBytes, before === 'full')) return 'full';
  return isBelow(lowBytes, before !== 'ok') ? 'low' : 'ok';
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
