import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, isObject, isPresent, objectAt, pairsOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
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

/** Greenn: major units, times in UTC. A contract change is no conversion: its charge arrives as a separate `saleUpdated`. */

const STATUSES = words<ConversionStatus>({
  created: 'pending',
  pending: 'pending',
  waiting_payment: 'pending',
  unpaid: 'pending',
  paid: 'approved',
  approved: 'approved',
  completed: 'completed',
  refused: 'refused',
  expired: 'expired',
  canceled: 'canceled',
  dispute: 'disputed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargedback: 'chargeback',
  chargeback: 'chargeback',
});

const IGNORED_EVENTS = words<IgnoredEvent>({ contractupdated: 'subscription', checkoutabandoned: 'cart' });
const CONVERSIONS = words({ saleupdated: true, salecreated: true });

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => {
    const event = fieldOf(body, 'event');
    if (CONVERSIONS(event) || IGNORED_EVENTS(event))
      return isObject(fieldOf(body, 'product')) || isObject(fieldOf(body, 'sale'));
    return (
      isPresent(valueAt(body, 'sale.id')) &&
      (isPresent(fieldOf(body, 'currentStatus')) || Object.hasOwn(body, 'saleMetas'))
    );
  },
  map: (body, context) => {
    const event = textOf(fieldOf(body, 'event'));
    const silent = IGNORED_EVENTS(event);
    if (silent) return IGNORED[silent];
    if (event !== '' && !CONVERSIONS(event)) return unknownEvent(event);
    const conversion = objectAt(body, 'sale');
    const status = STATUSES(fieldOf(conversion, 'status') ?? fieldOf(body, 'currentStatus')) ?? 'pending';
    const [paidAt, updatedAt, createdAt] = ['paid_at', 'updated_at', 'created_at'].map((name) =>
      fieldOf(conversion, name),
    );
    return toConversion(
      'greenn',
      {
        transactionId: textOf(fieldOf(conversion, 'id')),
        status,
        amount: decimalOf(firstPresent(conversion, ['total', 'amount'])),
        currency: currencyOf(fieldOf(conversion, 'currency')),
        eventTimes: isApproval(status) ? [paidAt, updatedAt] : [updatedAt, createdAt],
        conversionTimes: [paidAt, ...(isApproval(status) ? [updatedAt] : []), createdAt],
        clickReferences: clickReferencesIn(body, [metasOf(body)]),
        utm: utmIn(body, [metasOf(body)]),
        // The delivery of a conversion has no fee, no offer and no coupon.
        sold: {
          productId: valueAt(body, 'product.id'),
          productName: valueAt(body, 'product.name'),
          paymentMethod: fieldOf(conversion, 'method'),
          installments: fieldOf(conversion, 'installments'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** `[{ meta_key, meta_value }]` as an object; an object as it is (both occur). */
function metasOf(body: JsonObject): unknown {
  const metas = fieldOf(body, 'saleMetas');
  return Array.isArray(metas) ? pairsOf(metas, 'meta_key', 'meta_value') : metas;
}
