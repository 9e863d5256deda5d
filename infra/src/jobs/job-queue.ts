// The port of background jobs. Adapters: pg-boss-job-queue.ts (on our Postgres, the default) and bullmq-job-queue.ts (REDIS_URL);
// both pass job-queue.suite.ts.
//
// Every adapter promises:
// - An added job runs until it is done, or failed by the rules of its queue. It survives crashes and an unavailable store.
// - One worker has a job at a time, by a lease that is renewed while the handler runs. A killed worker loses the lease, and
//   another worker runs the job again within `leaseSeconds` plus 10 s.
// - So a handler may run again after it did all or part of its work: **jobs are idempotent**. A worker that loses its lease while
//   it still runs (its machine slept) has its `signal` aborted when it notices; until then two workers run the job.
// - Jobs have no order.
import type { z } from 'zod';
import type { Backoff } from '../lifecycle/backoff.ts';

/** Made by `defineQueue`; all programs that add to a queue or work on it share one definition. */
export interface QueueDefinition<Payload, Result> {
  /** Letters, digits and '-'. */
  readonly name: string;
  /** JSON as it is; no transforms. Ids, never secrets or what is known of people: the store of jobs is not encrypted. */
  readonly payload: z.ZodType<Payload>;
  readonly result: z.ZodType<Result>;
  /** How often a job is tried before it has failed. A lost lease is an attempt too: a job that kills its process does so no more often. */
  readonly attempts: number;
  /** Between attempts: doubled each time from `baseMs` up to `maxMs`, of which a random half is taken off. */
  readonly backoff: Backoff;
  /** At least 10. How long a job may go without a word of its worker; the words are sent by the adapter. No attempt lasts a day. */
  readonly leaseSeconds: number;
  /** How long an ended job is kept. At least a day for queues of the nightly scheduler. */
  readonly keepSeconds: number;
  /** How many of its jobs run at once in one process. */
  readonly concurrency: number;
}

export interface AddOptions {
  /** Any text. While a job with this key waits or runs, no other one is added; an ended job does not count. */
  readonly deduplicationKey?: string | undefined;
  /** A UUID (`jobId` makes one of a text). An id is taken once: not added again while the queue keeps its job, ended or not. */
  readonly id?: string;
  readonly delayMs?: number;
}

export interface Added {
  /** Of the job that is there now: the new one, or the one that was in its way. */
  readonly id: string;
  readonly added: boolean;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface Attempt<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** From 1; postponements (`RetryJobLater`) do not count. */
  readonly attempt: number;
  /** Aborted when the lease was lost or the queue is closed: end soon, by throwing. */
  readonly signal: AbortSignal;
  /** Seen by `state`, half a second late at most; never fails. */
  progress(done: number, total: number): void;
}

/**
 * Its result ends the job as done. Throwing tries it again after the queue's backoff until its attempts are used up;
 * `PermanentJobError` ends it as failed at once; `RetryJobLater` puts it off. What it throws while the queue closes puts it back
 * without spending an attempt. Only the message of an error is kept; it must hold no secret.
 */
export type JobHandler<Payload, Result> = (attempt: Attempt<Payload>) => Promise<Result>;

/** Of a queue. */
export type HandlerOf<Queue> =
  Queue extends QueueDefinition<infer Payload, infer Result> ? JobHandler<Payload, Result> : never;

interface JobOfAnyState {
  readonly id: string;
  /** The attempt that runs or was the last, postponements not counted; 0 before the first. */
  readonly attempt: number;
  readonly progress?: Progress;
  readonly addedAt: Date;
}

export type JobState<Result> =
  | (JobOfAnyState & { readonly state: 'waiting' | 'running' })
  | (JobOfAnyState & { readonly state: 'done'; readonly endedAt: Date; readonly result: Result })
  | (JobOfAnyState & { readonly state: 'failed'; readonly endedAt: Date; readonly error: string });

export interface Depth {
  /** Due, and not taken by a worker yet. */
  readonly waiting: number;
  readonly delayed: number;
  readonly running: number;
  /** Since when the oldest of those that wait is due (BullMQ: at the earliest); undefined when none waits. */
  readonly dueSince?: Date | undefined;
}

export interface CloseOptions {
  /** How long running jobs may go on undisturbed; then their signal is aborted. Default 5 s. */
  readonly graceMs?: number;
  /** From the call: what still runs then is put back for another worker, and its outcome is not heard. Default 20 s. */
  readonly deadlineMs?: number;
}

export interface JobQueue {
  /** Rejects with `JobsUnavailableError` within 5 s when the store cannot take it; it may be there all the same (use a key or an id). */
  add<P, R>(queue: QueueDefinition<P, R>, payload: P, options?: AddOptions): Promise<Added>;
  /** Once for each queue and process. Goes on through outages of the store. */
  work<P, R>(queue: QueueDefinition<P, R>, handler: JobHandler<P, R>): Promise<void>;
  /** Undefined: never added, or ended longer ago than `keepSeconds`. */
  state<P, R>(queue: QueueDefinition<P, R>, id: string): Promise<JobState<R> | undefined>;
  /** The job when it has ended, in any process; its current state when it has not ended in time. */
  waitFor<P, R>(queue: QueueDefinition<P, R>, id: string, timeoutMs: number): Promise<JobState<R> | undefined>;
  /** The jobs that ended last, the newest first. */
  history<P, R>(queue: QueueDefinition<P, R>, limit: number): Promise<JobState<R>[]>;
  /** How many jobs have not ended. */
  depth<P, R>(queue: QueueDefinition<P, R>): Promise<Depth>;
  /** Writes. Rejects within 5 s while the store does not answer, takes nothing, or would throw jobs away. */
  ping(): Promise<void>;
  /**
   * Lets jobs run that wait for a moment further ahead than any queue puts one off, as after a clock that was ahead, and looks at leases from
   * then. Gives how many.
   */
  mendClock(): Promise<number>;
  /** Takes no more jobs, waits for those that run, closes connections. */
  close(options?: CloseOptions): Promise<void>;
}

const LEASE_SECONDS_MIN = 10;
/** No job is put off for longer: an ad platform that throttles says an hour at most. */
export const PUT_OFF_MAX_MS = 2 * 3_600_000;

export function defineQueue<Payload, Result>(
  definition: QueueDefinition<Payload, Result>,
): QueueDefinition<Payload, Result> {
  const { name, attempts, leaseSeconds } = definition;
  if (!/^[A-Za-z0-9-]+$/.test(name)) throw new Error(`${name} is no name for a queue: letters, digits and '-' only`);
  if (!Number.isInteger(attempts) || attempts < 1) throw new Error(`the queue ${name} needs at least one attempt`);
  if (!Number.isInteger(leaseSeconds) || leaseSeconds < LEASE_SECONDS_MIN) {
    throw new Error(`the lease of the queue ${name} must be whole seconds, at least ${LEASE_SECONDS_MIN}`);
  }
  return definition;
}

/** Another attempt would end as this one did: the job has failed. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/**
 * Not now (a platform throttles): the job waits so long and spends no attempt, as often as it is thrown. When it is too late to go on is
 * for the handler to say (`PermanentJobError`), since only it knows what a day's delay means.
 */
export class RetryJobLater extends Error {
  override readonly name = 'RetryJobLater';
  readonly afterMs: number;

  constructor(afterMs: number, message = 'put off') {
    super(message);
    this.afterMs = afterMs;
  }
}

/** The store of jobs does not answer now; the caller retries (503). */
export class JobsUnavailableError extends Error {
  override readonly name = 'JobsUnavailableError';
}
