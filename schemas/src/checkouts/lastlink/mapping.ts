import { currencyOf, decimalOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import {
  fieldOf,
  firstObject,
  firstPresent,
  flagOf,
  isObject,
  isPresent,
  objectAt,
  textOf,
  valueAt,
} from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import type { ConversionKind } from '../sold.ts';
import { type IgnoredEvent, isApproval, isMarkedTest, meaningOf, toConversion, words } from '../to-conversion.ts';
import { UTM_NAMES, utmIn } from '../utm.ts';

/**
 * Lastlink (support.lastlink.com articles 7238888 and 12587805, read in November 2026): major units, times in ISO 8601. Field names begin with a
 * capital; the tracking container is `Data.Utm` with `UtmSource` … `Src`, `Sck`. An order bump has no webhook of its own. Not documented: where
 * the token comes, and whether `Price` has the instalment interest in it.
 */

const EVENTS = words<ConversionStatus>({
  purchase_order_confirmed: 'approved',
  recurrent_payment: 'approved',
  purchase_request_confirmed: 'pending',
  purchase_request_expired: 'expired',
  purchase_request_canceled: 'canceled',
  refund_requested: 'disputed',
  payment_refund: 'refunded',
  payment_chargeback: 'chargeback',
});

const SILENT_EVENTS = words<IgnoredEvent>({
  abandoned_cart: 'cart',
  refund_period_over: 'notConversion',
  subscription_canceled: 'subscription',
  subscription_expired: 'subscription',
  subscription_renewal_pending: 'subscription',
  subscription_product_access: 'access',
  product_access_started: 'access',
  product_access_ended: 'access',
  active_member_notification: 'access',
});

export const mapping: CheckoutMapping = {
  matches: (body) => isPresent(fieldOf(body, 'Event')) && isObject(fieldOf(body, 'Data')),
  map: (body, context) => {
    const status = meaningOf(fieldOf(body, 'Event'), EVENTS, SILENT_EVENTS);
    if (typeof status !== 'string') return status;
    const data = objectAt(body, 'Data');
    const purchase = objectAt(data, 'Purchase');
    const tags = tagsIn(objectAt(data, 'Utm'));
    const [sentAt, paidAt] = [fieldOf(body, 'CreatedAt'), fieldOf(purchase, 'PaymentDate')];
    const partOf = (source: string) =>
      firstObject(fieldOf(data, 'Commissions'), (one) => textOf(fieldOf(one, 'Source')).toUpperCase() === source);
    return toConversion(
      'lastlink',
      {
        transactionId: textOf(fieldOf(purchase, 'PaymentId')),
        status,
        amount: decimalOf(valueAt(purchase, 'Price.Value')),
        currency: currencyOf(valueAt(purchase, 'Price.Currency')),
        eventTimes: [status === 'chargeback' ? fieldOf(purchase, 'ChargebackDate') : undefined, sentAt],
        conversionTimes: [paidAt, isApproval(status) || status === 'pending' ? sentAt : undefined],
        clickReferences: clickReferencesIn(body, [tags]),
        utm: utmIn(body, [tags]),
        sold: {
          productId: fieldOf(firstObject(fieldOf(data, 'Products')), 'Id'),
          productName: fieldOf(firstObject(fieldOf(data, 'Products')), 'Name'),
          offer: firstPresent(objectAt(data, 'Offer'), ['Name', 'Id']),
          paymentMethod: valueAt(purchase, 'Payment.PaymentMethod'),
          installments: valueAt(purchase, 'Payment.NumberOfInstallments'),
          gatewayFee: optionalMoney(decimalOf, fieldOf(partOf('MARKETPLACE'), 'Value')),
          netToSeller: optionalMoney(decimalOf, fieldOf(partOf('PRODUCER'), 'Value')),
          kind: kindOf(purchase),
          recurrence: fieldOf(purchase, 'Recurrency'),
        },
        isTest: isMarkedTest(body) || flagOf(fieldOf(body, 'IsTest')),
      },
      context,
    );
  },
};

/** 'UtmSource' and 'Sck' as everyone else calls them. */
function tagsIn(utm: JsonObject): JsonObject {
  const names = UTM_NAMES.map((name) => [name, `Utm${name.charAt(4).toUpperCase()}${name.slice(5)}`] as const);
  return Object.fromEntries(
    [...names, ['src', 'Src'] as const, ['sck', 'Sck'] as const].map(([name, own]) => [name, fieldOf(utm, own)]),
  );
}

function kindOf(purchase: JsonObject): ConversionKind | undefined {
  if (flagOf(fieldOf(purchase, 'IsUpsell'))) return 'upsell';
  return Number(fieldOf(purchase, 'Recurrency')) > 1 ? 'renewal' : undefined;
}
