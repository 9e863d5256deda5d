import {
  addMoney,
  clampMoney,
  compareMoney,
  type Money,
  subtractMoney,
  sumMoney,
  ZERO,
} from '../../primitives/money.ts';
import { currencyOf, decimalOf, interestOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, flagOf, isPresent, objectAt, objectsOf, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import { awaitsLookUp, IGNORED, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Mercado Pago (mercadopago.com.br/developers: notifications, payment status, GET /v1/payments/{id}; read in November 2026). A delivery names a payment
 * and says nothing of it: the API is asked. Its answer has major units, times with a zone, and all refunds until then as one sum. What the buyer pays
 * for instalments is in `total_paid_amount` alone. `external_reference` and `metadata` are the seller's own. Unsure: the status after a chargeback that
 * the seller won is `charged_back` with the detail `reimbursed`, or `approved` again; both are read.
 */

const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  in_process: 'pending',
  authorized: 'pending',
  approved: 'approved',
  in_mediation: 'disputed',
  rejected: 'refused',
  cancelled: 'canceled',
  refunded: 'refunded',
  charged_back: 'chargeback',
});

/** Money that moves and sells nothing. */
const TRANSFERS: ReadonlySet<string> = new Set(['money_transfer', 'money_exchange', 'account_fund', 'investment']);

/** Of the older notifications (IPN): `{ resource, topic }`, without a signature. */
const TOPICS: ReadonlySet<string> = new Set(['payment', 'merchant_order', 'chargebacks', 'point_integration_ipn']);

const isNotice = (body: JsonObject): boolean =>
  ['api_version', 'user_id', 'type'].every((name) => isPresent(fieldOf(body, name))) &&
  isPresent(valueAt(body, 'data.id'));
const isOldNotice = (body: JsonObject): boolean =>
  TOPICS.has(textOf(fieldOf(body, 'topic'))) && isPresent(fieldOf(body, 'resource'));
const isPayment = (body: JsonObject): boolean =>
  ['id', 'status', 'status_detail', 'transaction_amount', 'payment_type_id'].every((name) =>
    isPresent(fieldOf(body, name)),
  );

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  matches: (body) => isNotice(body) || isOldNotice(body) || isPayment(body),
  map: (body, context) => {
    if (isPayment(body)) return mapPayment(body, context);
    if (isMarkedTest(body)) return IGNORED.ping;
    const isOld = isOldNotice(body);
    const topic = textOf(fieldOf(body, isOld ? 'topic' : 'type'));
    // An order of the Orders API has another form; all else has nothing that the payment has not.
    if (topic !== 'payment') return topic === 'order' ? unknownEvent(topic) : IGNORED.notConversion;
    const named = textOf(isOld ? fieldOf(body, 'resource') : valueAt(body, 'data.id'));
    const [id] = /\d{1,20}$/.exec(named) ?? [];
    return id === undefined ? unknownEvent(topic) : awaitsLookUp(`/v1/payments/${id}`);
  },
};

const mapPayment: MapBody = (body, context) => {
  if (TRANSFERS.has(textOf(fieldOf(body, 'operation_type')))) return IGNORED.notConversion;
  const refunded = optionalMoney(decimalOf, fieldOf(body, 'transaction_amount_refunded'));
  const status = statusOf(body, refunded);
  if (!status) return unknownEvent(textOf(fieldOf(body, 'status')));
  const amount = decimalOf(fieldOf(body, 'transaction_amount'));
  const metadata = objectAt(body, 'metadata');
  const items = objectsOf(valueAt(body, 'additional_info.items'));
  const recurrence = valueAt(body, 'point_of_interaction.transaction_data.subscription_sequence.number');
  const net = optionalMoney(decimalOf, valueAt(body, 'transaction_details.net_received_amount'));
  return toConversion(
    'mercado-pago',
    {
      transactionId: textOf(fieldOf(body, 'id')),
      status,
      amount,
      refundAmount: refunded,
      currency: currencyOf(fieldOf(body, 'currency_id')),
      eventTimes: [fieldOf(body, 'date_last_updated'), fieldOf(body, 'date_created')],
      conversionTimes: [fieldOf(body, 'date_approved'), fieldOf(body, 'date_created')],
      clickReferences: clickReferencesIn(body, [metadata, { reference: fieldOf(body, 'external_reference') }]),
      utm: utmIn(body, [metadata]),
      sold: {
        productId: fieldOf(firstObject(items), 'id'),
        productName: fieldOf(firstObject(items), 'title') ?? fieldOf(body, 'description'),
        products: items.map((item) => fieldOf(item, 'title')),
        paymentMethod: methodIn(body),
        installments: fieldOf(body, 'installments'),
        gatewayFee: feeIn(body),
        // Until it is paid, nothing is received, which is not yet known to be zero.
        netToSeller: net === ZERO ? undefined : net,
        interest: interestIn(body, amount),
        kind: Number(textOf(recurrence)) > 1 ? 'renewal' : undefined,
        recurrence,
      },
      isTest: isMarkedTest(body) || isSandbox(body),
    },
    context,
  );
};

const isSandbox = (body: JsonObject): boolean =>
  isPresent(fieldOf(body, 'live_mode')) && !flagOf(fieldOf(body, 'live_mode'));

function statusOf(body: JsonObject, refunded: Money | undefined): ConversionStatus | undefined {
  const status = STATUSES(fieldOf(body, 'status'));
  const detail = textOf(fieldOf(body, 'status_detail'));
  if (status === 'canceled' && detail === 'expired') return 'expired';
  const isSold = status === 'approved' || (status === 'chargeback' && detail === 'reimbursed');
  if (!isSold) return status;
  return refunded && compareMoney(refunded, ZERO) > 0 ? 'partially_refunded' : 'approved';
}

const METHODS = words<string>({ account_money: 'wallet', digital_wallet: 'wallet' });

function methodIn(body: JsonObject): string {
  if (textOf(fieldOf(body, 'payment_method_id')) === 'pix') return 'pix';
  const type = textOf(fieldOf(body, 'payment_type_id'));
  return METHODS(type) ?? type;
}

/** What the seller pays; unknown until it is charged. */
function feeIn(body: JsonObject): Money | undefined {
  const fees = objectsOf(fieldOf(body, 'fee_details')).filter(
    (fee) => textOf(fieldOf(fee, 'fee_payer')) === 'collector',
  );
  const amounts = fees.map((fee) => decimalOf(fieldOf(fee, 'amount')));
  const isWhole = amounts.length > 0 && amounts.every((amount) => typeof amount === 'string');
  return isWhole ? clampMoney(sumMoney(amounts as Money[])) : undefined;
}

/** Of what the buyer paid in all, that which is neither price nor freight; a coupon was taken off it. */
function interestIn(body: JsonObject, amount: Money | null | undefined): Money | undefined {
  if (!amount || !(Number(textOf(fieldOf(body, 'installments'))) > 1)) return undefined;
  const reported = (value: unknown): Money => optionalMoney(decimalOf, value) ?? ZERO;
  const withFreight = addMoney(amount, reported(fieldOf(body, 'shipping_amount')));
  const price = clampMoney(subtractMoney(withFreight, reported(fieldOf(body, 'coupon_amount'))));
  return interestOf(optionalMoney(decimalOf, valueAt(body, 'transaction_details.total_paid_amount')), price);
}
