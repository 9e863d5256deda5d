import { setTimeout as delay } from 'node:timers/promises';
import type { CloseOptions } from './job-queue.ts';

/** The jobs that this process has in hand, and what becomes of them when it stops. */
export class RunningJobs {
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #running = new Map<Promise<unknown>, () => Promise<unknown>>();

  /** Aborted by `close`: nothing new is begun. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

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
