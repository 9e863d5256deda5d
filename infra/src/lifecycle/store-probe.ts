// Whether a store takes anything, known by a write of our own every few seconds. A store that is read-only, full, without a right or short of
// copies answers every question; only a write shows it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';

export type StoreName = 'postgres' | 'clickhouse' | 'redis' | 'log';

/** Rejects with ETIMEDOUT once the store hangs; what the work gives then is not heard. */
export type Guard = <Answer>(work: Promise<Answer>) => Promise<Answer>;

/** For /readyz: rejects while the store takes nothing. */
export interface StoreCheck {
  (): Promise<void>;
  readonly whileAnswering: Guard;
}

export interface StoreProbe {
  /** Rejects while the store takes nothing. Strangers may ask as often as they like: it writes once a second at most. */
  readonly check: StoreCheck;
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
/** No store of a machine that is only busy takes so long for one row. */
const HANGS_AFTER_MS = 5_000;

export function createStoreProbe({ store, write, logger, graceMs = 0 }: Options): StoreProbe {
  let tookAtMs = NaN;
  let refusedSince: number | undefined;
  let last: { readonly attempt: Promise<void>; endedAtMs: number } | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;
  const ageMs = () => performance.now() - tookAtMs;

  function attempt(): Promise<void> {
    return last && performance.now() - last.endedAtMs < FRESH_MS ? last.attempt : attemptNow();
  }

  function attemptNow(): Promise<void> {
    const one = { attempt: writeOnce(), endedAtMs: Number.POSITIVE_INFINITY };
    last = one;
    const ended = () => {
      one.endedAtMs = performance.now();
      clearTimeout(next);
      if (!isStopped) next = setTimeout(attemptByItself, refusedSince === undefined ? EVERY_MS : WHILE_AWAY_MS).unref();
    };
    one.attempt.then(ended, ended);
    return one.attempt;
  }

  /** However fresh the last one is: a timer may come a moment too early, and the next one is set by the end of a write alone. */
  function attemptByItself(): void {
    const isAtWork = last?.endedAtMs === Number.POSITIVE_INFINITY;
    if (!isAtWork) void attemptNow();
  }

  const waiting = new Set<(error: Error) => void>();
  let hanging: Error | undefined;

  const whileAnswering: Guard = (work) => {
    if (hanging) {
      work.catch(() => undefined);
      return Promise.reject(hanging);
    }
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  };

  function hangs() {
    hanging = Object.assign(new Error(`${store} has not answered for ${HANGS_AFTER_MS} ms`), { code: 'ETIMEDOUT' });
    for (const reject of waiting) reject(hanging);
    waiting.clear();
  }

  async function writeOnce(): Promise<void> {
    const late = setTimeout(hangs, HANGS_AFTER_MS).unref();
    try {
      await write().finally(() => {
        clearTimeout(late);
        hanging = undefined;
      });
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

  next = setTimeout(attemptByItself, 0).unref();
  async function check(): Promise<void> {
    const asked = attempt();
    if (!(ageMs() < graceMs)) return asked;
    const isLate = await Promise.race([asked, delay(ASKERS_WAIT_MS, 'late', { ref: false })]);
    if (isLate && !(ageMs() < graceMs)) await asked;
  }

  return {
    check: Object.assign(check, { whileAnswering }),
    ageMs,
    stop() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
