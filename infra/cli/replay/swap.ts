// `replay swap` and `rollback`. A swap exchanges the replayed tables with the live ones and keeps the old ones as shadow tables,
// with the offset they had. A rollback brings the old tables up to date from that offset, through the same pipeline, and
// exchanges them back. No consumer offset moves, no processor stops, and no event of the time between is lost.
import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { countBetween } from '@tracker/infra/event-log/positions';
import { allFiguresChanged } from '@tracker/infra/postgres/figure-versions';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, flag, type OpsDeps, OpsError, type Outcome, type RunContext, yes } from '../command.ts';
import { count } from '../format.ts';
import { withLease } from '../lease.ts';
import { atOneMoment, fillUpTo, settledOffsets } from './at-one-moment.ts';
import { comparisonLines, runData } from './describe.ts';
import { fill } from './fill.ts';
import { isWhole, type ReplayRun, requireRun, updateRun } from './runs.ts';
import { dropShadows, placeTables } from './shadow-tables.ts';
import { acceptUncomputed, openSetAside, readUncomputed, setAsideUncomputed, uncomputedLines } from './uncomputed.ts';
import { compare, requireFilled } from './verify.ts';

export const replaySwap = defineCommand({
  name: 'replay swap',
  summary: 'puts the replayed tables in the place of the live ones, when they are the same',
  details:
    'Verified at the very place of the log where the tables are exchanged. --force swaps although they differ: for a replay that was made to ' +
    'correct history. Rows that the replay could not compute are missing in its tables: the swap is refused while there are any, unless ' +
    '--accept-uncomputed sets them aside as dead letters of the stream recompute. Until `replay run --fresh` drops the tables from before, `replay rollback` brings them back.',
  options: z.object({
    force: flag('also when they differ'),
    acceptUncomputed,
    yes: yes('swaps'),
  }),
  async run(deps, options, context) {
    const run = await requireRun(deps.postgres);
    if (run.status !== 'swapping') await requireFilled(deps);
    if (!isWhole(run))
      throw new OpsError(
        EXIT.usage,
        'A replay of a stretch of the log cannot be swapped: it is not the whole history.',
      );
    if (!options.yes) {
      const line = `Would verify the replay ${run.id}, exchange ${REPLAYED_TABLES.length} tables and keep the present ones. Do it with --yes.`;
      return { data: { swapped: false, run: runData(run, false) }, lines: [line] };
    }
    return withLease(deps, 'replay', context.signal, (signal) =>
      run.status === 'swapping' ? finishSwap(deps, run, signal) : swap(deps, run, options, { ...context, signal }),
    );
  },
});

function swap(
  deps: OpsDeps,
  run: ReplayRun,
  { force, acceptUncomputed: isAccepted }: { readonly force: boolean; readonly acceptUncomputed: boolean },
  context: RunContext,
): Promise<Outcome> {
  return atOneMoment(deps, run, context, async (moment) => {
    const compared = await compare(deps, run, context);
    if (compared.differences.length > 0 && !force) {
      return {
        exitCode: EXIT.failed,
        data: { swapped: false, ...compared },
        lines: [...comparisonLines(compared), 'Not swapped. --force swaps all the same.'],
      };
    }
    // Batches that were read before the table lock was taken are processed after it, into the new tables: none of them is past this end.
    const filled = await fillUpTo(deps, moment.run, await deps.log.ends(EVENTS_TOPIC), context);
    const uncomputed = await readUncomputed(deps.postgres, run.id);
    if (uncomputed.count > 0 && !isAccepted) {
      return {
        exitCode: EXIT.failed,
        data: { swapped: false, ...compared, uncomputed },
        lines: [
          ...uncomputedLines(uncomputed),
          'Not swapped: mend the cause and replay again, or set these rows aside with --accept-uncomputed.',
        ],
      };
    }
    await moment.held();
    context.signal.throwIfAborted();
    await setAsideUncomputed(deps, run.id);
    const swapping = await updateRun(deps.postgres, filled, {
      status: 'swapping',
      // From here on of the tables that become the shadows. Where the new ones stand is the target.
      positions: moment.run.positions,
      target: filled.positions,
    });
    await placeTables(deps.clickhouse, run.id, 'live');
    await repairLive(deps, swapping.target, context.signal);
    await allFiguresChanged(deps.postgres.sql);
    const swapped = await updateRun(deps.postgres, swapping, { status: 'swapped', swappedAt: new Date() });
    return {
      data: { swapped: true, ...compared, uncomputed, run: runData(swapped, false) },
      lines: [...comparisonLines(compared), 'Swapped. `replay rollback` brings the tables from before back.'],
    };
  });
}

/** What a process left that died in the middle: some tables exchanged, and the product may have gone on with such a mixture. */
function finishSwap(deps: OpsDeps, run: ReplayRun, signal: AbortSignal): Promise<Outcome> {
  return deps.tableLock.exclusive(async (held) => {
    await held();
    await placeTables(deps.clickhouse, run.id, 'live');
    await repairLive(deps, run.target, signal);
    await allFiguresChanged(deps.postgres.sql);
    const swapped = await updateRun(deps.postgres, run, { status: 'swapped', swappedAt: new Date() });
    return { data: { swapped: true, run: runData(swapped, false) }, lines: ['The interrupted swap is finished.'] };
  });
}

/** What was processed elsewhere than into the tables that are live now is processed again, into them. Usually nothing. */
async function repairLive(deps: OpsDeps, from: Positions, signal: AbortSignal): Promise<void> {
  const to = await settledOffsets(deps);
  if (countBetween(from, to) === 0) return;
  await fill(deps, {
    clickhouse: deps.clickhouse,
    from,
    to,
    rate: null,
    signal,
    setAside: await openSetAside(deps),
    onBatch: async () => undefined,
  });
}

export const replayRollback = defineCommand({
  name: 'replay rollback',
  summary: 'brings back the tables from before the swap, with all that came since',
  details:
    'What came since the swap is processed into them first; then they are exchanged back, and the replayed tables are dropped.',
  options: z.object({ yes: yes('rolls back') }),
  async run(deps, options, context) {
    const run = await requireRun(deps.postgres);
    if (run.status !== 'swapped')
      throw new OpsError(
        EXIT.usage,
        `There is no swap to take back: the state of the replay ${run.id} is ${run.status}.`,
      );
    const since = countBetween(run.positions, await deps.log.ends(EVENTS_TOPIC));
    if (!options.yes) {
      const line = `Would process ${count(since)} records into the tables from before ${run.swappedAt?.toISOString()}, exchange them back and drop the replayed ones. Do it with --yes.`;
      return { data: { rolledBack: false, since, run: runData(run, false) }, lines: [line] };
    }
    return withLease(deps, 'replay', context.signal, async (signal) => {
      const inContext = { ...context, signal };
      // After a rollback that died in its middle some tables are exchanged back already: first all as after the swap.
      await deps.tableLock.exclusive(() => placeTables(deps.clickhouse, run.id, 'live'));
      const rolledBack = await atOneMoment(deps, run, inContext, async (moment) => {
        // Into tables that are about to be live: what cannot be computed is set aside, as the processor does.
        const filled = await fillUpTo(deps, moment.run, await deps.log.ends(EVENTS_TOPIC), {
          ...inContext,
          setAside: await openSetAside(deps),
        });
        await moment.held();
        signal.throwIfAborted();
        await placeTables(deps.clickhouse, run.id, 'shadow');
        await repairLive(deps, filled.positions, signal);
        await allFiguresChanged(deps.postgres.sql);
        return updateRun(deps.postgres, filled, { status: 'rolled_back' });
      });
      await dropShadows(deps.clickhouse);
      return {
        data: { rolledBack: true, since, run: runData(rolledBack, false) },
        lines: [`Rolled back; ${count(since)} records since the swap are in the tables.`],
      };
    });
  },
});
