import { compareMoney, Money, moneyFromCents, sumMoney } from '../../primitives/money.ts';
import { currencyOf, decimalOf, interestOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
import { IGNORED, isApproval, isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Perfect Pay: major units, `sale_amount` with freight and without the interest, which is what the instalments (`installments` of
 * `installment_amount`) have beyond it. Bumps and upsells are conversions with codes of their own; the state as number and as word instead of an event name; times without a zone. Fields and numbers agree with deliveries that
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
  pre_chargeback: 'disputed',
  pre_refunded: 'disputed',
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
  '17': 'disputed',
  '18': 'disputed',
});

/** `payment_type_enum`, where a postback has numbers only. */
const PAYMENTS = words({
  '1': 'credit_card',
  '2': 'boleto',
  '3': 'paypal',
  '4': 'credit_card_recurrent',
  '5': 'free_price',
  '6': 'credit_card_upsell',
  '7': 'pix',
});

/** `payment_format_enum_key`; 'regular' is what most conversions are. */
const KINDS = words<ConversionKind>({ orderbump: 'bump', order_bump: 'bump', upsell: 'upsell', downsell: 'upsell' });

const CARTS = words({ precheckout: true, '12': true });

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) =>
    isPresent(fieldOf(body, 'code')) &&
    ['sale_status_enum', 'sale_status_enum_key'].some((name) => isPresent(fieldOf(body, name))),
  map: (body, context) => {
    const [word, number] = [fieldOf(body, 'sale_status_enum_key'), fieldOf(body, 'sale_status_enum')];
    if (CARTS(word) ?? CARTS(number)) return IGNORED.cart;
    const status = STATUSES(textOf(word) === '' ? number : word) ?? 'pending';
    const [approvedAt, createdAt] = [fieldOf(body, 'date_approved'), fieldOf(body, 'date_created')];
    const paymentMethod = fieldOf(body, 'payment_type_enum_key') ?? PAYMENTS(fieldOf(body, 'payment_type_enum'));
    const charges = valueAt(body, 'subscription.charges_made');
    const amount = decimalOf(fieldOf(body, 'sale_amount'));
    const isFirst = status === 'pending' || status === 'refused';
    return toConversion(
      'perfect-pay',
      {
        transactionId: textOf(fieldOf(body, 'code')),
        status,
        amount,
        currency: currencyOf(fieldOf(body, 'currency_enum_key')),
        eventTimes: isApproval(status) ? [approvedAt, createdAt] : isFirst ? [createdAt] : [],
        conversionTimes: [approvedAt, createdAt],
        clickReferences: clickReferencesIn(body, [fieldOf(body, 'metadata')]),
        utm: utmIn(body, [fieldOf(body, 'metadata')]),
        // `affiliation_type_enum` 0 is Perfect Pay, 1 the producer.
        sold: {
          productId: valueAt(body, 'product.code'),
          productName: valueAt(body, 'product.name'),
          offer: firstPresent(objectAt(body, 'plan'), ['name', 'code']),
          paymentMethod,
          installments: fieldOf(body, 'installments'),
          gatewayFee: partOf(body, '0'),
          netToSeller: partOf(body, '1'),
          interest: interestIn(body, amount),
          kind:
            KINDS(fieldOf(body, 'payment_format_enum_key')) ??
            (textOf(paymentMethod) === 'credit_card_upsell' ? 'upsell' : Number(charges) > 1 ? 'renewal' : undefined),
          parentTransactionId: fieldOf(body, 'original_code'),
          recurrence: charges,
          coupon: fieldOf(body, 'coupon_code'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

const partOf = (body: JsonObject, type: string): Money | undefined =>
  optionalMoney(
    decimalOf,
    fieldOf(
      firstObject(fieldOf(body, 'commission'), (one) => textOf(fieldOf(one, 'affiliation_type_enum')) === type),
      'commission_amount',
    ),
  );

/** Undefined where the instalments only add up to the amount, give or take a cent for each: it may have the interest in it. */
function interestIn(body: JsonObject, amount: Money | null | undefined): Money | undefined {
  const count = Number(fieldOf(body, 'installments'));
  const each = decimalOf(fieldOf(body, 'installment_amount'));
  if (!each || !Number.isInteger(count) || count < 2 || count > 99) return undefined;
  const interest = interestOf(Money.safeParse(sumMoney(Array.from({ length: count }, () => each))).data, amount);
  const rounding = moneyFromCents(count);
  return interest && rounding && compareMoney(interest, rounding) > 0 ? interest : undefined;
}
