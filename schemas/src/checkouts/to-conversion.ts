import { type Currency, clampMoney, isNegative, type Money, subtractMoney, ZERO } from '../primitives/money.ts';
import { cutText } from '../primitives/text.ts';
import type { Instant, TimeZone } from '../primitives/time.ts';
import type { ConversionStatus } from './conversion-status.ts';
import { fieldOf, flagOf, textOf } from './fields.ts';
import type { JsonObject, MappedConversion, MappingContext, MappingResult } from './mapping.ts';
import type { CheckoutId } from './registry.ts';
import { saysTime, timeOf } from './times.ts';
import { type SoldReading, toSold } from './to-sold.ts';
import { namesNoTransaction } from './transaction-id.ts';
import type { Utm } from './utm.ts';

/**
 * The fields of a body, read by the rules of its checkout: absent amounts are null, unreadable amounts and currencies undefined, times are still raw.
 */
export interface Reading {
  readonly transactionId: string;
  readonly conversionType?: string;
  readonly status: ConversionStatus;
  readonly amount: Money | null | undefined;
  readonly refundAmount?: Money | null | undefined;
  /** What a refund states that may be a part, and all that went back of what is still paid; see `foldConversion`. Not negative. */
  readonly statedRefund?: Money;
  /** Both are sums until then. */
  readonly isRefundTotal?: boolean;
  readonly currency: Currency | undefined;
  /** The first that can be read counts. */
  readonly eventTimes: readonly unknown[];
  readonly conversionTimes: readonly unknown[];
  /** For times without a zone, where the checkout documents one; else the tenant's. */
  readonly timeZone?: TimeZone;
  readonly clickReferences: readonly string[];
  readonly utm: Utm;
  /** What the checkout's documentation has; fields that it lacks are absent. */
  readonly sold: SoldReading;
  readonly isTest: boolean;
}

/** The last steps, the same for all: checks, defaults, and what follows from type and status. */
export function toConversion(checkout: CheckoutId, reading: Reading, context: MappingContext): MappingResult {
  const { status, currency, conversionType = 'purchase' } = reading;
  const isLead = conversionType === 'lead';
  if (reading.amount === null && !isLead && !(TAKES_ALL_BACK.has(status) && reading.transactionId !== '')) {
    return { kind: 'invalid', reason: { code: 'no_amount' } };
  }
  const text = reading.transactionId;
  const isUnnamed = !isLead && text !== '' && namesNoTransaction(text);
  if (isUnnamed && !BEGINS.has(status))
    return { kind: 'invalid', reason: { code: 'no_transaction', text: cutText(text, 80) } };
  const amount = positive(reading.amount ?? (reading.amount === null ? ZERO : undefined), status);
  if (amount === undefined) return { kind: 'invalid', reason: { code: 'invalid_amount' } };
  const isPartial = status === 'partially_refunded';
  const refundAmount =
    isPartial && 'refundAmount' in reading
      ? reading.refundAmount === null
        ? null
        : positive(reading.refundAmount, status)
      : (reading.statedRefund ?? ZERO);
  // A part that is not known is not nothing.
  if (refundAmount === null) return { kind: 'invalid', reason: { code: 'no_refund_amount' } };
  if (refundAmount === undefined) return { kind: 'invalid', reason: { code: 'invalid_refund_amount' } };
  if (currency === undefined) return { kind: 'invalid', reason: { code: 'invalid_currency' } };
  const timeZone = reading.timeZone ?? context.timeZone;
  const firstTime = (values: readonly unknown[]): Instant | null =>
    values.reduce<Instant | null>((found, value) => found ?? timeOf(value, timeZone, context.receivedAtMs), null);
  const [eventTime, conversionTime] = [firstTime(reading.eventTimes), firstTime(reading.conversionTimes)];
  const conversion: MappedConversion = {
    checkout,
    transactionId: isUnnamed || (isLead && namesNoTransaction(text)) ? null : text || null,
    ...(isUnnamed && { unnamedTransaction: cutText(text, 80) }),
    conversionType,
    status,
    amount: isLead ? ZERO : amount,
    refundAmount: isLead ? ZERO : refundAmount,
    ...(reading.isRefundTotal && refundAmount !== ZERO && { isRefundTotal: true as const }),
    currency,
    eventTime,
    conversionTime,
    unreadTime: unreadTimeIn(reading, { eventTime, conversionTime }),
    clickReferences: reading.clickReferences,
    utm: reading.utm,
    sold: toSold(reading.sold),
    isTest: reading.isTest,
  };
  return { kind: 'conversion', conversion };
}

/** The first moment that the body says and no one understands, where nothing else says when this happened, or when it was sold. */
function unreadTimeIn(
  { eventTimes, conversionTimes }: Reading,
  read: Pick<MappedConversion, 'eventTime' | 'conversionTime'>,
): string | undefined {
  const candidates = [
    ...(read.eventTime === null ? eventTimes : []),
    ...(read.conversionTime === null ? conversionTimes : []),
  ];
  const unread = candidates.find(saysTime);
  if (unread === undefined) return undefined;
  // The order of fields in JSON says nothing.
  const fields = typeof unread === 'object' ? Object.keys(unread ?? {}).sort() : undefined;
  return cutText(fields ? `{${fields.join(', ')}}` : String(unread), 80);
}

/**
 * Of a transaction that is known, a bare change to one of these says enough: nothing of the conversion counts any more. Without an amount any other
 * status would count a conversion of R$ 0,00.
 */
const TAKES_ALL_BACK: ReadonlySet<ConversionStatus> = new Set([
  'expired',
  'refused',
  'canceled',
  'refunded',
  'chargeback',
  'chargeback_reversed',
]);
/** What makes a conversion; all else changes one, which its transaction names. */
const BEGINS: ReadonlySet<ConversionStatus> = new Set(['pending', 'approved', 'completed']);
const TAKEN_BACK: ReadonlySet<ConversionStatus> = new Set(['canceled', 'partially_refunded', 'refunded', 'chargeback']);

/** Money goes back by status, never by sign: a refund reported as a negative amount is its magnitude, any other negative is no amount. */
function positive(amount: Money | undefined, status: ConversionStatus): Money | undefined {
  if (amount === undefined || !isNegative(amount)) return amount;
  return TAKEN_BACK.has(status) ? clampMoney(subtractMoney(ZERO, amount)) : undefined;
}

export const IGNORED = {
  cart: { kind: 'ignored', reason: { code: 'abandoned_cart' } },
  subscription: { kind: 'ignored', reason: { code: 'subscription_change' } },
  access: { kind: 'ignored', reason: { code: 'product_access' } },
  ping: { kind: 'ignored', reason: { code: 'platform_ping' } },
  notConversion: { kind: 'ignored', reason: { code: 'no_sale' } },
  payment: { kind: 'ignored', reason: { code: 'payment_of_invoice' } },
} as const satisfies Record<string, MappingResult>;

/** The delivery only says where to ask. */
export const awaitsLookUp = (resource: string): MappingResult => ({
  kind: 'ignored',
  reason: { code: 'awaits_look_up', resource },
});

export type IgnoredEvent = keyof typeof IGNORED;

export const unknownEvent = (name: string): MappingResult => ({
  kind: 'ignored',
  reason: name === '' ? { code: 'no_event' } : { code: 'unknown_event', event: cutText(name, 80) },
});

/** What a word of a checkout means; undefined for a word that is not known. */
export type Words<T> = (value: unknown) => T | undefined;

/** Looked up whole and without case: 'UNPAID' is not 'PAID'. Keys are lower case. */
export function words<T>(meanings: Readonly<Record<string, T>>): Words<T> {
  const known = new Map(Object.entries(meanings));
  return (value) => known.get(textOf(value).toLowerCase());
}

/** What an event says: a status, or the answer to one that is about no conversion, or that is not known. */
export function meaningOf(
  event: unknown,
  statuses: Words<ConversionStatus>,
  silent: Words<IgnoredEvent>,
): ConversionStatus | MappingResult {
  const ignored = silent(event);
  return ignored ? IGNORED[ignored] : (statuses(event) ?? unknownEvent(textOf(event)));
}

const APPROVALS: ReadonlySet<ConversionStatus> = new Set(['approved', 'completed']);
export const isApproval = (status: ConversionStatus): boolean => APPROVALS.has(status);

/**
 * What event and status say together. The event leads; the status may only say less of an approval (an unknown one: pending, because
 * nothing that is not understood may become revenue) and distinguish a partial refund from a whole one.
 */
export function settle(
  event: ConversionStatus,
  statusText: unknown,
  statuses: Words<ConversionStatus>,
): ConversionStatus {
  if (textOf(statusText) === '') return event;
  const status = statuses(statusText) ?? 'pending';
  if (isApproval(event)) return isApproval(status) ? event : status;
  return event === 'refunded' && status === 'partially_refunded' ? status : event;
}

export const isMarkedTest = (body: JsonObject): boolean =>
  ['is_test', 'isTest', 'test'].some((name) => flagOf(fieldOf(body, name)));
