// One token bucket per sender: `burst` requests at once, then `perSecond`. A bucket is one number, the time when it is full again
// (generic cell rate algorithm), so a hundred thousand senders cost a few megabytes. Why not @fastify/rate-limit: ADR 28.

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface TokenBuckets {
  /** 0 when there was a token; else after how many seconds there will be one. */
  take(sender: string, nowMs: number): number;
}

/** Beyond it the least recently seen sender gets a new bucket: many addresses must not take all memory. */
const SENDERS_MAX = 100_000;

export function createTokenBuckets({ perSecond, burst }: Rate, sendersMax = SENDERS_MAX): TokenBuckets {
  const fullAt = new Map<string, number>();
  const tokenMs = 1_000 / perSecond;
  const bucketMs = burst * tokenMs;
  return {
    take(sender, nowMs) {
      const next = Math.max(fullAt.get(sender) ?? 0, nowMs) + tokenMs;
      const missingMs = next - nowMs - bucketMs;
      if (missingMs > 0) return missingMs / 1_000;
      // Put behind the others, so that the first is the one not heard of for longest.
      fullAt.delete(sender);
      fullAt.set(copyOf(sender), next);
      if (fullAt.size > sendersMax) fullAt.delete(fullAt.keys().next().value ?? '');
      return 0;
    },
  };
}

/** A part of a text keeps the whole of it in memory: here, a URL or a header of kilobytes for the few letters of a sender. */
const copyOf = (text: string): string => Buffer.from(text).toString();
