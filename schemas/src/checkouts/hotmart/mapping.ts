import type { Currency, Money } from '../../primitives/money.ts';
import { currencyOf, decimalOf, interestOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import {
  fieldOf,
  firstObject,
  firstPresent,
  firstText,
  flagOf,
  isObject,
  isPresent,
  objectAt,
  textOf,
  valueAt,
} from '../fields.ts';
import { mapPlain } from '../generic/mapping.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
import { IGNORED, isMarkedTest, meaningOf, settle, toConversion } from '../to-conversion.ts';
import type { SoldReading } from '../to-sold.ts';
import { utmIn } from '../utm.ts';
import { OTHER_ENGINES, PURCHASE_EVENTS, PURCHASE_STATUSES, SILENT_EVENTS } from './words.ts';

/**
 * Hotmart: webhook 2.0.0 (developers.hotmart.com), the flat form of the webhook screen, and the form fields of 1.0. Amounts are
 * in major units; `price` is the amount before instalment interest, `full_price` with it, and the difference is kept as the interest. Order bumps and renewals arrive as
 * separate transactions.
 */
export const mapping: CheckoutMapping = {
  statuses: PURCHASE_STATUSES,
  matches: (body) => isVersion2(body) || (isFlat(body) && !OTHER_ENGINES(fieldOf(body, 'payment_engine'))),
  map: (body, context) => (isVersion2(body) ? mapVersion2(body, context) : mapFlat(body, context)),
};

/** Some events have no purchase; then the envelope decides, because other checkouts use the same event names. */
function isVersion2(body: JsonObject): boolean {
  const event = fieldOf(body, 'event');
  const data = fieldOf(body, 'data');
  if (textOf(event) === '' || !isObject(data)) return false;
  if (isObject(fieldOf(data, 'purchase'))) return true;
  const isEnvelope = isPresent(fieldOf(body, 'creation_date')) || isPresent(fieldOf(body, 'version'));
  return isEnvelope && (PURCHASE_EVENTS(event) ?? SILENT_EVENTS(event)) !== undefined;
}

function isFlat(body: JsonObject): boolean {
  if (isPresent(fieldOf(body, 'purchase_value'))) return true;
  return (
    isVersion1(body) || (SILENT_EVENTS(fieldOf(body, 'event')) !== undefined && !isPresent(fieldOf(body, 'amount')))
  );
}

const isVersion1 = (body: JsonObject): boolean =>
  ['transaction', 'hottok', 'prod'].every((name) => isPresent(fieldOf(body, name)));

const mapVersion2: MapBody = (body, context) => {
  const meaning = meaningOf(fieldOf(body, 'event'), PURCHASE_EVENTS, SILENT_EVENTS);
  if (typeof meaning !== 'string') return meaning;
  const purchase = objectAt(body, 'data.purchase');
  const status = settle(meaning, fieldOf(purchase, 'status'), PURCHASE_STATUSES);
  const price = objectAt(purchase, 'price');
  const currency = currencyOf(firstText(price, ['currency_value', 'currency_code']));
  return toConversion(
    'hotmart',
    {
      transactionId: textOf(fieldOf(purchase, 'transaction')),
      status,
      amount: decimalOf(fieldOf(price, 'value')),
      refundAmount: decimalOf(firstPresent(purchase, ['refund_amount', 'refund_value'])),
      currency,
      eventTimes: [fieldOf(body, 'creation_date')],
      conversionTimes: [fieldOf(purchase, 'approved_date'), fieldOf(purchase, 'order_date')],
      clickReferences: clickReferencesIn(body, [{ sck: fieldOf(purchase, 'sckPaymentLink') }]),
      utm: utmIn(body, []),
      sold: soldIn(objectAt(body, 'data'), purchase, currency),
      isTest: isMarkedTest(body) || isPanelTest(body),
    },
    context,
  );
};

/**
 * developers.hotmart.com/docs/pt-BR/2.0.0/webhook/purchase-webhook: `commissions` has what each side gets, by `source`; the marketplace's part
 * is the fee.
 */
function soldIn(data: JsonObject, purchase: JsonObject, sale: Currency | undefined): SoldReading {
  const partOf = (source: string) => {
    const part = firstObject(fieldOf(data, 'commissions'), (one) => textOf(fieldOf(one, 'source')) === source);
    return optionalMoney(decimalOf, fieldOf(part, 'value'), { of: fieldOf(part, 'currency_value'), sale });
  };
  return {
    productId: valueAt(data, 'product.id'),
    productName: valueAt(data, 'product.name'),
    offer: valueAt(purchase, 'offer.code'),
    paymentMethod: valueAt(purchase, 'payment.type'),
    installments: valueAt(purchase, 'payment.installments_number'),
    gatewayFee: partOf('MARKETPLACE'),
    netToSeller: partOf('PRODUCER'),
    interest: interestIn(purchase, sale),
    kind: kindOf(purchase),
    parentTransactionId: valueAt(purchase, 'order_bump.parent_purchase_transaction'),
    recurrence: fieldOf(purchase, 'recurrence_number'),
    coupon: valueAt(purchase, 'offer.coupon_code'),
    affiliate: fieldOf(firstObject(fieldOf(data, 'affiliates')), 'affiliate_code'),
  };
}

function interestIn(purchase: JsonObject, sale: Currency | undefined): Money | undefined {
  const [price, full] = [objectAt(purchase, 'price'), objectAt(purchase, 'full_price')];
  const fullCurrency = firstText(full, ['currency_value', 'currency_code']);
  if (fullCurrency !== '' && currencyOf(fullCurrency) !== sale) return undefined;
  return interestOf(decimalOf(fieldOf(full, 'value')), decimalOf(fieldOf(price, 'value')));
}

function kindOf(purchase: JsonObject): ConversionKind | undefined {
  if (flagOf(valueAt(purchase, 'order_bump.is_order_bump'))) return 'bump';
  if (Number(fieldOf(purchase, 'recurrence_number')) > 1) return 'renewal';
  return flagOf(fieldOf(purchase, 'is_funnel')) ? 'upsell' : undefined;
}

/** The postback that the panel's test button sends: product 0 of this name. */
const isPanelTest = (body: JsonObject): boolean =>
  textOf(valueAt(body, 'data.product.id')) === '0' &&
  textOf(valueAt(body, 'data.product.name')) === 'Produto test postback2';

/** `recurrency` counts the charges of a subscription, `funnel` marks an upsell. */
function kindIn(body: JsonObject): JsonObject {
  if (flagOf(fieldOf(body, 'order_bump')))
    return { kind: 'bump', parent_transaction_id: fieldOf(body, 'parent_purchase_transaction') };
  if (Number(fieldOf(body, 'recurrency')) > 1) return { kind: 'renewal' };
  return flagOf(fieldOf(body, 'funnel')) ? { kind: 'upsell' } : {};
}

const mapFlatNames = mapPlain('hotmart', {
  statuses: (word) => PURCHASE_STATUSES(word) ?? PURCHASE_EVENTS(word),
  events: ['event', 'eventtype'],
});

const mapFlat: MapBody = (body, context) => {
  const silent = SILENT_EVENTS(fieldOf(body, 'event'));
  if (silent) return IGNORED[silent];
  // What 1.0 calls the moments of approval and order.
  const approved_at = firstPresent(body, ['approved_at', 'approved_date', 'confirmation_purchase_date']);
  const created_at = firstPresent(body, ['created_at', 'order_date', 'purchase_date']);
  // The names of 1.0 (developers.hotmart.com/docs/pt-BR/1.0.0/webhook/purchase-webhook, and ajuda.evermart.com.br, which sends the same) in
  // those of the generic format. Its `amount` is a number of tickets, and its `currency` a sign; `price` is the offer's.
  const own = isVersion1(body)
    ? { amount: null, currency: firstPresent(body, ['currency_code_from', 'currency']) }
    : undefined;
  const sold = {
    ...own,
    ...kindIn(body),
    interest: interestOf(decimalOf(fieldOf(body, 'full_price')), decimalOf(fieldOf(body, 'price'))),
    product_id: firstPresent(body, ['prod', 'product_id']),
    product_name: firstPresent(body, ['prod_name', 'product']),
    offer: firstPresent(body, ['off', 'offer']),
    installments: firstPresent(body, ['installments_number', 'installments']),
    gateway_fee: firstPresent(body, ['cms_marketplace', 'gateway_fee']),
    net_to_seller: firstPresent(body, ['cms_vendor', 'net_to_seller']),
    recurrence: firstPresent(body, ['recurrency', 'recurrence']),
    coupon: firstPresent(body, ['coupon_code', 'coupon']),
    affiliate: firstPresent(body, ['aff', 'affiliate']),
  };
  // Hotmart sends reais, also where the tenant set another unit for its own senders.
  const { timeZone, receivedAtMs } = context;
  return mapFlatNames({ ...body, ...sold, approved_at, created_at }, { timeZone, receivedAtMs });
};
