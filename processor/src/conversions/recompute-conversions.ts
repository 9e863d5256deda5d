import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import {
  type AttributionColumn,
  type ConversionRow,
  insertConversions,
  mapAttribution,
} from '@tracker/infra/clickhouse/tables/conversions';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { insertUnattributedConversions } from '@tracker/infra/clickhouse/tables/unattributed-conversions';
import { type ConversionState, daysLeft, hoursOfConversion, type LedgerEvent } from '@tracker/infra/conversions/fold';
import { foldLinked, readLinkedLedgers } from '@tracker/infra/conversions/linked-ledgers';
import type { Outbox } from '@tracker/infra/conversions/outbox';
import { NO_RATE, type RateOfConversion, type Rates, revenueAt } from '@tracker/infra/conversions/rates';
import type { ChangedRow, ChangedRows } from '@tracker/infra/postgres/changed-rows';
import { channelOf, DIRECT } from '@tracker/schemas/capture/channel';
import { readTags } from '@tracker/schemas/capture/track';
import { hasUtm, type Utm } from '@tracker/schemas/checkouts/utm';
import { ATTRIBUTION_TAGS, mapTagColumns } from '@tracker/schemas/events/click-tags';
import { type ClickId, possibleClickMs } from '@tracker/schemas/primitives/click-id';
import { BRL, compareMoney, convertMoney, type Money, ZERO } from '@tracker/schemas/primitives/money';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { UNVERIFIED_VALUE_MAX } from '@tracker/schemas/unverified-conversions';
import { clickMinute } from '../batch/waiting-for-clicks.ts';
import { type Proof, proofOf } from '../prefetches/proof.ts';
import { type Moments, markHour } from '../rollups/reopen-days.ts';
import { derivedVersion, factCountVersion } from '../version.ts';
import { type ConversionKey, conversionKeyText } from './conversion-key.ts';
import { type ConversionToDecide, type DecidedConversion, decideAboutUnverified } from './decide-unverified.ts';
import { assignmentsOfConversions, clicksOfConversions } from './queries.ts';
import type { UnverifiedStore } from './unverified-store.ts';

/**
 * Recomputes rows of `conversions` from the ledger, the click, what a person assigned and the rates. Idempotent: the same input gives the same rows, and
 * of two runs the one that saw more ledger events wins by its version. Conversions without a verified event depend on others, too: those
 * that a batch concerns are recomputed with it.
 */

type ClickOfConversion = Awaited<ReturnType<typeof clicksOfConversions.run>>[number];
type AssignmentOfConversion = Awaited<ReturnType<typeof assignmentsOfConversions.run>>[number];

const CONVERSIONS_MAX = 20_000;

export interface ConversionStores {
  readonly clickhouse: ClickHouse;
  readonly rates: Rates;
  readonly unverified: UnverifiedStore;
  /** Receives the conversions once they are durable; null in a replay, whose conversions were sent when they happened. */
  readonly outbox: Outbox | null;
  /** For programs that poll; null in a replay, whose tables no one reads yet. */
  readonly changedRows: ChangedRows | null;
}

interface NamedClick {
  readonly clickId: ClickId;
  readonly clickedAtMs: number;
  /** When its first event was that names the click; undefined: all of them are tests. */
  readonly firstMs: number | undefined;
}

interface FoldedConversion extends ConversionKey {
  readonly state: ConversionState;
  readonly events: readonly LedgerEvent[];
  /** Repetitions on other days count: a run that saw more of them knows more days that the row may have been written to. */
  readonly factCount: number;
  /** The clicks that its events name, where there can be one. The state names one of them, or none. */
  readonly named: readonly NamedClick[];
  /** A time in each other day that it may have been written to. */
  readonly leftMs: readonly number[];
}

/**
 * `others` collects the decisions about conversions without a verified event that these concern: `rewriteDecided` writes them. `money` receives, by
 * tenant, the hours in which a row was written or may have been before: their days are to be re-opened. `proofs` receives those of prefetched clicks.
 */
export async function recomputeConversions(
  deps: ConversionStores,
  keys: readonly ConversionKey[],
  others: Map<string, DecidedConversion>,
  { money, proofs }: { readonly money: Moments; readonly proofs: Proof[] },
): Promise<void> {
  // A change of rates may touch all conversions of a tenant.
  for (const some of chunks(keys)) {
    const known = await readConversions(deps.clickhouse, some);
    const decided = await decideAboutUnverified(deps, known.map(toDecide));
    await writeConversions(deps, known, decided, money);
    proofs.push(...known.flatMap(proofsOf));
    for (const [key, decision] of decided) others.set(key, decision);
    for (const one of known) others.delete(conversionKeyText(one));
  }
}

/** Writes the rows of conversions again about which was decided. */
export async function rewriteDecided(
  deps: ConversionStores,
  decided: readonly DecidedConversion[],
  changes: Moments,
): Promise<void> {
  const byKey = new Map(decided.map((one) => [conversionKeyText(one), one]));
  for (const some of chunks(decided)) {
    await writeConversions(deps, await readConversions(deps.clickhouse, some), byKey, changes);
  }
}

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += CONVERSIONS_MAX) yield list.slice(start, start + CONVERSIONS_MAX);
}

/** A conversion with its click, if that is stored, and what people assigned it to. */
interface KnownConversion extends FoldedConversion {
  readonly click: ClickOfConversion | undefined;
  /** Those of its clicks that were prefetched. */
  readonly prefetches: readonly NamedClick[];
  readonly assignment: AssignmentOfConversion | undefined;
}

async function readConversions(clickhouse: ClickHouse, keys: readonly ConversionKey[]): Promise<KnownConversion[]> {
  // Also those that are linked to these.
  const conversions = await foldedConversions(clickhouse, keys);
  const assignments = await assignmentsOf(clickhouse, conversions);
  const clicks = await clicksOf(clickhouse, conversions);
  const waiting = conversions.flatMap((one) => {
    const named = one.named.filter(({ clickId }) => !clicks.has(clickKey(one, clickId)));
    return named.length === 0 ? [] : [{ ...one, named }];
  });
  if (waiting.length > 0) {
    // Write the pending row before re-reading the clicks: closes the race with a click that is inserted concurrently.
    await insertUnattributedConversions.run(clickhouse, waiting.flatMap(toWaitingRows));
    for (const [key, click] of await clicksOf(clickhouse, waiting)) clicks.set(key, click);
  }
  return conversions.map((one) => ({
    ...one,
    click: clicks.get(clickKey(one, one.state.clickId)),
    prefetches: one.named.filter(({ clickId }) => clicks.get(clickKey(one, clickId))?.is_prefetch),
    assignment: assignments.get(conversionKeyText(one)),
  }));
}

/** The rates are read after the decisions: the last change of either leads to a row with both, and a greater version. */
async function writeConversions(
  { clickhouse, rates, outbox, changedRows }: ConversionStores,
  conversions: readonly KnownConversion[],
  decided: ReadonlyMap<string, DecidedConversion>,
  changes: Moments,
): Promise<void> {
  const foreign = await ratesOf(rates, conversions);
  const rows = conversions.map((one) => toConversionRow(one, foreign.get(one), decided.get(conversionKeyText(one))));
  await insertConversions.run(
    clickhouse,
    conversions.flatMap((one, index) => rowsOf(one, rows[index] as ConversionRow)),
  );
  for (const { tenantId, events } of conversions) {
    for (const hourMs of hoursOfConversion(events)) markHour(changes, tenantId, instantFromMs(hourMs));
  }
  await outbox?.enqueue(rows);
  await changedRows?.note(rows.flatMap(changesOf));
}

/** With the click that it is assigned to. */
const changesOf = ({ tenant_id: tenantId, conversion_id, click_id }: ConversionRow): ChangedRow[] => [
  { tenantId, kind: 'conversion', id: conversion_id },
  ...(click_id === '' ? [] : [{ tenantId, kind: 'click', id: click_id } as const]),
];

/** The click is one more input of the row. */
const factsOf = ({ factCount, click }: KnownConversion): number => factCount * 2 + (click ? 1 : 0);

const toDecide = (one: KnownConversion): ConversionToDecide => ({
  ...one,
  factCount: factsOf(one),
  clickAtMs: one.click ? msFromInstant(one.click.ts) : null,
});

/** The rates of the conversions in other currencies than BRL. */
async function ratesOf(
  rates: Rates,
  conversions: readonly FoldedConversion[],
): Promise<Map<FoldedConversion, RateOfConversion>> {
  const foreign = conversions.filter(({ state }) => state.currency !== BRL);
  const found = await rates.of(
    foreign.map(({ tenantId, state }) => ({ tenantId, currency: state.currency, soldAtMs: state.soldAtMs })),
  );
  return new Map(foreign.map((one, index) => [one, found[index] ?? NO_RATE]));
}

async function foldedConversions(clickhouse: ClickHouse, keys: readonly ConversionKey[]): Promise<FoldedConversion[]> {
  const ledgers = await readLinkedLedgers(
    clickhouse,
    keys.map((key): [string, string] => [key.tenantId, key.conversionId]),
  );
  return ledgers.map((ledger) => {
    const { tenantId, conversionId, events, factCount } = ledger;
    const state = foldLinked(ledger, events);
    return {
      ...{ tenantId, conversionId, state, events, factCount },
      leftMs: daysLeft(events, state),
      named: namedClicks(events),
    };
  });
}

async function assignmentsOf(
  clickhouse: ClickHouse,
  keys: readonly ConversionKey[],
): Promise<Map<string, AssignmentOfConversion>> {
  const rows = await assignmentsOfConversions.run(
    clickhouse,
    keys.map((key): [string, string] => [key.tenantId, key.conversionId]),
  );
  return new Map(
    rows.map((row) => [conversionKeyText({ tenantId: row.tenant_id, conversionId: row.conversion_id }), row]),
  );
}

async function clicksOf(
  clickhouse: ClickHouse,
  conversions: readonly FoldedConversion[],
): Promise<Map<string, ClickOfConversion>> {
  const keys = conversions.flatMap(({ tenantId, named }) =>
    named.map(({ clickId, clickedAtMs }): [string, string, string] => [tenantId, instantFromMs(clickedAtMs), clickId]),
  );
  const clicks = await clicksOfConversions.run(clickhouse, keys);
  return new Map(clicks.map((click) => [`${click.tenant_id} ${click.click_id}`, click]));
}

const lastReceiptOf = (events: readonly LedgerEvent[]): number =>
  events.reduce((last, { receivedAtMs }) => Math.max(last, receivedAtMs), 0);

const clickKey = ({ tenantId }: ConversionKey, clickId: ClickId | null): string => `${tenantId} ${clickId ?? ''}`;

function namedClicks(events: readonly LedgerEvent[]): NamedClick[] {
  const lastMs = lastReceiptOf(events);
  return [...Map.groupBy(events, ({ clickId }) => clickId)].flatMap(([clickId, naming]) => {
    const clickedAtMs = clickId === null ? undefined : possibleClickMs(clickId, lastMs);
    if (clickId === null || clickedAtMs === undefined) return [];
    const moments = naming.filter(({ isTest }) => !isTest).flatMap(momentsOf);
    return [{ clickId, clickedAtMs, firstMs: moments.length === 0 ? undefined : Math.min(...moments) }];
  });
}

const momentsOf = ({ conversionTimeMs, eventTimeMs, receivedAtMs }: LedgerEvent): number[] => [
  ...(conversionTimeMs === null ? [] : [conversionTimeMs]),
  eventTimeMs ?? receivedAtMs,
];

const proofsOf = ({ tenantId, prefetches }: KnownConversion): Proof[] =>
  prefetches.flatMap(({ clickId, clickedAtMs, firstMs }) =>
    firstMs === undefined ? [] : [proofOf({ tenant_id: tenantId, click_id: clickId }, clickedAtMs, firstMs)],
  );

const toWaitingRows = ({ tenantId, conversionId, named }: FoldedConversion) =>
  named.map(({ clickId, clickedAtMs }) => ({
    tenant_id: tenantId,
    click_minute: clickMinute(clickedAtMs),
    click_id: clickId,
    conversion_id: conversionId,
    ver: factCountVersion(0),
  }));

/** A conversion without a stored click is direct. Revenue is in BRL; `rate` is set for other currencies. */
function toConversionRow(
  conversion: KnownConversion,
  rate: RateOfConversion | undefined,
  decision: DecidedConversion | undefined,
): ConversionRow {
  const { tenantId, conversionId, state, click, assignment } = conversion;
  // A verified event may have come since the decision.
  const isUnproven = !state.verified && !state.isImported && state.isCounted;
  const reason = isUnproven ? (decision?.reason ?? (isAboveCeiling(state.value, rate) ? 'amount' : null)) : null;
  const inBrl = (amount: Money) => (rate ? revenueAt(amount, rate) : amount);
  const worth = inBrl(state.netValue);
  return {
    tenant_id: tenantId,
    conversion_id: conversionId,
    ts: instantFromMs(state.soldAtMs),
    provider: state.provider,
    transaction_id: state.transactionId,
    conversion_type: state.conversionType,
    status: state.status,
    is_counted: state.isCounted && reason === null,
    was_pending: state.wasPending,
    value: state.value,
    net_value: reason === null ? state.netValue : ZERO,
    currency: state.currency,
    ...toSoldRow(state.sold),
    person_id: state.personId,
    kind: state.sold.kind ?? 'main',
    revenue: reason === null ? worth : ZERO,
    gross_brl: inBrl(state.value),
    fee_brl: state.sold.gatewayFee === null ? null : inBrl(state.sold.gatewayFee),
    uncounted_reason: reason ?? '',
    uncounted_revenue: reason === null ? ZERO : worth,
    click_ref: state.clickReference,
    ...attributionOf(click, assignment, state.utm),
    is_test: state.isTest,
    verified: state.verified,
    is_imported: state.isImported,
    received_at: instantFromMs(state.receivedAtMs),
    event_count: state.eventCount,
    is_moved: state.isRemoved,
    // All of these only grow, and so does their sum.
    ver: derivedVersion(
      factsOf(conversion),
      (rate?.version ?? 0) + (decision?.version ?? 0) + (assignment?.assigned ?? 0),
    ),
  };
}

/** Of one without a key. In the currency of the tenant: without a rate it is worth nothing there. */
function isAboveCeiling(value: Money, rate: RateOfConversion | undefined): boolean {
  if (rate?.rate === null) return false;
  const inBrl = rate ? convertMoney(value, rate.rate) : value;
  return inBrl === undefined || compareMoney(inBrl, UNVERIFIED_VALUE_MAX) > 0;
}

/** The sort key starts with the day, so ReplacingMergeTree cannot replace a row of another day: tombstone it, or it counts twice. */
const rowsOf = ({ leftMs }: FoldedConversion, row: ConversionRow): ConversionRow[] => [
  row,
  ...leftMs.map((ms) => ({ ...row, ts: instantFromMs(ms), is_moved: true })),
];

type Attribution = Pick<ConversionRow, AttributionColumn | 'attribution' | 'click_ts' | 'click_is_bot'>;

const DIRECT_CONVERSION: Attribution = {
  attribution: 'none',
  ...mapAttribution(() => ''),
  channel: DIRECT,
  click_ts: null,
  click_is_bot: false,
};

/** A click always wins. Then a person decides about campaign and channel; the ad is that of the utm values, which are read as those of a click are. */
function attributionOf(
  click: ClickOfConversion | undefined,
  assignment: AssignmentOfConversion | undefined,
  utm: Utm,
): Attribution {
  if (click) {
    const { tenant_id: _tenant, ts, is_bot, is_prefetch: _prefetch, ...columns } = click;
    return { attribution: 'click', ...columns, click_ts: ts, click_is_bot: is_bot };
  }
  const reported = hasUtm(utm) ? attributionByUtm(utm) : DIRECT_CONVERSION;
  if (!assignment || assignment.last_campaign === '') return reported;
  const { last_campaign, last_channel } = assignment;
  return { ...reported, attribution: 'manual', campaign_id: last_campaign, channel: last_channel || reported.channel };
}

function attributionByUtm(utm: Utm): Attribution {
  const tags = readTags({ ...utm });
  return {
    ...DIRECT_CONVERSION,
    attribution: 'utm',
    ...mapTagColumns(ATTRIBUTION_TAGS, (name) => tags[name]),
    channel: channelOf({ source: '', utmSource: tags.utmSource, referrer: '' }),
  };
}
