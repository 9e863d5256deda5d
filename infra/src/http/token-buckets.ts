// One token bucket per sender: `burst` requests at once, then `perSecond`. A bucket is one number, the time when it is full again
// (generic cell rate algorithm), so a hundred thousand senders cost a few megabytes. Why not @fastify/rate-limit: ADR 28.
// Several processes may share their buckets (ADR 47): each decides by its own at once, and hears afterwards what the others gave away.

import { copiedText } from '../caches/copied-text.ts';

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface TokenBuckets {
  /** 0 when there were so many tokens, one by default; else after how many seconds there will be as many. */
  take(sender: string, nowMs: number, tokens?: number): number;
  /** After how many seconds there is a token; takes none. */
  wait(sender: string, nowMs: number): number;
}

/** The buckets that all processes have in common. */
export interface SharedBuckets {
  /**
   * Adds tokens that this process gave away. Never waits or throws; `answer`, if it comes, gives the time when the common bucket is full
   * again, by our clock. `tokensMs`: the tokens as the time in which they come again; `bucketMs`: the same of a whole bucket.
   */
  add(sender: string, tokensMs: number, bucketMs: number, answer: (fullAtMs: number) => void): void;
}

export interface TokenBucketOptions {
  /** Beyond it the least recently seen sender gets a new bucket: many addresses must not take all memory. */
  readonly sendersMax?: number;
  readonly shared?: SharedBuckets;
}

export const SENDERS_MAX = 100_000;
/** Requests may ask with the time at which they began; a clock that was set back is further behind. */
const SET_BACK_MS = 60_000;
/** The part of a burst that a process gives away before it reports that: a visitor's few clicks are never reported. */
const REPORTED_PART = 1 / 20;

export function createTokenBuckets({ perSecond, burst }: Rate, options: TokenBucketOptions = {}): TokenBuckets {
  const { sendersMax = SENDERS_MAX, shared } = options;
  const fullAt = new Map<string, number>();
  const tokenMs = 1_000 / perSecond;
  const bucketMs = burst * tokenMs;
  const reportAfter = Math.ceil(burst * REPORTED_PART);
  const unreported = new Map<string, number>();
  let newestMs = 0;

  /** No sender waits for the time that there was: after the clock was set back, buckets are new. */
  function look(nowMs: number) {
    if (nowMs < newestMs - SET_BACK_MS) {
      fullAt.clear();
      unreported.clear();
      newestMs = nowMs;
    }
    newestMs = Math.max(newestMs, nowMs);
  }

  function report(sender: string, taken: number, by: SharedBuckets) {
    const tokens = (unreported.get(sender) ?? 0) + taken;
    if (tokens < reportAfter) return unreported.set(sender, tokens);
    unreported.delete(sender);
    by.add(sender, tokens * tokenMs, bucketMs, (commonMs) => {
      const own = fullAt.get(sender);
      const withUnreported = commonMs + (unreported.get(sender) ?? 0) * tokenMs;
      if (own !== undefined && own < withUnreported) fullAt.set(sender, withUnreported);
    });
  }

  /** So far ahead no bucket is, but after the clock was set back by less. */
  const knownOf = (sender: string, nowMs: number): number => {
    const known = fullAt.get(sender) ?? 0;
    return known > nowMs + 2 * bucketMs ? nowMs : known;
  };
  const nextOf = (sender: string, nowMs: number, tokens = 1): number =>
    Math.max(knownOf(sender, nowMs), nowMs) + tokens * tokenMs;
  const secondsUntil = (next: number, nowMs: number): number => Math.max(0, next - nowMs - bucketMs) / 1_000;

  return {
    wait(sender, nowMs) {
      look(nowMs);
      return secondsUntil(nextOf(sender, nowMs), nowMs);
    },
    take(sender, nowMs, tokens = 1) {
      look(nowMs);
      const next = nextOf(sender, nowMs, tokens);
      const seconds = secondsUntil(next, nowMs);
      if (seconds > 0) return seconds;
      const key = copiedText(sender);
      // Put behind the others, so that the first is the one not heard of for longest.
      fullAt.delete(key);
      fullAt.set(key, next);
      if (shared) report(key, tokens, shared);
      if (fullAt.size > sendersMax) {
        const [oldest = ''] = fullAt.keys();
        fullAt.delete(oldest);
        unreported.delete(oldest);
      }
      return 0;
    },
  };
}
