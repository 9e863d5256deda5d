import { setTimeout as delay } from 'node:timers/promises';
import type { JobState } from './job-queue.ts';

const EVERY_MS = 200;

/**
 * Polls five times a second: fast enough for a person, the same for every store, and without a listening connection. It tolerates
 * short outages of the store; at the timeout it throws the store's last error.
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
