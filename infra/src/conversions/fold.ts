import { CONVERSION_STATUSES, type ConversionStatus, isCounted } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { MONEY_OF_SOLD, mapSold, type Sold } from '@tracker/schemas/checkouts/sold';
import { hasUtm, NO_UTM, type Utm } from '@tracker/schemas/checkouts/utm';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { clampMoney, compareMoney, type Money, subtractMoney, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import { utcDayOf } from '@tracker/schemas/primitives/time';

/**
 * The state of one conversion from all its ledger events (decision 16). A pure function of the set of distinct events: order of
 * arrival, repetition and replay cannot change it. As soon as one event is verified, unverified events decide nothing: anyone can send one who
 * knows a campaign and guesses a transaction. The row of a file says what no delivery says: an approval with its amount, where none was delivered; else
 * its day, click, utm values and product, where no delivery states its own.
 */

export interface LedgerEvent {
  readonly eventId: string;
  readonly status: ConversionStatus;
  /** What the body gave; null when it gave none. */
  readonly eventTimeMs: number | null;
  readonly conversionTimeMs: number | null;
  readonly receivedAtMs: number;
  readonly provider: string;
  readonly transactionId: string;
  readonly conversionType: string;
  readonly amount: Money;
  /** Of a partial refund its part; of a refund what it states; of an approval all that went back until then. */
  readonly refundAmount: Money;
  /** `refundAmount` is the sum of all refunds until then, also of a refund. */
  readonly isRefundTotal: boolean;
  readonly currency: string;
  readonly clickReference: string;
  readonly clickId: ClickId | null;
  readonly utm: Utm;
  readonly sold: Sold;
  /** '' when it names no person. */
  readonly personId: string;
  readonly isTest: boolean;
  readonly verified: boolean;
  /** Of one without a key: its sender's network, named for its day; '' when that is not known. */
  readonly network: string;
  /** Of the file that it was imported with; '' for a delivery or a lead. */
  readonly importId: string;
  /** The event takes back what its import reported of the conversion. */
  readonly isImportUndone: boolean;
}

export interface ConversionState {
  readonly status: ConversionStatus;
  /** False for a test. Whether a conversion without a verified event is in the figures is decided in `unverified.ts`. */
  readonly isCounted: boolean;
  /** A payment was awaited at some time, with any end. A checkout that does not deliver this leaves it false. */
  readonly wasPending: boolean;
  /** The time of the conversion. All its money belongs to that day; refunds subtract there. */
  readonly soldAtMs: number;
  /** Gross. */
  readonly value: Money;
  /** The counted amount: gross minus partial refunds; zero when the conversion does not count. */
  readonly netValue: Money;
  readonly currency: string;
  readonly provider: string;
  readonly transactionId: string;
  readonly conversionType: string;
  readonly clickReference: string;
  readonly clickId: ClickId | null;
  readonly utm: Utm;
  readonly sold: Sold;
  /** Of the first event that names a person: a refund by another hand changes no buyer. '' when none does. */
  readonly personId: string;
  readonly isTest: boolean;
  /** All money that it states was verified. */
  readonly verified: boolean;
  /** Its approval, or the amount of it, is a row of a file that a person imported. */
  readonly isImported: boolean;
  /** Nothing is left of it: its imports were undone, and it has no other event; or it is a payment of another conversion. */
  readonly isRemoved: boolean;
  /** Of the first event that decides. */
  readonly receivedAtMs: number;
  /** Of all its events. */
  readonly eventCount: number;
}

export type Events = readonly [LedgerEvent, ...LedgerEvent[]];

const APPROVALS: ReadonlySet<ConversionStatus> = new Set(['approved', 'completed']);
const SOLD: ReadonlySet<ConversionStatus> = new Set(['approved', 'completed', 'disputed']);
const REVERSALS: readonly ConversionStatus[] = ['chargeback', 'refunded', 'partially_refunded'];
const WAS_SOLD: ReadonlySet<ConversionStatus> = new Set([...SOLD, ...REVERSALS]);
const PLAIN: ReadonlySet<ConversionStatus> = new Set([
  'expired',
  'refused',
  'canceled',
  'approved',
  'completed',
  'disputed',
]);

export function foldConversion(allEvents: Events): ConversionState {
  const all = distinct(allEvents).sort(byTime);
  const verified = all.filter((event) => event.verified);
  const delivered = all.filter((event) => event.importId === '');
  const imported = lastImported(all);
  const isRemoved = imported === undefined && delivered.length === 0;
  const isImported = imported !== undefined && !verified.some((event) => isApproval(event) && event.amount !== ZERO);
  const deciding = isImported
    ? [...verified, imported].sort(byTime)
    : verified.length > 0
      ? verified
      : isRemoved
        ? all
        : delivered;
  const events = withParts(deciding as unknown as Events);
  const status = statusOf(events);
  const stated = statedIn(events);
  const isTest = events.every((event) => event.isTest);
  const counted = isCounted(status) && !isTest && mayCount(events);
  return {
    status,
    isCounted: counted,
    wasPending: events.some((event) => event.status === 'pending'),
    soldAtMs: soldAt(events, imported),
    value: stated.amount,
    netValue: counted ? netOf(stated.amount, events) : ZERO,
    currency: stated.currency,
    provider: stated.provider,
    transactionId: stated.transactionId,
    conversionType: stated.conversionType,
    ...originOf(events, imported),
    sold: soldIn(events, stated, imported),
    isTest,
    verified: verified.length > 0 && !isImported,
    isImported,
    isRemoved,
    receivedAtMs: earliest(events, (event) => event.receivedAtMs),
    eventCount: all.length,
  };
}

/** The row of the last import that was not undone. */
function lastImported(events: readonly LedgerEvent[]): LedgerEvent | undefined {
  const undone = new Set(events.flatMap((event) => (event.isImportUndone ? [event.importId] : [])));
  const rows = events.filter((event) => event.importId !== '' && !undone.has(event.importId));
  return last(rows.sort((a, b) => a.receivedAtMs - b.receivedAtMs || compareText(a.eventId, b.eventId)));
}

/** One of each; of a repeated one the first to be received. */
function distinct(events: Events): LedgerEvent[] {
  const byId = new Map<string, LedgerEvent>();
  for (const event of events) {
    const known = byId.get(event.eventId);
    if (!known || event.receivedAtMs < known.receivedAtMs) byId.set(event.eventId, event);
  }
  return [...byId.values()];
}

/**
 * A refund that states less than was sold is a partial one, and its own amount no price. One that states nothing, or of which no price is known, is whole.
 * Of several prices the lowest counts: with the highest, a later approval of more would bring a refunded conversion back.
 */
function withParts(events: Events): Events {
  const price =
    lowest(events.filter(isApproval)) ?? lowest(events.filter(({ status }) => status === 'partially_refunded'));
  if (price === undefined) return events;
  const isPart = ({ status, refundAmount }: LedgerEvent) =>
    status === 'refunded' && refundAmount !== ZERO && compareMoney(refundAmount, price) < 0;
  return events.map((event) =>
    isPart(event) ? { ...event, status: 'partially_refunded', amount: ZERO } : event,
  ) as unknown as Events;
}

/** Undefined where none has an amount. */
const lowest = (events: readonly LedgerEvent[]): Money | undefined =>
  events.reduce<Money | undefined>(
    (least, { amount }) =>
      amount !== ZERO && (least === undefined || compareMoney(amount, least) < 0) ? amount : least,
    undefined,
  );

/** The event with the amount: the last event with a sold status that has one, else the last event. A bare change of status has none. */
function statedIn(events: Events): LedgerEvent {
  const sold = events.filter((event) => SOLD.has(event.status));
  const says = (event: LedgerEvent) => event.amount !== ZERO;
  return last(sold.filter(says)) ?? last(events.filter(says)) ?? last(sold) ?? last(events)!;
}

/**
 * Of a checkout whose API is asked, each event is all that is true at its time: the latest wins. Elsewhere an event is a change: reversals outrank all
 * events before and after them; of the rest the latest wins; pending replaces nothing.
 */
function statusOf(events: Events): ConversionStatus {
  if (areStates(events)) return last(events)!.status;
  const statuses = new Set(events.map((event) => event.status));
  if (isChargebackReversed(events)) statuses.delete('chargeback');
  const reversal = REVERSALS.find((status) => statuses.has(status));
  if (reversal) return reversal;
  const plain = last(events.filter((event) => PLAIN.has(event.status)));
  if (plain || !statuses.has('chargeback_reversed')) return plain?.status ?? 'pending';
  // A reversed chargeback counts as a conversion, even when its approval never reached us.
  return mayCount(events) ? 'approved' : 'chargeback_reversed';
}

/** False where only refunds and disputes are known of what may be a payment of another conversion. */
const mayCount = (events: Events): boolean => !NAMES_PAYMENTS.has(events[0].provider) || events.some(isApproval);
const NAMES_PAYMENTS: ReadonlySet<string> = new Set(CHECKOUT_IDS.filter((id) => CHECKOUTS[id].joins === 'payments'));

/** They have one checkout: it is part of the conversion's identity. */
const areStates = ([{ provider }]: Events): boolean => LOOKED_UP.has(provider);
const LOOKED_UP: ReadonlySet<string> = new Set(CHECKOUT_IDS.filter((id) => CHECKOUTS[id].lookUp));

/** Only a reversal later than the last chargeback takes it away. */
function isChargebackReversed(events: Events): boolean {
  const chargeback = last(events.filter((event) => event.status === 'chargeback'));
  const reversal = last(events.filter((event) => event.status === 'chargeback_reversed'));
  return chargeback !== undefined && reversal !== undefined && byTime(reversal, chargeback) > 0;
}

/** The first approval; else the order; else the event; else the receipt. Where no approval states its moment, that of the file's row is known better. */
function soldAt(events: Events, imported: LedgerEvent | undefined): number {
  const approvals = events.filter(isApproval);
  const isStated = approvals.some(({ conversionTimeMs }) => conversionTimeMs !== null);
  if (!isStated && imported && WAS_SOLD.has(imported.status) && imported.conversionTimeMs !== null)
    return imported.conversionTimeMs;
  if (approvals.length > 0) return earliest(approvals, (event) => event.conversionTimeMs ?? timeOf(event));
  const stated = earliest(events, (event) => event.conversionTimeMs ?? Number.POSITIVE_INFINITY);
  return stated < Number.POSITIVE_INFINITY ? stated : earliest(events, timeOf);
}

/** Not `Math.min` of a list: a conversion may have more events than a call has room for arguments. */
const earliest = (events: readonly LedgerEvent[], momentOf: (event: LedgerEvent) => number): number =>
  events.reduce((least, event) => Math.min(least, momentOf(event)), Number.POSITIVE_INFINITY);

/**
 * UTC days other than its own that this conversion may have been written to before, as one time in each. They get tombstones
 * (`is_moved`). With any subset of events its time is that of one event, see `soldAt`.
 */
export function daysLeft(events: readonly LedgerEvent[], { soldAtMs }: Pick<ConversionState, 'soldAtMs'>): number[] {
  const moments = events.flatMap(({ conversionTimeMs, eventTimeMs, receivedAtMs }) => [
    ...(conversionTimeMs === null ? [] : [conversionTimeMs]),
    eventTimeMs ?? receivedAtMs,
  ]);
  const byDay = new Map(moments.map((ms) => [utcDayOf(ms), ms]));
  byDay.delete(utcDayOf(soldAtMs));
  return [...byDay.values()].sort((a, b) => a - b);
}

/**
 * A moment in each hour of UTC in which this conversion is, or may have been written before. Of an event without a time that was received
 * several times in one day, the ledger keeps one receipt, so that the others may be in any hour of it.
 */
export function hoursOfConversion(events: readonly LedgerEvent[]): Set<number> {
  const hours = events.flatMap(({ conversionTimeMs, eventTimeMs, receivedAtMs }) => [
    ...(conversionTimeMs === null ? [] : [conversionTimeMs]),
    ...(eventTimeMs === null ? hoursOfDay(utcDayOf(receivedAtMs)) : [eventTimeMs]),
  ]);
  return new Set(hours.map((ms) => ms - (ms % HOUR_MS)));
}

const hoursOfDay = (day: number): number[] =>
  Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => day * DAY_MS + hour * HOUR_MS);

/**
 * Partial refunds of different times add up; a refund that is reported twice counts once. A state holds their sum, so that the last one counts. An approval, and
 * a refund whose sender says so, state all that went back until then: the largest of these and the sum of the other refunds are two accounts of the same money,
 * so that the larger one counts. Never below zero: a refund above the gross is the gross.
 */
function netOf(gross: Money, events: Events): Money {
  const refunds = new Map<string, Money>();
  const partial = events.filter(({ status }) => status === 'partially_refunded');
  for (const event of areStates(events) ? partial.slice(-1) : partial.filter(({ isRefundTotal }) => !isRefundTotal)) {
    refunds.set(`${event.eventTimeMs ?? event.eventId} ${event.refundAmount}`, event.refundAmount);
  }
  const sum = sumMoney([...refunds.values()]);
  const totals = [...partial.filter(({ isRefundTotal }) => isRefundTotal), ...events.filter(isApproval)];
  const refunded = totals.reduce(
    (most, { refundAmount }) => (compareMoney(refundAmount, most) > 0 ? refundAmount : most),
    sum,
  );
  return compareMoney(refunded, gross) > 0 ? ZERO : clampMoney(subtractMoney(gross, refunded));
}

const isApproval = ({ status }: LedgerEvent): boolean => APPROVALS.has(status);

/**
 * Each field as the event with the amount says it, else the last event that says it, else the file's row: an approval may leave out what the order
 * had. Money only of events in the currency of the amount.
 */
function soldIn(events: Events, stated: LedgerEvent, imported: LedgerEvent | undefined): Sold {
  if (events.length === 1 && (!imported || imported === stated)) return stated.sold;
  const latestFirst = [stated, ...[...events].reverse(), ...(imported ? [imported] : [])];
  const inCurrency = latestFirst.filter(({ currency }) => currency === stated.currency);
  return mapSold((name) => {
    return (
      (MONEY_OF_SOLD.has(name) ? inCurrency : latestFirst).find(({ sold }) => sold[name] !== null)?.sold[name] ?? null
    );
  });
}

/**
 * The first event that named a click keeps it: a refund that names none, or another one, changes no attribution. So do its utm values and its person.
 * The file's row comes after all deliveries, whenever it was imported.
 */
function originOf(
  events: Events,
  imported: LedgerEvent | undefined,
): Pick<ConversionState, 'clickId' | 'clickReference' | 'utm' | 'personId'> {
  const delivered = events.filter(({ importId }) => importId === '');
  const byReceipt = delivered.sort((a, b) => a.receivedAtMs - b.receivedAtMs || compareText(a.eventId, b.eventId));
  if (imported) byReceipt.push(imported);
  const named = byReceipt.find((event) => event.clickId !== null);
  const referenced = named ?? byReceipt.find((event) => event.clickReference !== '');
  const utm = byReceipt.find((event) => hasUtm(event.utm))?.utm ?? NO_UTM;
  const personId = byReceipt.find((event) => event.personId !== '')?.personId ?? '';
  return { clickId: named?.clickId ?? null, clickReference: referenced?.clickReference ?? '', utm, personId };
}

const timeOf = (event: LedgerEvent): number => event.eventTimeMs ?? event.receivedAtMs;

/** By the event's time (without one, its receipt); a tie by the order of the statuses, then by id, so that it is total. */
function byTime(a: LedgerEvent, b: LedgerEvent): number {
  return (
    timeOf(a) - timeOf(b) || rank(a) - rank(b) || a.receivedAtMs - b.receivedAtMs || compareText(a.eventId, b.eventId)
  );
}

const rank = (event: LedgerEvent): number => CONVERSION_STATUSES.indexOf(event.status);
/** Of ids, which are distinct. */
const compareText = (a: string, b: string): number => (a < b ? -1 : 1);
const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];
