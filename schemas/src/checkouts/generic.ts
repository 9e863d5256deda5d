import { BRL, Currency, isNegative, parseMoney, ZERO } from '../primitives/money.ts';
import type { CheckoutMapping, JsonObject } from './checkout.ts';
import type { ConversionStatus } from './conversion-status.ts';
import { fieldOf, firstPresent, firstText, flagOf, textOf, timeOf } from './fields.ts';

/** The generic format of the webhook screen: the names people use, first present wins. Exact status words, never substrings. */

const CLICK_FIELDS = ['SCK', 'SRC', 'sck', 'src', 'session_id', 'click_id'] as const;
const CLICK_CONTAINERS = ['origin', 'tracking'] as const;
const LATE_CLICK_FIELDS = ['xcod', 'source_sck', 'source', 'external_code'] as const;
const TRANSACTION_FIELDS = ['transaction', 'transaction_id', 'order_id', 'orderId', 'id'] as const;
const AMOUNT_FIELDS = ['purchase_value', 'order_total', 'amount', 'valor', 'value', 'price', 'total'] as const;
const CURRENCY_FIELDS = ['currency', 'order_currency', 'moeda'] as const;
const TYPE_FIELDS = ['event_type', 'conversion_type', 'type'] as const;
const TIME_FIELDS = ['occurred_at', 'approved_at', 'paid_at', 'created_at', 'timestamp'] as const;
const SALE_TIME_FIELDS = ['approved_at', 'paid_at', 'created_at'] as const;

const STATUSES: Readonly<Record<string, ConversionStatus>> = {
  pending: 'pending',
  waiting_payment: 'pending',
  approved: 'approved',
  paid: 'approved',
  completed: 'completed',
  canceled: 'canceled',
  cancelled: 'canceled',
  expired: 'expired',
  refused: 'refused',
  refunded: 'refunded',
  partially_refunded: 'partially_refunded',
  chargeback: 'chargeback',
  chargeback_reversed: 'chargeback_reversed',
  disputed: 'disputed',
};

export const mapGeneric: CheckoutMapping = (body, context) => {
  const amount = amountOf(firstPresent(body, AMOUNT_FIELDS));
  if (amount === undefined) return { kind: 'invalid', reason: 'o valor não é um número' };
  const refundAmount = amountOf(fieldOf(body, 'refund_amount'));
  if (refundAmount === undefined) return { kind: 'invalid', reason: 'refund_amount não é um número' };
  const currency = currencyOf(body);
  if (!currency) return { kind: 'invalid', reason: 'a moeda não é um código de três letras' };
  const conversionType = typeOf(body);
  return {
    kind: 'conversion',
    conversion: {
      provider: 'generic',
      transactionId: firstText(body, TRANSACTION_FIELDS) || null,
      conversionType,
      status: statusOf(body),
      amount: conversionType === 'lead' ? ZERO : amount,
      refundAmount,
      currency,
      eventTime: timeOf(firstPresent(body, TIME_FIELDS), context.timeZone, context.receivedAtMs),
      saleTime: timeOf(firstPresent(body, SALE_TIME_FIELDS), context.timeZone, context.receivedAtMs),
      clickReferences: clickReferencesOf(body),
      isTest: flagOf(fieldOf(body, 'is_test')) || flagOf(fieldOf(body, 'isTest')) || flagOf(fieldOf(body, 'test')),
    },
  };
};

/** Absent is '0.00'; undefined is not an amount. Negatives come only through statuses, so a negative is no amount. */
function amountOf(value: unknown) {
  if (value === undefined || value === null || value === '') return ZERO;
  const amount = parseMoney(value);
  return amount === undefined || isNegative(amount) ? undefined : amount;
}

function currencyOf(body: JsonObject) {
  const text = firstText(body, CURRENCY_FIELDS).toUpperCase();
  return text === '' ? BRL : Currency.safeParse(text).data;
}

function typeOf(body: JsonObject): string {
  if (textOf(fieldOf(body, 'action')).toLowerCase() === 'signup') return 'lead';
  return firstText(body, TYPE_FIELDS).slice(0, 40).toLowerCase() || 'purchase';
}

function statusOf(body: JsonObject): ConversionStatus {
  const text = textOf(fieldOf(body, 'status')).toLowerCase();
  if (text === '') return 'approved';
  return Object.hasOwn(STATUSES, text) ? (STATUSES[text] ?? 'pending') : 'pending';
}

function clickReferencesOf(body: JsonObject): string[] {
  const root = CLICK_FIELDS.map((name) => textOf(fieldOf(body, name), 2048));
  const nested = CLICK_CONTAINERS.flatMap((name) => {
    const container = fieldOf(body, name);
    return isObject(container) ? CLICK_FIELDS.map((field) => textOf(fieldOf(container, field), 2048)) : [];
  });
  const late = LATE_CLICK_FIELDS.map((name) => textOf(fieldOf(body, name), 2048));
  return [...root, ...nested, ...late].filter((text) => text !== '');
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
