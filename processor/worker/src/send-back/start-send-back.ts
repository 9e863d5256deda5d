import { SEND_WITHIN_MS } from '@tracker/infra/conversions/outbox';
import { defineQueue, type JobQueue } from '@tracker/infra/jobs/job-queue';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { repeat } from '@tracker/infra/lifecycle/repeat';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import { TenantId } from '@tracker/schemas/primitives/ids';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { z } from 'zod';
import { type SendDueDeps, sendDue } from './send-due.ts';

export interface SendBackDeps extends SendDueDeps {
  readonly jobs: JobQueue;
}

export interface SendBack {
  /** One look for what is due; gives how many destinations have something. Rejects when a store is away. */
  sweep(): Promise<number>;
  /** Ends after the look in hand; jobs that run are the queue's to end. */
  stop(): Promise<void>;
}

/** A job sends all that is due at one destination; the outbox says what that is, so a job that is lost is added again. */
const sendBackQueue = defineQueue({
  name: 'send-back',
  payload: z.object({ tenantId: TenantId, destinationId: z.string() }),
  result: z.object({ sent: z.number() }),
  // The outbox has attempts of its own; these are for stores that are away for a moment.
  attempts: 3,
  backoff: { baseMs: 2_000, maxMs: 30_000 },
  leaseSeconds: 60,
  keepSeconds: 3_600,
});

const EXPIRED = JSON.stringify({ code: 'send_expired' } satisfies SendProblem);
/** How late a conversion may be sent. A sweep is one query of an index. */
const EVERY_MS = 5_000;
const DESTINATIONS_MAX = 1_000;
/** Of different tenants, so that one whose server is slow does not keep the others waiting. */
const CONCURRENCY = 8;

/** Sends what is due, now and as long as the processor runs. Any number of processes may do so. */
export async function startSendBack(deps: SendBackDeps): Promise<SendBack> {
  const { jobs, postgres, clock, logger } = deps;

  await jobs.work(
    sendBackQueue,
    async ({ payload, signal }) => {
      const sent = await sendDue(deps, payload, signal);
      return { sent };
    },
    { concurrency: CONCURRENCY },
  );

  async function sweep(): Promise<number> {
    const nowMs = clock.now();
    await postgres.sql`SELECT expire_outbox(${new Date(nowMs - SEND_WITHIN_MS)}, ${new Date(nowMs)}, ${EXPIRED}::text::jsonb)`;
    const due = await postgres.sql<{ tenant_id: TenantId; destination_id: string }[]>`
      SELECT tenant_id, destination_id FROM list_due_destinations(${new Date(nowMs)}, ${DESTINATIONS_MAX})`;
    await eachApart(
      due,
      async ({ tenant_id: tenantId, destination_id: destinationId }) => {
        await jobs.add(sendBackQueue, { tenantId, destinationId }, { deduplicationKey: destinationId });
      },
      ({ tenant_id: tenantId, destination_id: destinationId }, err) =>
        logger.warn(
          { event: 'outbox.destination.failed', err, tenantId, destinationId },
          'conversions of a destination not sent; retrying in 5 s',
        ),
    );
    return due.length;
  }

  const stopAge = beforeScrape(
    async () => {
      const [row] = await postgres.sql<{ due_at: Date | null }[]>`
        SELECT oldest_due_in_outbox(${new Date(clock.now())}) AS due_at`;
      return row?.due_at ? (clock.now() - row.due_at.getTime()) / 1_000 : 0;
    },
    (age = NaN) => metrics.outboxAge.set(age),
  );
  let isAway = false;
  const sweeps = repeat(EVERY_MS, () =>
    sweep().then(
      () => {
        isAway = false;
      },
      (err: unknown) => {
        // Once for an outage, and not every five seconds of it.
        if (!isAway) logger.warn({ event: 'outbox.sweep.failed', err }, 'outbox sweep failed; retrying in 5 s');
        isAway = true;
      },
    ),
  );

  return {
    sweep,
    stop() {
      stopAge();
      return sweeps.stop();
    },
  };
}
