import { currencyOf, decimalOf, interestOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectsOf, SAO_PAULO, textOf } from '../fields.ts';
import type { JsonObject, MapBody } from '../mapping.ts';
import { IGNORED, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Eduzz's postback before v3 (github.com/eduzz/webhook, v2/README.md and campos-fatura.md, read 2026-11): a form or flat JSON, major units, day and
 * time in two fields, statuses and payment methods as numbers. `trans_value` is the invoice, `trans_paid` what the buyer paid with interest.
 */

const STATUSES = words<ConversionStatus>({
  '1': 'pending',
  '3': 'approved',
  '4': 'canceled',
  '6': 'disputed',
  '7': 'refunded',
  '9': 'canceled',
  '10': 'expired',
  '11': 'pending',
  '15': 'pending',
});

const PAYMENTS = words({
  '1': 'boleto',
  '9': 'paypal',
  ...Object.fromEntries(['13', '14', '15', '16', '21', '23', '24', '27'].map((card) => [card, 'credit_card'])),
  ...Object.fromEntries(['17', '18', '19', '22'].map((bank) => [bank, 'bank_transfer'])),
  '25': 'paypal',
  '32': 'pix',
});

export const isPostback = (body: JsonObject): boolean => isInvoice(body) || isCart(body);

const isInvoice = (body: JsonObject): boolean =>
  ['trans_cod', 'trans_status'].every((name) => isPresent(fieldOf(body, name)));

const isCart = (body: JsonObject): boolean =>
  textOf(fieldOf(body, 'type')).toLowerCase() === 'abandonment' && isPresent(fieldOf(body, 'cartAccessedAt'));

export const mapPostback: MapBody = (body, context) => {
  if (isCart(body)) return IGNORED.cart;
  const status = STATUSES(fieldOf(body, 'trans_status')) ?? 'pending';
  const tracker = trackerOf(body);
  const [value, paid] = ['trans_value', 'trans_paid'].map((name) => decimalOf(fieldOf(body, name)));
  const [paidAt, createdAt] = [momentOf(body, 'paid'), momentOf(body, 'create')];
  const items = objectsOf(fieldOf(body, 'trans_items'));
  const charges = fieldOf(body, 'recurrence_count');
  return toConversion(
    'eduzz',
    {
      transactionId: textOf(fieldOf(body, 'trans_cod')),
      status,
      amount: value === null ? paid : value,
      currency: currencyOf(fieldOf(body, 'trans_currency')),
      eventTimes: [
        status === 'approved' ? paidAt : status === 'refunded' ? fieldOf(body, 'refund_date') : undefined,
        status === 'pending' ? createdAt : undefined,
      ],
      conversionTimes: [paidAt, createdAt],
      timeZone: SAO_PAULO,
      clickReferences: clickReferencesIn(body, [tracker]),
      utm: utmIn(body, [tracker]),
      sold: {
        productId: fieldOf(body, 'product_cod'),
        productName: fieldOf(body, 'product_name'),
        products: items.map((item) => firstPresent(item, ['item_product_name', 'item_name'])),
        paymentMethod: PAYMENTS(fieldOf(body, 'trans_paymentmethod')) ?? fieldOf(body, 'trans_paymentmethod'),
        gatewayFee: optionalMoney(decimalOf, fieldOf(body, 'eduzz_value')),
        netToSeller: optionalMoney(decimalOf, fieldOf(body, 'pro_value')),
        interest: interestOf(paid, value),
        kind: Number(charges) > 1 ? 'renewal' : undefined,
        recurrence: charges,
        coupon: firstPresent(body, ['discount_coupon_code']) ?? fieldOf(firstObject(items), 'item_coupon_code'),
        affiliate: fieldOf(body, 'aff_cod'),
      },
      isTest: isMarkedTest(body),
    },
    context,
  );
};

/** `tracker_trk`, `tracker_utm_source` … by the names that other checkouts use. */
const trackerOf = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(body)
      .filter((name) => name.startsWith('tracker_'))
      .map((name) => [name.slice('tracker_'.length), fieldOf(body, name)]),
  );

/** '20190904' or '2019-09-04', and '12:00:00' in a field of its own. */
function momentOf(body: JsonObject, name: 'paid' | 'create'): string {
  const day = textOf(fieldOf(body, `trans_${name}date`)).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const time = textOf(fieldOf(body, `trans_${name}time`));
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && time !== '' ? `${day} ${time}` : day;
}
