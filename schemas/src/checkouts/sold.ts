import type { Money } from '../primitives/money.ts';

/** The payment methods of the product; `other` is one that a checkout names and we do not know. */
export const PAYMENT_METHODS = [
  'pix',
  'boleto',
  'credit_card',
  'debit_card',
  'paypal',
  'wallet',
  'bank_transfer',
  'free',
  'other',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** `bump`: offered on the checkout's page, bought together with another conversion. `upsell`: offered after it. */
export const CONVERSION_KINDS = ['main', 'bump', 'upsell', 'renewal'] as const;
export type ConversionKind = (typeof CONVERSION_KINDS)[number];

/** What was sold, as far as the checkout says so; null where it does not. */
export interface Sold {
  readonly productId: string | null;
  readonly productName: string | null;
  /** The offer or plan: its name, or its code where the checkout gives no name. */
  readonly offer: string | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly installments: number | null;
  /** What the checkout keeps, and what the seller gets, in the currency of the conversion. */
  readonly gatewayFee: Money | null;
  readonly netToSeller: Money | null;
  /** What the buyer pays on top of the conversion's value for paying in instalments; no revenue (decision 17). */
  readonly interest: Money | null;
  readonly kind: ConversionKind | null;
  /** The transaction that a bump or an upsell belongs to. */
  readonly parentTransactionId: string | null;
  /** 1 is the first charge of a subscription. */
  readonly recurrence: number | null;
  readonly coupon: string | null;
  /** The affiliate's code at the checkout. */
  readonly affiliate: string | null;
  /** The names of all products of an order with several, the main one first. */
  readonly products: readonly string[] | null;
}

export const MONEY_OF_SOLD: ReadonlySet<keyof Sold> = new Set(['gatewayFee', 'netToSeller', 'interest']);

/** Of a delivery that has nothing of it. */
export const NOT_GIVEN: Sold = {
  productId: null,
  productName: null,
  offer: null,
  paymentMethod: null,
  installments: null,
  gatewayFee: null,
  netToSeller: null,
  interest: null,
  kind: null,
  parentTransactionId: null,
  recurrence: null,
  coupon: null,
  affiliate: null,
  products: null,
};

/** A value for each field. */
export const mapSold = (give: (name: keyof Sold) => Sold[keyof Sold]): Sold =>
  Object.fromEntries((Object.keys(NOT_GIVEN) as (keyof Sold)[]).map((name) => [name, give(name)])) as unknown as Sold;
