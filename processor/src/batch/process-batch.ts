import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { inSpan } from '@tracker/infra/telemetry/tracing';
import { conversionsInCurrencies } from '../conversions/conversions-in-currencies.ts';
import type { Rates } from '../conversions/rates.ts';
import { recomputeConversions } from '../conversions/recompute-conversions.ts';
import type { UnverifiedStore } from '../conversions/unverified-store.ts';
import { conversionsWaitingFor } from '../conversions/waiting-conversions.ts';
import { attributeLeads, leadsWaitingFor } from '../leads/attribute-leads.ts';
import { completeWaitingViews } from '../page-views/complete-views.ts';
import type { Stream } from '../pipeline/stream.ts';
import type { RetriedClicks } from '../retried-clicks/retried-clicks.ts';
import { voidUnanswered } from '../retried-clicks/void-unanswered.ts';
import { reopenDays } from '../rollups/reopen-days.ts';
import type { Outbox } from '../send-back/outbox.ts';
import { type FailedRecord, type SortedBatch, type Streams, sortBatch } from './batch.ts';
import type { Sourced } from './sink.ts';
import { nothingTouched, type Touched, touchConversion, touchLead } from './touched.ts';

export interface BatchDeps {
  readonly streams: Streams;
  readonly clickhouse: ClickHouse;
  /** The store of leads; null in a replay, which must not change them: users edit them. */
  readonly postgres: Postgres | null;
  readonly rates: Rates;
  /** Also in a replay: the same events give the same facts. */
  readonly unverified: UnverifiedStore;
  readonly retriedClicks: RetriedClicks;
  /** Conversions to send back; null in a replay, which sends nothing. */
  readonly outbox: Outbox | null;
  /** Resolves when the failed records are kept; only then may the offset move on. A replay keeps none: they were kept the first time. */
  readonly keepFailed: (failed: readonly FailedRecord[]) => Promise<void>;
  readonly logger: Logger;
}

/** While one part is inserted, which runs outside of JavaScript's thread, the next one is prepared. */
const PART_SIZE = 10_000;

/**
 * One batch of the log, from bytes to figures. Resolves when everything it touches is durable: only then does the consumer
 * move its offset. Rejects when a store is unavailable, and the batch is retried. Returns the tenants whose figures changed.
 */
export async function processBatch(deps: BatchDeps, records: readonly LogRecord[]): Promise<Set<string>> {
  const touched = nothingTouched();
  let storing: Promise<void> = Promise.resolve();
  for (let start = 0; start < records.length; start += PART_SIZE) {
    const part = await inSpan('read events', () => sortBatch(deps.streams, records.slice(start, start + PART_SIZE)));
    await storing;
    storing = inSpan('store rows', () => storePart(deps, part, touched));
    storing.catch(() => undefined); // Awaited above or below; a rejection in between is not an unhandled one.
  }
  await storing;
  await inSpan('recompute figures', () => recomputeCells(deps, touched));
  return touched.tenants;
}

async function storePart(
  { clickhouse, keepFailed, logger }: BatchDeps,
  { rows, dropped, deadLetters, tenants }: SortedBatch,
  touched: Touched,
): Promise<void> {
  const store = (isLast: boolean) =>
    Promise.all(
      [...rows]
        .filter(([stream, list]) => list.length > 0 && Boolean(stream.sink.isLast) === isLast)
        .map(async ([stream, list]) => toFailed(stream, await stream.sink.store(clickhouse, list, touched))),
    );
  const failed = [...deadLetters, ...(await store(false)).flat(), ...(await store(true)).flat()];
  if (failed.length > 0) await keepFailed(failed);
  for (const [reason, count] of dropped) logger.info({ event: 'events.dropped', reason, count }, 'events dropped');
  for (const tenantId of tenants) touched.tenants.add(tenantId);
}

function toFailed(
  { name }: Stream<unknown>,
  refused: readonly (Sourced<unknown> & { readonly error: Error })[],
): FailedRecord[] {
  return refused.map(({ record, row, error }) => ({
    record,
    stream: name,
    tenantId: tenantOf(row),
    reason: `the store refuses the row: ${error.message}`,
    error,
  }));
}

const tenantOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'tenant_id' in row ? String(row.tenant_id) : '';

/** The events are stored; now the derived rows are recomputed. */
async function recomputeCells(
  { clickhouse, postgres, rates, unverified, retriedClicks, outbox }: BatchDeps,
  touched: Touched,
): Promise<void> {
  // Before days are re-opened: a tombstone is a late fact of its day.
  await voidUnanswered({ clickhouse, retriedClicks }, touched);
  await completeWaitingViews(clickhouse, touched.clicks, touched.moments.traffic);
  for (const key of await conversionsWaitingFor(clickhouse, touched.clicks)) touchConversion(touched, key);
  for (const key of await conversionsInCurrencies(clickhouse, touched.currencies.values()))
    touchConversion(touched, key);
  const stores = { clickhouse, rates, unverified, outbox };
  await recomputeConversions(stores, [...touched.conversions.values()], touched.rulesFrom, touched.moments.money);
  // A failure before this repeats the batch, which writes the same rows and touches the same moments.
  await reopenDays(clickhouse, touched.moments);
  if (postgres === null) return;
  for (const lead of await leadsWaitingFor(postgres, touched.clicks)) touchLead(touched, lead);
  await attributeLeads({ clickhouse, postgres }, [...touched.leads.values()]);
}
