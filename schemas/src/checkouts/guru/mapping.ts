import { clampMoney, compareMoney, type Money, subtractMoney, ZERO } from '../../primitives/money.ts';
import { currencyOf, decimalOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, flagOf, isObject, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
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
 * Digital Manager Guru, webhook of transactions (docs.digitalmanager.guru/developers/webhook-para-transacoes and
 * status-de-transacoes, text of June 2026): major units, times in ISO 8601 with a zone, the status instead of an event name. The tracking
 * container is `source`; older deliveries have it as `trackings`. `source` in it is src, `checkout_source` is sck. Not documented: whether
 * `payment.total` has the instalment interest in it, see `amountIn`.
 */

const TYPES = words<'sale' | IgnoredEvent>({
  transaction: 'sale',
  subscription: 'subscription',
  eticket: 'access',
  'e-ticket': 'access',
  webhook_deactivation: 'ping',
});

const STATUSES = words<ConversionStatus>({
  approved: 'approved',
  completed: 'completed',
  waiting_payment: 'pending',
  billet_printed: 'pending',
  analysis: 'pending',
  charging: 'pending',
  delayed: 'pending',
  in_recovery: 'pending',
  pending: 'pending',
  pending_transfer: 'pending',
  processing: 'pending',
  scheduled: 'pending',
  started: 'pending',
  blocked: 'refused',
  rejected: 'refused',
  canceled: 'canceled',
  expired: 'expired',
  dispute: 'disputed',
  refunded: 'refunded',
  chargeback: 'chargeback',
});

const SILENT_STATUSES = words<IgnoredEvent>({ abandoned: 'cart', trial: 'subscription' });

/** Other senders say `webhook_type`, too; these two are Guru's own. */
export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) =>
    TYPES(fieldOf(body, 'webhook_type')) !== undefined &&
    (isPresent(fieldOf(body, 'api_token')) || isObject(fieldOf(body, 'payment'))),
  map: (body, context) => {
    const type = TYPES(fieldOf(body, 'webhook_type')) ?? 'sale';
    if (type !== 'sale') return IGNORED[type];
    const silent = SILENT_STATUSES(fieldOf(body, 'status'));
    if (silent) return IGNORED[silent];
    const status = STATUSES(fieldOf(body, 'status'));
    if (!status) return unknownEvent(textOf(fieldOf(body, 'status')));
    const [payment, dates, product] = [objectAt(body, 'payment'), objectAt(body, 'dates'), objectAt(body, 'product')];
    const [approvedAt, orderedAt] = [fieldOf(dates, 'confirmed_at'), firstPresent(dates, ['ordered_at', 'created_at'])];
    const origins = [fieldOf(body, 'source'), fieldOf(body, 'trackings')];
    return toConversion(
      'guru',
      {
        transactionId: textOf(fieldOf(body, 'id')),
        status,
        amount: amountIn(payment, product),
        currency: currencyOf(fieldOf(payment, 'currency')),
        eventTimes: [
          isApproval(status) ? approvedAt : undefined,
          status === 'canceled' || status === 'refunded' ? fieldOf(dates, 'canceled_at') : undefined,
          fieldOf(dates, 'updated_at'),
          orderedAt,
        ],
        conversionTimes: [approvedAt, orderedAt],
        clickReferences: clickReferencesIn(body, [
          ...origins.filter(isObject).map((origin) => ({ sck: fieldOf(origin, 'checkout_source') })),
          ...origins,
        ]),
        utm: utmIn(body, origins),
        sold: {
          productId: fieldOf(product, 'id'),
          productName: fieldOf(product, 'name'),
          offer: firstPresent(objectAt(product, 'offer'), ['name', 'id']),
          paymentMethod: fieldOf(payment, 'method'),
          installments: valueAt(payment, 'installments.qty'),
          gatewayFee: optionalMoney(decimalOf, valueAt(payment, 'tax.value')),
          netToSeller: optionalMoney(decimalOf, fieldOf(payment, 'net')),
          interest: optionalMoney(decimalOf, valueAt(payment, 'installments.interest')),
          kind: kindOf(body),
          recurrence: valueAt(body, 'invoice.cycle'),
          coupon: valueAt(payment, 'coupon.coupon_code'),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/**
 * The total without the interest that the body names; but where less than the discounted product would be left, the interest was never in the
 * total.
 */
function amountIn(payment: JsonObject, product: JsonObject): Money | null | undefined {
  const total = decimalOf(fieldOf(payment, 'total'));
  const [interest, price, discount] = [
    decimalOf(valueAt(payment, 'installments.interest')),
    moneyOrZero(fieldOf(product, 'total_value')),
    moneyOrZero(fieldOf(payment, 'discount_value')),
  ];
  if (!total || !interest || !price || !discount) return total;
  const left = subtractMoney(total, interest);
  return compareMoney(left, subtractMoney(price, discount)) < 0 ? total : clampMoney(left);
}

/** Undefined is not an amount. */
function moneyOrZero(value: unknown): Money | undefined {
  const amount = decimalOf(value);
  return amount === null ? ZERO : amount;
}

function kindOf(body: JsonObject): ConversionKind | undefined {
  if (flagOf(fieldOf(body, 'is_order_bump'))) return 'bump';
  if (textOf(valueAt(body, 'invoice.type')).toLowerCase() === 'upsell') return 'upsell';
  return Number(valueAt(body, 'invoice.cycle')) > 1 ? 'renewal' : undefined;
}
