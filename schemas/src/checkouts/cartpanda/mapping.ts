import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstText, isObject, objectAt, textOf } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { type IgnoredEvent, isMarkedTest, meaningOf, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * CartPanda: `{ event, order }`, the order in Shopify's names, by what two receivers read (github.com/matheusht/eternia-temp and a kept adapter,
 * November 2026); its own documentation shows no body. Major units. Unsure: the currency where an order names none (here the real), the amount of a
 * partial refund, where the tracking of a link comes back, and whether the total has the instalment interest in it.
 */

const EVENTS = words<ConversionStatus>({
  'order.created': 'pending',
  'order.paid': 'approved',
  'order.refunded': 'refunded',
  'order.cancelled': 'canceled',
  'order.canceled': 'canceled',
});

const SILENT_EVENTS = words<IgnoredEvent>({ 'order.fulfilled': 'notConversion', 'order.updated': 'notConversion' });

export const mapping: CheckoutMapping = {
  matches: (body) => isObject(fieldOf(body, 'order')) && /^order\.[a-z_]+$/.test(textOf(fieldOf(body, 'event'))),
  map: (body, context) => {
    const status = meaningOf(fieldOf(body, 'event'), EVENTS, SILENT_EVENTS);
    if (typeof status !== 'string') return status;
    const order = objectAt(body, 'order');
    const origins = [fieldOf(order, 'utm'), tagsOf(order)];
    const item = firstObject(fieldOf(order, 'line_items'));
    return toConversion(
      'cartpanda',
      {
        transactionId: firstText(order, ['id', 'order_number']),
        status,
        amount: decimalOf(fieldOf(order, 'total_price')),
        currency: currencyOf(fieldOf(order, 'currency')),
        eventTimes: [status === 'pending' ? fieldOf(order, 'created_at') : undefined],
        conversionTimes: [fieldOf(order, 'paid_at'), fieldOf(order, 'created_at')],
        clickReferences: clickReferencesIn(body, origins),
        utm: utmIn(body, origins),
        sold: {
          productId: fieldOf(item, 'product_id'),
          productName: firstText(item, ['title', 'name']),
          paymentMethod: fieldOf(order, 'payment_method'),
        },
        isTest: isMarkedTest(body) || isMarkedTest(order),
      },
      context,
    );
  },
};
