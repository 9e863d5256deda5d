import { BRL } from '../../primitives/money.ts';
import { centsOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
import {
  IGNORED,
  type IgnoredEvent,
  isApproval,
  isMarkedTest,
  toConversion,
  unknownEvent,
  words,
} from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * PayT, postback V1 (github.com/ventuinha/payt-postback, the platform's own guide, September 2025): cents; times without a zone. `status` is
 * that of the order, `transaction.payment_status` that of its money. The bumps of an order are in it and in its total. Not documented: the
 * amount of a partial refund, and the zone of its times.
 */

/** What comes after the payment, up to the delivery, is no news of the money. */
const ORDER_STATUSES = words<ConversionStatus>({
  waiting_payment: 'pending',
  paid: 'approved',
  billed: 'approved',
  separation: 'approved',
  collected: 'approved',
  collected_order: 'approved',
  shipping: 'approved',
  shipped: 'approved',
  subscription_activated: 'approved',
  subscription_renewed: 'approved',
  canceled: 'canceled',
  cancelled: 'canceled',
});

/** `peding_refund` is how the guide spells it. A conversion that is reprocessed is not paid yet. */
const PAYMENT_STATUSES = words<ConversionStatus>({
  waiting_payment: 'pending',
  reprocessed: 'pending',
  paid: 'approved',
  refused: 'refused',
  one_click_buy_refused: 'refused',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  chargeback_presented: 'disputed',
  peding_refund: 'disputed',
  pending_refund: 'disputed',
  chargeback: 'chargeback',
  refunded: 'refunded',
  one_click_buy_refunded: 'refunded',
  refunded_partial: 'partially_refunded',
  one_click_buy_refunded_partial: 'partially_refunded',
});

const SILENT_STATUSES = words<IgnoredEvent>({
  lost_cart: 'cart',
  subscription_canceled: 'subscription',
  subscription_overdue: 'subscription',
  subscription_reactivated: 'subscription',
});

export const mapping: CheckoutMapping = {
  statuses: PAYMENT_STATUSES,
  // Not by its key: a body without one is still held to the secret.
  matches: (body) => ['seller_id', 'started_at', 'status'].every((name) => isPresent(fieldOf(body, name))),
  map: (body, context) => {
    const silent = SILENT_STATUSES(fieldOf(body, 'status'));
    if (silent) return IGNORED[silent];
    const ordered = ORDER_STATUSES(fieldOf(body, 'status'));
    if (!ordered) return unknownEvent(textOf(fieldOf(body, 'status')));
    const transaction = objectAt(body, 'transaction');
    const status = moneyStatus(ordered, fieldOf(transaction, 'payment_status'));
    const [paidAt, createdAt] = [fieldOf(transaction, 'paid_at'), fieldOf(transaction, 'created_at')];
    const link = objectAt(body, 'link');
    const origins = [fieldOf(link, 'sources'), fieldOf(link, 'query_params')];
    const partOf = (type: string) =>
      firstObject(fieldOf(body, 'commission'), (one) => textOf(fieldOf(one, 'type')) === type);
    return toConversion(
      'payt',
      {
        transactionId: textOf(fieldOf(body, 'transaction_id')),
        status,
        amount: centsOf(firstPresent(transaction, ['price_without_installments', 'total_price'])),
        currency: BRL,
        eventTimes: isApproval(status)
          ? [paidAt, fieldOf(transaction, 'updated_at')]
          : [fieldOf(transaction, 'updated_at'), fieldOf(body, 'updated_at')],
        conversionTimes: [paidAt, createdAt],
        clickReferences: clickReferencesIn(body, origins),
        utm: utmIn(body, origins),
        sold: {
          productId: valueAt(body, 'product.code'),
          productName: valueAt(body, 'product.name'),
          offer: firstPresent(body, ['subscription'])
            ? valueAt(body, 'subscription.plan_name')
            : fieldOf(link, 'title'),
          paymentMethod: fieldOf(transaction, 'payment_method'),
          installments: fieldOf(transaction, 'installments'),
          gatewayFee: optionalMoney(centsOf, fieldOf(partOf('platform'), 'amount')),
          netToSeller: optionalMoney(centsOf, fieldOf(partOf('producer'), 'amount')),
          kind: kindOf(body),
          parentTransactionId: fieldOf(transaction, 'upsell_from'),
          recurrence: valueAt(body, 'subscription.charges'),
          coupon: fieldOf(firstObject(fieldOf(transaction, 'modifiers')), 'name'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** The money's status leads: an order is canceled whether its payment was refused or refunded. A paid order that is canceled is canceled. */
function moneyStatus(ordered: ConversionStatus, payment: unknown): ConversionStatus {
  if (textOf(payment) === '') return ordered;
  const paid = PAYMENT_STATUSES(payment) ?? 'pending';
  return isApproval(paid) ? ordered : paid;
}

function kindOf(body: JsonObject): ConversionKind | undefined {
  if (/^(manual_)?upsell$/.test(textOf(fieldOf(body, 'type')))) return 'upsell';
  return Number(valueAt(body, 'subscription.charges')) > 1 ? 'renewal' : undefined;
}
