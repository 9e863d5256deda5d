export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds before the next attempt: exponential from `baseMs` to `maxMs` by `failures`, half of it random (`random` from 0 to
 * 1), so that failed callers do not return at the same time.
 */
export function backoffMs({ baseMs, maxMs }: Backoff, failures: number, random: number): number {
  // 2^40 times anything is beyond every maximum; without a bound the product would be Infinity, and Infinity × 0 is NaN.
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(full / 2 + (full / 2) * random);
}
