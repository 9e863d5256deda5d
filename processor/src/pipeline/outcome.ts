import type { DeliveryReason } from '@tracker/schemas/checkouts/delivery-reason';

/**
 * The outcomes of a step. A step can return nothing else: no event is lost in a swallowed error, and only `batch/batch.ts` turns
 * outcomes into effects.
 */
export type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** Understood and of no use to any figure. */
  | { readonly kind: 'drop'; readonly reason: LeftOut }
  /** Only a corrected program can process it: stored with its bytes. */
  | { readonly kind: 'dead-letter'; readonly reason: string; readonly error?: unknown }
  /** An outside system is away: the same batch comes again, nothing is skipped. */
  | { readonly kind: 'retry-later'; readonly reason: string; readonly error?: unknown };

/** Every reason for which a stream may leave an event out; all others make a dead letter (ARCHITECTURE, guarantee 5). */
export type LeftOut =
  // The event is a row of another stream, or will be one.
  | 'no link'
  | 'leads of this campaign are no conversions'
  | `${'ignored' | 'rejected' | 'look-up'}: ${DeliveryReason['code']}`
  // Its person, its tenant or the tenant's retention wanted it gone.
  | 'the person was erased before the lead was stored'
  | 'older than the retention of its tenant'
  // A stranger made it up: it names a moment after its receipt.
  | 'names a moment after its receipt';

export const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });
export const drop = (reason: LeftOut): Outcome<never> => ({ kind: 'drop', reason });
export const deadLetter = (reason: string, error?: unknown): Outcome<never> => ({ kind: 'dead-letter', reason, error });
export const retryLater = (reason: string, error?: unknown): Outcome<never> => ({ kind: 'retry-later', reason, error });
