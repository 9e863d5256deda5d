import type { Money } from '../../primitives/money.ts';
import { centsOf, currencyOf, optionalMoney, withoutInterest } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isObject, objectAt, objectsOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, settle, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/** Hubla webhook 2.0.0: cents, times in UTC. `totalCents` is subtotal, discount, pro rata and `installmentFeeCents`, which is the buyer's interest. It has no `sck`: the click id is in a utm value, or in the checkout's address. */

/** `invoice.status_updated` only says that there is a new status. */
const EVENTS = words<ConversionStatus | 'by status'>({
  'invoice.created': 'pending',
  'invoice.status_updated': 'by status',
  'invoice.payment_succeeded': 'approved',
  'invoice.payment_failed': 'refused',
  'invoice.expired': 'expired',
  'invoice.refunded': 'refunded',
  'invoice.chargeback': 'chargeback',
  'invoice.charged_back': 'chargeback',
});

const STATUSES = words<ConversionStatus>({
  draft: 'pending',
  pending: 'pending',
  unpaid: 'pending',
  paid: 'approved',
  failed: 'refused',
  expired: 'expired',
  canceled: 'canceled',
  void: 'canceled',
  disputed: 'disputed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargeback: 'chargeback',
  charged_back: 'chargeback',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) =>
    isObject(fieldOf(body, 'event')) &&
    /^(invoice|subscription|member|customer|lead|smart_installment|refund_request)\./i.test(
      textOf(fieldOf(body, 'type')),
    ),
  map: (body, context) => {
    const type = textOf(fieldOf(body, 'type'));
    if (/^lead\.abandoned/i.test(type)) return IGNORED.cart;
    if (/^(subscription|smart_installment)\./i.test(type)) return IGNORED.subscription;
    if (/^(member|customer)\./i.test(type)) return IGNORED.access;
    if (/^(lead|refund_request)\./i.test(type)) return IGNORED.notConversion;
    const meaning = EVENTS(type);
    if (!meaning) return unknownEvent(type);
    const invoice = objectAt(body, 'event.invoice');
    const statusText = fieldOf(invoice, 'status');
    const status =
      meaning === 'by status' ? (STATUSES(statusText) ?? 'pending') : settle(meaning, statusText, STATUSES);
    const [paidAt, soldAt, createdAt] = [
      momentOf(invoice, 'approved'),
      fieldOf(invoice, 'saleDate'),
      fieldOf(invoice, 'createdAt'),
    ];
    const [total, interest] = ['totalCents', 'installmentFeeCents'].map((name) =>
      centsOf(valueAt(invoice, `amount.${name}`)),
    );
    const isFirst = status === 'pending' || status === 'refused';
    return toConversion(
      'hubla',
      {
        transactionId: textOf(fieldOf(invoice, 'id')),
        status,
        amount: withoutInterest(total, interest),
        currency: currencyOf(fieldOf(invoice, 'currency')),
        eventTimes: [
          momentOf(invoice, status),
          isApproval(status) ? soldAt : undefined,
          isFirst ? createdAt : undefined,
        ],
        conversionTimes: [paidAt, soldAt, createdAt],
        clickReferences: clickReferencesIn(body, sessionsOf(invoice)),
        utm: utmIn(body, [], utmsOf(invoice)),
        // Webhook 2.0.0: `receivers` has the seller's part; that of the platform is the fee.
        sold: {
          productId: valueAt(body, 'event.product.id'),
          productName: valueAt(body, 'event.product.name'),
          offer: firstPresent(firstObject(fieldOf(firstObject(valueAt(body, 'event.products')), 'offers')), [
            'name',
            'id',
          ]),
          paymentMethod: fieldOf(invoice, 'paymentMethod'),
          installments: fieldOf(invoice, 'installments'),
          gatewayFee: partOf(invoice, 'platform'),
          netToSeller: partOf(invoice, 'seller'),
          interest: interest ?? undefined,
          products: objectsOf(valueAt(body, 'event.products')).map((one) => fieldOf(one, 'name')),
          kind: textOf(fieldOf(invoice, 'type')).toLowerCase() === 'renewal' ? 'renewal' : undefined,
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

const partOf = (invoice: JsonObject, role: string): Money | undefined =>
  optionalMoney(
    centsOf,
    fieldOf(
      firstObject(fieldOf(invoice, 'receivers'), (one) => textOf(fieldOf(one, 'role')) === role),
      'totalCents',
    ),
  );

/** When the invoice came into that status, by its history `statusAt: [{ status, when }]`; the latest, should it have done so twice. */
function momentOf(invoice: JsonObject, status: ConversionStatus): unknown {
  const history = fieldOf(invoice, 'statusAt');
  if (!Array.isArray(history)) return undefined;
  const moments = history
    .filter((entry) => isObject(entry) && STATUSES(fieldOf(entry, 'status')) === status)
    .map((entry: JsonObject) => textOf(fieldOf(entry, 'when')));
  return moments.sort().at(-1);
}

const utmsOf = (invoice: JsonObject): unknown[] =>
  ['firstPaymentSession', 'paymentSession'].map((name) => valueAt(invoice, `${name}.utm`));

const sessionsOf = (invoice: JsonObject): unknown[] =>
  ['firstPaymentSession', 'paymentSession'].flatMap((name) => {
    const session = objectAt(invoice, name);
    return [fieldOf(session, 'utm'), { url: fieldOf(session, 'url') }];
  });
