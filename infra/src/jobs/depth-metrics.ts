import { systemClock } from '../lifecycle/clock.ts';
import { beforeScrape, metrics } from '../telemetry/metrics.ts';
import type { Depth, JobQueue, QueueDefinition } from './job-queue.ts';

/** The depth and age of the queues that this process works on, asked at each scrape; every process shows the same of a shared queue. */
export class DepthMetrics {
  readonly #ends: (() => void)[] = [];

  watch<P, R>(jobs: Pick<JobQueue, 'depth'>, queue: QueueDefinition<P, R>): void {
    metrics.jobAttempts.inc({ queue: queue.name, outcome: 'failed' }, 0); // alerts see an increase from a value only
    this.#ends.push(
      beforeScrape(
        () => jobs.depth(queue),
        (depth) => show(queue.name, depth),
      ),
    );
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

function show(queue: string, depth: Depth | undefined): void {
  for (const state of ['waiting', 'delayed', 'running'] as const)
    metrics.jobs.set({ queue, state }, depth?.[state] ?? NaN);
  const waitedMs = depth?.dueSince === undefined ? 0 : systemClock.now() - depth.dueSince.getTime();
  metrics.jobsOldest.set({ queue }, depth ? Math.max(0, waitedMs) / 1_000 : NaN);
}
