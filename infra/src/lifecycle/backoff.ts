export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds before the next attempt, after `failures` of them: doubled each time from `baseMs` up to `maxMs`. Half of it is chance (`random`
 * from 0 to 1), so that what failed together does not come back together.
 */
export function backoffMs({ baseMs, maxMs }: Backoff, failures: number, random: number): number {
  // 2^40 times anything is beyond every maximum; without a bound the product would be Infinity, and Infinity × 0 is NaN.
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(full / 2 + (full / 2) * random);
}
