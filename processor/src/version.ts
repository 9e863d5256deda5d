/**
 * The version of a row decides which of two rows of the same key wins: that of the later processor version, and within one
 * version the first receipt. A pure function of the event, so that any order of delivery and any number of replays give the same
 * table.
 */

/** Raised when a mapping or an enrichment changes, so that a replay replaces what older processors wrote. */
export const PROCESSOR_VERSION = 4;

/** Above every Unix millisecond until the year 2248; with ten bits of processor version it stays below 2^53. */
const RECEIPT_RANGE = 2 ** 43;

/** For facts that happen once: the first receipt wins over a repeated delivery. */
export const firstReceiptVersion = (receivedAtMs: number): number =>
  PROCESSOR_VERSION * RECEIPT_RANGE + (RECEIPT_RANGE - 1 - receivedAtMs);

/** For the tombstone of a fact that happens once: wins over every receipt, and gives way to a newer processor, which decides again. */
export const TOMBSTONE_VERSION = PROCESSOR_VERSION * RECEIPT_RANGE + RECEIPT_RANGE - 1;

/** The first receipt wins, and of the same receipt the row that also knows the fact which it names. */
export const completedVersion = (receivedAtMs: number, isComplete: boolean): number =>
  firstReceiptVersion(receivedAtMs) * 2 + Number(isComplete);

/** For facts that a later sync restates: the last receipt wins. */
export const lastReceiptVersion = (receivedAtMs: number): number => PROCESSOR_VERSION * RECEIPT_RANGE + receivedAtMs;

/** For derived rows: the row computed from more events wins. Events are only added, so a larger set is a later one. */
export const factCountVersion = (factCount: number): number => PROCESSOR_VERSION * RECEIPT_RANGE + factCount;

/** Below it, 2^16 events of one row fit into the range of receipts; above it, versions of rates would start again. */
const RATES_RANGE = 2 ** 26;

/**
 * For rows that also depend on a table that people change: of the same facts, the newer rates win. Facts go first: who saw more of them
 * read the rates later, because a change of rates recomputes all that was stored before it.
 */
export const derivedVersion = (factCount: number, ratesVersion: number): number =>
  factCountVersion(factCount * RATES_RANGE + (ratesVersion % RATES_RANGE));
