import { BRL } from '../../primitives/money.ts';
import { decimalOf, withoutInterest } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import {
  fieldOf,
  firstObject,
  firstPresent,
  firstText,
  isObject,
  objectAt,
  pairsOf,
  SAO_PAULO,
  textOf,
  valueAt,
} from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, type IgnoredEvent, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Yampi (docs.yampi.com.br/api-reference/webhooks and introduction-webhook, read in November 2026): major units; `{ event, time, merchant, resource }`
 * with every relation inside a `data`. What the link to the checkout carries as `metadata[x]` comes back in `resource.metadata.data`. A shop names
 * its order statuses itself, so that an unknown one is no news of the money. Unsure: that `value_tax` is the instalment interest (readers say so).
 */

const EVENTS = words<ConversionStatus | 'by status'>({
  'order.created': 'pending',
  'order.paid': 'approved',
  'order.status.updated': 'by status',
  'transaction.payment.refused': 'refused',
});

/** The aliases of a new shop. What follows the payment, as 'on_carriage', says nothing of it. */
const STATUSES = words<ConversionStatus>({
  waiting_payment: 'pending',
  authorized: 'pending',
  paid: 'approved',
  approved: 'approved',
  refused: 'refused',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
  chargeback: 'chargeback',
  chargedback: 'chargeback',
});

const SILENT_EVENTS = words<IgnoredEvent>({ 'cart.reminder': 'cart' });

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  timeZone: SAO_PAULO,
  matches: (body) =>
    isObject(fieldOf(body, 'resource')) &&
    /^(order|transaction|cart|customer|product|cashback)\.[a-z.]+$/.test(textOf(fieldOf(body, 'event'))),
  map: (body, context) => {
    const event = fieldOf(body, 'event');
    const silent = SILENT_EVENTS(event);
    if (silent) return IGNORED[silent];
    const meaning = EVENTS(event);
    if (!meaning) return IGNORED.notConversion;
    const resource = objectAt(body, 'resource');
    const alias = textOf(valueAt(resource, 'status.data.alias'));
    const status = meaning === 'by status' ? STATUSES(alias) : meaning;
    if (!status) return alias === '' ? unknownEvent(textOf(event)) : IGNORED.notConversion;
    const [total, interest] = [decimalOf(fieldOf(resource, 'value_total')), decimalOf(fieldOf(resource, 'value_tax'))];
    const metadata = pairsOf(valueAt(resource, 'metadata.data'), 'key');
    const [item, transaction] = [
      firstObject(valueAt(resource, 'items.data')),
      firstObject(valueAt(resource, 'transactions.data')),
    ];
    return toConversion(
      'yampi',
      {
        transactionId: firstText(resource, ['id', 'number']),
        status,
        amount: interest === undefined ? undefined : withoutInterest(total, interest),
        currency: BRL,
        eventTimes: [dateOf(fieldOf(body, 'time')), dateOf(fieldOf(resource, 'updated_at'))],
        conversionTimes: [
          status === 'approved' ? dateOf(fieldOf(body, 'time')) : undefined,
          dateOf(fieldOf(resource, 'created_at')),
        ],
        clickReferences: clickReferencesIn(body, [metadata]),
        utm: utmIn(body, [resource, metadata]),
        sold: {
          productId: firstPresent(item, ['product_id', 'sku_id']),
          productName: firstPresent(objectAt(item, 'sku.data'), ['title', 'name']),
          paymentMethod: valueAt(transaction, 'payment.data.alias'),
          installments: fieldOf(transaction, 'installments'),
          interest: interest ?? undefined,
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** '2026-11-20 12:00:00', or what PHP makes of a time: `{ date: '2026-11-20 12:00:00.000000', timezone }`. */
const dateOf = (value: unknown): unknown => (isObject(value) ? fieldOf(value as JsonObject, 'date') : value);
