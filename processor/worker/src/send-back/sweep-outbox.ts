import { SEND_WITHIN_MS } from '@tracker/infra/conversions/outbox';
import { type HandlerOf, type JobQueue, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { sendBack } from '@tracker/infra/jobs/queues';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { type SendDueDeps, sendDue } from './send-due.ts';

export interface OutboxSweepDeps extends Pick<SendDueDeps, 'postgres' | 'clock' | 'logger'> {
  readonly jobs: JobQueue;
}

const EXPIRED = JSON.stringify({ code: 'send_expired' } satisfies SendProblem);
const DESTINATIONS_MAX = 1_000;
/** Of those that a worker sends to at once. A tenant may have ten whose servers are slow: the others need a place, too. */
const DESTINATIONS_OF_TENANT_MAX = 3;
const AGAIN_MS = 5_000;

export function handleSendBack(deps: SendDueDeps): HandlerOf<typeof sendBack.queue> {
  const running = new Map<TenantId, number>();
  return async ({ payload, signal }) => {
    const { tenantId } = payload;
    const others = running.get(tenantId) ?? 0;
    if (others >= DESTINATIONS_OF_TENANT_MAX) throw new RetryJobLater(AGAIN_MS, 'others of the tenant are sent to');
    running.set(tenantId, others + 1);
    try {
      return { sent: await sendDue(deps, payload, signal) };
    } finally {
      const left = (running.get(tenantId) ?? 0) - 1;
      if (left > 0) running.set(tenantId, left);
      else running.delete(tenantId);
    }
  };
}

/** Adds a job for each destination that something is due for. */
export function startOutboxSweep({ jobs, postgres, clock, logger }: OutboxSweepDeps): Sweep {
  async function sweep(): Promise<number> {
    const nowMs = clock.now();
    await postgres.sql`SELECT expire_outbox(${new Date(nowMs - SEND_WITHIN_MS)}, ${new Date(nowMs)}, ${EXPIRED}::text::jsonb)`;
    const due = await postgres.sql<{ tenant_id: TenantId; destination_id: string }[]>`
      SELECT tenant_id, destination_id FROM list_due_destinations(${new Date(nowMs)}, ${DESTINATIONS_MAX})`;
    await eachApart(
      due,
      async ({ tenant_id: tenantId, destination_id: destinationId }) => {
        const payload = { tenantId, destinationId };
        await jobs.add(sendBack.queue, payload, { deduplicationKey: sendBack.keyOf(payload) });
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
  const { stop } = startSweep(sendBack.everyMs, sweep, (err) =>
    logger.warn({ event: 'outbox.sweep.failed', err }, 'outbox sweep failed; retrying in 5 s'),
  );
  return {
    sweep,
    stop() {
      stopAge();
      return stop();
    },
  };
}
