import { takeDueSpend } from '@tracker/infra/ad-platforms/spend-schedule';
import { spendIntraday } from '@tracker/infra/jobs/queues';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { repeat } from '@tracker/infra/lifecycle/repeat';
import type { SpendDeps } from './deps.ts';

/** Adds a run for each connection that is due, now and as long as the worker runs. Any number of processes may do so. */
export const startIntradaySweep = (deps: SpendDeps): { stop(): Promise<void> } =>
  repeat(spendIntraday.everyMs, () =>
    addDueSpend(deps).catch((err: unknown) =>
      deps.logger.warn(
        { event: 'scheduler.evaluation.failed', err, schedule: 'spend-intraday' },
        'scheduler failed to look for due spend; retrying',
      ),
    ),
  );

/** One look; returns how many runs were added. A run that is lost between the two stores is made up for by the next one. */
export async function addDueSpend({ adPlatforms, postgres, jobs, clock, logger }: SpendDeps): Promise<number> {
  const configured = adPlatforms.filter(({ isConfigured }) => isConfigured).map(({ descriptor }) => descriptor.id);
  const due = await takeDueSpend(postgres, clock.now(), configured);
  await eachApart(
    due,
    async (connection) => {
      await jobs.add(spendIntraday.queue, connection, { deduplicationKey: spendIntraday.keyOf(connection) });
    },
    ({ tenantId, platform }, err) =>
      logger.error(
        { event: 'scheduler.run.failed', err, schedule: 'spend-intraday', key: `${platform}/${tenantId}` },
        'scheduler failed to start a run; the next one comes in 20 min',
      ),
  );
  return due.length;
}
