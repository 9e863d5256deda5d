import type { JobWithMetadata } from 'pg-boss';
import type { JobState, Progress } from './job-queue.ts';

/** The data of a job's row. */
export interface Envelope {
  readonly payload: unknown;
  /** How many of its starts do not count. */
  readonly postponed: number;
}

/** Waits or runs: it blocks another job with its key. */
export const isPending = ({ state }: Pick<JobWithMetadata, 'state'>): boolean =>
  state === 'created' || state === 'retry' || state === 'active';

interface Output {
  readonly progress?: Progress;
  readonly result?: unknown;
  readonly error?: string;
}

export function stateOf(job: JobWithMetadata<Envelope>): JobState<unknown> {
  const { progress, result, error } = (job.output ?? {}) as Output;
  const common = {
    id: job.id,
    attempt: job.state === 'created' ? 0 : job.retryCount + 1 - job.data.postponed,
    addedAt: job.createdOn,
    ...(progress && { progress }),
  };
  const endedAt = job.completedOn ?? job.createdOn;
  if (job.state === 'completed') return { ...common, state: 'done', endedAt, result };
  // 'cancelled' is only ever an operator's doing.
  if (isPending(job)) return { ...common, state: job.state === 'active' ? 'running' : 'waiting' };
  return { ...common, state: 'failed', endedAt, error: error ?? 'cancelled' };
}
