// The facts behind `unverified.ts` are in Postgres: which conversions have unverified events, when each tenant's first verified event was
// received, and the tenant's dated rules. All rows but the rules are a function of the log. Every change of a tenant's facts and every
// decision holds the tenant's row of `unverified_state`, so that decisions have a total order, `version`.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import type { UncountedReason } from '@tracker/schemas/unverified-conversions';
import { verifiedEventsOfClicks } from './queries.ts';
import { type Circumstances, clickKeyOf, decideUnverified, ownReason } from './unverified.ts';
import {
  bumpVersion,
  type ClickAndType,
  clickAndTypeOf,
  firstOfClicks,
  firstOfDays,
  lockState,
  markTwins,
  noteLimited,
  readCandidates,
  type Selection,
  type StoredCandidate,
  type Trx,
  togglePassing,
  type UnverifiedFacts,
  upsertFacts,
} from './unverified-rows.ts';

/** What a batch says about one tenant. */
export interface UnverifiedChange {
  readonly facts: readonly UnverifiedFacts[];
  /** What the verified events of its conversions name. */
  readonly verified: readonly ClickAndType[];
  /** The first receipt of them; Infinity without any. */
  readonly firstVerifiedAtMs: number;
  /** From here on the rules have changed; Infinity: they have not. */
  readonly rulesFromMs: number;
}

export interface Decisions {
  /** Of the conversions without a verified event that the change may concern, also those that are not part of it; null: it counts. */
  readonly reasons: ReadonlyMap<string, UncountedReason | null>;
  readonly version: number;
}

export interface UnverifiedState {
  readonly firstVerifiedAtMs: number;
  readonly hasUnverified: boolean;
}

export interface UnverifiedStore {
  /** Of the tenants that have a state. One look-up: the only cost of a batch without unverified events. */
  states(tenantIds: readonly string[]): Promise<Map<string, UnverifiedState>>;
  /**
   * Stores what the change says, and decides about every conversion that it may concern. Idempotent: it does not ask what is new, so that
   * a batch that is repeated after a crash, or replayed, decides about the same conversions again.
   */
  decide(clickhouse: ClickHouse, tenantId: TenantId, change: UnverifiedChange): Promise<Decisions>;
}

export const NO_DECISIONS: Decisions = { reasons: new Map(), version: 0 };

export function createUnverifiedStore({
  withTenant,
  sql: lookUp,
}: Pick<Postgres, 'withTenant' | 'sql'>): UnverifiedStore {
  return {
    async states(tenantIds) {
      if (tenantIds.length === 0) return new Map();
      const rows = await lookUp<{ tenant_id: string; first_verified_at: Date | null; has_unverified: boolean }[]>`
        SELECT * FROM lookup_unverified_state(${JSON.stringify(tenantIds)}::text::jsonb)`;
      return new Map(
        rows.map((row) => [
          row.tenant_id,
          {
            firstVerifiedAtMs: row.first_verified_at?.getTime() ?? Number.POSITIVE_INFINITY,
            hasUnverified: row.has_unverified,
          },
        ]),
      );
    },

    async decide(clickhouse, tenantId, change) {
      const passing = await withTenant(tenantId, (trx) => storeFacts(trx, tenantId, change));
      if (passing === undefined) return NO_DECISIONS;
      // The facts are committed: a verified event that is stored from now on finds them, and all others are found here.
      const twins = await verifiedEventsOfClicks.run(
        clickhouse,
        [...new Set(passing.map(({ clickId }) => clickId))].map((clickId): [string, string] => [tenantId, clickId]),
      );
      const found = twins.map(({ click_id, conversion_type }) => ({ clickId: click_id, type: conversion_type }));
      return withTenant(tenantId, (trx) => decideAll(trx, tenantId, change, found));
    },
  };
}

/**
 * Stores the change. Returns the clicks and kinds of candidates that only other conversions hold back; undefined for a tenant
 * that was deleted.
 */
async function storeFacts(trx: Trx, tenantId: TenantId, change: UnverifiedChange): Promise<ClickAndType[] | undefined> {
  const held = await lockState(trx, tenantId);
  if (!held) return undefined;
  const { facts, verified } = change;
  const firstVerifiedAtMs = Math.min(held.firstVerifiedAtMs, change.firstVerifiedAtMs);
  const circumstances = { rules: held.rules, firstVerifiedAtMs };
  const stored = (await upsertFacts(trx, tenantId, facts)) + (await markTwins(trx, tenantId, verified));
  const rows = await readCandidates(trx, tenantId, {
    ids: facts.map(({ conversionId }) => conversionId),
    fromMs: changedFrom(change, firstVerifiedAtMs),
    naming: verified,
  });
  const passed = await storePassing(trx, tenantId, rows, circumstances);
  const isEarlier = firstVerifiedAtMs < held.firstVerifiedAtMs;
  if (isEarlier || stored + passed > 0) await bumpVersion(trx, tenantId, firstVerifiedAtMs);
  return rows.filter((row) => ownReason(row, circumstances) === null).flatMap(clickAndTypeOf);
}

/** `twins`: what verified events name of that which candidates of this change name. */
async function decideAll(
  trx: Trx,
  tenantId: TenantId,
  change: UnverifiedChange,
  twins: readonly ClickAndType[],
): Promise<Decisions> {
  const held = await lockState(trx, tenantId);
  if (!held) return NO_DECISIONS;
  const marked = await markTwins(trx, tenantId, twins);
  const beaten = await readCandidates(trx, tenantId, { naming: [...change.verified, ...twins] });
  const passed = await storePassing(trx, tenantId, beaten, held);
  const version = marked + passed > 0 ? await bumpVersion(trx, tenantId, held.firstVerifiedAtMs) : held.version;

  const concerned = await readCandidates(trx, tenantId, concernedBy(change, beaten, held));
  const passing = concerned.filter((row) => ownReason(row, held) === null);
  const ofClicks = await firstOfClicks(trx, tenantId, passing);
  const ofDays = await firstOfDays(trx, tenantId, [...passing, ...ofClicks], held);
  const known = new Map([...concerned, ...ofClicks, ...ofDays].map((row) => [row.conversionId, row]));
  const decided = decideUnverified([...known.values()], held);
  const limited = concerned.filter(({ conversionId }) => isLimit(decided.get(conversionId) ?? null));
  const limitedMs = limited.reduce((last, { receivedAtMs }) => Math.max(last, receivedAtMs), 0);
  if (limitedMs > 0) await noteLimited(trx, tenantId, limitedMs);
  return {
    reasons: new Map(concerned.map(({ conversionId }) => [conversionId, decided.get(conversionId) ?? null])),
    version,
  };
}

const isLimit = (reason: UncountedReason | null): boolean => reason === 'daily-limit' || reason === 'network-limit';

/** Returns how many rows changed. */
async function storePassing(
  trx: Trx,
  tenantId: TenantId,
  rows: readonly StoredCandidate[],
  circumstances: Circumstances,
): Promise<number> {
  const changed = rows.filter((row) => row.passes !== (ownReason(row, circumstances) === null));
  await togglePassing(
    trx,
    tenantId,
    changed.map((row) => row.conversionId),
  );
  return changed.length;
}

/** A candidate that comes or goes changes only later ones of its day and of its click and type; see `unverified.test.ts`. */
function concernedBy(change: UnverifiedChange, beaten: readonly StoredCandidate[], held: Circumstances): Selection {
  const clicks = new Map<string, ClickAndType & { fromMs: number }>();
  const days = new Map<number, number>();
  const note = (receivedMs: number, named: readonly ClickAndType[]) => {
    const day = utcDayOf(receivedMs);
    days.set(day, Math.min(days.get(day) ?? receivedMs, receivedMs));
    for (const { clickId, type } of named) {
      const key = clickKeyOf({ clickId, type });
      clicks.set(key, { clickId, type, fromMs: Math.min(clicks.get(key)?.fromMs ?? receivedMs, receivedMs) });
    }
  };
  for (const { receiptsMs, named } of change.facts) for (const ms of receiptsMs) note(ms, named);
  for (const one of beaten) note(one.receivedAtMs, clickAndTypeOf(one));
  return {
    ids: [...change.facts, ...beaten].map(({ conversionId }) => conversionId),
    fromMs: changedFrom(change, held.firstVerifiedAtMs),
    laterOfClicks: [...clicks.values()],
    laterOfDaysMs: [...days.values()],
  };
}

/** Equal: this change holds the first verified event, perhaps for the second time. */
const changedFrom = (change: UnverifiedChange, firstVerifiedAtMs: number): number =>
  Math.min(
    change.rulesFromMs,
    change.firstVerifiedAtMs <= firstVerifiedAtMs ? change.firstVerifiedAtMs : change.rulesFromMs,
  );
