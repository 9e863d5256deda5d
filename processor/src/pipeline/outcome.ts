/**
 * The outcomes of a step. A step can return nothing else: no event is lost in a swallowed error, and only `batch/batch.ts` turns
 * outcomes into effects.
 */
export type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** Understood and of no use to any figure. */
  | { readonly kind: 'drop'; readonly reason: string }
  /** Only a corrected program can process it: stored with its bytes. */
  | { readonly kind: 'dead-letter'; readonly reason: string; readonly error?: unknown }
  /** An outside system is away: the same batch comes again, nothing is skipped. */
  | { readonly kind: 'retry-later'; readonly reason: string; readonly error?: unknown };

export const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });
export const drop = (reason: string): Outcome<never> => ({ kind: 'drop', reason });
export const deadLetter = (reason: string, error?: unknown): Outcome<never> => ({ kind: 'dead-letter', reason, error });
export const retryLater = (reason: string, error?: unknown): Outcome<never> => ({ kind: 'retry-later', reason, error });
