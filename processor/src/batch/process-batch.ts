import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Outbox } from '@tracker/infra/conversions/outbox';
import type { Rates } from '@tracker/infra/conversions/rates';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { isolate } from '@tracker/infra/lifecycle/isolate';
import type { ChangedRows } from '@tracker/infra/postgres/changed-rows';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { inSpan } from '@tracker/infra/telemetry/tracing';
import type { DerivedKey } from '@tracker/schemas/events/recompute';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import type { ConversionKey } from '../conversions/conversion-key.ts';
import { type DecidedConversion, decideAboutUnverified } from '../conversions/decide-unverified.ts';
import {
  allConversionsInCurrency,
  conversionsInCurrency,
  conversionsWaitingFor,
} from '../conversions/find-conversions.ts';
import { recomputeConversions, rewriteDecided } from '../conversions/recompute-conversions.ts';
import type { UnverifiedStore } from '../conversions/unverified-store.ts';
import { attributeLeads, leadsWaitingFor } from '../leads/attribute-leads.ts';
import { completeWaitingViews } from '../page-views/complete-views.ts';
import type { Stream } from '../pipeline/stream.ts';
import { countSeenPrefetches } from '../prefetches/count-seen.ts';
import type { Recomputations } from '../recomputations/recomputations.ts';
import { type RetriedClicks, retriesAmong } from '../retried-clicks/retried-clicks.ts';
import { voidUnanswered } from '../retried-clicks/void-unanswered.ts';
import { daysOf, momentsOf, reopenDays } from '../rollups/reopen-days.ts';
import { type FailedRecord, type SortedBatch, type Sourced, type Streams, sortBatch } from './batch.ts';
import { type ChangedCurrency, type Changes, markConversion, markLead, noChanges } from './changes.ts';
import type { FailedDerivation, SetAside } from './set-aside.ts';
import type { StoredClick } from './waiting-for-clicks.ts';
import type { WantedLookUps } from './wanted-look-ups.ts';

export interface BatchDeps {
  readonly streams: Streams;
  readonly clickhouse: ClickHouse;
  readonly tenants: TenantCache;
  /** The store of leads; null in a replay, which must not change them: users edit them. */
  readonly postgres: Postgres | null;
  readonly rates: Rates;
  /** Also in a replay: the same events give the same facts. */
  readonly unverified: UnverifiedStore;
  readonly retriedClicks: RetriedClicks;
  /** Conversions to send back; null in a replay, which sends nothing. */
  readonly outbox: Outbox | null;
  /** For programs that poll; null in a replay. */
  readonly changedRows: ChangedRows | null;
  /** What a change of rates concerns is computed in slices after the batch; null in a replay, which delays no one: in the batch. */
  readonly recomputations: Recomputations | null;
  /** What checkouts must be asked; null in a replay, which asks no one: the answers are events. */
  readonly lookUps: WantedLookUps | null;
  /** Resolves when the failed records are kept; only then may the offset move on. A replay keeps none: they were kept the first time. */
  readonly keepFailed: (failed: readonly FailedRecord[]) => Promise<void>;
  /** Of derived rows that could not be computed. */
  readonly setAside: SetAside;
  readonly logger: Logger;
}

/** Computes these conversions again, and all that depends on them; what cannot be computed is set aside. */
export async function recomputeConversionsOf(deps: BatchDeps, keys: readonly ConversionKey[]): Promise<void> {
  const changes = noChanges();
  for (const key of keys) markConversion(changes, key);
  await recomputeFigures(deps, changes);
}

/** While one part is inserted, which runs outside of JavaScript's thread, the next one is prepared. */
const PART_SIZE = 10_000;

/**
 * One batch of the log, from bytes to figures. Resolves when everything it touches is durable: only then does the consumer
 * move its offset. Rejects when a store is unavailable, and the batch is retried. Returns the tenants whose figures changed.
 */
export async function processBatch(deps: BatchDeps, records: readonly LogRecord[]): Promise<Set<string>> {
  const changes = noChanges();
  let storing: Promise<void> = Promise.resolve();
  for (let start = 0; start < records.length; start += PART_SIZE) {
    const part = await inSpan('read events', () => sortBatch(deps.streams, records.slice(start, start + PART_SIZE)));
    await storing;
    storing = inSpan('store rows', () => storePart(deps, part, changes));
    storing.catch(() => undefined); // Awaited above or below; a rejection in between is not an unhandled one.
  }
  await storing;
  await inSpan('recompute figures', () => recomputeFigures(deps, changes));
  if (changes.lookUps.length > 0) await deps.lookUps?.add(changes.lookUps);
  await deps.changedRows?.note([...changes.spendDays.values()]);
  return changes.tenants;
}

async function storePart(
  { clickhouse, keepFailed, logger }: BatchDeps,
  { rows, dropped, deadLetters, tenants }: SortedBatch,
  changes: Changes,
): Promise<void> {
  const store = (storesLast: boolean) =>
    Promise.all(
      [...rows]
        .filter(([stream]) => Boolean(stream.sink.storesLast) === storesLast)
        .map(([stream, list]) => storeRows(clickhouse, stream, list, changes)),
    );
  const failed = [...deadLetters, ...(await store(false)).flat(), ...(await store(true)).flat()];
  if (failed.length > 0) await keepFailed(failed);
  for (const [reason, count] of dropped) logger.info({ event: 'events.dropped', reason, count }, 'events dropped');
  for (const tenantId of tenants) changes.tenants.add(tenantId);
}

/** Stores the rows; gives those that the store will never take. Rejects when it is away. */
async function storeRows(
  clickhouse: ClickHouse,
  { name, sink }: Stream<unknown>,
  rows: readonly Sourced<unknown>[],
  changes: Changes,
): Promise<FailedRecord[]> {
  const refused = await isolate(
    rows,
    ({ row }) => tenantOf(row),
    (some) =>
      sink.store(
        clickhouse,
        some.map(({ row }) => row),
        changes,
      ),
  );
  return refused.map(({ key: { record, row }, error }) => ({
    record,
    stream: name,
    tenantId: tenantOf(row),
    reason: `the store refuses the row: ${messageOf(error)}`,
    error,
  }));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const tenantOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'tenant_id' in row ? String(row.tenant_id) : '';

/**
 * The events are stored; now the derived rows are recomputed, step by step: each adds to what the next ones recompute. A key that cannot be
 * computed is set aside alone, so that no event of one tenant stops the others.
 */
async function recomputeFigures(deps: BatchDeps, changes: Changes): Promise<void> {
  const { clickhouse, postgres, setAside, logger } = deps;
  /** Does a step over its keys; those that fail alone are set aside, and those that were are settled. */
  async function step<Key>(
    keys: readonly Key[],
    tenantOf: (key: Key) => string,
    derivedKeyOf: (key: Key) => DerivedKey,
    work: (keys: readonly Key[]) => Promise<void>,
  ): Promise<void> {
    const failed = await isolate(keys, tenantOf, work);
    const toKey = (key: Key) => ({ tenantId: tenantOf(key), key: derivedKeyOf(key) });
    if (failed.length > 0) {
      const kept: FailedDerivation[] = failed.map(({ key, error }) => ({ ...toKey(key), error }));
      await setAside.keep(kept);
      for (const { tenantId, key: row, error: err } of kept) {
        logger.error(
          { event: 'recompute.set-aside', tenantId, row, err },
          'derived row cannot be computed; set aside, the rest of the batch goes on',
        );
      }
    }
    if (setAside.isEmpty()) return;
    const isFailed = new Set(failed.map(({ key }) => key));
    await setAside.settle(keys.filter((key) => !isFailed.has(key)).map(toKey));
  }
  const ofTenant = ({ tenantId }: { readonly tenantId: string }) => tenantId;

  await step(
    changes.clicks,
    ({ tenant_id }) => tenant_id,
    ({ click_id, ts }) => ({ of: 'click', clickId: click_id as ClickId, clickedAt: ts as Instant }),
    (clicks) => recomputeForClicks(deps, clicks, changes),
  );
  await step(
    [...changes.currencies.values()],
    ofTenant,
    ({ currency }) => ({ of: 'currency', currency }),
    (some) => recomputeForCurrencies(deps, some, changes),
  );
  const others = new Map<string, DecidedConversion>();
  await step(
    [...changes.rulesFrom].map(([tenantId, fromMs]) => ({ tenantId, fromMs })),
    ofTenant,
    ({ fromMs }) => ({ of: 'rules', from: instantFromMs(fromMs) }),
    async (some) => {
      const rulesFrom = new Map(some.map(({ tenantId, fromMs }) => [tenantId, fromMs]));
      for (const [key, decision] of await decideAboutUnverified(deps, [], rulesFrom)) others.set(key, decision);
    },
  );
  const toConversion = ({ conversionId }: ConversionKey): DerivedKey => ({ of: 'conversion', conversionId });
  const { money } = changes.moments;
  await step([...changes.conversions.values()], ofTenant, toConversion, (keys) =>
    recomputeConversions(deps, keys, others, { money, proofs: changes.proofs }),
  );
  await step([...others.values()], ofTenant, toConversion, (decided) => rewriteDecided(deps, decided, money));
  await step(
    changes.proofs,
    ({ tenant_id }) => tenant_id,
    ({ click_id, ts, seen_at }) => ({
      of: 'prefetch',
      clickId: click_id as ClickId,
      clickedAt: ts as Instant,
      seenAt: seen_at as Instant | null,
    }),
    (proofs) => countSeenPrefetches(deps, proofs, changes.moments.traffic),
  );
  // After all others: a tombstone and a conversion that moved are late facts of their days. A failure before this repeats the batch, which
  // writes the same rows and touches the same moments.
  await step(
    daysOf(changes.moments),
    ofTenant,
    ({ half, day }) => ({ of: 'day', half, day }),
    (days) => reopenDays(clickhouse, momentsOf(changes.moments, days)),
  );
  if (postgres !== null) {
    await step(
      [...changes.leads.values()],
      ofTenant,
      ({ leadId, clickId }) => ({ of: 'lead', leadId, clickId }),
      (leads) => attributeLeads({ clickhouse, postgres }, leads),
    );
  }
}

/** The conversions of those that have few; those of the others are computed in slices. */
async function recomputeForCurrencies(
  { clickhouse, recomputations }: BatchDeps,
  changed: readonly ChangedCurrency[],
  changes: Changes,
): Promise<void> {
  const many: ChangedCurrency[] = [];
  for (const one of changed) {
    const ids = recomputations
      ? await conversionsInCurrency(clickhouse, one, recomputations.sliceMax + 1)
      : await allConversionsInCurrency(clickhouse, one);
    if (recomputations && ids.length > recomputations.sliceMax) many.push(one);
    else for (const conversionId of ids) markConversion(changes, { tenantId: one.tenantId, conversionId });
  }
  if (many.length > 0) await recomputations?.begin(many);
}

/** What waits for these clicks, and which of them are void. */
async function recomputeForClicks(
  { clickhouse, postgres, retriedClicks }: BatchDeps,
  clicks: readonly StoredClick[],
  changes: Changes,
): Promise<void> {
  await voidUnanswered({ clickhouse, retriedClicks }, { clicks, retries: retriesAmong(changes.retries, clicks) });
  await completeWaitingViews(clickhouse, clicks, changes);
  for (const key of await conversionsWaitingFor(clickhouse, clicks)) markConversion(changes, key);
  if (postgres === null) return;
  for (const lead of await leadsWaitingFor(postgres, clicks)) markLead(changes, lead);
}
