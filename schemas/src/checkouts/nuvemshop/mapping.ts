import { ZERO } from '../../primitives/money.ts';
import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, isPresent, objectsOf, parametersOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import { awaitsLookUp, IGNORED, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Nuvemshop, elsewhere Tiendanube (tiendanube.github.io/api-documentation: webhook, order; read in November 2026). A delivery is `{ store_id, event, id }`:
 * the API is asked for the order. Its answer has major units as texts, times with a zone. `landing_url` is the page where the buyer came in,
 * with its parameters. An order that was refunded in part has no amount of it; the fees of the seller are not in it.
 */

const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  authorized: 'pending',
  partially_paid: 'pending',
  paid: 'approved',
  partially_refunded: 'approved',
  refunded: 'refunded',
  voided: 'canceled',
  abandoned: 'expired',
});

const isNotice = (body: JsonObject): boolean =>
  /^\d{1,20}$/.test(textOf(fieldOf(body, 'store_id'))) && /^[a-z_]+\/[a-z_]+$/.test(textOf(fieldOf(body, 'event')));
const isOrder = (body: JsonObject): boolean =>
  ['id', 'number', 'payment_status', 'shipping_status'].every((name) => isPresent(fieldOf(body, name))) &&
  Array.isArray(fieldOf(body, 'products'));

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => isNotice(body) || isOrder(body),
  map: (body, context) => {
    if (isOrder(body)) return mapOrder(body, context);
    if (isMarkedTest(body)) return IGNORED.ping;
    const event = textOf(fieldOf(body, 'event'));
    if (!event.startsWith('order/')) return IGNORED.notConversion;
    const id = textOf(fieldOf(body, 'id'));
    return /^\d{1,20}$/.test(id)
      ? awaitsLookUp(`/${textOf(fieldOf(body, 'store_id'))}/orders/${id}`)
      : unknownEvent(event);
  },
};

const mapOrder: MapBody = (body, context) => {
  const meaning = STATUSES(fieldOf(body, 'payment_status'));
  if (!meaning) return unknownEvent(textOf(fieldOf(body, 'payment_status')));
  if (!isPresent(fieldOf(body, 'total'))) return { kind: 'invalid', reason: { code: 'invalid_amount' } };
  // The money of a paid order that is canceled stays the seller's until it is refunded.
  const status = meaning === 'pending' && textOf(fieldOf(body, 'status')) === 'cancelled' ? 'canceled' : meaning;
  const landing = parametersOf(fieldOf(body, 'landing_url'));
  const added = [fieldOf(body, 'extra'), fieldOf(body, 'attributes')];
  const products = objectsOf(fieldOf(body, 'products'));
  const item = firstObject(products);
  const variant = fieldOf(item, 'variant_values');
  const isTest = isMarkedTest(body);
  const result = toConversion(
    'nuvemshop',
    {
      transactionId: textOf(fieldOf(body, 'id')),
      status,
      amount: decimalOf(fieldOf(body, 'total')),
      currency: currencyOf(fieldOf(body, 'currency')),
      eventTimes: [fieldOf(body, 'updated_at'), fieldOf(body, 'created_at')],
      conversionTimes: [fieldOf(body, 'paid_at'), fieldOf(body, 'created_at')],
      clickReferences: clickReferencesIn(body, [...added, { note: fieldOf(body, 'note') }, landing]),
      utm: utmIn(body, [...added, landing]),
      sold: {
        productId: fieldOf(item, 'product_id'),
        productName: fieldOf(item, 'name'),
        products: products.map((product) => fieldOf(product, 'name')),
        offer: Array.isArray(variant) ? variant.map((value) => textOf(value)).join(', ') : undefined,
        paymentMethod: valueAt(body, 'payment_details.method'),
        installments: valueAt(body, 'payment_details.installments'),
        coupon: fieldOf(firstObject(fieldOf(body, 'coupon')), 'code'),
      },
      isTest,
    },
    context,
  );
  if (result.kind !== 'conversion') return result;
  // Files of orders have the number alone.
  const [payment, transactionId] = [textOf(fieldOf(body, 'number')), result.conversion.transactionId];
  if (payment === '' || transactionId === null || payment === transactionId) return result;
  return { ...result, link: { checkout: 'nuvemshop', payment, transactionId, amount: ZERO, isTest } };
};
