import { cleanTag, cutText } from '../../primitives/text.ts';
import { centsOf, currencyOf, decimalOf, optionalMoney, type ReadMoney } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import type { DeliveryReason } from '../delivery-reason.ts';
import { fieldOf, firstPresent, firstText, textOf } from '../fields.ts';
import { PURCHASE_EVENTS } from '../hotmart/words.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import type { CheckoutId } from '../registry.ts';
import type { ConversionKind } from '../sold.ts';
import {
  IGNORED,
  type IgnoredEvent,
  isApproval,
  isMarkedTest,
  toConversion,
  type Words,
  words,
} from '../to-conversion.ts';
import type { SoldReading } from '../to-sold.ts';
import { utmIn } from '../utm.ts';

/**
 * The generic format of the webhook screen: common field names, also in camelCase (`transactionId`), the first present one wins. Statuses are exact
 * words, never substrings. What has no amount, or no status that is known, is not understood: a format that only looks like this one must not
 * become a conversion.
 */

// The last ones as trackers and networks call them in postbacks.
const TRANSACTION_FIELDS = [
  ...['transaction', 'transaction_id', 'order_id', 'id'],
  ...['txid', 'tx_id', 'txn_id', 'tid', 'transactionid', 'orderid', 'order'],
] as const;
const AMOUNT_FIELDS = [
  'purchase_value',
  'order_total',
  'amount',
  'valor',
  'value',
  'price',
  'total',
  'payout',
  'sum',
] as const;
const CURRENCY_FIELDS = ['currency', 'order_currency', 'moeda', 'cur', 'payout_currency'] as const;
const TYPE_FIELDS = ['event_type', 'conversion_type', 'type'] as const;
const TIME_FIELDS = ['occurred_at', 'approved_at', 'paid_at', 'created_at', 'timestamp'] as const;

const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  waiting_payment: 'pending',
  approved: 'approved',
  paid: 'approved',
  completed: 'completed',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  refused: 'refused',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargeback: 'chargeback',
  chargeback_reversed: 'chargeback_reversed',
  disputed: 'disputed',
  confirmed: 'approved',
  hold: 'pending',
  on_hold: 'pending',
  rejected: 'refused',
  declined: 'refused',
});

/** Events that name what was done and not the state of it: a conversion that happened. */
const TYPES_OF_EVENTS = words({
  purchase: 'purchase',
  sale: 'purchase',
  conversion: 'purchase',
  lead: 'lead',
  signup: 'lead',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  ping: 'ping',
  test: 'ping',
  webhook_test: 'ping',
  abandoned_cart: 'cart',
  cart_abandoned: 'cart',
  checkout_abandoned: 'cart',
  checkout_abandonment: 'cart',
  purchase_out_of_shopping_cart: 'cart',
  subscription_canceled: 'subscription',
  subscription_cancelled: 'subscription',
  subscription_cancellation: 'subscription',
  subscription_expired: 'subscription',
});

/** A body in the names of the generic format, which the own checkout and Hotmart's flat form share; they differ in whose conversions they are. */
export const mapPlain =
  (checkout: CheckoutId, statuses: Words<ConversionStatus> = STATUSES): MapBody =>
  (came, context) => {
    const body = withPlainNames(came);
    const event = textOf(fieldOf(body, 'event'));
    const ignored = IGNORED_EVENTS(event) ?? IGNORED_EVENTS(fieldOf(body, 'status'));
    if (ignored) return IGNORED[ignored];
    if (event === '' && Object.hasOwn(body, 'ping')) return IGNORED.ping;
    const amount = firstPresent(body, AMOUNT_FIELDS);
    const status = statusOf(body, event, statuses);
    if (typeof status !== 'string') {
      const isEmpty = status.code === 'no_status' && amount === undefined;
      return { kind: 'invalid', reason: isEmpty ? { code: 'no_conversion_field' } : status };
    }
    const read = context.amountsIn === 'cents' ? centsOf : decimalOf;
    const links = ['trackingParameters', 'utm'].map((name) => fieldOf(body, name));
    // An approval's own moment is the conversion's; what comes after it may only repeat when the conversion was.
    const approvedAt = firstPresent(body, ['approved_at', 'paid_at']);
    const orderedAt = isApproval(status)
      ? firstPresent(body, ['occurred_at', 'created_at'])
      : firstPresent(body, ['created_at']);
    return toConversion(
      checkout,
      {
        transactionId: transactionOf(body),
        conversionType: typeOf(body, event),
        status,
        amount: read(amount),
        refundAmount: read(fieldOf(body, 'refund_amount')),
        currency: currencyOf(firstText(body, CURRENCY_FIELDS)),
        eventTimes: [firstPresent(body, TIME_FIELDS)],
        conversionTimes: [approvedAt ?? orderedAt],
        clickReferences: clickReferencesIn(body, [tagsOf(body), clicksOfTrackers(body), ...links]),
        utm: utmIn(body, links, [fieldOf(body, 'utm')]),
        sold: soldIn(body, read),
        isTest: isMarkedTest(body),
      },
      context,
    );
  };

/** A macro that no one expanded would make one conversion of all. */
const transactionOf = (body: JsonObject): string =>
  TRANSACTION_FIELDS.map((name) => textOf(fieldOf(body, name))).find((text) => cleanTag(text) !== '') ?? '';

/** As trackers and networks give the click back. Their own ids are in the same fields: only one of ours is a click. */
const CLICK_FIELDS_OF_TRACKERS = ['clickid', 'click', 'cid', 'subid', 'sub_id', 'aff_sub', 'external_id', 'externalid'];

function clicksOfTrackers(body: JsonObject): JsonObject {
  const texts = CLICK_FIELDS_OF_TRACKERS.map((name) => [name, textOf(fieldOf(body, name))] as const);
  return Object.fromEntries(texts.filter(([, text]) => text.startsWith('mc_')));
}

/** `transactionId` as `transaction_id`, where the body has no such field. */
function withPlainNames(body: JsonObject): JsonObject {
  const renamed = Object.entries(body).flatMap(([name, value]) => {
    const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return /^[a-z]+([A-Z][a-z]+)+$/.test(name) && !Object.hasOwn(body, plain) ? [[plain, value]] : [];
  });
  return { ...body, ...Object.fromEntries(renamed) };
}

const KINDS = words<ConversionKind>({
  main: 'main',
  bump: 'bump',
  order_bump: 'bump',
  upsell: 'upsell',
  renewal: 'renewal',
});

/** Money in the unit and currency of the amount. */
const soldIn = (body: JsonObject, read: ReadMoney): SoldReading => ({
  productId: fieldOf(body, 'product_id'),
  productName: firstText(body, ['product_name', 'product', 'produto']),
  offer: fieldOf(body, 'offer'),
  paymentMethod: firstText(body, ['payment_method', 'payment_type', 'forma_pagamento']),
  installments: firstPresent(body, ['installments', 'parcelas']),
  gatewayFee: optionalMoney(read, fieldOf(body, 'gateway_fee')),
  netToSeller: optionalMoney(read, fieldOf(body, 'net_to_seller')),
  interest: optionalMoney(read, firstPresent(body, ['interest', 'juros'])),
  kind: KINDS(fieldOf(body, 'kind')),
  parentTransactionId: fieldOf(body, 'parent_transaction_id'),
  recurrence: fieldOf(body, 'recurrence'),
  coupon: fieldOf(body, 'coupon'),
  affiliate: fieldOf(body, 'affiliate'),
});

export const mapping: CheckoutMapping = { statuses: STATUSES, matches: () => true, map: mapPlain('generic') };

/** By `status`, else by the event's name, else by a type that names what happened ('purchase', 'lead'). */
function statusOf(
  body: JsonObject,
  event: string,
  statuses: Words<ConversionStatus>,
): ConversionStatus | DeliveryReason {
  const known = (word: string) => statuses(word) ?? PURCHASE_EVENTS(word);
  const status = textOf(fieldOf(body, 'status'));
  if (status !== '') return known(status) ?? { code: 'unknown_status', status: cutText(status, 80) };
  if (TYPES_OF_EVENTS(event)) return 'approved';
  if (event !== '') return known(event) ?? { code: 'unknown_event', event: cutText(event, 80) };
  return TYPES_OF_EVENTS(givenType(body)) ? 'approved' : { code: 'no_status' };
}

const givenType = (body: JsonObject): string =>
  textOf(fieldOf(body, 'action')).toLowerCase() === 'signup' ? 'lead' : cutText(firstText(body, TYPE_FIELDS), 40);

/** 'purchase' and 'lead' in any case; any other word as it was given. */
function typeOf(body: JsonObject, event: string): string {
  const given = givenType(body);
  const known = given.toLowerCase();
  if (known === 'purchase' || known === 'lead') return known;
  return given || (TYPES_OF_EVENTS(event) ?? 'purchase');
}
