import { clampMoney, compareMoney, isNegative, type Money, sumMoney, ZERO } from '../../primitives/money.ts';
import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstText, isPresent, objectsOf, pairsOf, textOf, UTC } from '../fields.ts';
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

/**
 * WooCommerce webhooks order.created and order.updated (developer.woocommerce.com/docs/apis/rest-api/v3/orders and /webhooks): the order, major
 * units as texts, times in UTC without a zone (`*_gmt`). An order is sent again with each change, and its `refunds` have no time, so
 * that a partial refund looks like its repetition: it lowers the amount instead. Origins are in `meta_data`, under
 * `_wc_order_attribution_`; the last of them is the address of the first page that the buyer opened.
 */

const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  'on-hold': 'pending',
  processing: 'approved',
  completed: 'completed',
  cancelled: 'canceled',
  refunded: 'refunded',
  failed: 'refused',
});

const SILENT_STATUSES = words<IgnoredEvent>({ 'checkout-draft': 'cart', trash: 'notConversion' });

const ATTRIBUTION = '_wc_order_attribution_';

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => /^wc_order_/.test(textOf(fieldOf(body, 'order_key'))) || isPing(body),
  map: (body, context) => {
    if (isPing(body)) return IGNORED.ping;
    const silent = SILENT_STATUSES(fieldOf(body, 'status'));
    if (silent) return IGNORED[silent];
    const meaning = STATUSES(fieldOf(body, 'status'));
    if (!meaning) return unknownEvent(textOf(fieldOf(body, 'status')));
    const total = decimalOf(fieldOf(body, 'total'));
    const left = total && leftOf(total, fieldOf(body, 'refunds'));
    const isGone = isApproval(meaning) && total !== ZERO && left === ZERO;
    const [paidAt, createdAt] = [fieldOf(body, 'date_paid_gmt'), fieldOf(body, 'date_created_gmt')];
    const origins = originsOf(fieldOf(body, 'meta_data'));
    const item = firstObject(fieldOf(body, 'line_items'));
    return toConversion(
      'woocommerce',
      {
        transactionId: textOf(fieldOf(body, 'id')),
        status: isGone ? 'refunded' : meaning,
        amount: isGone || meaning === 'refunded' ? total : left,
        currency: currencyOf(fieldOf(body, 'currency')),
        eventTimes: [fieldOf(body, 'date_modified_gmt'), paidAt, createdAt],
        conversionTimes: [paidAt, createdAt],
        timeZone: UTC,
        clickReferences: clickReferencesIn(body, [origins]),
        utm: utmIn(body, [origins]),
        sold: {
          productId: fieldOf(item, 'product_id'),
          productName: fieldOf(item, 'name'),
          paymentMethod: firstText(body, ['payment_method_title', 'payment_method']),
          coupon: fieldOf(firstObject(fieldOf(body, 'coupon_lines')), 'code'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** What the shop sends when the webhook is made: a form with its id. */
const isPing = (body: JsonObject): boolean =>
  isPresent(fieldOf(body, 'webhook_id')) && Object.keys(body).every((name) => ['webhook_id', 'is_test'].includes(name));

/** Without `refunds: [{ total: '-10.00' }]`; undefined when one cannot be read. */
function leftOf(total: Money, refunds: unknown): Money | undefined {
  const amounts = objectsOf(refunds).map((one) => decimalOf(fieldOf(one, 'total')));
  if (!amounts.every((amount) => typeof amount === 'string')) return undefined;
  const left = clampMoney(sumMoney([total, ...amounts.filter(isNegative)]));
  return compareMoney(left, ZERO) < 0 ? ZERO : left;
}

/** All of `meta_data` by its keys; those of the order attribution without their prefix. '(direct)' is no one's source. */
function originsOf(metaData: unknown): JsonObject {
  const entries = Object.entries(pairsOf(metaData, 'key')).filter(([, value]) => !/^\(.*\)$/.test(textOf(value)));
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(ATTRIBUTION) ? name.slice(ATTRIBUTION.length) : name, value]),
  );
}
