// Jobs on our own Postgres. How the adapter closes the gaps between pg-boss and the port:
// - Its queues are 'exclusive': one waiting or running job per key. A job without a key uses its id as key.
// - pg-boss counts each start as an attempt and backs off by whole seconds. So its own retries have no limit and no delay (they
//   serve lost leases), and we count and wait (pg-boss-settle.ts).
// - pg-boss has no progress: the `output` of a running job, which is empty until the end, holds it.
// - pg-boss polls: a job that this process added, or that waits behind another, starts at once, all others within a second.
import { setTimeout as delay } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { uuidV7 } from '../identity/uuid-v7.ts';
import { systemClock } from '../lifecycle/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { DepthMetrics } from './depth-metrics.ts';
import {
  type Added,
  type AddOptions,
  type Depth,
  type JobHandler,
  type JobQueue,
  type JobState,
  PUT_OFF_MAX_MS,
  type QueueDefinition,
} from './job-queue.ts';
import { openPgBoss, type PgBossOptions, SCHEMA } from './pg-boss-connection.ts';
import { settle } from './pg-boss-settle.ts';
import { type Envelope, isPending, stateOf } from './pg-boss-state.ts';
import { type Outcome, putBack } from './run-attempt.ts';
import { RunningJobs } from './running-jobs.ts';
import { withStoreTimeout } from './store-timeout.ts';
import { waitForEnd } from './wait-for-end.ts';

const POLL_SECONDS = 1;
const TRY_AGAIN_MS = 500;
/** More than any queue allows: attempts are counted by run-attempt.ts. */
const RETRIES_WITHOUT_END = 1_000_000;
/** The library's longest for one run of a job, and for one that waits. */
const RUNS_MAX_SECONDS = 86_400;
const WAITS_MAX_SECONDS = 365 * 86_400;

type AnyQueue = QueueDefinition<unknown, unknown>;

export async function createPgBossJobQueue(options: PgBossOptions): Promise<JobQueue> {
  return new PgBossJobQueue(await openPgBoss(options), options.logger);
}

class PgBossJobQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #logger: Logger;
  readonly #running = new RunningJobs();
  readonly #depths = new DepthMetrics();
  readonly #known = new Map<string, Promise<void>>();

  constructor(boss: PgBoss, logger: Logger) {
    this.#boss = boss;
    this.#logger = logger;
  }

  async add<P, R>(queue: QueueDefinition<P, R>, payload: P, options: AddOptions = {}): Promise<Added> {
    const envelope: Envelope = { payload: queue.payload.parse(payload), postponed: 0 };
    const id = options.id ?? uuidV7(systemClock.now());
    return withStoreTimeout(this.#add(queue as AnyQueue, envelope, { ...options, id }));
  }

  async #add(queue: AnyQueue, envelope: Envelope, options: AddOptions & { id: string }): Promise<Added> {
    const { id, deduplicationKey: key = id, delayMs = 0 } = options;
    await this.#know(queue);
    for (;;) {
      const startAfter = delayMs > 0 ? new Date(systemClock.now() + delayMs) : undefined;
      const added = await this.#boss.send(queue.name, envelope, {
        id,
        singletonKey: key,
        ...(startAfter && { startAfter }),
      });
      if (added !== null) {
        this.#wake(queue);
        return { id, added: true };
      }
      // The job with the same key may have ended since; then this one can be added.
      const [same] = await this.#boss.findJobs(queue.name, { id });
      if (same) return { id, added: false };
      const inTheWay = (await this.#boss.findJobs(queue.name, { key })).find(isPending);
      if (inTheWay) return { id: inTheWay.id, added: false };
    }
  }

  async work<P, R>(queue: QueueDefinition<P, R>, handler: JobHandler<P, R>) {
    await this.#know(queue as AnyQueue);
    this.#depths.watch(this, queue);
    const options = {
      includeMetadata: true,
      localConcurrency: queue.concurrency,
      pollingIntervalSeconds: POLL_SECONDS,
    } as const;
    await this.#boss.work(queue.name, options, async ([job]: JobWithMetadata<Envelope>[]) => {
      if (job) {
        const giveBack = () => settle(this.#boss, job, putBack);
        await this.#running.track(() => this.#attempt(queue, handler, job), giveBack);
        this.#wake(queue); // there may be more: without it each worker would do one job a second
      }
    });
  }

  async #attempt<P, R>(queue: QueueDefinition<P, R>, handler: JobHandler<P, R>, job: JobWithMetadata<Envelope>) {
    const outcome = await this.#running.attempt({
      queue,
      handler,
      id: job.id,
      payload: job.data.payload,
      attempt: stateOf(job).attempt,
      lease: job.signal,
      writeProgress: (progress) => this.#writeProgress(job, progress),
    });
    await this.#settleAtLast(job, outcome);
  }

  /** The work is done: an outage of the store in this moment shall not make it be done again. The lease is renewed meanwhile. */
  async #settleAtLast(job: JobWithMetadata<Envelope>, outcome: Outcome) {
    for (;;) {
      try {
        return await settle(this.#boss, job, outcome);
      } catch (error) {
        if (this.#running.closing.aborted) throw error;
        this.#logger.warn(
          { event: 'jobs.settle.failed', err: error, job: job.id, queue: job.name },
          'job result not stored; retrying',
        );
        await delay(TRY_AGAIN_MS);
      }
    }
  }

  async #writeProgress({ name, id, retryCount }: JobWithMetadata<Envelope>, progress: object) {
    await this.#boss
      .getDb()
      .executeSql(
        `UPDATE ${SCHEMA}.job SET output = $4 WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
        [name, id, retryCount, JSON.stringify({ progress })],
      );
  }

  async state<P, R>(queue: QueueDefinition<P, R>, id: string): Promise<JobState<R> | undefined> {
    const find = this.#know(queue as AnyQueue).then(() => this.#boss.findJobs<Envelope>(queue.name, { id }));
    const [job] = await withStoreTimeout(find);
    return job && (stateOf(job) as JobState<R>);
  }

  waitFor<P, R>(queue: QueueDefinition<P, R>, id: string, timeoutMs: number) {
    return waitForEnd(() => this.state(queue, id), timeoutMs);
  }

  async history<P, R>(queue: QueueDefinition<P, R>, limit: number): Promise<JobState<R>[]> {
    const { rows } = await withStoreTimeout(
      this.#boss.getDb().executeSql(
        `SELECT id FROM ${SCHEMA}.job WHERE name = $1 AND state IN ('completed', 'failed', 'cancelled')
         ORDER BY completed_on DESC, id DESC LIMIT $2`,
        [queue.name, limit],
      ),
    );
    const states = await Promise.all(rows.map(({ id }: { id: string }) => this.state(queue, id)));
    return states.filter((state) => state !== undefined);
  }

  async depth<P, R>({ name }: QueueDefinition<P, R>): Promise<Depth> {
    const { rows } = await withStoreTimeout(
      this.#boss.getDb().executeSql(
        `SELECT count(*) FILTER (WHERE state <> 'active' AND start_after <= now())::int AS waiting,
           count(*) FILTER (WHERE state <> 'active' AND start_after > now())::int AS delayed,
           count(*) FILTER (WHERE state = 'active')::int AS running,
           min(start_after) FILTER (WHERE state <> 'active' AND start_after <= now()) AS due_since
         FROM ${SCHEMA}.job WHERE name = $1 AND state IN ('created', 'retry', 'active')`,
        [name],
      ),
    );
    const [{ waiting, delayed, running, due_since: dueSince }] = rows;
    return { waiting, delayed, running, dueSince: dueSince ?? undefined };
  }

  async ping() {
    await withStoreTimeout(this.#boss.getDb().executeSql('SELECT 1'));
  }

  /** All moments are of the clock of the database. */
  async mendClock() {
    const ask = (sql: string, values: unknown[] = []) => withStoreTimeout(this.#boss.getDb().executeSql(sql, values));
    const { rows } = await ask(
      `UPDATE ${SCHEMA}.job SET start_after = now(), keep_until = now() + (keep_until - start_after)
       WHERE state IN ('created', 'retry') AND start_after > now() + $1 * interval '1 millisecond' RETURNING id`,
      [PUT_OFF_MAX_MS],
    );
    const active = await ask(
      `UPDATE ${SCHEMA}.job SET started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
       WHERE state = 'active' AND greatest(started_on, heartbeat_on) > now() + interval '2 minutes' RETURNING id`,
    );
    await ask(
      `UPDATE ${SCHEMA}.queue SET monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
         maintain_on = least(maintain_on, now())
       WHERE greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '2 minutes'`,
    );
    if (rows.length > 0) for (const { name } of this.#boss.getWipData()) this.#wake({ name });
    return rows.length + active.rows.length;
  }

  async close(options = {}) {
    this.#depths.end();
    const working = new Set(this.#boss.getWipData().map(({ name }) => name));
    await Promise.all([...working].map((name) => this.#boss.offWork(name, { wait: false })));
    await this.#running.close(options);
    // It waits for its connections, and one to a database that hangs never ends.
    await withStoreTimeout(this.#boss.stop({ graceful: false })).catch((err: unknown) =>
      this.#logger.warn({ event: 'jobs.close.failed', err }, 'job queue not closed in time; exiting without it'),
    );
  }

  /** Creates the queue, or updates its settings to those of this program. A start waits for a busy store as long as it takes. */
  #know(queue: AnyQueue): Promise<void> {
    const known = this.#known.get(queue.name) ?? this.#define(queue);
    this.#known.set(queue.name, known);
    known.catch(() => this.#known.delete(queue.name));
    return known;
  }

  async #define({ name, leaseSeconds, keepSeconds }: AnyQueue) {
    const settings = {
      retryLimit: RETRIES_WITHOUT_END,
      retryDelay: 0,
      heartbeatSeconds: leaseSeconds,
      deleteAfterSeconds: keepSeconds,
      expireInSeconds: RUNS_MAX_SECONDS,
      retentionSeconds: WAITS_MAX_SECONDS,
    };
    await this.#boss.createQueue(name, { ...settings, policy: 'exclusive' });
    await this.#boss.updateQueue(name, settings);
  }

  #wake({ name }: Pick<AnyQueue, 'name'>) {
    for (const worker of this.#boss.getWipData()) if (worker.name === name) this.#boss.notifyWorker(worker.id);
  }
}
