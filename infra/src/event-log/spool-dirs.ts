// The spools of one data directory. Ingest programs may share a volume: each takes the first spool that no other has, and brings
// what an ended one left behind into the log, so that no event waits for a program that may never come back.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUseError } from '../lifecycle/data-dir.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Recorder } from './recorder.ts';
import { segmentsIn } from './spool/spool.ts';

/** More than one volume ever has; ends a search on a disk where no lock can be had. */
export const SPOOLS_MAX = 64;
const LOOK_EVERY_MS = 10_000;

type OpenRecorder = (spoolDir: string) => Promise<Recorder>;

const nameOf = (number: number) => (number === 1 ? 'spool' : `spool-${number}`);
const NAMES = Array.from({ length: SPOOLS_MAX }, (_, index) => nameOf(index + 1));

/** Those that exist. */
export const spoolDirsIn = (dataDir: string): string[] =>
  NAMES.map((name) => join(dataDir, name)).filter((path) => existsSync(path));

/** What waits in a spool that another process may have: the size of its files, of which the first may be in the log in part. */
export const spoolBytesIn = (dir: string): number =>
  segmentsIn(readdirSync(dir)).reduce(
    (sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** The first one that does not exist yet. */
export function freeSpoolDir(dataDir: string): string {
  const free = NAMES.map((name) => join(dataDir, name)).find((path) => !existsSync(path));
  if (free === undefined) throw new Error(`${dataDir} has ${SPOOLS_MAX} spools already`);
  return free;
}

/** Opens the first spool that no other process has; rejects with the error of the last one when there is none. */
export async function openFreeSpool(dataDir: string, open: OpenRecorder): Promise<Recorder> {
  let inUse: unknown;
  for (const name of NAMES) {
    try {
      return await open(join(dataDir, name));
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
      inUse = error;
    }
  }
  throw inUse;
}

export interface LeftSpools {
  /** Looks now; for tests. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Drains the spools of ended programs as long as the log of `own` takes events. */
export function drainLeftSpools(options: {
  readonly dataDir: string;
  readonly own: Pick<Recorder, 'status'>;
  readonly open: OpenRecorder;
  readonly logger: Logger;
}): LeftSpools {
  const { dataDir, own, open, logger } = options;
  let isStopped = false;
  let current: Recorder | undefined;
  let looking: Promise<void> | undefined;

  async function drainOne(dir: string) {
    if (segmentsIn(readdirSync(dir)).length === 0) return;
    const left = await open(dir);
    current = left;
    try {
      await left.drain();
    } finally {
      current = undefined;
      await left.close();
    }
  }

  async function lookAtAll() {
    for (const dir of spoolDirsIn(dataDir)) {
      if (isStopped || !own.status().logAvailable) return;
      await drainOne(dir).catch((error: unknown) => {
        if (error instanceof DataDirInUseError) return;
        logger.warn({ event: 'spool.left.failed', err: error, dir }, 'spool of an ended ingest not drained; retrying');
      });
    }
  }

  const look = () => {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  void look();
  return {
    look,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current?.close();
      await looking;
    },
  };
}
