import type { DeliveryReason } from './delivery-reason.ts';
import { CHECKOUTS } from './generated/checkouts.ts';
import { isInFormat, mapCheckout, parseBody, recogniseCheckout } from './map-checkout.ts';
import type { JsonObject, MappingContext, MappingResult } from './mapping.ts';
import { readWritten } from './read-written.ts';
import type { CheckoutId } from './registry.ts';
import { unreadOf } from './unread-body.ts';

/** `error`: the error of our mapping. Such a body is stored, and can be processed again after the mapping is corrected. */
export type BodyVerdict =
  | MappingResult
  | { readonly kind: 'invalid'; readonly reason: DeliveryReason; readonly error: unknown };

/** Kept in place of a body with too many values: ingest does not read it, so that no one else waits for it. */
export const TOO_COMPLEX_BODY = '"[too complex]"';

/** What a delivery's body says. The only place that decides it: ingest answers it, the inbox shows it, the ledger counts it. */
export function interpretBody(checkout: CheckoutId, text: string, context: MappingContext): BodyVerdict {
  if (text === TOO_COMPLEX_BODY) return { kind: 'invalid', reason: { code: 'too_complex' } };
  const unread = unreadOf(text);
  if (unread) {
    // Once the reading is mended, it is what it would have been.
    const mended = mendedOf(unread.text);
    if (!mended) return { kind: 'invalid', reason: { code: 'unreadable', at: unread.at } };
    return interpretObject(recogniseCheckout(mended, checkout), mended, context);
  }
  const body = parseBody(text);
  return body ? interpretObject(checkout, body, context) : { kind: 'invalid', reason: { code: 'body_not_object' } };
}

function mendedOf(text: string): JsonObject | undefined {
  const read = text === '' ? undefined : readWritten(text);
  return read && 'objects' in read && read.objects.length === 1 ? read.objects[0] : undefined;
}

export function interpretObject(checkout: CheckoutId, body: JsonObject, context: MappingContext): BodyVerdict {
  try {
    if (!isInFormat(checkout, body)) return { kind: 'invalid', reason: { code: 'other_format' } };
    const result = mapCheckout(checkout, body, context);
    return isClaimed(checkout, result, context) ? { kind: 'ignored', reason: { code: 'not_looked_up' } } : result;
  } catch (error) {
    return { kind: 'invalid', reason: { code: 'mapping_failed' }, error };
  }
}

/** A conversion that only the checkout's own answer can prove, reported by a delivery. A test counts nowhere, so that the test page may send one. */
const isClaimed = (checkout: CheckoutId, result: MappingResult, { isLookedUp }: MappingContext): boolean =>
  result.kind === 'conversion' && !result.conversion.isTest && !isLookedUp && CHECKOUTS[checkout].lookUp !== undefined;
