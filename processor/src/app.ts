import type { CampaignCache } from '@tracker/infra/caches/campaign-cache';
import type { DestinationCache } from '@tracker/infra/caches/destination-cache';
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createOutbox } from '@tracker/infra/conversions/outbox';
import { createRates } from '@tracker/infra/conversions/rates';
import { isUnavailable } from '@tracker/infra/errors/store-errors';
import { type Consumer, type EventLog, type LogRecord, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { createChangedRows } from '@tracker/infra/postgres/changed-rows';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import { listTenantZones } from '@tracker/infra/postgres/tables/tenant-zones';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import { inBatchSpan } from '@tracker/infra/telemetry/tracing';
import { DEAD_LETTERS_TOPIC, EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { deadLetterSink, storeDeadLetters } from './batch/dead-letters.ts';
import { type BatchDeps, processBatch } from './batch/process-batch.ts';
import { createSetAside, RECOMPUTE_STREAM, type SetAsideKeys } from './batch/set-aside.ts';
import { createWantedLookUps } from './batch/wanted-look-ups.ts';
import { createUnverifiedStore } from './conversions/unverified-store.ts';
import type { Geo } from './lookups/geo.ts';
import { createUserAgents } from './lookups/user-agents.ts';
import { createBatchesInHand } from './recomputations/batches-in-hand.ts';
import { createRecomputations } from './recomputations/recomputations.ts';
import { type Recomputing, startRecomputing } from './recomputations/start-recomputing.ts';
import { createRetriedClicks } from './retried-clicks/retried-clicks.ts';
import { startFinalizer } from './rollups/start-finalizer.ts';
import { createStreams } from './streams/streams.ts';

export interface ProcessorDeps {
  readonly log: EventLog;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignCache;
  readonly tenants: TenantCache;
  readonly destinations: DestinationCache;
  readonly geo: Geo;
  /** A lock that separates batches from a swap of the tables. */
  readonly tableLock: TableLock;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after a batch is durable and before its offset moves; a failure repeats the batch. */
  readonly announce: (tenantIds: ReadonlySet<string>) => Promise<void>;
}

export interface Processor {
  /** Rejects while batches do not go through and come again. For `/readyz`. */
  check(): Promise<void>;
  /** Ends after the batch in hand. */
  stop(): Promise<void>;
}

/** 6 × PART_SIZE: parsing and inserting overlap, except for the first and the last part. */
const BATCH_SIZE_MAX = 60_000;

/** Starts to turn the log into tables. Offsets move after the sinks are durable: a crash in between repeats, never skips. */
export async function startProcessor(deps: ProcessorDeps): Promise<Processor> {
  const { log, clickhouse, postgres, clock, logger, tenants, campaigns, destinations, geo, tableLock } = deps;
  const setAside = createSetAside({ log, clickhouse, clock, logger });
  const recomputations = createRecomputations(postgres.sql);
  let recomputing: Recomputing | undefined;
  const batch: BatchDeps = {
    streams: createStreams({ tenants, campaigns, postgres, geo, userAgents: createUserAgents() }),
    clickhouse,
    tenants,
    postgres,
    rates: createRates({ sql: postgres.sql, tenants }),
    unverified: createUnverifiedStore(postgres),
    retriedClicks: createRetriedClicks(postgres),
    outbox: createOutbox({ sql: postgres.sql, destinations, clock }),
    changedRows: createChangedRows(postgres.sql),
    recomputations: {
      ...recomputations,
      async begin(changed) {
        await recomputations.begin(changed);
        recomputing?.wake();
      },
    },
    lookUps: createWantedLookUps({ sql: postgres.sql, clock }),
    keepFailed: deadLetterSink({ log, clock, logger }),
    setAside,
    logger,
  };
  // Alerts see an increase only from a value that was there before.
  const streams = [...[...batch.streams.values()].flat().map(({ name }) => name), RECOMPUTE_STREAM];
  for (const stream of streams) metrics.deadLetters.inc({ stream }, 0);
  const batches = createBatchesInHand();
  const waits = new Map<string, string>();
  /** When the newest record was appended whose figures this process stored. */
  let newestMs: number | undefined;

  function consume(topic: Topic, handle: (records: LogRecord[]) => Promise<void>): Promise<Consumer> {
    metrics.batchFailures.inc({ topic }, 0);
    return log.consume({
      topic,
      group: PROCESSOR_GROUP,
      maxRecords: BATCH_SIZE_MAX,
      async onBatch(records) {
        try {
          await handle(records);
          waits.delete(topic);
        } catch (error) {
          // The consumer logs it and retries the batch.
          metrics.batchFailures.inc({ topic });
          waits.set(topic, error instanceof Error ? error.message : String(error));
          throw error;
        }
      },
    });
  }

  const events = await consume(EVENTS_TOPIC, async (records) => {
    const done = metrics.batchSeconds.startTimer();
    const changed = await batches.during(() =>
      inBatchSpan(records, () => tableLock.shared(() => processBatch(batch, records))),
    );
    done();
    metrics.batchRecords.observe(records.length);
    await announceOrLog(deps, changed);
    newestMs = Math.max(newestMs ?? 0, records.at(-1)?.appendedAt.getTime() ?? 0);
  });
  const deadLetters = await consume(DEAD_LETTERS_TOPIC, (records) => storeDeadLetters({ clickhouse, logger }, records));
  const stopRefreshing = await keepSetAsideKnown(setAside, logger);
  function ageOfFigures(waiting: bigint | undefined): number {
    if (waiting === 0n) return 0;
    return waiting === undefined || newestMs === undefined ? NaN : (clock.now() - newestMs) / 1_000;
  }
  const lag = () => log.lag(EVENTS_TOPIC, PROCESSOR_GROUP);
  const stopLag = beforeScrape(lag, (records) => {
    metrics.logLag.set(records === undefined ? NaN : Number(records));
    metrics.figuresAge.set(ageOfFigures(records));
  });
  recomputing = startRecomputing({
    ...batch,
    ...{ recomputations, tableLock, batches, clock },
    announce: (tenantIds) => announceOrLog(deps, tenantIds),
  });
  const stopFinalizer = startFinalizer({
    clickhouse,
    tenants: () => listTenantZones(postgres.sql),
    tableLock,
    lag,
    clock,
    logger,
  });
  return {
    async check() {
      const [reason] = waits.values();
      if (reason !== undefined) throw new Error(reason);
    },
    async stop() {
      stopLag();
      stopRefreshing();
      await Promise.all([events.stop(), deadLetters.stop(), stopFinalizer(), recomputing?.stop()]);
    },
  };
}

/** The figures are stored: screens that are not notified look by themselves. Only where the store is away the batch comes again. */
async function announceOrLog({ announce, logger }: ProcessorDeps, changed: ReadonlySet<string>): Promise<void> {
  try {
    await announce(changed);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    logger.error(
      { event: 'figures.announce.failed', err: error },
      'changed figures not announced; screens poll for them',
    );
  }
}

const REFRESH_MS = 60_000;

/** What other versions could not compute is tried once by this one. */
async function keepSetAsideKnown(setAside: SetAsideKeys, logger: Logger): Promise<() => void> {
  const attempt = (work: () => Promise<void>) =>
    work().catch((err: unknown) =>
      logger.warn({ event: 'recompute.refresh.failed', err }, 'set-aside keys not read; trying again in a minute'),
    );
  await attempt(() => setAside.refresh());
  await attempt(() => setAside.retryOfOtherVersions());
  const timer = setInterval(() => attempt(() => setAside.refresh()), REFRESH_MS).unref();
  return () => clearInterval(timer);
}
