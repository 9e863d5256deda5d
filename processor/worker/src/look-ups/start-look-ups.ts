import { defineQueue, type JobQueue } from '@tracker/infra/jobs/job-queue';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { repeat } from '@tracker/infra/lifecycle/repeat';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS, CheckoutId } from '@tracker/schemas/checkouts/registry';
import { LOOK_UP_WANTED_DAYS } from '@tracker/schemas/look-ups/limits';
import type { LookUpProblem } from '@tracker/schemas/look-ups/problems';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { type LookUpDeps, lookUpDue } from './look-up-due.ts';

export interface LookUpsDeps extends LookUpDeps {
  readonly jobs: JobQueue;
}

export interface LookUps {
  /** One look for what is due; gives how many tenants have something. Rejects when a store is away. */
  sweep(): Promise<number>;
  /** Ends after the look in hand; jobs that run are the queue's to end. */
  stop(): Promise<void>;
}

/** A queue for each checkout: a platform that does not answer holds up no other one. `look_ups` says what is due, so a job that is lost is added again. */
const queueOf = (checkout: CheckoutId) =>
  defineQueue({
    name: `look-up-${checkout}`,
    payload: z.object({ tenantId: TenantId, checkout: CheckoutId }),
    result: z.object({ answered: z.number() }),
    // `look_ups` has attempts of its own; these are for stores that are away for a moment.
    attempts: 3,
    backoff: { baseMs: 2_000, maxMs: 30_000 },
    leaseSeconds: 60,
    keepSeconds: 3_600,
  });

/** Longer than deliveries are listed as new, so that one that is processed again within that time finds what became of it. */
const KEPT_MS = 2 * LOOK_UP_WANTED_DAYS * DAY_MS;
const MISSING = JSON.stringify({ code: 'token_missing' } satisfies LookUpProblem);
/** How late a sale may be known. A sweep is one query of an index. */
const EVERY_MS = 2_000;
const TENANTS_MAX = 1_000;
/** Of different tenants, so that one whose answers are slow does not keep the others waiting. */
const CONCURRENCY = 8;

/** Asks what is due, now and as long as the processor runs. Any number of processes may do so. */
export async function startLookUps(deps: LookUpsDeps): Promise<LookUps> {
  const { jobs, postgres, clock, logger } = deps;
  const queues = new Map(CHECKOUT_IDS.filter((id) => CHECKOUTS[id].lookUp).map((id) => [id as string, queueOf(id)]));
  for (const queue of queues.values()) {
    await jobs.work(queue, async ({ payload, signal }) => ({ answered: await lookUpDue(deps, payload, signal) }), {
      concurrency: CONCURRENCY,
    });
  }

  async function sweep(): Promise<number> {
    const now = new Date(clock.now());
    await postgres.sql`SELECT end_look_ups(${now}, ${MISSING}::text::jsonb, ${new Date(clock.now() - KEPT_MS)})`;
    const due = await postgres.sql<{ tenant_id: TenantId; provider: CheckoutId }[]>`
      SELECT tenant_id, provider FROM list_due_look_ups(${now}, ${TENANTS_MAX})`;
    await eachApart(
      due,
      async ({ tenant_id: tenantId, provider: checkout }) => {
        const queue = queues.get(checkout);
        if (queue) await jobs.add(queue, { tenantId, checkout }, { deduplicationKey: tenantId });
      },
      ({ tenant_id: tenantId, provider: checkout }, err) =>
        logger.warn(
          { event: 'look-up.tenant.failed', err, tenantId, checkout },
          'look-ups of a tenant not started; retrying in 2 s',
        ),
    );
    return due.length;
  }

  let isAway = false;
  const sweeps = repeat(EVERY_MS, () =>
    sweep().then(
      () => {
        isAway = false;
      },
      (err: unknown) => {
        // Once for an outage, and not every two seconds of it.
        if (!isAway) logger.warn({ event: 'look-up.sweep.failed', err }, 'look-up sweep failed; retrying in 2 s');
        isAway = true;
      },
    ),
  );

  return { sweep, stop: () => sweeps.stop() };
}
