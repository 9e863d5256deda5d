import { SEND_WITHIN_MS } from '@tracker/infra/conversions/outbox';
import { type HandlerOf, type JobQueue, RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { sendBack } from '@tracker/infra/jobs/queues';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { readSetUpBy } from './destinations.ts';
import { createPaces } from './paces.ts';
import { createPlaces } from './places.ts';
import { type SendDueDeps, sendDue } from './send-due.ts';

export interface OutboxSweepDeps extends Pick<SendDueDeps, 'postgres' | 'clock' | 'logger'> {
  readonly jobs: JobQueue;
}

const EXPIRED = JSON.stringify({ code: 'send_expired' } satisfies SendProblem);
const DESTINATIONS_MAX = 1_000;
/** Of those that a worker sends to at once. A person may have ten whose servers are slow, in several tenants: the others need a place, too. */
export const DESTINATIONS_OF_ONE_MAX = 3;
/** Of all tenants together; the other places of the queue are for servers that answer soon. */
export const SLOW_DESTINATIONS_MAX = 2;
/** So that two people with slow servers both have their turns. */
export const SLOW_DESTINATIONS_OF_ONE_MAX = 1;
const AGAIN_MS = 5_000;

export function handleSendBack(deps: SendDueDeps): HandlerOf<typeof sendBack.queue> {
  const paces = createPaces();
  const running = createPlaces({ max: sendBack.queue.concurrency, ofOneMax: DESTINATIONS_OF_ONE_MAX });
  const runningSlow = createPlaces({ max: SLOW_DESTINATIONS_MAX, ofOneMax: SLOW_DESTINATIONS_OF_ONE_MAX });
  return async ({ payload, signal }) => {
    const { tenantId, destinationId } = payload;
    const setUpBy = await readSetUpBy(deps.postgres, tenantId, destinationId);
    // The tenants of one person count as one.
    const senders = setUpBy === null ? [tenantId] : [tenantId, setUpBy];
    const places = paces.isSlow(destinationId) ? [running, runningSlow] : [running];
    if (!places.every((some) => some.hasRoom(senders)))
      throw new RetryJobLater(AGAIN_MS, 'others of the tenant, or other slow servers, are sent to');
    for (const some of places) some.add(senders, 1);
    try {
      return { sent: await sendDue(deps, payload, signal, (ms) => paces.add(destinationId, ms)) };
    } finally {
      for (const some of places) some.add(senders, -1);
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
