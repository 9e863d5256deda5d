// Whether a store takes anything, known by a write of our own every few seconds. A store that is read-only, full, without a right or short of
// copies answers every question; only a write shows it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';

export type StoreName = 'postgres' | 'clickhouse' | 'redis' | 'log';

export interface StoreProbe {
  /** Rejects while the store takes nothing. Strangers may ask as often as they like: it writes once a second at most. */
  check(): Promise<void>;
  /** Since the store took the last write; NaN before the first. */
  ageMs(): number;
  stop(): void;
}

interface Options {
  readonly store: StoreName;
  write(): Promise<void>;
  readonly logger: Logger;
  /** How long a write may wait behind others of ours while the store has taken one a moment ago; 0 when absent. */
  readonly graceMs?: number;
}

const EVERY_MS = 5_000;
const FRESH_MS = 1_000;
/** A program that is not ready must not wait long to be so again. */
const WHILE_AWAY_MS = 1_000;
const ASKERS_WAIT_MS = 1_000;

export function createStoreProbe({ store, write, logger, graceMs = 0 }: Options): StoreProbe {
  let tookAtMs = NaN;
  let refusedSince: number | undefined;
  let last: { readonly attempt: Promise<void>; endedAtMs: number } | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;
  const ageMs = () => performance.now() - tookAtMs;

  function attempt(): Promise<void> {
    if (last && performance.now() - last.endedAtMs < FRESH_MS) return last.attempt;
    const one = { attempt: writeOnce(), endedAtMs: Number.POSITIVE_INFINITY };
    last = one;
    const ended = () => {
      one.endedAtMs = performance.now();
      clearTimeout(next);
      if (!isStopped) next = setTimeout(attempt, refusedSince === undefined ? EVERY_MS : WHILE_AWAY_MS).unref();
    };
    one.attempt.then(ended, ended);
    return one.attempt;
  }

  async function writeOnce(): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (refusedSince === undefined && !isStopped) {
        refusedSince = performance.now();
        logger.warn(
          { event: 'store.write.refused', store, reason: store, err: error },
          'store takes no write; the program is not ready until it does',
        );
      }
      throw error;
    }
    tookAtMs = performance.now();
    if (refusedSince === undefined) return;
    const awayMs = Math.round(tookAtMs - refusedSince);
    refusedSince = undefined;
    logger.info({ event: 'store.write.taken', store, awayMs }, 'store takes writes again');
  }

  next = setTimeout(attempt, 0).unref();
  return {
    async check() {
      const asked = attempt();
      if (!(ageMs() < graceMs)) return asked;
      const isLate = await Promise.race([asked, delay(ASKERS_WAIT_MS, 'late', { ref: false })]);
      if (isLate && !(ageMs() < graceMs)) await asked;
    },
    ageMs,
    stop() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
