import { currencyOf, decimalOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isObject, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
import {
  type IgnoredEvent,
  isApproval,
  isMarkedTest,
  meaningOf,
  settle,
  toConversion,
  words,
} from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Cakto: `amount` is in major units after the discount (`baseAmount` before it), times in ISO 8601 with a zone. A bump is a conversion of its own, whose
 * `parent_order` is the `refId` of the main one. A later charge of a subscription also comes as `purchase_approved`: `subscription.current_period` is its number.
 */

const EVENTS = words<ConversionStatus>({
  purchase_approved: 'approved',
  subscription_renewed: 'approved',
  boleto_gerado: 'pending',
  pix_gerado: 'pending',
  picpay_gerado: 'pending',
  openfinance_nubank_gerado: 'pending',
  purchase_refused: 'refused',
  subscription_renewal_refused: 'refused',
  refund: 'refunded',
  purchase_refunded: 'refunded',
  chargeback: 'chargeback',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  checkout_abandonment: 'cart',
  initiate_checkout: 'cart',
  subscription_created: 'subscription',
  subscription_canceled: 'subscription',
  subscription_cancelled: 'subscription',
  subscription_expired: 'subscription',
});

const STATUSES = words<ConversionStatus>({
  paid: 'approved',
  approved: 'approved',
  waiting_payment: 'pending',
  pending: 'pending',
  processing: 'pending',
  scheduled: 'pending',
  authorized: 'pending',
  refused: 'refused',
  canceled: 'canceled',
  expired: 'expired',
  in_protest: 'disputed',
  med: 'disputed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargedback: 'chargeback',
  chargeback: 'chargeback',
});

/** `offer_type`. */
const KINDS = words<ConversionKind>({
  main: 'main',
  orderbump: 'bump',
  order_bump: 'bump',
  upsell: 'upsell',
  downsell: 'upsell',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => {
    const data = fieldOf(body, 'data');
    if (!isPresent(fieldOf(body, 'event')) || !isObject(data) || isObject(fieldOf(data, 'purchase'))) return false;
    const event = fieldOf(body, 'event');
    const isKnown =
      IGNORED_EVENTS(event) !== undefined || (EVENTS(event) !== undefined && isPresent(fieldOf(data, 'amount')));
    return isKnown || isPresent(fieldOf(data, 'refId')) || isPresent(fieldOf(body, 'secret'));
  },
  map: (body, context) => {
    const meaning = meaningOf(fieldOf(body, 'event'), EVENTS, IGNORED_EVENTS);
    if (typeof meaning !== 'string') return meaning;
    const data = objectAt(body, 'data');
    const status = settle(meaning, fieldOf(data, 'status'), STATUSES);
    const [paidAt, createdAt] = [fieldOf(data, 'paidAt'), fieldOf(data, 'createdAt')];
    const backAt = status === 'chargeback' ? fieldOf(data, 'chargedbackAt') : fieldOf(data, 'refundedAt');
    const charge = valueAt(data, 'subscription.current_period');
    const isRenewal = /^subscription_renew/i.test(textOf(fieldOf(body, 'event'))) || Number(charge) > 1;
    const isFirst = status === 'pending' || status === 'refused';
    return toConversion(
      'cakto',
      {
        transactionId: textOf(fieldOf(data, 'id')) || textOf(fieldOf(data, 'refId')),
        status,
        amount: decimalOf(fieldOf(data, 'amount')),
        refundAmount: decimalOf(fieldOf(data, 'refundedAmount')),
        currency: currencyOf(fieldOf(data, 'currency')),
        eventTimes: isApproval(status) ? [paidAt, createdAt] : isFirst ? [createdAt] : [backAt],
        conversionTimes: [paidAt, createdAt],
        clickReferences: clickReferencesIn(body, [tagsOf(data)]),
        utm: utmIn(body, [data]),
        // docs.cakto.com.br, webhooks: `fees` is Cakto's part; `affiliate` is an e-mail, which is not kept.
        sold: {
          productId: valueAt(data, 'product.id'),
          productName: valueAt(data, 'product.name'),
          offer: firstPresent(objectAt(data, 'offer'), ['name', 'id']),
          paymentMethod: fieldOf(data, 'paymentMethod'),
          installments: fieldOf(data, 'installments'),
          gatewayFee: optionalMoney(decimalOf, fieldOf(data, 'fees')),
          netToSeller: optionalMoney(
            decimalOf,
            fieldOf(
              firstObject(fieldOf(data, 'commissions'), (one) => textOf(fieldOf(one, 'type')) === 'producer'),
              'totalAmount',
            ),
          ),
          kind: isRenewal ? 'renewal' : KINDS(fieldOf(data, 'offer_type')),
          parentTransactionId: fieldOf(data, 'parent_order'),
          recurrence: charge,
          coupon: fieldOf(data, 'couponCode'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
