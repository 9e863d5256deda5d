import { clampMoney, type Money, sumMoney, ZERO } from '../../primitives/money.ts';
import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, flagOf, isPresent, objectsOf, pairsOf, parametersOf, textOf } from '../fields.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import { IGNORED, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Shopify webhooks (shopify.dev/docs/api/admin-rest, resources Order and Refund, 2026-07): major units as texts, times with a zone. The topic is in
 * a header alone, so that the body is known by its fields: an order has a `financial_status`, a refund an `order_id`, a checkout its recovery address. A refund
 * has its own amount, and its order's total stays. What the shop added to the order is in `note_attributes`; the page where the buyer came in, with
 * its parameters, in `landing_site`. The seller's fees are not in it.
 */

/** An order that is refunded in part was paid; how much went back is reported by the refund alone, which else would count twice. */
const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  authorized: 'pending',
  partially_paid: 'pending',
  paid: 'approved',
  partially_refunded: 'approved',
  refunded: 'refunded',
  voided: 'canceled',
  expired: 'expired',
});

const isOrder = (body: JsonObject): boolean =>
  isPresent(fieldOf(body, 'financial_status')) && Array.isArray(fieldOf(body, 'line_items'));
const isRefund = (body: JsonObject): boolean =>
  isPresent(fieldOf(body, 'order_id')) && Array.isArray(fieldOf(body, 'refund_line_items'));
const isCart = (body: JsonObject): boolean => isPresent(fieldOf(body, 'abandoned_checkout_url')) && !isOrder(body);

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => isOrder(body) || isRefund(body) || isCart(body),
  map: (body, context) => {
    if (isCart(body)) return IGNORED.cart;
    return isRefund(body) ? mapRefund(body, context) : mapOrder(body, context);
  },
};

const mapOrder: MapBody = (body, context) => {
  const meaning = STATUSES(fieldOf(body, 'financial_status'));
  if (!meaning) return unknownEvent(textOf(fieldOf(body, 'financial_status')));
  // The money of a paid order that is canceled stays the seller's until it is refunded.
  const status = meaning === 'pending' && isPresent(fieldOf(body, 'cancelled_at')) ? 'canceled' : meaning;
  const orderedAt = [fieldOf(body, 'processed_at'), fieldOf(body, 'created_at')];
  const origins = [pairsOf(fieldOf(body, 'note_attributes'), 'name'), parametersOf(fieldOf(body, 'landing_site'))];
  const item = firstObject(fieldOf(body, 'line_items'));
  return toConversion(
    'shopify',
    {
      transactionId: textOf(fieldOf(body, 'id')),
      status,
      amount: decimalOf(fieldOf(body, 'total_price')),
      currency: currencyOf(fieldOf(body, 'currency')),
      eventTimes: [fieldOf(body, 'updated_at'), ...orderedAt],
      // Nothing says when it was paid: an order is updated long after that, too.
      conversionTimes: orderedAt,
      clickReferences: clickReferencesIn(body, origins),
      utm: utmIn(body, origins),
      sold: {
        productId: fieldOf(item, 'product_id'),
        productName: fieldOf(item, 'title'),
        offer: fieldOf(item, 'variant_title'),
        paymentMethod: methodIn(fieldOf(body, 'payment_gateway_names')),
        coupon: fieldOf(firstObject(fieldOf(body, 'discount_codes')), 'code'),
      },
      isTest: isMarkedTest(body),
    },
    context,
  );
};

const mapRefund: MapBody = (body, context) => {
  const transactions = objectsOf(fieldOf(body, 'transactions')).filter(
    (one) => textOf(fieldOf(one, 'kind')) === 'refund' && textOf(fieldOf(one, 'status')) === 'success',
  );
  // Goods that came back, and no money.
  if (transactions.length === 0) return IGNORED.notConversion;
  const amounts = transactions.map((one) => decimalOf(fieldOf(one, 'amount')));
  const isWhole = amounts.every((amount) => typeof amount === 'string');
  return toConversion(
    'shopify',
    {
      transactionId: textOf(fieldOf(body, 'order_id')),
      status: 'partially_refunded',
      amount: ZERO,
      refundAmount: isWhole ? clampMoney(sumMoney(amounts as Money[])) : undefined,
      currency: currencyOf(fieldOf(transactions[0] ?? {}, 'currency')),
      eventTimes: [fieldOf(body, 'processed_at'), fieldOf(body, 'created_at')],
      conversionTimes: [],
      clickReferences: [],
      utm: utmIn({}, []),
      sold: {},
      isTest: isMarkedTest(body) || transactions.some((one) => flagOf(fieldOf(one, 'test'))),
    },
    context,
  );
};

/** Gateways have names of their own ('shopify_payments', 'Pagar.me'); a method is only in some: 'Pix', 'Boleto', 'pagarme_pix'. */
function methodIn(gateways: unknown): string {
  const name = textOf(Array.isArray(gateways) ? gateways[0] : undefined).toLowerCase();
  return ['pix', 'boleto', 'paypal'].find((method) => name.split(/[^a-z]+/).includes(method)) ?? name;
}
