import { currencyOf, decimalOf, interestOf } from '../amounts.ts';
import { clickReferencesIn, tagsOf } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, flagOf, objectAt, objectsOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, settle, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';
import { isPostback, mapPostback } from './postback.ts';

/**
 * Eduzz webhook v3 (developers.eduzz.com): `myeduzz.invoice_*`, major units, times in ISO 8601 with a zone; and the postback before it
 * (`postback.ts`). `price` is the value of the invoice, `paid` what left the buyer's account, with the interest of instalments.
 */

const EVENTS = words<ConversionStatus>({
  'myeduzz.invoice_opened': 'pending',
  'myeduzz.invoice_waiting_payment': 'pending',
  'myeduzz.invoice_scheduled': 'pending',
  'myeduzz.invoice_processing': 'pending',
  'myeduzz.invoice_analysing': 'pending',
  'myeduzz.invoice_waiting_documents': 'pending',
  'myeduzz.invoice_recovering': 'pending',
  'myeduzz.invoice_overdue': 'pending',
  'myeduzz.invoice_negotiated': 'pending',
  'myeduzz.invoice_trial': 'pending',
  'myeduzz.invoice_paid': 'approved',
  'myeduzz.invoice_refused': 'refused',
  'myeduzz.invoice_expired': 'expired',
  'myeduzz.invoice_canceled': 'canceled',
  'myeduzz.invoice_duplicated': 'canceled',
  'myeduzz.invoice_deleted': 'canceled',
  'myeduzz.invoice_waiting_refund': 'disputed',
  'myeduzz.invoice_partial_refund': 'partially_refunded',
  'myeduzz.invoice_partially_refunded': 'partially_refunded',
  'myeduzz.invoice_refunded': 'refunded',
  'myeduzz.invoice_chargeback': 'chargeback',
});

/** `data.status`, as the documentation lists it. */
const STATUSES = words<ConversionStatus>({
  open: 'pending',
  opened: 'pending',
  processing: 'pending',
  waitingpayment: 'pending',
  waiting_payment: 'pending',
  waitingdocuments: 'pending',
  analysing: 'pending',
  scheduled: 'pending',
  recovering: 'pending',
  overdue: 'pending',
  negotiated: 'pending',
  trial: 'pending',
  paid: 'approved',
  refused: 'refused',
  expired: 'expired',
  canceled: 'canceled',
  duplicated: 'canceled',
  deleted: 'canceled',
  waitingrefund: 'disputed',
  waiting_refund: 'disputed',
  partialrefund: 'partially_refunded',
  partial_refund: 'partially_refunded',
  refunded: 'refunded',
  chargeback: 'chargeback',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => isPostback(body) || /^(myeduzz|eduzz|sun|nutror)\./i.test(textOf(fieldOf(body, 'event'))),
  map: (body, context) => {
    if (isPostback(body)) return mapPostback(body, context);
    const event = textOf(fieldOf(body, 'event'));
    if (/^myeduzz\.contract_/i.test(event)) return IGNORED.subscription;
    if (/^(sun|eduzz|myeduzz)\.cart_/i.test(event)) return IGNORED.cart;
    if (/^nutror\./i.test(event)) return IGNORED.access;
    const meaning = EVENTS(event);
    if (!meaning) return unknownEvent(event);
    const data = objectAt(body, 'data');
    const status = settle(meaning, fieldOf(data, 'status'), STATUSES);
    const [paidAt, createdAt] = [fieldOf(data, 'paidAt'), fieldOf(data, 'createdAt')];
    const sentAt = fieldOf(body, 'sentDate');
    const items = objectsOf(fieldOf(data, 'items'));
    const main = items.find((item) => !flagOf(fieldOf(item, 'isBump'))) ?? items[0] ?? {};
    const [price, paid] = ['price', 'paid'].map((name) => decimalOf(valueAt(data, `${name}.value`)));
    const isSameCurrency = textOf(valueAt(data, 'price.currency')) === textOf(valueAt(data, 'paid.currency'));
    return toConversion(
      'eduzz',
      {
        transactionId:
          textOf(fieldOf(data, 'id')) ||
          textOf(valueAt(data, 'transaction.id')) ||
          textOf(valueAt(body, 'transaction.id')),
        status,
        amount: price === null ? paid : price,
        refundAmount: decimalOf(valueAt(data, 'refund.value')),
        currency: currencyOf(valueAt(data, 'price.currency') ?? valueAt(data, 'paid.currency')),
        eventTimes: isApproval(status) ? [paidAt, sentAt] : [fieldOf(data, 'refundedAt'), sentAt],
        conversionTimes: [paidAt, ...(isApproval(status) ? [sentAt] : []), createdAt],
        clickReferences: clickReferencesIn(body, [fieldOf(data, 'tracker'), fieldOf(data, 'utm'), tagsOf(data)]),
        utm: utmIn(body, [fieldOf(data, 'utm'), data], [fieldOf(data, 'utm')]),
        // The invoice of developers.eduzz.com/reference/webhook has neither fee nor net. Bumps are items of the same invoice.
        sold: {
          productId: fieldOf(main, 'productId'),
          productName: fieldOf(main, 'name'),
          products: [main, ...items.filter((item) => item !== main)].map((item) => fieldOf(item, 'name')),
          coupon: valueAt(main, 'coupon.key'),
          interest: isSameCurrency ? interestOf(paid, price) : undefined,
          paymentMethod: fieldOf(data, 'paymentMethod'),
          installments: fieldOf(data, 'installments'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
