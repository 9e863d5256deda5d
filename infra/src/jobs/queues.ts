// All queues of the product on one page: the worker handles each (processor/worker/src/jobs.ts), and what adds to one is named above it.
// To add one: here, and its handler there.
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS, CheckoutId } from '@tracker/schemas/checkouts/registry';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { SyncReport, SyncRequest } from '../ad-platforms/sync-request.ts';
import { defineQueue, type QueueDefinition } from './job-queue.ts';
import type { NightlyRule } from './nightly-rule.ts';

const DAY_SECONDS = DAY_MS / 1_000;

/** Added once a night of each subject, by its clock; the id of a job is its night, so that several workers add it once. */
interface Nightly<Payload, Result> {
  readonly queue: QueueDefinition<Payload, Result>;
  readonly nightly: NightlyRule;
}

/** Added by a look for what is due; several workers may look, since a key has one job at a time. A job that is lost is added again. */
interface Swept<Payload, Result> {
  readonly queue: QueueDefinition<Payload, Result>;
  readonly everyMs: number;
  readonly keyOf: (payload: Payload) => string;
}

const nightly = <P, R>(job: Nightly<P, R>): Nightly<P, R> => job;
const swept = <P, R>(job: Swept<P, R>): Swept<P, R> => job;

/**
 * Reads the spend of one connection. Added by the API for a person who asks (its id is that of the run), and nightly (specification §2.11; spread,
 * because all tenants of one zone share the same two o'clock). Runs of one connection take turns by a lease in Postgres.
 */
export const spendSync = nightly({
  nightly: { hour: 2, spreadMinutes: 20 },
  queue: defineQueue({
    name: 'spend-sync',
    payload: SyncRequest,
    result: SyncReport,
    // Besides the retries of the adapter within one call.
    attempts: 5,
    backoff: { baseMs: 5_000, maxMs: 5 * MINUTE_MS },
    leaseSeconds: 20,
    keepSeconds: 7 * DAY_SECONDS,
    // Each waits for its platform most of the time.
    concurrency: 4,
  }),
});

/** Today's spend of all links of a connection, every 20 minutes (ADR 58). A run that fails is not repeated: the next one is due soon. */
export const spendIntraday = swept({
  everyMs: 15_000,
  keyOf: ({ platform, tenantId }) => `${platform}/${tenantId}`,
  queue: defineQueue({
    name: 'spend-intraday',
    payload: SyncRequest.pick({ tenantId: true, platform: true }),
    result: z.object({ links: z.number().int() }),
    attempts: 1,
    backoff: { baseMs: 5_000, maxMs: 5_000 },
    leaseSeconds: 20,
    keepSeconds: 3_600,
    concurrency: 4,
  }),
});

/**
 * Does what people want of the ads of one connection (ADR 108). `ad_actions` has attempts of its own. Each tenant and platform has a job, so that a
 * platform that throttles the ads of one holds up no other.
 */
export const adActions = swept({
  everyMs: 1_000,
  keyOf: ({ platform, tenantId }) => `${platform}/${tenantId}`,
  queue: defineQueue({
    name: 'ad-actions',
    payload: SyncRequest.pick({ tenantId: true, platform: true }),
    result: z.object({ settled: z.number() }),
    attempts: 3,
    backoff: { baseMs: 2_000, maxMs: 30_000 },
    leaseSeconds: 60,
    keepSeconds: 3_600,
    // Each waits for its platform most of the time.
    concurrency: 8,
  }),
});

/** Sends all that is due at one destination (ADR 18). `outbox` has attempts of its own; those of the queue are for stores that are away for a moment. */
export const sendBack = swept({
  everyMs: 5_000,
  keyOf: ({ destinationId }) => destinationId,
  queue: defineQueue({
    name: 'send-back',
    payload: z.object({ tenantId: TenantId, destinationId: z.string() }),
    result: z.object({ sent: z.number() }),
    attempts: 3,
    backoff: { baseMs: 2_000, maxMs: 30_000 },
    leaseSeconds: 60,
    keepSeconds: 3_600,
    // Of different tenants, so that one whose server is slow does not keep the others waiting.
    concurrency: 8,
  }),
});

/**
 * Asks the API of a checkout what is due of one tenant (ADR 85). A queue for each checkout: a platform that does not answer holds up no other
 * one. `look_ups` has attempts of its own, as the outbox.
 */
export const lookUps = {
  everyMs: 2_000,
  keyOf: ({ tenantId }: { readonly tenantId: TenantId }): string => tenantId,
  queues: new Map(
    CHECKOUT_IDS.filter((id) => CHECKOUTS[id].lookUp).map((checkout) => [
      checkout as string,
      defineQueue({
        name: `look-up-${checkout}`,
        payload: z.object({ tenantId: TenantId, checkout: CheckoutId }),
        result: z.object({ answered: z.number() }),
        attempts: 3,
        backoff: { baseMs: 2_000, maxMs: 30_000 },
        leaseSeconds: 60,
        keepSeconds: 3_600,
        concurrency: 8,
      }),
    ]),
  ),
};

/** Stores the Central Bank's rates (ADR 93): one run a night, when the bank's day is over and before the spend of the night. */
export const bankRates = nightly({
  nightly: { hour: 1, spreadMinutes: 30 },
  queue: defineQueue({
    name: 'bank-rates',
    payload: z.object({}),
    result: z.object({ rates: z.number(), failed: z.array(z.string()) }),
    attempts: 6,
    backoff: { baseMs: MINUTE_MS, maxMs: 60 * MINUTE_MS },
    leaseSeconds: 60,
    keepSeconds: 2 * DAY_SECONDS,
    concurrency: 1,
  }),
});

/** Deletes what the retention of all tenants gives up (ADR 33): one run a night, after the nightly syncs of most of them. */
export const retention = nightly({
  nightly: { hour: 4, spreadMinutes: 20 },
  queue: defineQueue({
    name: 'retention',
    payload: z.object({}),
    result: z.object({ rows: z.number(), bytes: z.number(), postponed: z.array(z.string()) }),
    attempts: 3,
    backoff: { baseMs: MINUTE_MS, maxMs: 10 * MINUTE_MS },
    leaseSeconds: 60,
    keepSeconds: 2 * DAY_SECONDS,
    concurrency: 1,
  }),
});
