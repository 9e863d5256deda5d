import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, flagOf, isObject, isPresent, objectsOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
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

/** Kirvano: amounts as texts ('R$ 169,80'), times without a zone. */

const EVENTS = words<ConversionStatus>({
  sale_approved: 'approved',
  subscription_renewed: 'approved',
  pix_generated: 'pending',
  bank_slip_generated: 'pending',
  pix_expired: 'expired',
  bank_slip_expired: 'expired',
  sale_refused: 'refused',
  sale_canceled: 'canceled',
  sale_refunded: 'refunded',
  sale_chargeback: 'chargeback',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  abandoned_cart: 'cart',
  subscription_canceled: 'subscription',
  subscription_expired: 'subscription',
});

const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  approved: 'approved',
  refused: 'refused',
  canceled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargeback: 'chargeback',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => {
    const event = fieldOf(body, 'event');
    if (textOf(event) === '' || isObject(fieldOf(body, 'data'))) return false;
    if (isPresent(fieldOf(body, 'checkout_id'))) return true;
    const isKnown = (EVENTS(event) ?? IGNORED_EVENTS(event)) !== undefined;
    return isPresent(fieldOf(body, 'sale_id')) && (isKnown || isPresent(fieldOf(body, 'total_price')));
  },
  map: (body, context) => {
    const meaning = meaningOf(fieldOf(body, 'event'), EVENTS, IGNORED_EVENTS);
    if (typeof meaning !== 'string') return meaning;
    const status = settle(meaning, fieldOf(body, 'status'), STATUSES);
    const [paidAt, createdAt] = [valueAt(body, 'payment.finished_at'), fieldOf(body, 'created_at')];
    // A conversion with order bumps is one delivery: its product is the first that is no bump.
    const isMain = (product: JsonObject) => !flagOf(fieldOf(product, 'is_order_bump'));
    const products = objectsOf(fieldOf(body, 'products'));
    const product = products.find(isMain) ?? {};
    const isFirst = status === 'pending' || status === 'refused';
    return toConversion(
      'kirvano',
      {
        transactionId: textOf(fieldOf(body, 'sale_id')),
        status,
        amount: decimalOf(fieldOf(body, 'total_price') ?? valueAt(body, 'fiscal.total_value')),
        currency: currencyOf(fieldOf(body, 'currency')),
        eventTimes: isApproval(status) ? [paidAt, createdAt] : isFirst ? [createdAt] : [],
        conversionTimes: [paidAt, createdAt],
        clickReferences: clickReferencesIn(body, [fieldOf(body, 'utm')]),
        utm: utmIn(body, [fieldOf(body, 'utm')]),
        // The webhook of help.kirvano.com has neither a fee nor the seller's part.
        sold: {
          productId: fieldOf(product, 'id'),
          productName: fieldOf(product, 'name'),
          offer: firstPresent(product, ['offer_name', 'offer_id']),
          paymentMethod: valueAt(body, 'payment.method') ?? fieldOf(body, 'payment_method'),
          installments: valueAt(body, 'payment.installments'),
          kind: textOf(fieldOf(body, 'event')).toLowerCase() === 'subscription_renewed' ? 'renewal' : undefined,
          recurrence: valueAt(body, 'plan.charge_number'),
          products: [product, ...products.filter((one) => one !== product)].map((one) => fieldOf(one, 'name')),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
