import { centsOf, currencyOf, moneyTold } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { IGNORED, type IgnoredEvent, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Ticto 2.0: cents, one status that is also the event, 'Não Informado' for missing values, times without a zone. Fields as in webhook.ticto.dev/docs/v2
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
  matches: (body) =>
    isPresent(fieldOf(body, 'status')) &&
    (isPresent(valueAt(body, 'order.hash')) ||
      (IGNORED_EVENTS(fieldOf(body, 'status')) !== undefined && isPresent(fieldOf(body, 'token')))),
  map: (body, context) => {
    const silent = IGNORED_EVENTS(fieldOf(body, 'status'));
    if (silent) return IGNORED[silent];
    const status = STATUSES(fieldOf(body, 'status')) ?? 'pending';
    const order = objectAt(body, 'order');
    const links = ['tracking', 'query_params', 'url_params.query_params'].map((path) => valueAt(body, path));
    const charges = fieldOf(firstObject(fieldOf(body, 'subscriptions')), 'successful_charges');
    const [statusAt, orderedAt] = [fieldOf(body, 'status_date'), fieldOf(order, 'order_date')];
    return toConversion(
      'ticto',
      {
        transactionId: textOf(fieldOf(order, 'hash')),
        status,
        amount: centsOf(fieldOf(order, 'paid_amount')),
        refundAmount: centsOf(fieldOf(order, 'refunded_amount')),
        currency: currencyOf(fieldOf(order, 'currency') ?? fieldOf(body, 'currency')),
        eventTimes: [statusAt, status === 'pending' ? orderedAt : undefined],
        conversionTimes: isApproval(status) ? [statusAt, orderedAt] : [orderedAt],
        clickReferences: clickReferencesIn(body, links),
        utm: utmIn(body, links),
        // Postback 2.0: `marketplace_commission` is Ticto's part, `producer.amount` the producer's, both in cents.
        sold: {
          productId: valueAt(body, 'item.product_id'),
          productName: valueAt(body, 'item.product_name'),
          offer: firstPresent(objectAt(body, 'item'), ['offer_name', 'offer_code']),
          paymentMethod: fieldOf(body, 'payment_method'),
          installments: fieldOf(order, 'installments'),
          gatewayFee: moneyTold(centsOf, fieldOf(body, 'marketplace_commission')),
          netToSeller: moneyTold(centsOf, valueAt(body, 'producer.amount')),
          // The charge of this delivery is one of the successful ones once it is paid.
          kind: isApproval(status) && Number(charges) > 1 ? 'renewal' : undefined,
          recurrence: isApproval(status) ? charges : undefined,
          coupon: valueAt(body, 'item.coupon_name'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
