import { z } from 'zod';
import { PAYMENT_METHODS } from '../checkouts/sold.ts';
import { DayRangeQuery, Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

/** `value`: gross, in the tenant's currency by the rate of the conversion's day; a currency without a rate adds 0. */
const Sum = z.object({ count: Figure, value: Figure });

/**
 * What became of the orders of a range. Only verified conversions, no tests and no leads. An order belongs to the day of the conversion: while
 * it is pending, the day of the order; once it is paid, that of the first approval. What comes later (a refund, a chargeback) stays on that day.
 */
export const Pending = z.object({
  /** The orders that wait for their payment now: a Pix or boleto that was generated, a card in analysis. */
  ...Sum.shape,
  /** Methods with at least one order, the greatest pending value first. */
  byMethod: z.array(
    z.object({
      /** Null: the checkout does not say. */
      method: z.enum(PAYMENT_METHODS).nullable(),
      pending: Sum,
      /** Paid, also when the money went back later. */
      approved: Sum,
      /** Expired, refused or canceled without a payment. */
      lost: Sum,
      /** In percent: approved / (approved + pending + lost), by count. */
      approvalRate: Figure,
    }),
  ),
  /** Those of all `approved` that were pending before. */
  recovered: Sum,
  /** Conversions of which money went back to the buyer, wholly or in part, and how much. */
  refunds: Sum,
  chargebacks: Sum,
});
export type Pending = z.infer<typeof Pending>;

export const pendingConversions = defineContract('performance.pending', 'GET /api/performance/pending', 'viewer', {
  summary:
    'Orders that wait for a payment, approval by payment method, recovered orders, refunds and chargebacks; default: the last 30 days.',
  query: DayRangeQuery,
  response: Pending,
  figures: true,
  keptOffline: true,
});

// A file of its own: the dashboard loads it only for its late card.
