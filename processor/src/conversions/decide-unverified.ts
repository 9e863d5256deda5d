// From the conversions of a batch to the decisions about those without a verified event: of the batch, and of others that it concerns.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ConversionState, LedgerEvent } from '@tracker/infra/conversions/fold';
import { leadConversionIdOf } from '@tracker/infra/identity/conversion-id';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { UncountedReason } from '@tracker/schemas/unverified-conversions';
import { factCountVersion } from '../version.ts';
import { type ConversionKey, conversionKeyText } from './conversion-key.ts';
import type { ClickAndType, UnverifiedFacts } from './unverified-rows.ts';
import type { UnverifiedChange, UnverifiedStore } from './unverified-store.ts';

export interface DecidedConversion extends ConversionKey {
  /** Null: it counts. */
  readonly reason: UncountedReason | null;
  readonly version: number;
}

/** A conversion with what its decision depends on. */
export interface ConversionToDecide extends ConversionKey {
  readonly state: ConversionState;
  readonly events: readonly LedgerEvent[];
  /** Of the ledger events and the click; see `derivedVersion`. */
  readonly factCount: number;
  /** Of its click; null when that is not stored. */
  readonly clickAtMs: number | null;
}

/** By `<tenant> <conversion>`. `rulesFrom`: tenants whose rules changed, and from when on. */
export async function decideAboutUnverified(
  { unverified: store, clickhouse }: { readonly unverified: UnverifiedStore; readonly clickhouse: ClickHouse },
  conversions: readonly ConversionToDecide[],
  rulesFrom: ReadonlyMap<TenantId, number> = new Map(),
): Promise<Map<string, DecidedConversion>> {
  const changes = new Map<TenantId, UnverifiedChange>(
    [...rulesFrom].map(([tenantId, rulesFromMs]) => [tenantId, { ...NOTHING, rulesFromMs }]),
  );
  const real = conversions.filter(({ state }) => !state.isTest);
  for (const [tenantId, some] of Map.groupBy(real, (one) => one.tenantId as TenantId)) {
    changes.set(tenantId, { ...changeOf(some), rulesFromMs: changes.get(tenantId)?.rulesFromMs ?? NEVER });
  }
  const states = await store.states(
    [...changes].flatMap(([tenantId, { verified, firstVerifiedAtMs }]) =>
      verified.length > 0 || firstVerifiedAtMs < NEVER ? [tenantId] : [],
    ),
  );
  const decided = [...changes].map(async ([tenantId, change]) => {
    const state = states.get(tenantId);
    const isNeeded =
      change.facts.length > 0 ||
      change.rulesFromMs < NEVER ||
      (change.firstVerifiedAtMs < NEVER && change.firstVerifiedAtMs <= (state?.firstVerifiedAtMs ?? NEVER)) ||
      (state?.hasUnverified === true && change.verified.length > 0);
    if (!isNeeded) return [];
    const { reasons, version } = await store.decide(clickhouse, tenantId, change);
    return [...reasons].map(([conversionId, reason]) => ({ tenantId, conversionId, reason, version }));
  });
  return new Map((await Promise.all(decided)).flat().map((one) => [conversionKeyText(one), one]));
}

const NEVER = Number.POSITIVE_INFINITY;
const NOTHING: UnverifiedChange = { facts: [], verified: [], firstVerifiedAtMs: NEVER, rulesFromMs: NEVER };

function changeOf(conversions: readonly ConversionToDecide[]): UnverifiedChange {
  const events = conversions.flatMap((one) => one.events);
  const verified = events.filter((event) => event.verified);
  return {
    ...NOTHING,
    facts: conversions.filter(isOfKeylessEvents).map(toFacts),
    verified: verified.flatMap(namedBy),
    firstVerifiedAtMs: verified.reduce((first, { receivedAtMs }) => Math.min(first, receivedAtMs), NEVER),
  };
}

/** A lead of a form is no candidate: forms have no key, and the campaign's own switch says whether its leads are conversions. */
const isOfKeylessEvents = ({ tenantId, conversionId, state, events }: ConversionToDecide): boolean =>
  events.some((event) => !event.verified && event.importId === '') &&
  conversionId !== leadConversionIdOf(tenantId, state.transactionId);

function toFacts({ conversionId, state, events, factCount, clickAtMs }: ConversionToDecide): UnverifiedFacts {
  return {
    conversionId,
    factVersion: factCountVersion(factCount),
    isCandidate: !state.verified && !state.isImported && state.isCounted,
    receivedAtMs: state.receivedAtMs,
    clickId: state.clickId,
    clickAtMs,
    type: state.conversionType,
    network: networkOf(events),
    receiptsMs: events.map((event) => event.receivedAtMs),
    named: clicksAndTypesOf(events),
  };
}

/** Of the first event; of several of one moment, the one whose id comes first. */
function networkOf(events: readonly LedgerEvent[]): string {
  const [first] = [...events].sort((a, b) => a.receivedAtMs - b.receivedAtMs || (a.eventId < b.eventId ? -1 : 1));
  return first?.network ?? '';
}

/** Each click with each type: with fewer events known the conversion may have had the click of one and the type of another. */
function clicksAndTypesOf(events: readonly LedgerEvent[]): ClickAndType[] {
  const types = [...new Set(events.map((event) => event.conversionType))];
  const clicks = new Set(events.flatMap(({ clickId }) => clickId ?? []));
  return [...clicks].flatMap((clickId) => types.map((type) => ({ clickId, type })));
}

const namedBy = ({ clickId, conversionType }: LedgerEvent): ClickAndType[] =>
  clickId === null ? [] : [{ clickId, type: conversionType }];
