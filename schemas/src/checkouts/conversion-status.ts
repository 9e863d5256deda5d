import { z } from 'zod';

/** The order decides between events of the same time (decision 16): the later status in this list wins. */
export const CONVERSION_STATUSES = [
  'pending',
  'expired',
  'refused',
  'canceled',
  'approved',
  'completed',
  'disputed',
  'partially_refunded',
  'refunded',
  'chargeback',
  'chargeback_reversed',
] as const;

/** What one event says of a conversion. `chargeback_reversed` is never a conversion's own status: it takes a chargeback away. */
export const ConversionStatus = z.enum(CONVERSION_STATUSES);
export type ConversionStatus = z.infer<typeof ConversionStatus>;

const COUNTED: ReadonlySet<ConversionStatus> = new Set(['approved', 'completed', 'disputed', 'partially_refunded']);

/** A refund or dispute: what may come as an object with an id of its own, which names its conversion besides. */
export const TAKES_BACK: ReadonlySet<ConversionStatus> = new Set([
  'disputed',
  'partially_refunded',
  'refunded',
  'chargeback',
  'chargeback_reversed',
]);

/** The buyer paid; in some of them the money went back later. */
export const PAID_STATUSES = [
  'approved',
  'completed',
  'disputed',
  'partially_refunded',
  'refunded',
  'chargeback',
] as const satisfies readonly ConversionStatus[];

/** The buyer did not pay, and the checkout expects no payment any more. */
export const UNPAID_STATUSES = ['expired', 'refused', 'canceled'] as const satisfies readonly ConversionStatus[];

/** Whether a conversion in this status counts, and its money is revenue. */
export const isCounted = (status: ConversionStatus): boolean => COUNTED.has(status);
