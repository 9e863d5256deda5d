// Reads the log into the shadow tables up to the exact offset of the live tables, and keeps both there while a function runs.
import { setTimeout as delay } from 'node:timers/promises';
import { shadowClickHouse } from '@tracker/infra/clickhouse/shadow';
import { type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween, hasReached, samePositions } from '@tracker/infra/event-log/positions';
import type { SetAside } from '@tracker/processor/batch/set-aside';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { EXIT, type OpsDeps, OpsError, type Report } from '../command.ts';
import { fill } from './fill.ts';
import { type ReplayRun, updateRun } from './runs.ts';
import { openUncomputed } from './uncomputed.ts';

/** Fewer than this are brought up under the table lock: a second or two in which the processor waits. */
const UNDER_LOCK_MAX = 20_000;
const CATCH_UP_ROUNDS_MAX = 10;
/** The processor commits its offset right after it has left the table lock. */
const COMMIT_WITHIN_MS = 400;
const PROCESSOR_WITHIN_MS = 30_000;
const POLL_MS = 200;

export interface Moment {
  /** The run, its positions those of the live tables. */
  readonly run: ReplayRun;
  /** Rejects when the table lock was lost. */
  readonly held: () => Promise<void>;
}

/** Takes the table lock and calls `work` when the shadow tables stand where the live ones do. */
export async function atOneMoment<T>(
  deps: OpsDeps,
  run: ReplayRun,
  { report, signal }: { readonly report: Report; readonly signal: AbortSignal },
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  let current = run;
  await processorReaches(deps, current.positions, signal);
  // Without the table lock first: the processor goes on meanwhile.
  for (let round = 0; round < CATCH_UP_ROUNDS_MAX; round += 1) {
    const live = await deps.log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
    if (countBetween(current.positions, live) <= UNDER_LOCK_MAX) break;
    current = await fillUpTo(deps, current, live, { report, signal });
  }
  return deps.tableLock.exclusive(async (held) => {
    const live = await settledOffsets(deps);
    return work({ run: await fillUpTo(deps, current, live, { report, signal }), held });
  });
}

/**
 * Fills the shadow tables up to there, each batch noted; gives the run as it is then. What cannot be computed is kept with the run, unless
 * `setAside` keeps it.
 */
export async function fillUpTo(
  deps: OpsDeps,
  run: ReplayRun,
  to: Positions,
  { report, signal, setAside }: { readonly report: Report; readonly signal: AbortSignal; readonly setAside?: SetAside },
): Promise<ReplayRun> {
  if (hasReached(run.positions, to)) return run;
  const total = countBetween(run.positions, to);
  let current = await updateRun(deps.postgres, run, { target: to });
  let done = 0;
  await fill(deps, {
    clickhouse: shadowClickHouse(deps.clickhouse),
    from: run.positions,
    to,
    rate: null,
    signal,
    setAside: setAside ?? (await openUncomputed(deps, run.id)),
    async onBatch(positions, count) {
      done += count;
      current = await updateRun(deps.postgres, current, { positions, events: current.events + count });
      report.bar('Bringing up', Math.min(done, total), total);
    },
  });
  return current;
}

/**
 * Where the live tables stand, while the table lock is held: the last batch may have left the table lock and not yet committed its offset. No other batch
 * can come, so that two readings that agree are the answer.
 */
export async function settledOffsets({ log }: Pick<OpsDeps, 'log'>): Promise<Positions> {
  for (let before = await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP); ; ) {
    await delay(COMMIT_WITHIN_MS);
    const now = await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
    if (samePositions(before, now)) return now;
    before = now;
  }
}

/** The replay cannot go back, so the processor must have come at least as far. */
async function processorReaches({ log }: OpsDeps, positions: Positions, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + PROCESSOR_WITHIN_MS;
  for (;;) {
    const live = await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
    if (hasReached(live, positions)) return;
    if (performance.now() > deadline) {
      throw new OpsError(
        EXIT.busy,
        `The processor is ${countBetween(live, positions)} records behind the replay; wait until it has come there (\`npx -y pnpm@12 ops lag\`).`,
      );
    }
    await delay(POLL_MS, undefined, { signal });
  }
}
