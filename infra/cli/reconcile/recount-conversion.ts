// Computes the value of one conversion a second time from its ledger events (decision 16). It imports nothing from the product on
// purpose: a mistake in one implementation shows against the other.

export interface RecountedEvent {
  readonly eventId: string;
  readonly status: string;
  /** By the body; null when it does not say. */
  readonly eventMs: number | null;
  readonly conversionMs: number | null;
  readonly receivedMs: number;
  /** In ten-thousandths. */
  readonly amount: bigint;
  readonly refund: bigint;
  readonly currency: string;
}

export interface RecountedConversion {
  readonly soldMs: number;
  readonly counts: boolean;
  readonly worth: bigint;
  readonly currency: string;
}

/** The later in this list wins a tie of time. */
const RANKS =
  'pending expired refused canceled approved completed disputed partially_refunded refunded chargeback chargeback_reversed'.split(
    ' ',
  );

const momentOf = (word: RecountedEvent): number => word.eventMs ?? word.receivedMs;

/** `words`: at least one, distinct by event id, in any order. */
export function recountConversion(words: readonly RecountedEvent[]): RecountedConversion {
  const reports = [...words].sort(
    (a, b) =>
      momentOf(a) - momentOf(b) ||
      RANKS.indexOf(a.status) - RANKS.indexOf(b.status) ||
      a.receivedMs - b.receivedMs ||
      (a.eventId < b.eventId ? -1 : 1),
  );
  const lastOf = (...statuses: string[]): number => reports.findLastIndex((word) => statuses.includes(word.status));
  const has = (status: string): boolean => lastOf(status) >= 0;

  const isCharged = has('chargeback') && lastOf('chargeback_reversed') < lastOf('chargeback');
  const isGone = isCharged || has('refunded');
  const plain = reports[lastOf('expired', 'refused', 'canceled', 'approved', 'completed', 'disputed')];
  const isSold = plain ? ['approved', 'completed', 'disputed'].includes(plain.status) : has('chargeback_reversed');
  const counts = !isGone && (has('partially_refunded') || isSold);

  const priced = reports[lastOf('approved', 'completed', 'disputed')] ?? reports.at(-1);
  const gross = priced?.amount ?? 0n;
  return {
    soldMs: soldMs(reports),
    counts,
    worth: counts ? atLeastZero(gross - refundsOf(reports)) : 0n,
    currency: priced?.currency ?? '',
  };
}

const atLeastZero = (units: bigint): bigint => (units < 0n ? 0n : units);

/** A refund that is reported twice is one. */
function refundsOf(reports: readonly RecountedEvent[]): bigint {
  const refunds = new Map<string, bigint>();
  for (const { status, eventMs, eventId, refund } of reports) {
    if (status === 'partially_refunded') refunds.set(`${eventMs ?? eventId} ${refund}`, refund);
  }
  return [...refunds.values()].reduce((sum, refund) => sum + refund, 0n);
}

/** The first approval; else the first order that was reported; else the first event. */
function soldMs(reports: readonly RecountedEvent[]): number {
  const approvals = reports.filter((word) => word.status === 'approved' || word.status === 'completed');
  if (approvals.length > 0) return leastOf(approvals.map((word) => word.conversionMs ?? momentOf(word)));
  const orders = reports.flatMap((word) => word.conversionMs ?? []);
  return leastOf(orders.length > 0 ? orders : reports.map(momentOf));
}

/** A call has no room for as many arguments as a conversion may have events. */
const leastOf = (times: readonly number[]): number => times.reduce((least, ms) => Math.min(least, ms));
