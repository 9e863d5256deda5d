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
  /** `refund` is the sum of all refunds until then. */
  readonly isRefundTotal: boolean;
  readonly currency: string;
}

export interface RecountedConversion {
  readonly soldMs: number;
  readonly counts: boolean;
  /** Before refunds. */
  readonly price: bigint;
  readonly worth: bigint;
  readonly currency: string;
}

/** The later in this list wins a tie of time. */
const RANKS =
  'pending expired refused canceled approved completed disputed partially_refunded refunded chargeback chargeback_reversed'.split(
    ' ',
  );

const momentOf = (word: RecountedEvent): number => word.eventMs ?? word.receivedMs;

/**
 * `words`: at least one, distinct by event id, in any order. `needsApproval`: what only was taken back was never sold. `fileMs`: when it was sold by a
 * file that was imported.
 */
export function recountConversion(
  words: readonly RecountedEvent[],
  { needsApproval = false, fileMs }: { readonly needsApproval?: boolean; readonly fileMs?: number | undefined } = {},
): RecountedConversion {
  const inOrder = [...words].sort(
    (a, b) =>
      momentOf(a) - momentOf(b) ||
      RANKS.indexOf(a.status) - RANKS.indexOf(b.status) ||
      a.receivedMs - b.receivedMs ||
      (a.eventId < b.eventId ? -1 : 1),
  );
  const leastOfAmounts = (...statuses: string[]): bigint | undefined =>
    inOrder
      .filter((word) => word.amount !== 0n && statuses.includes(word.status))
      .map((word) => word.amount)
      .sort((a, b) => (a < b ? -1 : 1))[0];
  const lowestPrice = leastOfAmounts('approved', 'completed') ?? leastOfAmounts('partially_refunded') ?? 0n;
  // Of a refund that states less than any price, the rest stays.
  const reports = inOrder.map((word) =>
    word.status === 'refunded' && word.refund > 0n && word.refund < lowestPrice
      ? { ...word, status: 'partially_refunded', amount: 0n }
      : word,
  );
  const lastOf = (...statuses: string[]): number => reports.findLastIndex((word) => statuses.includes(word.status));
  const has = (status: string): boolean => lastOf(status) >= 0;

  const isCharged = has('chargeback') && lastOf('chargeback_reversed') < lastOf('chargeback');
  const isGone = isCharged || has('refunded');
  const plain = reports[lastOf('expired', 'refused', 'canceled', 'approved', 'completed', 'disputed')];
  const isSold = plain ? ['approved', 'completed', 'disputed'].includes(plain.status) : has('chargeback_reversed');
  const isApproved = has('approved') || has('completed');
  const counts = !isGone && (has('partially_refunded') || isSold) && (isApproved || !needsApproval);

  // One without an amount only says that the status changed.
  const sold = reports.filter((word) => ['approved', 'completed', 'disputed'].includes(word.status));
  const withAmount = (list: readonly RecountedEvent[]) => list.findLast((word) => word.amount !== 0n);
  const priced = withAmount(sold) ?? withAmount(reports) ?? sold.at(-1) ?? reports.at(-1);
  const gross = priced?.amount ?? 0n;
  return {
    soldMs: soldMs(reports, fileMs),
    counts,
    price: gross,
    worth: counts ? atLeastZero(gross - refundsOf(reports)) : 0n,
    currency: priced?.currency ?? '',
  };
}

/** What a payment adds to the conversion that it paid, wholly or for `paid`. `isRefund`: it is a refund with an id of its own, whose amount is its own. */
export function wordsOfPayment(
  words: readonly RecountedEvent[],
  { paid, price, isRefund = false }: { readonly paid: bigint; readonly price: bigint; readonly isRefund?: boolean },
): RecountedEvent[] {
  const unpriced = words.map((word) => ({
    ...{ ...word, amount: 0n },
    refund: isRefund && word.status === 'refunded' && word.refund === 0n ? word.amount : word.refund,
  }));
  if (paid === 0n || paid >= price) return unpriced;
  const lastOf = (status: string): number =>
    Math.max(Number.NEGATIVE_INFINITY, ...words.filter((word) => word.status === status).map(momentOf));
  const isCharged =
    lastOf('chargeback') > Number.NEGATIVE_INFINITY && lastOf('chargeback_reversed') <= lastOf('chargeback');
  const gone = unpriced
    .filter((word) => word.status === 'chargeback' || word.status === 'refunded')
    .filter((word) => word.status === 'refunded' || isCharged)
    .sort((a, b) => a.receivedMs - b.receivedMs)[0];
  return gone ? [{ ...gone, status: 'partially_refunded', refund: paid, isRefundTotal: false }] : unpriced;
}

const atLeastZero = (units: bigint): bigint => (units < 0n ? 0n : units);

/** A refund that is reported twice is one. What an approval, or a sum, says went back until then may be more than the refunds that were reported. */
function refundsOf(reports: readonly RecountedEvent[]): bigint {
  const refunds = new Map<string, bigint>();
  let upToNow = 0n;
  for (const { status, eventMs, eventId, refund, isRefundTotal } of reports) {
    const isPart = status === 'partially_refunded';
    if (isPart && !isRefundTotal) refunds.set(`${eventMs ?? eventId} ${refund}`, refund);
    const isSum = (isPart && isRefundTotal) || status === 'approved' || status === 'completed';
    if (isSum && refund > upToNow) upToNow = refund;
  }
  const sum = [...refunds.values()].reduce((all, refund) => all + refund, 0n);
  return sum > upToNow ? sum : upToNow;
}

/** The first approval, whose moment a file may know better; else the first order that was reported; else the first event. */
function soldMs(reports: readonly RecountedEvent[], fileMs: number | undefined): number {
  const approvals = reports.filter((word) => word.status === 'approved' || word.status === 'completed');
  if (fileMs !== undefined && approvals.every((word) => word.conversionMs === null)) return fileMs;
  if (approvals.length > 0) return leastOf(approvals.map((word) => word.conversionMs ?? momentOf(word)));
  const orders = reports.flatMap((word) => word.conversionMs ?? []);
  return leastOf(orders.length > 0 ? orders : reports.map(momentOf));
}

/** A call has no room for as many arguments as a conversion may have events. */
const leastOf = (times: readonly number[]): number => times.reduce((least, ms) => Math.min(least, ms));
