// `replay verify`: compares the replayed tables with the live ones at one offset of the log.
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, type RunContext } from '../command.ts';
import { withLease } from '../lease.ts';
import { compareRollups, rollupLines } from '../reconcile/compare-rollups.ts';
import { atOneMoment } from './at-one-moment.ts';
import { type ComparisonResult, compareTables } from './compare.ts';
import { comparisonLines, runData } from './describe.ts';
import { isWhole, type ReplayRun, requireRun } from './runs.ts';
import { readUncomputed, uncomputedLines } from './uncomputed.ts';

export const replayVerify = defineCommand({
  name: 'replay verify',
  summary: 'compares the replayed tables with the live ones: rows, money and hashes per company and day',
  details:
    'The processor waits while the tables are compared, so that both stand at the same place of the log; nothing is lost meanwhile, events ' +
    'wait in the log. Then the rollups of all finalized days are compared with the live rows that they sum up. Of a stretch of the log its facts are looked for among the live ones. Exit code 1 when anything differs, or could not be computed.',
  options: z.object({}),
  run: (deps, _options, context) =>
    withLease(deps, 'replay', context.signal, async (signal) => {
      const run = await requireFilled(deps);
      const inContext = { ...context, signal };
      const result = isWhole(run)
        ? await atOneMoment(deps, run, inContext, () => compare(deps, run, inContext))
        : await compare(deps, run, inContext);
      const rollups = await compareRollups({
        ...deps,
        signal,
        onTenant: inContext.report.bar.bind(null, 'Comparing rollups'),
      });
      const same = result.differences.length === 0 && rollups.differences.length === 0;
      const uncomputed = await readUncomputed(deps.postgres, run.id);
      return {
        exitCode: same && uncomputed.count === 0 ? EXIT.ok : EXIT.failed,
        data: { same, ...result, rollups, uncomputed, run: runData(run, false) },
        lines: [...comparisonLines(result), ...rollupLines(rollups), ...uncomputedLines(uncomputed)],
      };
    }),
});

export async function requireFilled({ postgres }: OpsDeps): Promise<ReplayRun> {
  const run = await requireRun(postgres);
  if (run.status === 'ready') return run;
  throw new OpsError(EXIT.usage, `The replay ${run.id} is not filled: its state is ${run.status}.`);
}

export const compare = (deps: OpsDeps, run: ReplayRun, { report, signal }: RunContext): Promise<ComparisonResult> =>
  compareTables({
    clickhouse: deps.clickhouse,
    tenants: deps.caches.tenants,
    isStretch: !isWhole(run),
    signal,
    onTable: (done, total) => report.bar('Comparing tables', done, total),
  });
