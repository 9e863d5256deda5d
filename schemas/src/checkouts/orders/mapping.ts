import { addMoney, Money, moneyFromCents, ZERO } from '../../primitives/money.ts';
import { centsOf, currencyOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstPresent, isPresent, objectsOf, textOf, UTC, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { isMarkedTest, toConversion, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/** The orders format that Brazilian gateways share (UTMify's API): cents, and times in UTC without a zone. */

const STATUSES = words<ConversionStatus>({
  waiting_payment: 'pending',
  pending: 'pending',
  paid: 'approved',
  approved: 'approved',
  refused: 'refused',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
  chargedback: 'chargeback',
  chargeback: 'chargeback',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => textOf(fieldOf(body, 'orderId')) !== '' && Object.hasOwn(body, 'trackingParameters'),
  map: (body, context) => {
    const status = STATUSES(fieldOf(body, 'status')) ?? 'pending';
    const product = firstObject(fieldOf(body, 'products'));
    const [createdAt, approvedAt, refundedAt] = ['createdAt', 'approvedDate', 'refundedAt'].map((name) =>
      fieldOf(body, name),
    );
    return toConversion(
      'orders',
      {
        transactionId: textOf(fieldOf(body, 'orderId')),
        status,
        amount: amountOf(body),
        currency: currencyOf(valueAt(body, 'commission.currency')),
        eventTimes: eventTimes[status]?.({ createdAt, approvedAt, refundedAt }) ?? [],
        conversionTimes: [approvedAt, createdAt],
        timeZone: UTC,
        clickReferences: clickReferencesIn(body, [fieldOf(body, 'trackingParameters')]),
        utm: utmIn(body, [fieldOf(body, 'trackingParameters')]),
        // UTMify's API of orders; `commission` is in its own `currency`, which is the conversion's. Of several products, the first.
        sold: {
          productId: fieldOf(product, 'id'),
          productName: fieldOf(product, 'name'),
          offer: firstPresent(product, ['planName', 'planId']),
          products: objectsOf(fieldOf(body, 'products')).map((one) => fieldOf(one, 'name')),
          paymentMethod: fieldOf(body, 'paymentMethod'),
          gatewayFee: optionalMoney(centsOf, valueAt(body, 'commission.gatewayFeeInCents')),
          netToSeller: optionalMoney(centsOf, valueAt(body, 'commission.userCommissionInCents')),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

type Times = Readonly<Record<'createdAt' | 'approvedAt' | 'refundedAt', unknown>>;

/** Which of the three is the event's own; a cancellation has none, so that it counts from its receipt. */
const eventTimes: Readonly<Partial<Record<ConversionStatus, (times: Times) => unknown[]>>> = {
  pending: ({ createdAt }) => [createdAt],
  refused: ({ createdAt }) => [createdAt],
  approved: ({ approvedAt, createdAt }) => [approvedAt, createdAt],
  refunded: ({ refundedAt }) => [refundedAt],
  chargeback: ({ refundedAt }) => [refundedAt],
};

/** The order's total; without it the sum of its products. */
function amountOf(body: JsonObject): Money | null | undefined {
  const total = valueAt(body, 'commission.totalPriceInCents');
  const products = objectsOf(fieldOf(body, 'products'));
  const saysPrice = products.some((product) => isPresent(fieldOf(product, 'priceInCents')));
  if (isPresent(total) || !saysPrice) return centsOf(total);
  return products.reduce<Money | undefined>((sum, product) => {
    const price = Number(textOf(fieldOf(product, 'priceInCents')) || 0);
    const quantity = Number(textOf(fieldOf(product, 'quantity')) || 1);
    const money = moneyFromCents(price * quantity);
    return sum === undefined || money === undefined ? undefined : Money.safeParse(addMoney(sum, money)).data;
  }, ZERO);
}
