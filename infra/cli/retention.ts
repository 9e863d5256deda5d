// `retention plan` and `retention run`: what the retention of each tenant deletes, and what LOG_RETENTION_DAYS deletes from the event log;
// the same run is a nightly job of the processor.

import { positionsToJson } from '@tracker/infra/event-log/positions';
import { recordDaysDeleted } from '@tracker/infra/postgres/tables/retention-state';
import { instantFromMs, utcDayOf } from '@tracker/schemas/primitives/time';
import { type HeldBy, type LogRetentionPlan, planLogRetention } from '@tracker/worker/retention/log-retention';
import { planRetention, type TenantRetention } from '@tracker/worker/retention/plan-retention';
import { RetentionBusyError } from '@tracker/worker/retention/retention-busy';
import { runRetention } from '@tracker/worker/retention/run-retention';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, yes } from './command.ts';
import { bytes, count, table } from './format.ts';

const HELD_BY: Readonly<Record<HeldBy, string>> = {
  'no-snapshot': 'there is no snapshot; make one with `replay run` and `replay snapshot`',
  snapshot: 'they came after the snapshot; a newer one lets them go',
  'damaged-snapshot': 'the tables of the snapshot are not what was verified; make a new one',
  archive: 'the archive lacks them; `archive run`',
  processor: 'the processor has not read them',
  rollback: '`replay rollback` would need them; `replay run --fresh` gives that up',
};

function logData(plan: LogRetentionPlan | null) {
  if (!plan) return null;
  const { keptFrom, to, records, held, heldBy } = plan;
  return { keptFrom, to: positionsToJson(to), records, held, heldBy };
}

function logLines(plan: LogRetentionPlan | null, verb: string): string[] {
  if (!plan) return ['The event log is kept whole: LOG_RETENTION_DAYS is not set.'];
  const { keptFrom, records, held, heldBy } = plan;
  return [
    `Event log: about ${count(records)} records from before ${keptFrom.toISOString()} ${verb}.`,
    ...(heldBy ? [`${count(held)} more stay: ${HELD_BY[heldBy]}.`] : []),
  ];
}

async function planAll(deps: OpsDeps) {
  const tables = planned(
    await planRetention(deps, deps.clock.now(), (_, error) => {
      throw error;
    }),
  );
  const log = await planLogRetention(deps);
  return {
    isEmpty: tables.rows === 0 && (log?.records ?? 0) === 0,
    data: { ...tables.data, log: logData(log) },
    lines: [...tables.lines, ...logLines(log, 'would go')],
  };
}

function planned(plans: readonly TenantRetention[]) {
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
  onlyLooks: true,
  summary: 'what the retention of each company and of the event log would delete now',
  options: z.object({}),
  async run(deps) {
    const { data, lines } = await planAll(deps);
    return { data, lines };
  },
});

export const retentionRun = defineCommand({
  name: 'retention run',
  summary: 'deletes it, as the nightly job does',
  details:
    'The nightly job deletes at most two days more than the night before; this command deletes all that is due by the clock of now. Days before the limit are finalized first. The log goes as far as a snapshot reaches (`replay snapshot`) and, where one is set up, the archive (`archive run`). Not while a replay is filled or ' +
    'waits for its swap.',
  options: z.object({ yes: yes('deletes it') }),
  async run(deps, options, { report, signal }) {
    if (!options.yes) {
      const plan = await planAll(deps);
      return { data: plan.data, lines: plan.isEmpty ? plan.lines : [...plan.lines, 'Do it with --yes.'] };
    }
    try {
      const result = await runRetention(deps, {
        signal,
        progress: (done, total) => report.bar('Deleting', done, total),
      });
      await recordDaysDeleted(deps.postgres.sql, utcDayOf(deps.clock.now()));
      return {
        data: { ...result, log: logData(result.log), deleted: true },
        lines: [
          `${count(result.rows)} rows are deleted, about ${bytes(result.bytes)}.`,
          ...logLines(result.log, 'are deleted'),
          ...(result.postponed.length === 0
            ? []
            : [`Days that are not finalized keep the clicks of ${result.postponed.join(', ')}; run it again later.`]),
          ...(result.failed.length === 0
            ? []
            : [`Rows of ${result.failed.join(', ')} could not be deleted, see the log; run it again later.`]),
        ],
      };
    } catch (error) {
      if (error instanceof RetentionBusyError) throw new OpsError(EXIT.busy, error.message);
      throw error;
    }
  },
});
