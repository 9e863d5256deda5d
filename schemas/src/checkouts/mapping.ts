import type { Currency, Money } from '../primitives/money.ts';
import type { Instant, TimeZone } from '../primitives/time.ts';
import type { ConversionStatus } from './conversion-status.ts';
import type { DeliveryReason } from './delivery-reason.ts';
import type { JsonObject } from './json-object.ts';
import type { CheckoutId } from './registry.ts';
import type { Sold } from './sold.ts';
import type { Utm } from './utm.ts';

/** A checkout's body, mapped to our fields. Mapping is pure: no clock, no look-up. */
export interface MappedConversion {
  readonly checkout: CheckoutId;
  /** Null when the body names no transaction; identity then falls back to click and type, or to the body. */
  readonly transactionId: string | null;
  /** What the body has in the place of a transaction's id, and names none. */
  readonly unnamedTransaction?: string;
  /** 'purchase', 'lead', or another word of the sender's. */
  readonly conversionType: string;
  readonly status: ConversionStatus;
  /** Gross, in major units of `currency`; never negative. */
  readonly amount: Money;
  /**
   * Of a partial refund what it took back. Of a whole one what it states, which may be a part of what was sold; of an approval all that went
   * back until then. Else '0.00'.
   */
  readonly refundAmount: Money;
  /** It is the sum of all refunds until then, not what this event took back. */
  readonly isRefundTotal?: true;
  readonly currency: Currency;
  /** When the body says that this happened; null when it does not say, or says something impossible. */
  readonly eventTime: Instant | null;
  /** When the conversion was approved (else ordered), where the body says so apart from the event's time. */
  readonly conversionTime: Instant | null;
  /** What the body gives as a moment and no one understands, where another one, or the receipt, counts in its place. */
  readonly unreadTime?: string | undefined;
  /** Texts in which the click id may stand, in the order of decision 15. */
  readonly clickReferences: readonly string[];
  readonly utm: Utm;
  readonly sold: Sold;
  readonly isTest: boolean;
}

/**
 * A body says which payment paid a conversion. Refunds and disputes of that payment are then those of the conversion. Where the same order has another name
 * in files, that name takes the place of the payment.
 */
export interface ConversionLink {
  readonly checkout: CheckoutId;
  /** Where the payment is of another one. */
  readonly paymentCheckout?: CheckoutId;
  /** The transaction of the payment, as its refunds name it. */
  readonly payment: string;
  /** That of the conversion which it paid. */
  readonly transactionId: string;
  /** How much of it; '0.00' where the body does not say. */
  readonly amount: Money;
  readonly isTest: boolean;
}

export type MappingResult =
  | { readonly kind: 'conversion'; readonly conversion: MappedConversion; readonly link?: ConversionLink }
  /** Understood, and nothing that counts: a cart left, a ping. */
  | { readonly kind: 'ignored'; readonly reason: DeliveryReason; readonly link?: ConversionLink }
  /** Not understood. */
  | { readonly kind: 'invalid'; readonly reason: DeliveryReason };

export interface MappingContext {
  /** For times without a zone. */
  readonly timeZone: TimeZone;
  readonly receivedAtMs: number;
  /** The unit of a sender of the generic format, as its tenant set it for the address; reais by default. */
  readonly amountsIn?: AmountsIn;
  /** The body is what the checkout's API answered to the product. */
  readonly isLookedUp?: boolean;
}

export const AMOUNTS_IN = ['reais', 'cents'] as const;
export type AmountsIn = (typeof AMOUNTS_IN)[number];

export type { JsonObject };

export type MapBody = (body: JsonObject, context: MappingContext) => MappingResult;

/** One checkout's format. */
export interface CheckoutMapping {
  /** What the words of its payments' status mean, where it has such a field; its reports have the same. */
  readonly statuses?: (word: unknown) => ConversionStatus | undefined;
  /** Of its times without a zone, in deliveries and reports, where it is known; else the tenant's. */
  readonly timeZone?: TimeZone;
  /** Whether a body has this format; never true for the real bodies of another checkout. */
  readonly matches: (body: JsonObject) => boolean;
  readonly map: MapBody;
}
