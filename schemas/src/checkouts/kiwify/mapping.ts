import { ZERO } from '../../primitives/money.ts';
import { centsOf, currencyOf, interestOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import {
  fieldOf,
  firstObject,
  firstPresent,
  isObject,
  isPresent,
  objectAt,
  SAO_PAULO,
  textOf,
  valueAt,
} from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import {
  IGNORED,
  type IgnoredEvent,
  isApproval,
  isMarkedTest,
  settle,
  toConversion,
  unknownEvent,
  words,
} from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Kiwify: cents; the order itself, or wrapped as `{ url, signature, order }`. Times without a zone are São Paulo's, in any zone of the tenant: the same
 * order has '11:53' and, in `Subscription.start_date`, '14:53Z'. `charge_amount` has the interest of instalments ("Total com acréscimo" of the exported
 * report), `product_base_price` has not. Unsure: whether the base price is before a coupon; one above the charge is, and does not count.
 */

const EVENTS = words<ConversionStatus>({
  order_approved: 'approved',
  compra_aprovada: 'approved',
  subscription_renewed: 'approved',
  billet_created: 'pending',
  boleto_gerado: 'pending',
  pix_created: 'pending',
  pix_gerado: 'pending',
  order_rejected: 'refused',
  compra_recusada: 'refused',
  order_refunded: 'refunded',
  compra_reembolsada: 'refunded',
  chargeback: 'chargeback',
});

const IGNORED_EVENTS = words<IgnoredEvent>({
  carrinho_abandonado: 'cart',
  cart_abandoned: 'cart',
  subscription_canceled: 'subscription',
  subscription_late: 'subscription',
});

const STATUSES = words<ConversionStatus>({
  paid: 'approved',
  approved: 'approved',
  waiting_payment: 'pending',
  pending: 'pending',
  processing: 'pending',
  authorized: 'pending',
  refused: 'refused',
  canceled: 'canceled',
  expired: 'expired',
  refund_requested: 'disputed',
  pending_refund: 'disputed',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargedback: 'chargeback',
  chargeback: 'chargeback',
});

const OWN_FIELDS = [
  'webhook_event_type',
  'Commissions',
  'TrackingParameters',
  'Customer',
  'Product',
  'order_ref',
] as const;

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  timeZone: SAO_PAULO,
  matches: (body) => isOrder(orderIn(body)) || isCart(orderIn(body)),
  map: (body, context) => {
    const order = orderIn(body);
    const event = textOf(fieldOf(order, 'webhook_event_type'));
    const silent = isCart(order) ? 'cart' : IGNORED_EVENTS(event);
    if (silent) return IGNORED[silent];
    const meaning = event === '' ? undefined : EVENTS(event);
    if (event !== '' && !meaning) return unknownEvent(event);
    const statusText = fieldOf(order, 'order_status');
    const status = meaning ? settle(meaning, statusText, STATUSES) : (STATUSES(statusText) ?? 'pending');
    const commissions = objectAt(order, 'Commissions');
    const currency = currencyOf(fieldOf(commissions, 'currency'));
    const { amount, interest } = amountsOf(order, commissions);
    const [approvedAt, createdAt] = [fieldOf(order, 'approved_date'), fieldOf(order, 'created_at')];
    const ownTime = isApproval(status) ? approvedAt : fieldOf(order, 'refunded_at');
    return toConversion(
      'kiwify',
      {
        transactionId: textOf(fieldOf(order, 'order_id')) || textOf(fieldOf(order, 'order_ref')),
        status,
        amount,
        currency,
        eventTimes: [ownTime, fieldOf(order, 'updated_at'), status === 'pending' ? createdAt : undefined],
        conversionTimes: [approvedAt, createdAt],
        clickReferences: clickReferencesIn(order, [fieldOf(order, 'TrackingParameters')]),
        utm: utmIn(order, [fieldOf(order, 'TrackingParameters')]),
        // The fields of the test delivery that Kiwify's panel sends; `kiwify_fee` has a currency of its own.
        sold: {
          productId: valueAt(order, 'Product.product_id'),
          productName: valueAt(order, 'Product.product_name'),
          offer: valueAt(order, 'Subscription.plan.name'),
          paymentMethod: fieldOf(order, 'payment_method'),
          installments: fieldOf(order, 'installments'),
          gatewayFee: optionalMoney(centsOf, fieldOf(commissions, 'kiwify_fee'), {
            of: fieldOf(commissions, 'kiwify_fee_currency') ?? fieldOf(commissions, 'currency'),
            sale: currency,
          }),
          netToSeller: optionalMoney(centsOf, fieldOf(commissions, 'my_commission')),
          interest,
          kind: event.toLowerCase() === 'subscription_renewed' ? 'renewal' : undefined,
          affiliate: firstPresent(
            firstObject(
              fieldOf(commissions, 'commissioned_stores'),
              (store) => textOf(fieldOf(store, 'type')).toLowerCase() === 'affiliate',
            ),
            ['affiliate_id', 'id'],
          ),
        },
        isTest: isMarkedTest(order) || textOf(valueAt(order, 'Product.product_name')) === 'Example product',
      },
      context,
    );
  },
};

/** In instalments the base price counts, and the charge beyond it is interest. */
function amountsOf(order: JsonObject, commissions: JsonObject) {
  const [charged, base] = ['charge_amount', 'product_base_price'].map((name) => centsOf(fieldOf(commissions, name)));
  const baseCurrency = fieldOf(commissions, 'product_base_price_currency') ?? fieldOf(commissions, 'currency');
  const isSameCurrency = currencyOf(baseCurrency) === currencyOf(fieldOf(commissions, 'currency'));
  const interest = isSameCurrency && base !== ZERO ? interestOf(charged, base) : undefined;
  const isInInstalments = Number(fieldOf(order, 'installments')) > 1;
  if (isInInstalments && interest !== undefined) return { amount: base, interest };
  return { amount: charged === null ? base : charged, interest: undefined };
}

function orderIn(body: JsonObject): JsonObject {
  const wrapped = fieldOf(body, 'order');
  return isObject(wrapped) && isOrder(wrapped) ? wrapped : body;
}

const isOrder = (order: JsonObject): boolean =>
  (isPresent(fieldOf(order, 'order_status')) || isPresent(fieldOf(order, 'webhook_event_type'))) &&
  OWN_FIELDS.some((name) => Object.hasOwn(order, name));

const isCart = (order: JsonObject): boolean =>
  isPresent(fieldOf(order, 'checkout_link')) && textOf(fieldOf(order, 'status')).toLowerCase() === 'abandoned';
