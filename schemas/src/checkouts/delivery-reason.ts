import { z } from 'zod';

/** Why a delivery is no conversion: stored as code and parameters; `texts/delivery-reasons.ts` has the sentences. */
const PLAIN_REASONS = [
  // Ignored: understood, and no conversion.
  'abandoned_cart',
  'subscription_change',
  'product_access',
  'platform_ping',
  'no_sale',
  'payment_of_invoice',
  'money_not_back',
  'no_event',
  // Of a checkout whose API is asked.
  'look_up_without_key',
  'not_looked_up',
  // Of a refund or dispute; not stored, since the approval may come later.
  'unknown_sale',
  // Not understood.
  'no_amount',
  'no_status',
  'other_format',
  'invalid_amount',
  'invalid_refund_amount',
  'no_refund_amount',
  'invalid_currency',
  'no_conversion_field',
  'body_not_object',
  'too_complex',
  'mapping_failed',
  // Rejected by ingest.
  'wrong_secret',
  'unverified_amount',
] as const;

export const DeliveryReason = z.discriminatedUnion('code', [
  z.object({ code: z.enum(PLAIN_REASONS) }),
  /** An event's name that the checkout's mapping does not know. */
  z.object({ code: z.literal('unknown_event'), event: z.string() }),
  /** It came with a key, and no one can read it: 'line:column', or one of `FAULTS`. */
  z.object({ code: z.literal('unreadable'), at: z.string() }),
  z.object({ code: z.literal('unknown_status'), status: z.string() }),
  /** What came in the place of a transaction's id names none: such a conversion is one of its own for each body. */
  z.object({ code: z.literal('unnamed_transaction'), text: z.string() }),
  /** The same of a change, which names no conversion to change. */
  z.object({ code: z.literal('no_transaction'), text: z.string() }),
  /** Of a conversion that counts: the moment that the body says is not understood. */
  z.object({ code: z.literal('unread_time'), text: z.string(), instead: z.enum(['receipt', 'other']) }),
  /** The path at which the checkout's API is asked what happened. */
  z.object({ code: z.literal('awaits_look_up'), resource: z.string() }),
]);
export type DeliveryReason = z.infer<typeof DeliveryReason>;
