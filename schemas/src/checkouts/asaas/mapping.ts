import { BRL } from '../../primitives/money.ts';
import { decimalOf, optionalMoney } from '../amounts.ts';
import { clickReferencesIn } from '../click-references.ts';
import type { ConversionStatus } from '../conversion-status.ts';
import { fieldOf, firstPresent, isPresent, objectAt, objectsOf, SAO_PAULO, textOf } from '../fields.ts';
import type { CheckoutMapping, JsonObject } from '../mapping.ts';
import { IGNORED, type IgnoredEvent, isMarkedTest, toConversion, unknownEvent, words } from '../to-conversion.ts';
import { NO_UTM } from '../utm.ts';

/**
 * Asaas (docs.asaas.com/docs/webhook-para-cobrancas and docs.asaas.com/reference, read in November 2026): major units; `value` may hold the interest and
 * fine of a late payment, `originalValue` is without them. Each instalment is a charge of its own. What the seller's system gave the charge comes back in
 * `externalReference`, the only place for a click. Times have no zone (São Paulo's clock, unsure); those of the charge are days.
 */

const EVENTS = words<ConversionStatus | 'by status'>({
  payment_created: 'pending',
  payment_awaiting_risk_analysis: 'pending',
  payment_approved_by_risk_analysis: 'pending',
  payment_authorized: 'pending',
  payment_restored: 'pending',
  payment_updated: 'by status',
  payment_confirmed: 'approved',
  payment_received: 'approved',
  payment_reproved_by_risk_analysis: 'refused',
  payment_credit_card_capture_refused: 'refused',
  payment_overdue: 'expired',
  payment_deleted: 'canceled',
  payment_received_in_cash_undone: 'canceled',
  payment_refunded: 'refunded',
  payment_partially_refunded: 'partially_refunded',
  payment_chargeback_requested: 'chargeback',
  payment_awaiting_chargeback_reversal: 'chargeback_reversed',
});

/** What a charge whose value or due date was changed still is; all else is reported by its own event. */
const STATUSES = words<ConversionStatus>({
  pending: 'pending',
  overdue: 'expired',
  confirmed: 'approved',
  received: 'approved',
  received_in_cash: 'approved',
});

/** A dispute against a chargeback changes nothing until it is won. */
const SILENT_EVENTS = words<IgnoredEvent>({
  payment_anticipated: 'notConversion',
  payment_refund_in_progress: 'notConversion',
  payment_refund_denied: 'notConversion',
  payment_chargeback_dispute: 'notConversion',
  payment_dunning_requested: 'notConversion',
  payment_dunning_received: 'notConversion',
  payment_bank_slip_cancelled: 'notConversion',
  payment_bank_slip_viewed: 'notConversion',
  payment_checkout_viewed: 'notConversion',
  payment_split_cancelled: 'notConversion',
  payment_split_divergence_block: 'notConversion',
  payment_split_divergence_block_finished: 'notConversion',
});

export const mapping: CheckoutMapping = {
  statuses: STATUSES,
  timeZone: SAO_PAULO,
  matches: (body) =>
    /^PAYMENT_[A-Z_]+$/.test(textOf(fieldOf(body, 'event'))) && isPresent(fieldOf(objectAt(body, 'payment'), 'id')),
  map: (body, context) => {
    const event = fieldOf(body, 'event');
    const silent = SILENT_EVENTS(event);
    if (silent) return IGNORED[silent];
    const meaning = EVENTS(event);
    if (!meaning) return unknownEvent(textOf(event));
    const payment = objectAt(body, 'payment');
    const status = meaning === 'by status' ? STATUSES(fieldOf(payment, 'status')) : meaning;
    if (!status) return IGNORED.notConversion;
    const createdAt = textOf(fieldOf(body, 'dateCreated'));
    const confirmedOn = textOf(fieldOf(payment, 'confirmedDate'));
    const refund = status === 'partially_refunded' ? lastRefund(fieldOf(payment, 'refunds')) : undefined;
    return toConversion(
      'asaas',
      {
        transactionId: textOf(fieldOf(payment, 'id')),
        status,
        amount: decimalOf(firstPresent(payment, ['originalValue', 'value'])),
        refundAmount: refund && isPresent(fieldOf(refund, 'value')) ? decimalOf(fieldOf(refund, 'value')) : undefined,
        currency: BRL,
        eventTimes: [refund && fieldOf(refund, 'dateCreated'), createdAt],
        // The event has the hour of the day on which it was paid. A card's charge is received a month after that.
        conversionTimes: [
          createdAt.startsWith(confirmedOn) ? '' : confirmedOn,
          confirmedOn && createdAt,
          fieldOf(payment, 'dateCreated'),
        ],
        clickReferences: clickReferencesIn(body, [{ reference: fieldOf(payment, 'externalReference') }]),
        utm: NO_UTM,
        sold: {
          paymentMethod: fieldOf(payment, 'billingType'),
          netToSeller: optionalMoney(decimalOf, fieldOf(payment, 'netValue')),
        },
        isTest: isMarkedTest(body),
      },
      context,
    );
  },
};

/** The newest of `[{ dateCreated, status, value }]`: that which the event reports. */
function lastRefund(list: unknown): JsonObject | undefined {
  const timeIn = (one: JsonObject) => textOf(fieldOf(one, 'dateCreated'));
  return objectsOf(list)
    .filter((one) => textOf(fieldOf(one, 'status')) !== 'CANCELLED')
    .reduce<JsonObject | undefined>((last, one) => (last && timeIn(last) >= timeIn(one) ? last : one), undefined);
}
