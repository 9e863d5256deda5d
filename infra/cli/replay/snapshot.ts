// `replay snapshot`: the tables of a replay that is the same as the live ones become the known state from which later replays start, so that
// the log before it may be deleted (ADR 46). They are renamed, so that nothing is copied.
import { shadowOf } from '@tracker/infra/clickhouse/shadow';
import { positionsText } from '@tracker/infra/event-log/positions';
import { PROCESSOR_VERSION } from '@tracker/processor/version';
import { SNAPSHOT_TABLES, snapshotTable } from '@tracker/worker/snapshots/snapshot-tables';
import { createSnapshot, latestSnapshot, readClicksKeptFrom, snapshotSums } from '@tracker/worker/snapshots/snapshots';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, type Outcome, yes } from '../command.ts';
import { count } from '../format.ts';
import { withLease } from '../lease.ts';
import { atOneMoment } from './at-one-moment.ts';
import { comparisonLines } from './describe.ts';
import { snapshotData } from './from-snapshot.ts';
import { isWhole, type ReplayRun, requireRun, updateRun } from './runs.ts';
import { dropShadows } from './shadow-tables.ts';
import { acceptUncomputed, readUncomputed, setAsideUncomputed, uncomputedLines } from './uncomputed.ts';
import { compare, requireFilled } from './verify.ts';

export const replaySnapshot = defineCommand({
  name: 'replay snapshot',
  summary: 'keeps the replayed tables, when they are the same as the live ones, as the start of later replays',
  details:
    'Verified at one place of the log; the log before it may then be deleted by age (LOG_RETENTION_DAYS, `retention run`). The replay is over: ' +
    'its tables are the snapshot, and the snapshot before it is dropped.',
  options: z.object({ acceptUncomputed, yes: yes('makes it') }),
  async run(deps, options, context) {
    const run = await requireRun(deps.postgres);
    const isInterrupted = run.status === 'snapshot' && (await latestSnapshot(deps.postgres))?.id !== run.id;
    if (!isInterrupted) await requireFilled(deps);
    if (!isWhole(run)) {
      throw new OpsError(
        EXIT.usage,
        'A replay of a stretch of the log cannot be a snapshot: it is not the whole history.',
      );
    }
    if (!options.yes) {
      const line = `Would verify the replay ${run.id} and keep its tables as the snapshot. Do it with --yes.`;
      return { data: { made: false }, lines: [line] };
    }
    return withLease(deps, 'replay', context.signal, async (signal) => {
      if (isInterrupted) return finish(deps, run, signal);
      const inContext = { ...context, signal };
      const { compared, uncomputed, verified } = await atOneMoment(deps, run, inContext, async (moment) => {
        const result = await compare(deps, run, inContext);
        const uncomputed = await readUncomputed(deps.postgres, run.id);
        const isRefused = uncomputed.count > 0 && !options.acceptUncomputed;
        if (result.differences.length > 0 || isRefused) return { compared: result, uncomputed, verified: null };
        await moment.held();
        signal.throwIfAborted();
        await setAsideUncomputed(deps, run.id);
        return {
          compared: result,
          uncomputed,
          verified: await updateRun(deps.postgres, moment.run, { status: 'snapshot' }),
        };
      });
      if (verified) return finish(deps, verified, signal);
      return {
        exitCode: EXIT.failed,
        data: { made: false, ...compared, uncomputed },
        lines: [...comparisonLines(compared), ...uncomputedLines(uncomputed), 'No snapshot was made.'],
      };
    });
  },
});

/** Safe to repeat: the snapshot is there with its row, which is written last. */
async function finish(deps: OpsDeps, run: ReplayRun, signal: AbortSignal): Promise<Outcome> {
  const { clickhouse, postgres } = deps;
  for (const table of SNAPSHOT_TABLES) {
    await clickhouse.command(`RENAME TABLE IF EXISTS ${shadowOf(table)} TO ${snapshotTable(table, run.id)}`);
  }
  const keptFrom = await readClicksKeptFrom(postgres);
  const tables = await snapshotSums(clickhouse, { id: run.id, keptFrom }, { signal });
  const snapshot = {
    id: run.id,
    positions: run.positions,
    tables,
    keptFrom,
    processorVersion: PROCESSOR_VERSION,
    verifiedAt: run.updatedAt,
  };
  await createSnapshot(postgres, snapshot);
  await dropShadows(clickhouse);
  await dropOtherSnapshots(deps, run.id);
  const rows = Object.values(tables).reduce((sum, one) => sum + Number(one.rows), 0);
  return {
    data: { made: true, snapshot: snapshotData(snapshot), rows },
    lines: [
      `The snapshot ${run.id} has ${count(rows)} rows and stands at ${positionsText(run.positions)}.`,
      'What lies before that place may be deleted from the log: `retention plan` shows what LOG_RETENTION_DAYS deletes.',
    ],
  };
}

async function dropOtherSnapshots({ clickhouse }: OpsDeps, id: string): Promise<void> {
  const names = await clickhouse.query<{ name: string }>({
    name: 'snapshot-others',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, {pattern:String})`,
    params: { pattern: `^(${SNAPSHOT_TABLES.join('|')})_snapshot_\\w+$` },
  });
  for (const { name } of names) {
    if (!name.endsWith(`_snapshot_${id}`)) await clickhouse.command(`DROP TABLE IF EXISTS ${name} SYNC`);
  }
}
