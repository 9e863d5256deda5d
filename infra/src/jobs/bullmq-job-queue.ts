// Jobs on Redis (REDIS_URL). How the adapter closes the gaps between BullMQ and the port:
// - BullMQ does not count a lost lease as an attempt, and drops a job that lost two. So its own limits are set far away, and
//   run-attempt.ts counts.
// - BullMQ silently ignores an id that exists already: each job carries a mark of the caller that added it.
// - The state of a job is polled, not received by events (wait-for-end.ts): no third connection.
// Redis must not evict (`maxmemory-policy noeviction`) and must write to disk (`appendonly yes`): jobs are not a cache.
import { DelayedError, type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RedisConfig } from '../config/config.ts';
import { randomText } from '../identity/random-id.ts';
import { uuidV7 } from '../identity/uuid-v7.ts';
import { systemClock } from '../lifecycle/clock.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { probeRedis } from '../redis/probe.ts';
import type { Logger } from '../telemetry/logger.ts';
import { DepthMetrics } from './depth-metrics.ts';
import {
  type Added,
  type AddOptions,
  type Depth,
  type JobHandler,
  type JobQueue,
  type JobState,
  type Progress,
  PUT_OFF_MAX_MS,
  type QueueDefinition,
} from './job-queue.ts';
import { createOutageLog } from './outage-log.ts';
import type { Outcome } from './run-attempt.ts';
import { RunningJobs } from './running-jobs.ts';
import { withStoreTimeout } from './store-timeout.ts';
import { waitForEnd } from './wait-for-end.ts';

/** The data of a job's hash. */
interface Envelope {
  readonly payload: unknown;
  /** Differs for each call of `add`. */
  readonly addedBy: string;
}

/** `state`: BullMQ's word for where the job is. */
function stateOf(job: Job<Envelope>, state: string): JobState<unknown> {
  const progress = typeof job.progress === 'object' ? (job.progress as Progress) : undefined;
  const common = {
    id: job.id!,
    // Attempts are counted when they end; lost leases are counted separately.
    attempt: job.attemptsMade + job.stalledCounter + (state === 'active' ? 1 : 0),
    addedAt: new Date(job.timestamp),
    ...(progress && { progress }),
  };
  const endedAt = new Date(job.finishedOn ?? job.timestamp);
  if (state === 'completed') return { ...common, state: 'done', endedAt, result: job.returnvalue };
  if (state === 'failed') return { ...common, state: 'failed', endedAt, error: job.failedReason };
  return { ...common, state: state === 'active' ? 'running' : 'waiting' };
}

const LOOK_EVERY_MS = 5_000;
/** BullMQ keeps jobs that are put off in a sorted set; the lower bits of a score count those of one millisecond. */
const DELAYED_SCORE_PER_MS = 0x1000;
const WITHOUT_END = 1_000_000;
const CLOSE_WITHIN_MS = 2_000;

export interface BullMqJobQueueOptions extends RedisConfig {
  readonly logger: Logger;
  /** Of all keys: another one for each installation that shares a database of a Redis. */
  readonly prefix?: string;
  /** How often leases are looked at, 5 s when absent; one that was lost is seen at the second look. */
  readonly lookEveryMs?: number;
}

export const createBullMqJobQueue = (options: BullMqJobQueueOptions): JobQueue => new BullMqJobQueue(options);

class BullMqJobQueue implements JobQueue {
  readonly #prefix: string;
  readonly #lookEveryMs: number;
  readonly #connection: Redis;
  readonly #onError: (error: unknown) => void;
  readonly #queues = new Map<string, Queue<Envelope>>();
  readonly #workers: Worker<Envelope>[] = [];
  readonly #running = new RunningJobs();
  readonly #depths = new DepthMetrics();

  constructor({ logger, prefix = 'tracker-jobs', lookEveryMs = LOOK_EVERY_MS, ...redis }: BullMqJobQueueOptions) {
    this.#prefix = prefix;
    this.#lookEveryMs = lookEveryMs;
    this.#onError = createOutageLog(logger);
    // Commands wait for a Redis that is away; `withStoreTimeout` bounds those that people wait for.
    this.#connection = connectRedis(redis, { maxRetriesPerRequest: null });
    // Without listeners the first lost connection would end the process.
    this.#connection.on('error', this.#onError);
  }

  async add<P, R>(queue: QueueDefinition<P, R>, payload: P, options: AddOptions = {}): Promise<Added> {
    const envelope: Envelope = { payload: queue.payload.parse(payload), addedBy: randomText(12) };
    return withStoreTimeout(this.#add(queue.name, queue.keepSeconds, envelope, options));
  }

  async #add(name: string, keepSeconds: number, envelope: Envelope, options: AddOptions): Promise<Added> {
    const { id = uuidV7(systemClock.now()), deduplicationKey, delayMs = 0 } = options;
    const keep = { age: keepSeconds };
    const job = await this.#queue(name).add(name, envelope, {
      jobId: id,
      delay: delayMs,
      attempts: WITHOUT_END,
      backoff: { type: 'custom' },
      removeOnComplete: keep,
      removeOnFail: keep,
      ...(deduplicationKey !== undefined && { deduplication: { id: deduplicationKey } }),
    });
    if (job.id !== id) return { id: job.id!, added: false };
    if (options.id === undefined) return { id, added: true };
    const stored = await this.#queue(name).getJob(id);
    return { id, added: stored === undefined || stored.data.addedBy === envelope.addedBy };
  }

  async work<P, R>(queue: QueueDefinition<P, R>, handler: JobHandler<P, R>) {
    const worker: Worker<Envelope> = new Worker<Envelope>(
      queue.name,
      // BullMQ checks the number of parameters: with three it passes the signal.
      (job, token, signal) =>
        this.#running.track(
          () => this.#attempt(queue, handler, job, token, signal as AbortSignal),
          () => withStoreTimeout(job.moveToDelayed(systemClock.now(), token)),
        ),
      {
        connection: this.#connection,
        prefix: this.#prefix,
        concurrency: queue.concurrency,
        lockDuration: queue.leaseSeconds * 1_000,
        stalledInterval: this.#lookEveryMs,
        maxStalledCount: WITHOUT_END,
        settings: { backoffStrategy: (_made, _type, error) => (error instanceof TryAgain ? error.afterMs : 0) },
      },
    );
    worker.on('error', this.#onError);
    worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) worker.cancelJob(id, 'the lease was lost');
    });
    this.#workers.push(worker);
    this.#depths.watch(this, queue);
  }

  async #attempt<P, R>(
    queue: QueueDefinition<P, R>,
    handler: JobHandler<P, R>,
    job: Job<Envelope>,
    token: string | undefined,
    signal: AbortSignal,
  ) {
    const outcome = await this.#running.attempt({
      queue,
      handler,
      id: job.id!,
      payload: job.data.payload,
      attempt: stateOf(job, 'active').attempt,
      lease: signal,
      writeProgress: (progress) => job.updateProgress(progress),
    });
    return this.#toAnswer(outcome, job, token);
  }

  /** Results are returned, every other outcome is thrown: this is BullMQ's protocol. */
  async #toAnswer(outcome: Outcome, job: Job<Envelope>, token: string | undefined): Promise<unknown> {
    if (outcome.kind === 'done') return outcome.result;
    if (outcome.kind === 'failed') throw new UnrecoverableError(outcome.error);
    if (outcome.isSpent) throw new TryAgain(outcome.error, outcome.afterMs);
    await job.moveToDelayed(systemClock.now() + outcome.afterMs, token);
    throw new DelayedError();
  }

  async state<P, R>(queue: QueueDefinition<P, R>, id: string): Promise<JobState<R> | undefined> {
    const jobs = this.#queue(queue.name);
    // In this order: what has ended by the first answer has its result in the second.
    const state = await withStoreTimeout(jobs.getJobState(id));
    const job = await withStoreTimeout(jobs.getJob(id));
    return job && (stateOf(job, state) as JobState<R>);
  }

  waitFor<P, R>(queue: QueueDefinition<P, R>, id: string, timeoutMs: number) {
    return waitForEnd(() => this.state(queue, id), timeoutMs);
  }

  async history<P, R>(queue: QueueDefinition<P, R>, limit: number): Promise<JobState<R>[]> {
    const jobs = this.#queue(queue.name);
    const [done, failed] = await withStoreTimeout(
      Promise.all([jobs.getJobs('completed', 0, limit - 1), jobs.getJobs('failed', 0, limit - 1)]),
    );
    return [...done.map((job) => ({ job, as: 'completed' })), ...failed.map((job) => ({ job, as: 'failed' }))]
      .filter(({ job }) => job !== undefined)
      .sort((a, b) => (b.job.finishedOn ?? 0) - (a.job.finishedOn ?? 0))
      .slice(0, limit)
      .map(({ job, as }) => stateOf(job, as) as JobState<R>);
  }

  async depth<P, R>({ name }: QueueDefinition<P, R>): Promise<Depth> {
    const jobs = this.#queue(name);
    const [counts, [oldest]] = await withStoreTimeout(
      Promise.all([jobs.getJobCounts('wait', 'delayed', 'active'), jobs.getJobs(['wait'], 0, 0, true)]),
    );
    const { wait = 0, delayed = 0, active = 0 } = counts;
    const dueSince = oldest && new Date(oldest.timestamp + (oldest.opts.delay ?? 0));
    return { waiting: wait, delayed, running: active, dueSince };
  }

  async ping() {
    await withStoreTimeout(probeRedis(this.#connection));
  }

  /** Leases have lengths, by the clock of Redis; what is put off waits for a moment of our clock. */
  async mendClock() {
    const names = new Set([...this.#queues.keys(), ...this.#workers.map(({ name }) => name)]);
    let mended = 0;
    for (const name of names) {
      const queue = this.#queue(name);
      const from = (systemClock.now() + PUT_OFF_MAX_MS) * DELAYED_SCORE_PER_MS;
      const ids = await withStoreTimeout(this.#connection.zrange(queue.toKey('delayed'), from, '+inf', 'BYSCORE'));
      for (const id of ids) {
        const job = await withStoreTimeout(queue.getJob(id));
        await withStoreTimeout(job?.promote() ?? Promise.resolve());
        mended += 1;
      }
    }
    return mended;
  }

  async close(options = {}) {
    this.#depths.end();
    const soon = (work: Promise<unknown>) =>
      withTimeout<unknown>(CLOSE_WITHIN_MS, work, () => undefined).catch(() => undefined);
    // `true`: without waiting for the running jobs, which is done below.
    await Promise.all(this.#workers.map((worker) => soon(worker.pause(true))));
    const isIdle = await this.#running.close(options);
    // BullMQ records an outcome after it was given it; that is waited for, unless something is left that never ends.
    await Promise.all(this.#workers.map((worker) => soon(worker.close(!isIdle))));
    await Promise.all([...this.#queues.values()].map((queue) => soon(queue.close())));
    this.#connection.disconnect();
  }

  #queue(name: string): Queue<Envelope> {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue = new Queue<Envelope>(name, { connection: this.#connection, prefix: this.#prefix });
    queue.on('error', this.#onError);
    this.#queues.set(name, queue);
    return queue;
  }
}

class TryAgain extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}
