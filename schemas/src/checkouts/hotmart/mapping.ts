import { currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import { fieldOf, firstPresent, firstText, isObject, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import { mapPlain } from '../generic/mapping.ts';
import type { CheckoutMapping, JsonObject, MapBody } from '../mapping.ts';
import { IGNORED, isMarkedTest, meaningOf, settle, toConversion } from '../to-conversion.ts';
import { PURCHASE_EVENTS, PURCHASE_STATUSES, SILENT_EVENTS } from './words.ts';

/**
 * Hotmart: webhook 2.0.0 (developers.hotmart.com), the flat form of the webhook screen, and the form fields of 1.0. Amounts are
 * in major units; `price` is the amount before instalment interest, `full_price` with it. Order bumps and renewals arrive as
 * separate transactions.
 */
export const mapping: CheckoutMapping = {
  matches: (body) => isVersion2(body) || isFlat(body),
  map: (body, context) => (isVersion2(body) ? mapVersion2(body, context) : mapFlat(body, context)),
};

/** Some events have no purchase; then the envelope tells, because other checkouts use the same event names. */
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
  const isOldForm = ['transaction', 'hottok', 'prod'].every((name) => isPresent(fieldOf(body, name)));
  return isOldForm || (SILENT_EVENTS(fieldOf(body, 'event')) !== undefined && !isPresent(fieldOf(body, 'amount')));
}

const mapVersion2: MapBody = (body, context) => {
  const said = meaningOf(fieldOf(body, 'event'), PURCHASE_EVENTS, SILENT_EVENTS);
  if (typeof said !== 'string') return said;
  const purchase = objectAt(body, 'data.purchase');
  const status = settle(said, fieldOf(purchase, 'status'), PURCHASE_STATUSES);
  const price = objectAt(purchase, 'price');
  return toConversion(
    'hotmart',
    {
      transactionId: textOf(fieldOf(purchase, 'transaction')),
      status,
      amount: decimalOf(fieldOf(price, 'value')),
      refundAmount: decimalOf(firstPresent(purchase, ['refund_amount', 'refund_value'])),
      currency: currencyOf(firstText(price, ['currency_value', 'currency_code'])),
      eventTimes: [fieldOf(body, 'creation_date')],
      conversionTimes: [fieldOf(purchase, 'approved_date'), fieldOf(purchase, 'order_date')],
      clickReferences: clickReferencesIn(body, [{ sck: fieldOf(purchase, 'sckPaymentLink') }]),
      isTest: isMarkedTest(body) || isPanelTest(body),
    },
    context,
  );
};

/** The postback that the panel's test button sends: product 0 of this name. */
const isPanelTest = (body: JsonObject): boolean =>
  textOf(valueAt(body, 'data.product.id')) === '0' &&
  textOf(valueAt(body, 'data.product.name')) === 'Produto test postback2';

const mapFlatNames = mapPlain('hotmart', PURCHASE_STATUSES);

const mapFlat: MapBody = (body, context) => {
  const silent = SILENT_EVENTS(fieldOf(body, 'event'));
  if (silent) return IGNORED[silent];
  // What 1.0 calls the moments of approval and order.
  const approved_at = firstPresent(body, ['approved_at', 'approved_date', 'confirmation_purchase_date']);
  const created_at = firstPresent(body, ['created_at', 'order_date', 'purchase_date']);
  return mapFlatNames({ ...body, approved_at, created_at }, context);
};
