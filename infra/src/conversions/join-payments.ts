import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { compareMoney, type Money, ZERO } from '@tracker/schemas/primitives/money';
import { type Events, foldConversion, type LedgerEvent } from './fold.ts';

/** A payment of a conversion, with what its checkout reported about the payment alone. */
export interface PaymentEvents {
  readonly events: readonly LedgerEvent[];
  /** How much of the conversion it paid; zero where that is not known. */
  readonly amount: Money;
}

/**
 * The events of a conversion and of the payments that paid it. A pure function of the two sets. How much was sold is what the conversion's own
 * events say. A payment of a part of it takes back only that part.
 */
export function joinPayments(own: Events, payments: readonly PaymentEvents[]): Events {
  const { transactionId, conversionType, value } = foldConversion(own);
  const joined = payments.flatMap(({ events, amount }) => {
    const [first, ...others] = events.map((event) => ({
      ...{ ...event, transactionId, conversionType, amount: ZERO },
      refundAmount: isBareRefund(event) ? event.amount : event.refundAmount,
    }));
    if (!first) return [];
    const isWhole = amount === ZERO || compareMoney(amount, value) >= 0;
    const { status } = foldConversion([first, ...others]);
    if (isWhole || (status !== 'refunded' && status !== 'chargeback')) return [first, ...others];
    // It holds the partial refunds of before.
    const taken = [first, ...others]
      .filter((event) => event.status === status)
      .sort(byReceipt)
      .slice(0, 1);
    return taken.map((event) => ({
      ...event,
      status: 'partially_refunded' as const,
      refundAmount: amount,
      isRefundTotal: false,
    }));
  });
  return [...own, ...joined];
}

/** A refund with an id of its own has no other amount than its own. */
const isBareRefund = ({ status, provider, refundAmount }: LedgerEvent): boolean =>
  status === 'refunded' && refundAmount === ZERO && HAS_REFUNDS_APART.has(provider);
export const HAS_REFUNDS_APART: ReadonlySet<string> = new Set(
  CHECKOUT_IDS.filter((id) => CHECKOUTS[id].joins === 'refunds'),
);

const byReceipt = (a: LedgerEvent, b: LedgerEvent): number =>
  a.receivedAtMs - b.receivedAtMs || (a.eventId < b.eventId ? -1 : 1);
