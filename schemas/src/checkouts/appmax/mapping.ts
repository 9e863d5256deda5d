import { BRL } from '../../primitives/money.ts';
import { decimalOf } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, firstText, isObject, objectAt, textOf } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { type IgnoredEvent, isMarkedTest, meaningOf, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Appmax (github.com/appmaxbrasil/appstore-backend-example, docs/appmax/webhooks.md, the platform's own, March 2026): major units. The seller
 * chooses one of five forms: the order in `data` as `id, total, status`, or as `order_id, order_total, order_status`; the oldest one has no
 * total, which is no conversion. Nothing is signed, no time is documented. Unsure: what `data.meta` holds, and whether the total has the
 * instalment interest in it. The amount of `OrderPartialRefund` is not documented, so that it is not understood.
 */

/** In lower case, without '_': 'OrderPaidByPix' and 'order_paid_by_pix'. An authorized card is not captured yet. */
const EVENTS = words<ConversionStatus>({
  orderapproved: 'approved',
  orderpaid: 'approved',
  orderpaidbypix: 'approved',
  orderintegrated: 'approved',
  orderupsold: 'approved',
  orderauthorized: 'pending',
  orderauthorizedwithdelay: 'pending',
  paymentauthorizedwithdelay: 'pending',
  orderbilletcreated: 'pending',
  orderpixcreated: 'pending',
  orderpendingintegration: 'pending',
  orderbilletoverdue: 'expired',
  orderpixexpired: 'expired',
  paymentnotauthorized: 'refused',
  orderrefund: 'refunded',
  orderchargebackintreatment: 'disputed',
});

const SILENT_EVENTS = words<IgnoredEvent>({
  createdsubscription: 'subscription',
  subscriptioncancellationevent: 'subscription',
  subscriptiondelayedevent: 'subscription',
  subscriptioncancelation: 'subscription',
  subscriptiondelayed: 'subscription',
  customercreated: 'notConversion',
  customerinterested: 'notConversion',
  customercontacted: 'notConversion',
  splitorders: 'notConversion',
});

/** Known to be Appmax's, and not understood. */
const UNCLEAR_EVENTS = words({ orderpartialrefund: true, orderchargebackgain: true });

/** A reason may follow: 'PaymentNotAuthorized | Reason: Não autorizado'. */
const wordOf = (body: JsonObject): string =>
  (textOf(fieldOf(body, 'event')).split('|')[0] ?? '').replace(/[_\s]/g, '').toLowerCase();

export const mapping: CheckoutMapping = {
  matches: (body) => {
    const word = wordOf(body);
    return (
      isObject(fieldOf(body, 'data')) && (EVENTS(word) ?? SILENT_EVENTS(word) ?? UNCLEAR_EVENTS(word)) !== undefined
    );
  },
  map: (body, context) => {
    const word = wordOf(body);
    const meaning = meaningOf(word, EVENTS, SILENT_EVENTS);
    if (typeof meaning !== 'string') return meaning;
    const data = objectAt(body, 'data');
    const origins = [fieldOf(data, 'meta'), tagsOf(data)];
    return toConversion(
      'appmax',
      {
        transactionId: firstText(data, ['order_id', 'id']),
        status: meaning,
        amount: decimalOf(firstPresent(data, ['order_total', 'total'])),
        currency: BRL,
        eventTimes: [],
        conversionTimes: [],
        clickReferences: clickReferencesIn(body, origins),
        utm: utmIn(body, origins),
        sold: {
          paymentMethod: firstText(data, ['order_payment_type', 'payment_type']),
          kind: word === 'orderupsold' ? 'upsell' : undefined,
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
