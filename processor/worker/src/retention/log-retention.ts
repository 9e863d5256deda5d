// Deletes the log by age (LOG_RETENTION_DAYS), but only what a replay, the processor and a rollback no longer need: what lies before the
// position of a snapshot whose tables are still those that were verified (ADR 46), and is in the archive where one is set up (ADR 54).

import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type EventLog, type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import {
  countBetween,
  leastPositions,
  type PositionsJson,
  positionsFromJson,
} from '@tracker/infra/event-log/positions';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Sql } from '@tracker/infra/postgres/connect';
import { archivedTo } from '@tracker/infra/postgres/tables/backup-state';
import { LOCKS } from '@tracker/infra/postgres/wire';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { metrics } from '@tracker/infra/telemetry/metrics';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { damagedTables, latestSnapshot } from '../snapshots/snapshots.ts';
import { assertNoReplay, RetentionBusyError } from './retention-busy.ts';

export interface LogRetentionDeps {
  readonly log: Pick<EventLog<Topic>, 'begins' | 'positionsAt' | 'offsets' | 'deleteBefore'>;
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Null: the log is kept whole. */
  readonly logRetentionDays: number | null;
}

/** What keeps records that are older than the setting. */
export type HeldBy = 'no-snapshot' | 'snapshot' | 'damaged-snapshot' | 'archive' | 'processor' | 'rollback';

export interface LogRetentionPlan {
  /** Records that were appended before it are to go. */
  readonly keptFrom: Date;
  /** Those before these positions go now. */
  readonly to: Positions;
  readonly records: number;
  /** So many are older than the setting and stay. */
  readonly held: number;
  readonly heldBy: HeldBy | null;
}

/** Null where the setting is off. */
export async function planLogRetention(
  deps: Pick<LogRetentionDeps, 'log' | 'clock' | 'logRetentionDays'> & { readonly postgres: Pick<Postgres, 'sql'> },
): Promise<LogRetentionPlan | null> {
  const { log, postgres, clock, logRetentionDays } = deps;
  if (logRetentionDays === null) return null;
  const keptFrom = new Date(clock.now() - logRetentionDays * DAY_MS);
  const [begins, old, processed] = await Promise.all([
    log.begins(EVENTS_TOPIC),
    log.positionsAt(EVENTS_TOPIC, keptFrom),
    log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP),
  ]);
  const snapshot = await latestSnapshot(postgres);
  const archived = await archivedTo(postgres);
  const rollback = await rollbackFrom(postgres);
  const bounds: [HeldBy, Positions][] = [
    snapshot ? ['snapshot', snapshot.positions] : ['no-snapshot', new Map()],
    ...(archived ? [['archive', archived] satisfies [HeldBy, Positions]] : []),
    ['processor', processed],
    ...(rollback ? [['rollback', rollback] satisfies [HeldBy, Positions]] : []),
  ];
  const to = leastPositions(old, ...bounds.map(([, positions]) => positions));
  const records = countBetween(begins, to);
  const held = countBetween(begins, old) - records;
  const [heldBy = null] = bounds.find(([, positions]) => countBetween(positions, old) > 0) ?? [];
  return { keptFrom, to, records, held, heldBy: held > 0 ? heldBy : null };
}

/** The position of the tables from before a swap: a rollback reads the log from there. */
async function rollbackFrom({ sql }: Pick<Postgres, 'sql'>): Promise<Positions | undefined> {
  const [run] = await sql<{ status: string; positions: PositionsJson }[]>`
    SELECT status, positions FROM replay_runs ORDER BY started_at DESC LIMIT 1`;
  return run?.status === 'swapped' ? positionsFromJson(run.positions) : undefined;
}

/** Deletes what the plan says; no replay can begin meanwhile. Gives the plan as it was carried out. Rejects with `RetentionBusyError`. */
export async function runLogRetention(
  deps: LogRetentionDeps,
  { signal, progress }: { signal?: AbortSignal; progress?: (done: number, total: number) => void } = {},
): Promise<LogRetentionPlan | null> {
  if (deps.logRetentionDays === null) return null;
  const done = await deps.postgres.sql.begin(async (transaction) => {
    const [lock] = await transaction<{ mine: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCKS.replay}) AS mine`;
    if (!lock?.mine) throw new RetentionBusyError('A replay is at work.');
    // All questions on this connection: a pool may have one only.
    const postgres = { sql: transaction as unknown as Sql };
    await assertNoReplay(postgres);
    const plan = await planLogRetention({ ...deps, postgres });
    if (!plan || plan.records === 0) return plan;
    const snapshot = await latestSnapshot(postgres);
    // Once the records are gone, the snapshot is all that there is of them.
    const damaged = snapshot ? await damagedTables(deps.clickhouse, snapshot, signal) : [];
    if (damaged.length > 0) {
      return { ...plan, records: 0, held: plan.held + plan.records, heldBy: 'damaged-snapshot' as const };
    }
    let deleted = 0;
    await deps.log.deleteBefore(EVENTS_TOPIC, plan.to, {
      ...(signal && { signal }),
      progress(count) {
        metrics.retentionDeletedRows.inc({ table: 'event_log' }, count - deleted);
        deleted = count;
        progress?.(count, plan.records);
      },
    });
    return { ...plan, records: deleted };
  });
  if (done) logPlan(deps.logger, done);
  return done;
}

function logPlan(logger: Logger, { records, held, heldBy, keptFrom }: LogRetentionPlan): void {
  metrics.logRetentionHeld.set(held);
  if (held > 0) {
    logger.warn(
      { event: 'retention.log.held', records: held, by: heldBy, keptFrom },
      'old records of the event log are kept; trying again the next night',
    );
  }
  if (records > 0)
    logger.info({ event: 'retention.log.completed', records, keptFrom }, 'old records of the event log deleted');
}
