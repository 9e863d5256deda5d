import { setTimeout as delay } from 'node:timers/promises';
import { metrics } from '../telemetry/metrics.ts';
import type { CloseOptions, JobHandler, Progress, QueueDefinition } from './job-queue.ts';
import { createProgressWriter } from './progress-writer.ts';
import { type Outcome, putBack, runAttempt } from './run-attempt.ts';

export interface TakenJob<P, R> {
  readonly queue: QueueDefinition<P, R>;
  readonly handler: JobHandler<P, R>;
  readonly id: string;
  readonly payload: unknown;
  readonly attempt: number;
  /** Aborted when the lease is lost. */
  readonly lease: AbortSignal;
  writeProgress(progress: Progress): Promise<unknown>;
}

/** The jobs that this process has in hand, and what becomes of them when it stops. */
export class RunningJobs {
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #running = new Map<Promise<unknown>, () => Promise<unknown>>();

  /** Aborted after the grace: handlers end soon. */
  get closing(): AbortSignal {
    return this.#aborting.signal;
  }

  /** `putBack` is called when the deadline of `close` finds it running. */
  async track<T>(work: () => Promise<T>, putBack: () => Promise<unknown>): Promise<T> {
    const job = work();
    this.#running.set(job, putBack);
    try {
      return await job;
    } finally {
      this.#running.delete(job);
    }
  }

  /** One attempt, with its progress; none is begun any more once the queue is closed. Never rejects. */
  async attempt<P, R>({ queue, handler, lease, writeProgress, ...job }: TakenJob<P, R>): Promise<Outcome> {
    if (this.#stopping.signal.aborted) return putBack;
    const { closing } = this;
    const writer = createProgressWriter(writeProgress);
    const signal = AbortSignal.any([lease, closing]);
    const outcome = await runAttempt({
      queue,
      handler,
      closing,
      attempt: { ...job, signal, progress: writer.progress },
    });
    await writer.end();
    metrics.jobAttempts.inc({ queue: queue.name, outcome: outcome.kind });
    return outcome;
  }

  /** Whether all have ended by themselves. */
  async close({ graceMs = 5_000, deadlineMs = 20_000 }: CloseOptions = {}): Promise<boolean> {
    this.#stopping.abort();
    await this.#idleWithin(graceMs);
    this.#aborting.abort();
    await this.#idleWithin(deadlineMs - graceMs);
    const left = [...this.#running.values()];
    await Promise.allSettled(left.map((putBack) => putBack()));
    return left.length === 0;
  }

  async #idleWithin(ms: number) {
    const inTime = new AbortController();
    const idle = Promise.allSettled(this.#running.keys());
    await Promise.race([idle, delay(Math.max(0, ms), undefined, { signal: inTime.signal })]);
    inTime.abort();
  }
}
