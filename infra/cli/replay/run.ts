// `replay run`, `pause`, `resume`, `status` and `plan`: filling the shadow tables.
import { setTimeout as delay } from 'node:timers/promises';
import { shadowClickHouse, shadowOf } from '@tracker/infra/clickhouse/shadow';
import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween, positionsText, positionsToJson } from '@tracker/infra/event-log/positions';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { Snapshot } from '@tracker/worker/snapshots/snapshots';
import { z } from 'zod';
import {
  defineCommand,
  EXIT,
  flag,
  moment,
  type OpsDeps,
  OpsError,
  type Outcome,
  type RunContext,
  whole,
  yes,
} from '../command.ts';
import { bytes, count, table } from '../format.ts';
import { isLeased, withLease } from '../lease.ts';
import { carryOver } from './carry-over.ts';
import { runData, runLines } from './describe.ts';
import { fill } from './fill.ts';
import {
  attributeToCarriedClicks,
  loadSnapshot,
  neededSnapshot,
  snapshotData,
  snapshotLines,
} from './from-snapshot.ts';
import { openHistory } from './history.ts';
import { createRun, latestRun, type ReplayRun, requireRun, updateRun } from './runs.ts';
import { dropShadows, ensureShadows, isHalfPlaced, tableFacts } from './shadow-tables.ts';
import { openUncomputed, readUncomputed, uncomputedLines } from './uncomputed.ts';

const PAUSE_POLL_MS = 300;

const stretch = {
  from: moment('only what was appended since then; such a replay can be verified, not swapped').optional(),
  to: moment('only what was appended before then').optional(),
};
const wholeHistory = flag('from the first event on, by the archive, also where a snapshot would do');
const rate = whole('<events/s>', 'at most so many events a second; without it, as fast as it goes');

interface Range {
  readonly from: Positions;
  readonly to: Positions;
  /** Where the replay of a log begins that no longer reaches back to its beginning. */
  readonly snapshot: Snapshot | null;
}

/**
 * Never further than the processor has come: what is compared later must be at one place of the log. Rejects with a sentence when records of the
 * range are gone.
 */
async function rangeOf(deps: OpsDeps, options: { from?: Date; to?: Date; whole: boolean }): Promise<Range> {
  const { log } = deps;
  const live = await log.offsets(EVENTS_TOPIC, PROCESSOR_GROUP);
  const isStretch = options.from !== undefined || options.to !== undefined;
  const snapshot = isStretch || options.whole ? null : await neededSnapshot(deps);
  const from = options.from ? await log.positionsAt(EVENTS_TOPIC, options.from) : (snapshot?.positions ?? new Map());
  const until = options.to ? await log.positionsAt(EVENTS_TOPIC, options.to) : live;
  const to = new Map(
    [...live].map(([partition, offset]) => [partition, least(offset, until.get(partition) ?? offset)]),
  );
  await openHistory(deps, { from, to });
  return { from, to, snapshot };
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const replayPlan = defineCommand({
  name: 'replay plan',
  onlyLooks: true,
  summary: 'what a replay would read and how much room its tables would take',
  options: z.object({ ...stretch, whole: wholeHistory }),
  async run(deps, options) {
    const { from, to, snapshot } = await rangeOf(deps, options);
    const facts = await tableFacts(deps.clickhouse);
    const tables = REPLAYED_TABLES.map((name) => facts.get(name)).filter((one) => one !== undefined);
    const size = tables.reduce((sum, one) => sum + one.bytes, 0);
    const events = countBetween(from, to);
    const latest = await latestRun(deps.postgres);
    return {
      data: {
        events,
        from: positionsToJson(from),
        to: positionsToJson(to),
        snapshot: snapshot && snapshotData(snapshot),
        tables: tables.map(({ name, rows, bytes: taken }) => ({ name, rows, bytes: taken })),
        bytes: size,
        latest: latest ? runData(latest, await isLeased(deps, 'replay')) : null,
      },
      lines: [
        `${count(events)} records of the log, up to ${positionsText(to)}, would be processed into shadow tables.`,
        ...(snapshot ? snapshotLines(snapshot) : []),
        `The live tables take ${bytes(size)}; the shadow tables would take as much again.`,
        ...table(
          ['table', 'rows', 'size'],
          tables.map((one) => [one.name, count(one.rows), bytes(one.bytes)]),
        ),
        ...(latest ? ['', 'The last replay:', ...runLines(latest, await isLeased(deps, 'replay'))] : []),
      ],
    };
  },
});

export const replayRun = defineCommand({
  name: 'replay run',
  summary: 'processes the log from its beginning, or from the snapshot, into shadow tables, which no screen reads',
  details:
    'The live tables and the product go on as they are. Progress is noted after each batch: whatever ends it, `replay resume` goes on. No ' +
    'side effect happens again: no dead letters, no leads, no mail, no postbacks.',
  options: z.object({
    ...stretch,
    whole: wholeHistory,
    rate: rate.optional(),
    fresh: flag('drops the tables of the replay before; with it goes the way back from a swap'),
    yes: yes('drops them, where --fresh is given'),
  }),
  async run(deps, options, context) {
    const latest = await latestRun(deps.postgres);
    refuseOver(latest, options.fresh);
    const planned = await rangeOf(deps, options);
    const old = await oldShadows(deps);
    if (old.length > 0 && options.fresh && !options.yes) {
      const lines = old.map((one) => `Would drop ${one.name} with ${count(one.rows)} rows (${bytes(one.bytes)}).`);
      return {
        data: { drops: old, events: countBetween(planned.from, planned.to) },
        lines: [...lines, 'Do it with --yes.'],
      };
    }
    return withLease(deps, 'replay', context.signal, async (signal) => {
      const { from: since = null, to: until = null } = options;
      // Again, under the lease: from here on the retention deletes nothing from the log.
      const { from, to, snapshot } = await rangeOf(deps, options);
      const run = await createRun(deps.postgres, {
        snapshotId: snapshot?.id ?? null,
        since,
        until,
        rate: options.rate ?? null,
        positions: from,
        target: to,
      });
      return fillRun(deps, run, { ...context, signal });
    });
  },
});

function refuseOver(latest: ReplayRun | undefined, isFresh: boolean): void {
  if (latest?.status === 'swapping') {
    throw new OpsError(EXIT.usage, 'A swap was interrupted in its middle; run `replay swap --yes` again first.');
  }
  if (!latest || latest.status === 'rolled_back' || latest.status === 'snapshot' || isFresh) return;
  const why = {
    running: 'is not finished; go on with `replay resume`, or begin again with --fresh',
    ready: 'is there already; verify or swap it, or begin again with --fresh',
    swapped: 'is in use, and the tables from before it are kept for `replay rollback`; --fresh drops those',
  }[latest.status];
  throw new OpsError(EXIT.usage, `The replay ${latest.id} ${why}.`);
}

async function oldShadows({ clickhouse }: OpsDeps) {
  const facts = await tableFacts(clickhouse);
  return REPLAYED_TABLES.map((name) => facts.get(shadowOf(name))).filter((one) => one !== undefined);
}

export const replayResume = defineCommand({
  name: 'replay resume',
  summary: 'goes on with a replay that was paused or interrupted',
  options: z.object({ rate: rate.optional() }),
  async run(deps, options, context) {
    const run = await requireUnfinished(deps);
    const change = options.rate === undefined ? {} : { rate: options.rate };
    const resumed = await updateRun(deps.postgres, run, { ...change, paused: false });
    if (await isLeased(deps, 'replay')) {
      return { data: runData(resumed, true), lines: ['It goes on, in the process that has begun it.'] };
    }
    return withLease(deps, 'replay', context.signal, (signal) => fillRun(deps, resumed, { ...context, signal }));
  },
});

export const replayPause = defineCommand({
  name: 'replay pause',
  summary: 'makes a running replay wait after the batch in hand, until `replay resume`',
  options: z.object({}),
  async run(deps) {
    const run = await updateRun(deps.postgres, await requireUnfinished(deps), { paused: true });
    const isFilling = await isLeased(deps, 'replay');
    return { data: runData(run, isFilling), lines: runLines(run, isFilling) };
  },
});

export const replayStatus = defineCommand({
  name: 'replay status',
  onlyLooks: true,
  summary: 'how far the last replay is, and whose its tables are',
  options: z.object({}),
  async run(deps) {
    const run = await latestRun(deps.postgres);
    if (!run) return { data: { run: null }, lines: ['There is no replay yet.'] };
    const isFilling = await isLeased(deps, 'replay');
    const shadows = await oldShadows(deps);
    const isHalf = await isHalfPlaced(deps.clickhouse, run.id);
    const uncomputed = await readUncomputed(deps.postgres, run.id);
    return {
      data: { run: runData(run, isFilling), isHalfPlaced: isHalf, tables: shadows, uncomputed },
      lines: [
        ...runLines(run, isFilling),
        ...(isHalf ? ['Some of its tables are live and others not: run the swap or the rollback again at once.'] : []),
        ...table(
          ['table', 'rows', 'size'],
          shadows.map((one) => [one.name, count(one.rows), bytes(one.bytes)]),
        ),
        ...uncomputedLines(uncomputed),
      ],
    };
  },
});

async function requireUnfinished({ postgres }: OpsDeps): Promise<ReplayRun> {
  const run = await requireRun(postgres);
  if (run.status !== 'running')
    throw new OpsError(EXIT.usage, `The replay ${run.id} is not running: its state is ${run.status}.`);
  return run;
}

/** From the run's position to its target, with a pause whenever another terminal asks for one. */
async function fillRun(deps: OpsDeps, run: ReplayRun, { report, signal }: RunContext): Promise<Outcome> {
  const isNew = run.events === 0;
  // One that was interrupted before its first event begins with empty tables again.
  if (isNew) await dropShadows(deps.clickhouse);
  await ensureShadows(deps.clickhouse, { id: run.id, isNew });
  if (isNew && run.snapshotId !== null) await loadSnapshot(deps, run.snapshotId, { report, signal });
  if (isNew) await carryOver(deps);
  if (isNew && run.snapshotId !== null) await attributeToCarriedClicks(deps);
  const total = run.events + countBetween(run.positions, run.target);
  let current = run;
  let failed = 0;
  await fill(deps, {
    clickhouse: shadowClickHouse(deps.clickhouse),
    from: run.positions,
    to: run.target,
    rate: run.rate,
    signal,
    setAside: await openUncomputed(deps, run.id),
    onFailed(more) {
      failed += more;
    },
    async onBatch(positions, processed) {
      current = await updateRun(deps.postgres, current, { positions, events: current.events + processed });
      report.bar('Replaying', Math.min(current.events, total), total);
      if (!current.paused) return;
      report.say('Paused; it goes on with `npx -y pnpm@12 ops replay resume`.');
      while (current.paused) {
        await delay(PAUSE_POLL_MS, undefined, { signal });
        current = (await latestRun(deps.postgres)) ?? current;
      }
    },
  });
  current = await updateRun(deps.postgres, current, { status: 'ready' });
  const warning = failed > 0 ? [`${count(failed)} records could not be processed; live, such are dead letters.`] : [];
  const uncomputed = await readUncomputed(deps.postgres, run.id);
  return {
    data: { ...runData(current, false), failed, uncomputed },
    lines: [...runLines(current, false), ...warning, ...uncomputedLines(uncomputed)],
  };
}
