/**
 * How slow this machine is, for the deadlines of tests. A slow or busy machine makes a run slow, not red: `vitest.config.ts` measures it once, and
 * its workers read the result. Deadlines that the product promises do not use it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { environment } from '@tracker/infra/config/config';

/** At least 1: what a deadline that is right for an idle machine is multiplied by. */
export const SLOWNESS = Number(environment().TEST_SLOWNESS ?? 1);

/** What takes so long on an idle machine: for the time limit of a test, of a hook or of a wait. */
export const within = (ms: number): number => Math.round(ms * SLOWNESS);

/** The time of the probe on an idle machine of two cores. */
const IDLE_MS = 30;
const PROBES = 5;
/** A machine that is slower than this is not tested on. */
const SLOWNESS_MAX = 20;

/** The median of a fixed piece of work, against an idle machine. Takes a third of a second there. */
export function measureSlowness(): number {
  const block = Buffer.alloc(1 << 20);
  const times = Array.from({ length: PROBES }, () => {
    const since = performance.now();
    for (let round = 0; round < 40; round += 1) createHash('sha256').update(block).digest();
    return performance.now() - since;
  });
  const median = times.toSorted((one, other) => one - other)[Math.floor(PROBES / 2)] ?? IDLE_MS;
  return Math.min(Math.max(1, median / IDLE_MS), SLOWNESS_MAX);
}

const SHARED_MEMORY = '/dev/shm';

/** Bytes that are free there; 0 where a machine has none. */
export function sharedMemory(): number {
  if (!existsSync(SHARED_MEMORY)) return 0;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory());
}

/** More than the files of a run, and the programs that it starts. */
const PLENTY = 12 * 2 ** 30;

/** A folder in memory for temporary files, also for programs among them; undefined where there is not plenty of it. */
export function memoryFolder(): string | undefined {
  if (sharedMemory() < PLENTY) return undefined;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === SHARED_MEMORY);
  return mount === undefined || mount.includes('noexec') ? undefined : SHARED_MEMORY;
}
