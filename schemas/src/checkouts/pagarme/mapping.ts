import { centsOf, currencyOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isObject, isPresent, objectAt, textOf, UTC } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Pagar.me v5 (docs.pagar.me/reference/exemplo-de-webhook-1 and docs.pagar.me/docs/lista-de-events, read in November 2026): cents. An order is paid with one
 * or more charges, and the transaction is the order; a charge of a subscription has none, and is one itself. `metadata` is the seller's own, and
 * carries the click. Unsure: whether every event of a charge has its order, and the zone of times that have none (UTC). How much
 * `charge.partial_canceled` gives back is not documented, so that it is not understood.
 */

const EVENTS = words<ConversionStatus>({
  'order.created': 'pending',
  'order.paid': 'approved',
  'order.payment_failed': 'refused',
  'order.canceled': 'canceled',
  'charge.created': 'pending',
  'charge.pending': 'pending',
  'charge.processing': 'pending',
  'charge.paid': 'approved',
  'charge.payment_failed': 'refused',
  'charge.refunded': 'refunded',
  'charge.partial_canceled': 'partially_refunded',
  'charge.chargedback': 'chargeback',
});

const SILENT_EVENTS = words({
  'order.closed': true,
  'order.updated': true,
  'charge.updated': true,
  'charge.antifraud_approved': true,
  'charge.antifraud_reproved': true,
  'charge.antifraud_manual': true,
  'charge.antifraud_pending': true,
});

const GIVEN_BACK: ReadonlySet<ConversionStatus> = new Set(['refunded', 'chargeback']);

export const mapping: CheckoutMapping = {
  matches: (body) =>
    /^hook_/.test(textOf(fieldOf(body, 'id'))) &&
    /^[a-z_-]+\.[a-z_-]+$/.test(textOf(fieldOf(body, 'type'))) &&
    isObject(fieldOf(body, 'data')),
  map: (body, context) => {
    const type = textOf(fieldOf(body, 'type'));
    if (type.startsWith('subscription')) return IGNORED.subscription;
    if (!/^(order|charge)\./.test(type) || SILENT_EVENTS(type)) return IGNORED.notConversion;
    const meaning = EVENTS(type);
    if (!meaning) return unknownEvent(type);
    const data = objectAt(body, 'data');
    const order = type.startsWith('order.') ? data : objectAt(data, 'order');
    const part = partOf(data, order);
    // The order is paid with its last charge, which says so itself.
    if (part !== undefined && isApproval(meaning)) return IGNORED.notConversion;
    const isPart = part !== undefined && GIVEN_BACK.has(meaning);
    const amount = firstPresent(order, ['amount']) ?? fieldOf(data, 'amount');
    const charge = type.startsWith('order.') ? firstObject(fieldOf(data, 'charges')) : data;
    const item = firstObject(fieldOf(order, 'items'));
    const origins = [fieldOf(order, 'metadata'), fieldOf(data, 'metadata')];
    return toConversion(
      'pagarme',
      {
        transactionId: textOf(fieldOf(order, 'id')) || textOf(fieldOf(data, 'id')),
        status: isPart ? 'partially_refunded' : meaning,
        amount: centsOf(amount),
        refundAmount: isPart ? centsOf(part) : undefined,
        currency: currencyOf(firstPresent(data, ['currency'])),
        eventTimes: [fieldOf(body, 'created_at')],
        conversionTimes: [
          fieldOf(charge, 'paid_at'),
          isApproval(meaning) ? fieldOf(body, 'created_at') : undefined,
          fieldOf(data, 'created_at'),
        ],
        timeZone: UTC,
        clickReferences: clickReferencesIn(body, origins),
        utm: utmIn(body, origins),
        sold: {
          productId: fieldOf(item, 'code'),
          productName: fieldOf(item, 'description'),
          paymentMethod: fieldOf(charge, 'payment_method'),
          installments: fieldOf(objectAt(charge, 'last_transaction'), 'installments'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** The amount of a charge that is not all of its order. */
function partOf(charge: JsonObject, order: JsonObject): unknown {
  const [own, whole] = [fieldOf(charge, 'amount'), fieldOf(order, 'amount')];
  return isPresent(own) && isPresent(whole) && textOf(own) !== textOf(whole) ? own : undefined;
}
