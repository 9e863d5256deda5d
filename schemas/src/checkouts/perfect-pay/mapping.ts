import { currencyOf, decimalOf, moneyTold } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Perfect Pay: major units; the state as number and as word instead of an event name; times without a zone. Fields and numbers agree with deliveries that
 * integrations publish (github.com/24games/funil-interativo-greenfy, PERFECT_PAY_WEBHOOK_SETUP_COMPLETO.md).
 */

const STATUSES = words<ConversionStatus>({
  none: 'pending',
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  in_review: 'pending',
  approved: 'approved',
  completed: 'completed',
  in_mediation: 'disputed',
  rejected: 'refused',
  checkout_error: 'refused',
  cancelled: 'canceled',
  canceled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
  charged_back: 'chargeback',
  chargeback: 'chargeback',
  '0': 'pending',
  '1': 'pending',
  '2': 'approved',
  '3': 'pending',
  '4': 'disputed',
  '5': 'refused',
  '6': 'canceled',
  '7': 'refunded',
  '8': 'pending',
  '9': 'chargeback',
  '10': 'completed',
  '11': 'refused',
  '13': 'expired',
  '16': 'pending',
});

const CARTS = words({ precheckout: true, '12': true });

export const mapping: CheckoutMapping = {
  matches: (body) =>
    isPresent(fieldOf(body, 'code')) &&
    ['sale_status_enum', 'sale_status_enum_key'].some((name) => isPresent(fieldOf(body, name))),
  map: (body, context) => {
    const [word, number] = [fieldOf(body, 'sale_status_enum_key'), fieldOf(body, 'sale_status_enum')];
    if (CARTS(word) ?? CARTS(number)) return IGNORED.cart;
    const status = STATUSES(textOf(word) === '' ? number : word) ?? 'pending';
    const [approvedAt, createdAt] = [fieldOf(body, 'date_approved'), fieldOf(body, 'date_created')];
    const isFirst = status === 'pending' || status === 'refused';
    return toConversion(
      'perfect-pay',
      {
        transactionId: textOf(fieldOf(body, 'code')),
        status,
        amount: decimalOf(fieldOf(body, 'sale_amount')),
        currency: currencyOf(fieldOf(body, 'currency_enum_key')),
        eventTimes: isApproval(status) ? [approvedAt, createdAt] : isFirst ? [createdAt] : [],
        conversionTimes: [approvedAt, createdAt],
        clickReferences: clickReferencesIn(body, [fieldOf(body, 'metadata')]),
        utm: utmIn(body, [fieldOf(body, 'metadata')]),
        // Perfect Pay's postback: `affiliation_type_enum` 1 is the producer; the fee is not told.
        sold: {
          productId: valueAt(body, 'product.code'),
          productName: valueAt(body, 'product.name'),
          offer: firstPresent(objectAt(body, 'plan'), ['name', 'code']),
          paymentMethod: fieldOf(body, 'payment_type_enum_key'),
          installments: fieldOf(body, 'installments'),
          netToSeller: moneyTold(
            decimalOf,
            fieldOf(
              firstObject(fieldOf(body, 'commission'), (one) => textOf(fieldOf(one, 'affiliation_type_enum')) === '1'),
              'commission_amount',
            ),
          ),
          kind: textOf(fieldOf(body, 'payment_type_enum_key')) === 'credit_card_upsell' ? 'upsell' : undefined,
          coupon: fieldOf(body, 'coupon_code'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};
