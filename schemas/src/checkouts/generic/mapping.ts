import { cutText } from '../../primitives/text.ts';
import { currencyOf, decimalOf, moneyTold } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
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
  unknownEvent,
  type Words,
  words,
} from '../to-conversion.ts';
import type { SoldReading } from '../to-sold.ts';
import { utmIn } from '../utm.ts';

/**
 * The generic format of the webhook screen: common field names, the first present one wins. Statuses are exact words, never
 * substrings.
 */

const TRANSACTION_FIELDS = ['transaction', 'transaction_id', 'order_id', 'orderId', 'id'] as const;
const AMOUNT_FIELDS = ['purchase_value', 'order_total', 'amount', 'valor', 'value', 'price', 'total'] as const;
const CURRENCY_FIELDS = ['currency', 'order_currency', 'moeda'] as const;
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
});

/** Events that name what was done and not how it stands: a conversion that happened. */
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
  (body, context) => {
    const event = textOf(fieldOf(body, 'event'));
    const ignored = IGNORED_EVENTS(event);
    if (ignored) return IGNORED[ignored];
    const status = statusOf(body, event, statuses);
    if (!status) return unknownEvent(event);
    const clickReferences = clickReferencesIn(body, [tagsOf(body), fieldOf(body, 'trackingParameters')]);
    if (!saysAnything(body, event, clickReferences)) {
      if (Object.hasOwn(body, 'ping')) return IGNORED.ping;
      return { kind: 'invalid', reason: { code: 'no_conversion_field' } };
    }
    // An approval's own moment is the conversion's; what comes after it may only repeat when the conversion was.
    const approvedAt = firstPresent(body, ['approved_at', 'paid_at']);
    const orderedAt = isApproval(status)
      ? firstPresent(body, ['occurred_at', 'created_at'])
      : firstPresent(body, ['created_at']);
    return toConversion(
      checkout,
      {
        transactionId: firstText(body, TRANSACTION_FIELDS),
        conversionType: typeOf(body, event),
        status,
        amount: decimalOf(firstPresent(body, AMOUNT_FIELDS)),
        refundAmount: decimalOf(fieldOf(body, 'refund_amount')),
        currency: currencyOf(firstText(body, CURRENCY_FIELDS)),
        eventTimes: [firstPresent(body, TIME_FIELDS)],
        conversionTimes: [approvedAt ?? orderedAt],
        clickReferences,
        utm: utmIn(body, [fieldOf(body, 'trackingParameters')]),
        sold: soldIn(body),
        isTest: isMarkedTest(body),
      },
      context,
    );
  };

const KINDS = words<ConversionKind>({
  main: 'main',
  bump: 'bump',
  order_bump: 'bump',
  upsell: 'upsell',
  renewal: 'renewal',
});

/** Money in the unit and currency of the amount. */
const soldIn = (body: JsonObject): SoldReading => ({
  productId: fieldOf(body, 'product_id'),
  productName: firstText(body, ['product_name', 'product', 'produto']),
  offer: fieldOf(body, 'offer'),
  paymentMethod: firstText(body, ['payment_method', 'payment_type', 'forma_pagamento']),
  installments: firstPresent(body, ['installments', 'parcelas']),
  gatewayFee: moneyTold(decimalOf, fieldOf(body, 'gateway_fee')),
  netToSeller: moneyTold(decimalOf, fieldOf(body, 'net_to_seller')),
  kind: KINDS(fieldOf(body, 'kind')),
  parentTransactionId: fieldOf(body, 'parent_transaction_id'),
  recurrence: fieldOf(body, 'recurrence'),
  coupon: fieldOf(body, 'coupon'),
  affiliate: fieldOf(body, 'affiliate'),
});

export const mapping: CheckoutMapping = { matches: () => true, map: mapPlain('generic') };

/** By `status`, else by the event's name; neither: approved. Undefined for an event that is not known and has no status. */
function statusOf(body: JsonObject, event: string, statuses: Words<ConversionStatus>): ConversionStatus | undefined {
  const status = textOf(fieldOf(body, 'status'));
  if (status !== '') return statuses(status) ?? PURCHASE_EVENTS(status) ?? 'pending';
  if (event === '' || TYPES_OF_EVENTS(event)) return 'approved';
  return statuses(event) ?? PURCHASE_EVENTS(event);
}

/** 'purchase' and 'lead' in any case; any other word as it was given. */
function typeOf(body: JsonObject, event: string): string {
  if (textOf(fieldOf(body, 'action')).toLowerCase() === 'signup') return 'lead';
  const given = cutText(firstText(body, TYPE_FIELDS), 40);
  const known = given.toLowerCase();
  if (known === 'purchase' || known === 'lead') return known;
  return given || (TYPES_OF_EVENTS(event) ?? 'purchase');
}

/** An event's name alone is no conversion: such a body is another format, whose fields would be missed. */
function saysAnything(body: JsonObject, event: string, clickReferences: readonly string[]): boolean {
  const names = [...TRANSACTION_FIELDS, ...AMOUNT_FIELDS, ...TYPE_FIELDS, 'status', 'action'];
  return TYPES_OF_EVENTS(event) !== undefined || clickReferences.length > 0 || firstPresent(body, names) !== undefined;
}
