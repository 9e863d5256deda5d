import { compareMoney, type Money, ZERO } from '../../primitives/money.ts';
import { centsOf, currencyOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, firstText, isPresent, objectAt, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, type IgnoredEvent, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Ticto 2.0, one delivery for each item of an order: a main product and its bumps share `order.hash` and `order.transaction_hash`, `order.paid_amount` is
 * the whole order ("inclui tudo", also the interest), and Ticto refunds single items. So each item is a conversion of its `item.amount`, by order, charge and
 * item. Where the item has no amount, the order's counts. The interest is not sent, because the deliveries do not say how many items there are. An
 * `item.amount` above `paid_amount` is before a coupon.
 * Cents, one status that is also the event, 'Não Informado' for missing values, times without a zone. Fields as in webhook.ticto.dev/docs/v2
 * and in deliveries that integrations publish (github.com/kenethmarafon/webhook, ticto/campos-webhook.md).
 */

const STATUSES = words<ConversionStatus>({
  authorized: 'approved',
  approved: 'approved',
  waiting_payment: 'pending',
  pix_created: 'pending',
  bank_slip_created: 'pending',
  bank_slip_delayed: 'pending',
  pix_expired: 'expired',
  bank_slip_expired: 'expired',
  expired: 'expired',
  refused: 'refused',
  canceled: 'canceled',
  claimed: 'disputed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargeback: 'chargeback',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  abandoned_cart: 'cart',
  close: 'subscription',
  all_charges_paid: 'subscription',
  card_exchanged: 'subscription',
  extended: 'subscription',
  subscription_canceled: 'subscription',
  subscription_delayed: 'subscription',
  trial: 'subscription',
  trial_started: 'subscription',
  trial_ended: 'subscription',
  uncanceled: 'subscription',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) =>
    isPresent(fieldOf(body, 'status')) &&
    (['order.hash', 'order.transaction_hash'].some((path) => isPresent(valueAt(body, path))) ||
      (IGNORED_EVENTS(fieldOf(body, 'status')) !== undefined &&
        ['token', 'product_name', 'transaction.hash'].some((path) => isPresent(valueAt(body, path))))),
  map: (body, context) => {
    const silent = IGNORED_EVENTS(fieldOf(body, 'status'));
    if (silent) return IGNORED[silent];
    const status = STATUSES(fieldOf(body, 'status')) ?? 'pending';
    const [order, item] = [objectAt(body, 'order'), objectAt(body, 'item')];
    // The short form of a claim names the charge alone: there may be several conversions of it.
    if (!isPresent(fieldOf(order, 'hash'))) return IGNORED.notConversion;
    const links = ['tracking', 'query_params', 'url_params.query_params'].map((path) => valueAt(body, path));
    const charges = fieldOf(firstObject(fieldOf(body, 'subscriptions')), 'successful_charges');
    const [statusAt, orderedAt] = [fieldOf(body, 'status_date'), fieldOf(order, 'order_date')];
    return toConversion(
      'ticto',
      {
        transactionId: identityOf(order, item),
        status,
        amount: amountOf(order, item),
        refundAmount: centsOf(fieldOf(order, 'refunded_amount')),
        currency: currencyOf(fieldOf(order, 'currency') ?? fieldOf(body, 'currency')),
        eventTimes: [statusAt, status === 'pending' ? orderedAt : undefined],
        conversionTimes: isApproval(status) ? [statusAt, orderedAt] : [orderedAt],
        clickReferences: clickReferencesIn(body, links),
        utm: utmIn(body, links),
        // Postback 2.0: `marketplace_commission` is Ticto's part, `producer.amount` the producer's, both in cents.
        sold: {
          productId: fieldOf(item, 'product_id'),
          productName: fieldOf(item, 'product_name'),
          offer: firstPresent(item, ['offer_name', 'offer_code']),
          paymentMethod: fieldOf(body, 'payment_method'),
          installments: fieldOf(order, 'installments'),
          gatewayFee: optionalMoney(centsOf, fieldOf(body, 'marketplace_commission')),
          netToSeller: optionalMoney(centsOf, valueAt(body, 'producer.amount')),
          // The charge of this delivery is one of the successful ones once it is paid.
          kind: isApproval(status) && Number(charges) > 1 ? 'renewal' : undefined,
          recurrence: isApproval(status) ? charges : undefined,
          coupon: fieldOf(item, 'coupon_name'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** A renewal has a new charge; whether it has a new order is not documented. */
const identityOf = (order: JsonObject, item: JsonObject): string =>
  [
    firstText(order, ['hash']),
    firstText(order, ['transaction_hash']),
    firstText(item, ['offer_id', 'offer_code', 'product_id']),
  ]
    .filter((part) => part !== '')
    .join('-');

function amountOf(order: JsonObject, item: JsonObject): Money | null | undefined {
  const [paid, amount] = [centsOf(fieldOf(order, 'paid_amount')), centsOf(fieldOf(item, 'amount'))];
  if (!amount || !paid || paid === ZERO) return amount ?? paid;
  return compareMoney(amount, paid) > 0 ? paid : amount;
}
