import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import type { BatchesInHand } from './batches-in-hand.ts';
import { computeSlice, type SliceDeps } from './compute-slice.ts';

export interface RecomputingDeps extends Omit<SliceDeps, 'announce'> {
  readonly tableLock: TableLock;
  readonly batches: BatchesInHand;
  readonly clock: Clock;
  /** Tenants whose figures changed. */
  readonly announce: (tenantIds: ReadonlySet<string>) => Promise<void>;
}

/** What a program that ended has left; changes that this one reads wake it. */
const LOOK_EVERY_MS = 30_000;
const REST_MS_MIN = 20;
const AGAIN_MS = 2_000;
/** Screens ask again with each news. */
const ANNOUNCE_EVERY_MS = 5_000;

export interface Recomputing {
  /** There may be something to compute. */
  wake(): void;
  /** Ends after the slice in hand. */
  stop(): Promise<void>;
}

/** Computes slices as long as the processor runs, each where a batch ends, and rests after each as long as it took: half of the time is the events'. */
export function startRecomputing(deps: RecomputingDeps): Recomputing {
  const { tableLock, batches, clock, announce, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let turning: Promise<void> | undefined;
  let stopped = false;
  let isWoken = false;
  const unannounced = new Set<string>();
  let announcedMs = Number.NEGATIVE_INFINITY;

  async function announceSome(tenantId: string, isLast: boolean): Promise<void> {
    unannounced.add(tenantId);
    if (!isLast && Math.abs(clock.now() - announcedMs) < ANNOUNCE_EVERY_MS) return;
    await announce(new Set(unannounced));
    unannounced.clear();
    announcedMs = clock.now();
  }

  /** How long to rest. */
  async function slice(): Promise<number> {
    await batches.nextEnd();
    if (stopped) return 0;
    const begunAt = performance.now();
    const done = await tableLock.sharedByOne('recomputations', () => computeSlice({ ...deps, announce: announceSome }));
    if (!done) return LOOK_EVERY_MS;
    return Math.max(REST_MS_MIN, performance.now() - begunAt);
  }

  async function turn(): Promise<void> {
    isWoken = false;
    const rest = await slice().catch((err: unknown) => {
      if (!stopped) {
        logger.warn({ event: 'recompute.slice.failed', err }, 'a slice of conversions was not computed; trying again');
      }
      return AGAIN_MS;
    });
    turning = undefined;
    wait(isWoken ? 0 : rest);
  }

  function wait(ms: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      turning = turn();
    }, ms).unref();
  }

  wait(0);
  return {
    wake() {
      isWoken = true;
      if (turning) return;
      clearTimeout(timer);
      wait(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await turning;
    },
  };
}
