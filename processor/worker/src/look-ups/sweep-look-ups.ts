import type { HandlerOf, JobQueue } from '@tracker/infra/jobs/job-queue';
import { lookUps } from '@tracker/infra/jobs/queues';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { LOOK_UP_WANTED_DAYS } from '@tracker/schemas/look-ups/limits';
import type { LookUpProblem } from '@tracker/schemas/look-ups/problems';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { type LookUpDeps, lookUpDue } from './look-up-due.ts';

export interface LookUpSweepDeps extends Pick<LookUpDeps, 'postgres' | 'clock' | 'logger'> {
  readonly jobs: JobQueue;
}

/** Longer than deliveries are listed as new, so that one that is processed again within that time finds what became of it. */
const KEPT_MS = 2 * LOOK_UP_WANTED_DAYS * DAY_MS;
const MISSING = JSON.stringify({ code: 'token_missing' } satisfies LookUpProblem);
const TENANTS_MAX = 1_000;

type Queue = NonNullable<ReturnType<(typeof lookUps.queues)['get']>>;

export const handleLookUp =
  (deps: LookUpDeps): HandlerOf<Queue> =>
  async ({ payload, signal }) => ({ answered: await lookUpDue(deps, payload, signal) });

/** Adds a job for each tenant and checkout that something is due of. */
export function startLookUpSweep({ jobs, postgres, clock, logger }: LookUpSweepDeps): Sweep {
  async function sweep(): Promise<number> {
    const now = new Date(clock.now());
    await postgres.sql`SELECT end_look_ups(${now}, ${MISSING}::text::jsonb, ${new Date(clock.now() - KEPT_MS)})`;
    const due = await postgres.sql<{ tenant_id: TenantId; provider: CheckoutId }[]>`
      SELECT tenant_id, provider FROM list_due_look_ups(${now}, ${TENANTS_MAX})`;
    await eachApart(
      due,
      async ({ tenant_id: tenantId, provider: checkout }) => {
        const queue = lookUps.queues.get(checkout);
        const payload = { tenantId, checkout };
        if (queue) await jobs.add(queue, payload, { deduplicationKey: lookUps.keyOf(payload) });
      },
      ({ tenant_id: tenantId, provider: checkout }, err) =>
        logger.warn(
          { event: 'look-up.tenant.failed', err, tenantId, checkout },
          'look-ups of a tenant not started; retrying in 2 s',
        ),
    );
    return due.length;
  }

  return startSweep(lookUps.everyMs, sweep, (err) =>
    logger.warn({ event: 'look-up.sweep.failed', err }, 'look-up sweep failed; retrying in 2 s'),
  );
}
