import { clampMoney, type Money, subtractMoney, ZERO } from '../../primitives/money.ts';
import { centsOf, currencyOf, decimalOf } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstObject, firstText, flagOf, isObject, isPresent, objectAt, textOf, valueAt } from '../fields.ts';
import type { CheckoutMapping, ConversionLink, JsonObject, MappingResult } from '../mapping.ts';
import { IGNORED, isApproval, isMarkedTest, meaningOf, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { utmIn } from '../utm.ts';

/**
 * Stripe events (docs.stripe.com/api/events/types, /api/checkout/sessions/object, /currencies, /webhooks; read in November 2026): minor units of the
 * currency, times in seconds. A transaction is its payment intent, one of a subscription its invoice. `metadata` is the seller's own; a payment link
 * carries the click in `client_reference_id`. An invoice and Stripe's own pages make a payment intent too, without metadata: only one that has some is
 * read, else it would count twice. Refunds and disputes of a subscription name its payment alone (since the API of 2025-03-31; disputes always did), and
 * `invoice_payment.paid`, or the invoice itself before that version, says which invoice it paid (/changelog/basil, /api/invoice-payment/object).
 */

type Read = (object: JsonObject) => ConversionStatus | MappingResult;

const says =
  (status: ConversionStatus): Read =>
  () =>
    status;

const PAYMENT_STATUSES = words<ConversionStatus>({
  paid: 'approved',
  no_payment_required: 'approved',
  unpaid: 'pending',
});

/** An end of a dispute as a warning (`warning_closed`) moved no money. */
const ENDS = words<ConversionStatus>({ lost: 'chargeback', won: 'chargeback_reversed' });

const hasMetadata = (object: JsonObject): boolean => Object.keys(objectAt(object, 'metadata')).length > 0;
const ofOwnForm =
  (status: ConversionStatus): Read =>
  (object) =>
    hasMetadata(object) ? status : IGNORED.notConversion;

/** The first invoice of a trial, and a checkout that only keeps a card, sell nothing yet. */
const isTrial = (object: JsonObject, amount: string): boolean => textOf(fieldOf(object, amount)) === '0';

/** An invoice of anything else is one of a session, which reports it itself, or was written by hand. */
const ofSubscription =
  (status: ConversionStatus): Read =>
  (object) => {
    if (!/^subscription/.test(textOf(fieldOf(object, 'billing_reason')))) return IGNORED.notConversion;
    return isApproval(status) && isTrial(object, 'amount_paid') ? IGNORED.subscription : status;
  };

const readSession: Read = (object) => {
  const mode = textOf(fieldOf(object, 'mode'));
  if (mode === 'setup') return IGNORED.notConversion;
  if (mode === 'subscription' && isTrial(object, 'amount_total')) return IGNORED.subscription;
  return meaningOf(fieldOf(object, 'payment_status'), PAYMENT_STATUSES, () => undefined);
};

const EVENTS = words<Read>({
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': says('approved'),
  'checkout.session.async_payment_failed': says('refused'),
  'checkout.session.expired': () => IGNORED.cart,
  'invoice.paid': ofSubscription('approved'),
  'invoice.payment_succeeded': ofSubscription('approved'),
  'invoice.payment_failed': ofSubscription('refused'),
  'invoice_payment.paid': () => IGNORED.payment,
  'payment_intent.processing': ofOwnForm('pending'),
  'payment_intent.requires_action': ofOwnForm('pending'),
  'payment_intent.succeeded': ofOwnForm('approved'),
  'payment_intent.payment_failed': ofOwnForm('refused'),
  'payment_intent.canceled': ofOwnForm('canceled'),
  'charge.refunded': (object) => (flagOf(fieldOf(object, 'refunded')) ? 'refunded' : 'partially_refunded'),
  'charge.dispute.created': (object) =>
    textOf(fieldOf(object, 'status')).startsWith('warning') ? IGNORED.notConversion : 'disputed',
  'charge.dispute.closed': (object) => ENDS(fieldOf(object, 'status')) ?? IGNORED.notConversion,
});

export const mapping: CheckoutMapping = {
  statuses: PAYMENT_STATUSES,
  matches: (body) =>
    textOf(fieldOf(body, 'object')) === 'event' &&
    /^evt_/.test(textOf(fieldOf(body, 'id'))) &&
    isObject(valueAt(body, 'data.object')),
  map: (body, context) => {
    const type = textOf(fieldOf(body, 'type'));
    if (type.startsWith('customer.subscription.')) return IGNORED.subscription;
    const read = EVENTS(type);
    if (!read) return type === '' ? unknownEvent('') : IGNORED.notConversion;
    const object = objectAt(body, 'data.object');
    const status = read(object);
    const currency = currencyOf(fieldOf(object, 'currency'));
    const moneyIn = (value: unknown) => (isPresent(value) ? minorUnits(value, currency) : null);
    const isTest = /^false$/i.test(String(fieldOf(body, 'livemode'))) || isMarkedTest(body);
    const link = linkIn(object, isTest, moneyIn);
    const withLink = <Result extends MappingResult>(result: Result): Result => (link ? { ...result, link } : result);
    if (typeof status !== 'string') return withLink(status);
    const at = fieldOf(body, 'created');
    const origins = [
      fieldOf(object, 'metadata'),
      valueAt(object, 'parent.subscription_details.metadata'),
      valueAt(object, 'subscription_details.metadata'),
      { reference: fieldOf(object, 'client_reference_id') },
    ];
    const result = toConversion(
      'stripe',
      {
        transactionId: transactionOf(object),
        status,
        amount: amountOf(object, status, moneyIn),
        refundAmount: status === 'partially_refunded' ? refundIn(object, body, moneyIn) : undefined,
        currency,
        eventTimes: [at],
        conversionTimes: isApproval(status)
          ? [valueAt(object, 'status_transitions.paid_at'), at]
          : [isDispute(object) ? undefined : fieldOf(object, 'created')],
        clickReferences: clickReferencesIn(body, origins),
        utm: utmIn(body, origins),
        sold: {
          productName: fieldOf(firstObject(valueAt(object, 'lines.data')), 'description'),
          paymentMethod:
            valueAt(object, 'payment_method_details.type') ?? onlyOne(fieldOf(object, 'payment_method_types')),
          kind: textOf(fieldOf(object, 'billing_reason')) === 'subscription_cycle' ? 'renewal' : undefined,
        },
        isTest,
      },
      context,
    );
    return withLink(result);
  },
};

const isDispute = (object: JsonObject): boolean => textOf(fieldOf(object, 'object')) === 'dispute';

function transactionOf(object: JsonObject): string {
  if (textOf(fieldOf(object, 'object')) === 'invoice') return textOf(fieldOf(object, 'id'));
  // A session of a single payment may write an invoice, too.
  if (textOf(fieldOf(object, 'mode')) === 'payment') return firstText(object, ['payment_intent', 'id']);
  return firstText(object, ['invoice', 'payment_intent', 'charge', 'id']);
}

type MoneyIn = (value: unknown) => Money | null | undefined;

/** An id, or the object that was put in its place. */
const idOf = (value: unknown): string => textOf(isObject(value) ? fieldOf(value, 'id') : value);

/** Where an object names both an invoice and what paid it. */
function linkIn(object: JsonObject, isTest: boolean, moneyIn: MoneyIn): ConversionLink | undefined {
  const isOf = (name: string) => textOf(fieldOf(object, 'object')) === name;
  const payment = isOf('invoice_payment') ? objectAt(object, 'payment') : object;
  const link = {
    checkout: 'stripe' as const,
    payment: idOf(fieldOf(payment, 'payment_intent')) || (isOf('charge') ? '' : idOf(fieldOf(payment, 'charge'))),
    transactionId: idOf(fieldOf(object, isOf('invoice') ? 'id' : 'invoice')),
    amount: moneyIn(fieldOf(object, isOf('charge') ? 'amount' : 'amount_paid')) ?? ZERO,
    isTest,
  };
  const isStated = isOf('invoice_payment') || isOf('invoice') || isOf('charge');
  return isStated && link.payment !== '' && link.transactionId !== '' ? link : undefined;
}

/** What a dispute is about may be a part of the conversion: it says nothing of its amount. */
function amountOf(object: JsonObject, status: ConversionStatus, moneyIn: MoneyIn): ReturnType<MoneyIn> {
  switch (textOf(fieldOf(object, 'object'))) {
    case 'dispute':
      return ZERO;
    case 'checkout.session':
      return moneyIn(fieldOf(object, 'amount_total'));
    case 'invoice':
      return moneyIn(fieldOf(object, isApproval(status) ? 'amount_paid' : 'amount_due'));
    case 'payment_intent':
      return moneyIn(fieldOf(object, isApproval(status) ? 'amount_received' : 'amount'));
    default:
      return moneyIn(fieldOf(object, 'amount'));
  }
}

/** `amount_refunded` is the sum of all refunds; the event has what it was before. */
function refundIn(object: JsonObject, body: JsonObject, moneyIn: MoneyIn): Money | undefined {
  const all = moneyIn(fieldOf(object, 'amount_refunded'));
  const before = moneyIn(valueAt(body, 'data.previous_attributes.amount_refunded'));
  return all && before ? clampMoney(subtractMoney(all, before)) : undefined;
}

const WHOLE_UNITS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
/** Thousandths; and UGX, of which the documentation says both. */
const UNREADABLE_UNITS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND', 'UGX']);

function minorUnits(value: unknown, currency: string | undefined): Money | undefined {
  if (currency === undefined || UNREADABLE_UNITS.has(currency)) return undefined;
  return (WHOLE_UNITS.has(currency) ? decimalOf(value) : centsOf(value)) ?? undefined;
}

/** A checkout that offers several methods does not say which was taken. */
const onlyOne = (list: unknown): unknown => (Array.isArray(list) && list.length === 1 ? list[0] : undefined);
