// `retention plan` and `retention run`: what the retention of each tenant deletes; the same run is a nightly job of the processor.
import { planRetention, type TenantRetention } from '@tracker/processor/retention/plan-retention';
import { RetentionBusyError, runRetention } from '@tracker/processor/retention/run-retention';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { defineCommand, EXIT, OpsError, type Outcome, yes } from './command.ts';
import { bytes, count, table } from './format.ts';

function planned(plans: readonly TenantRetention[]): Outcome & { readonly rows: number } {
  const items = plans.flatMap(({ tenantId, clicksKeptFromMs, items: own }) =>
    own.map(({ table: name, month, rows, bytes: taken }) => ({
      tenantId,
      table: name,
      month,
      rows,
      bytes: taken,
      clicksKeptFrom: instantFromMs(clicksKeptFromMs),
    })),
  );
  const rows = items.reduce((sum, item) => sum + item.rows, 0);
  const size = items.reduce((sum, item) => sum + item.bytes, 0);
  const lines =
    items.length === 0
      ? ['Nothing is older than its retention.']
      : [
          ...table(
            ['company', 'table', 'month', 'rows', 'size', 'clicks kept from'],
            items.map((one) => [
              one.tenantId,
              one.table,
              one.month ?? '',
              count(one.rows),
              bytes(one.bytes),
              one.clicksKeptFrom.slice(0, 10),
            ]),
          ),
          `${count(rows)} rows, about ${bytes(size)}. Conversions, their clicks, spend and the figures of finalized days stay.`,
        ];
  return { rows, data: { items, rows, bytes: size }, lines };
}

export const retentionPlan = defineCommand({
  name: 'retention plan',
  summary: 'what the retention of each company would delete now, with rows and bytes',
  options: z.object({}),
  async run(deps) {
    const { data, lines } = planned(await planRetention(deps, deps.clock.now()));
    return { data, lines };
  },
});

export const retentionRun = defineCommand({
  name: 'retention run',
  summary: 'deletes it, as the nightly job does',
  details: 'Days before the limit are finalized first. Not while a replay is filled or waits for its swap.',
  options: z.object({ yes: yes('deletes it') }),
  async run(deps, options, { report, signal }) {
    const plan = planned(await planRetention(deps, deps.clock.now()));
    if (!options.yes || plan.rows === 0) {
      return { data: plan.data, lines: plan.rows === 0 ? plan.lines : [...plan.lines, 'Do it with --yes.'] };
    }
    try {
      const result = await runRetention(deps, {
        signal,
        progress: (done, total) => report.bar('Deleting', done, total),
      });
      return {
        data: { ...result, deleted: true },
        lines: [
          `${count(result.rows)} rows are deleted, about ${bytes(result.bytes)}.`,
          ...(result.postponed.length === 0
            ? []
            : [`Days that are not finalized keep the clicks of ${result.postponed.join(', ')}; run it again later.`]),
        ],
      };
    } catch (error) {
      if (error instanceof RetentionBusyError) throw new OpsError(EXIT.busy, error.message);
      throw error;
    }
  },
});
