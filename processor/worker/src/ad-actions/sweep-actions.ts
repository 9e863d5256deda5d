import type { HandlerOf, JobQueue } from '@tracker/infra/jobs/job-queue';
import { adActions } from '@tracker/infra/jobs/queues';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { AdPlatformId } from '@tracker/schemas/ad-platforms/descriptor';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { type ActDeps, actDue } from './act-due.ts';

export interface AdActionSweepDeps extends Pick<ActDeps, 'postgres' | 'clock' | 'logger'> {
  readonly jobs: JobQueue;
}

const TENANTS_MAX = 1_000;

export const handleAdActions =
  (deps: ActDeps): HandlerOf<typeof adActions.queue> =>
  async ({ payload, signal }) => ({ settled: await actDue(deps, payload, signal) });

/** Adds a job for each tenant and platform that an action is due of. */
export function startAdActionSweep({ jobs, postgres, clock, logger }: AdActionSweepDeps): Sweep {
  async function sweep(): Promise<number> {
    const due = await postgres.sql<{ tenant_id: TenantId; platform: AdPlatformId }[]>`
      SELECT tenant_id, platform FROM list_due_ad_actions(${new Date(clock.now())}, ${TENANTS_MAX})`;
    await eachApart(
      due,
      async ({ tenant_id: tenantId, platform }) => {
        const payload = { tenantId, platform };
        await jobs.add(adActions.queue, payload, { deduplicationKey: adActions.keyOf(payload) });
      },
      ({ tenant_id: tenantId, platform }, err) =>
        logger.warn(
          { event: 'ad-action.tenant.failed', err, tenantId, platform },
          'actions of a tenant at an ad platform not started; retrying in 1 s',
        ),
    );
    return due.length;
  }

  return startSweep(adActions.everyMs, sweep, (err) =>
    logger.warn({ event: 'ad-action.sweep.failed', err }, 'sweep of actions at ad platforms failed; retrying in 1 s'),
  );
}
