import { setTimeout as delay } from 'node:timers/promises';
import type { JobState } from './job-queue.ts';

const EVERY_MS = 200;

/**
 * Asks five times a second: as quick as a person can see, the same for every store, and without a connection that listens. A store that is
 * away for a moment is asked again; what it said last is thrown when the time is over.
 */
export async function waitForEnd<R>(
  read: () => Promise<JobState<R> | undefined>,
  timeoutMs: number,
): Promise<JobState<R> | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const isLate = performance.now() >= deadline;
    try {
      const job = await read();
      if (isLate || !job || job.state === 'done' || job.state === 'failed') return job;
    } catch (error) {
      if (isLate) throw error;
    }
    await delay(Math.max(1, Math.min(EVERY_MS, deadline - performance.now())));
  }
}
