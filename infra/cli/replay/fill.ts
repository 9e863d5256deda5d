// Runs the log through the processor's own pipeline into the shadow tables. Without side effects: it stores no dead letters,
// sends no notifications and no conversions, and writes no leads (people edit them, and a replay must not change them).
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createRates } from '@tracker/infra/conversions/rates';
import type { LogRecord, Positions } from '@tracker/infra/event-log/event-log';
import { hasReached } from '@tracker/infra/event-log/positions';
import type { Streams } from '@tracker/processor/batch/batch';
import { type BatchDeps, processBatch } from '@tracker/processor/batch/process-batch';
import type { SetAside } from '@tracker/processor/batch/set-aside';
import { createUnverifiedStore } from '@tracker/processor/conversions/unverified-store';
import { createUserAgents } from '@tracker/processor/lookups/user-agents';
import { createRetriedClicks } from '@tracker/processor/retried-clicks/retried-clicks';
import { createStreams } from '@tracker/processor/streams/streams';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { type OpsDeps, OpsError } from '../command.ts';
import { openHistory } from './history.ts';

/** As many as the processor takes: many parts of `processBatch`, which prepares one while the one before is inserted. */
const BATCH_SIZE_MAX = 60_000;
/** At a rate, this many batches a second, so that the load is even. */
const BATCHES_PER_SECOND = 4;
/** A store that is away for a moment must not end hours of work; one that is away for longer does, and `resume` goes on. */
const RETRY_AFTER_MS = [100, 500, 2_000, 5_000, 10_000] as const;

/** Streams whose rows go to Postgres. */
const WITHOUT_REPLAY = new Set(['lead']);

export interface FillOptions {
  /** Where the rows go, and where the pipeline reads what it has written. */
  readonly clickhouse: ClickHouse;
  readonly from: Positions;
  readonly to: Positions;
  /** Events a second; null: as fast as it goes. */
  readonly rate: number | null;
  readonly signal: AbortSignal;
  /** Of derived rows that cannot be computed into these tables. */
  readonly setAside: SetAside;
  /** After each batch that is durable: from here it goes on after a crash. */
  onBatch(positions: Positions, count: number): Promise<void>;
  /** So many records cannot be processed; live, they are dead letters. */
  onFailed?(count: number): void;
}

/** Resolves when everything up to `to` is in the tables; rejects with the signal's reason when it is aborted. */
export async function fill(deps: OpsDeps, options: FillOptions): Promise<void> {
  const { rate, signal } = options;
  const history = await openHistory(deps, options);
  const batch: BatchDeps = {
    streams: await replayedStreams(deps),
    clickhouse: options.clickhouse,
    tenants: deps.caches.tenants,
    postgres: null,
    outbox: null,
    changedRows: null,
    recomputations: null,
    lookUps: null,
    rates: createRates({ sql: deps.postgres.sql, tenants: deps.caches.tenants }),
    unverified: createUnverifiedStore(deps.postgres),
    retriedClicks: createRetriedClicks(deps.postgres),
    keepFailed: async (failed) => options.onFailed?.(failed.length),
    setAside: options.setAside,
    logger: deps.logger.child({ part: 'replay' }, { level: 'warn' }),
  };
  const maxRecords =
    rate === null ? BATCH_SIZE_MAX : Math.min(BATCH_SIZE_MAX, Math.max(1, Math.ceil(rate / BATCHES_PER_SECOND)));
  const positions = new Map(options.from);
  const startedAt = performance.now();
  let done = 0;
  for await (const records of ahead(
    history.read({ topic: EVENTS_TOPIC, from: options.from, to: options.to, maxRecords, signal }),
  )) {
    signal.throwIfAborted();
    await processPatiently(batch, records, signal);
    const last = records.at(-1);
    if (last) positions.set(last.partition, last.position + 1n);
    done += records.length;
    await options.onBatch(new Map(positions), records.length);
    if (rate !== null)
      await delay(Math.max(0, startedAt + (done / rate) * 1000 - performance.now()), undefined, { signal });
  }
  signal.throwIfAborted();
  // Retention may have taken the last of them; what is not there has been seen.
  if (hasReached(positions, options.to)) return;
  await options.onBatch(new Map([...positions, ...options.to]), 0);
}

async function replayedStreams({ postgres, caches, geo }: OpsDeps): Promise<Streams> {
  const lookups = { ...caches, postgres, geo: await geo(), userAgents: createUserAgents() };
  const streams = createStreams(lookups);
  return new Map([...streams].map(([type, ways]) => [type, ways.filter((stream) => !WITHOUT_REPLAY.has(stream.name))]));
}

async function processPatiently(batch: BatchDeps, records: readonly LogRecord[], signal: AbortSignal): Promise<void> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return void (await processBatch(batch, records));
    } catch (error) {
      if (error instanceof OpsError) throw error;
      batch.logger.warn({ event: 'replay.batch.failed', err: error, waitMs }, 'replay batch failed; retrying');
      await delay(waitMs, undefined, { signal });
    }
  }
  await processBatch(batch, records);
}

/** The next batch is read while this one is processed. */
async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => undefined); // Awaited in the next round; until then a rejection is not an unhandled one.
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}
