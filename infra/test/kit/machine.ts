/**
 * How patient the deadlines of tests are. A slow or busy machine makes a run slow, not red: `vitest.config.ts` measures it once, and
 * its workers read the result. Deadlines that the product promises do not use it.
 */
import { createHash } from 'node:crypto';
import { environment } from '@tracker/infra/config/config';

/** At least 1: what a deadline that is right for an idle machine is multiplied by. */
export const PATIENCE = Number(environment().TEST_PATIENCE ?? 1);

/** The time of the probe on an idle machine of two cores. */
const IDLE_MS = 30;
const PROBES = 5;
/** A machine that is slower than this is not tested on. */
const PATIENCE_MAX = 20;

/** The median of a fixed piece of work, against an idle machine. Takes a third of a second there. */
export function measurePatience(): number {
  const block = Buffer.alloc(1 << 20);
  const times = Array.from({ length: PROBES }, () => {
    const since = performance.now();
    for (let round = 0; round < 40; round += 1) createHash('sha256').update(block).digest();
    return performance.now() - since;
  });
  const median = times.toSorted((one, other) => one - other)[Math.floor(PROBES / 2)] ?? IDLE_MS;
  return Math.min(Math.max(1, median / IDLE_MS), PATIENCE_MAX);
}
