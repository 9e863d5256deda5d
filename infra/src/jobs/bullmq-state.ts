import type { Job } from 'bullmq';
import type { JobState, Progress } from './job-queue.ts';

/** The data of a job's hash. */
export interface Envelope {
  readonly payload: unknown;
  /** Differs for each call of `add`. */
  readonly addedBy: string;
}

/** `state`: BullMQ's word for where the job is. */
export function stateOf(job: Job<Envelope>, state: string): JobState<unknown> {
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
