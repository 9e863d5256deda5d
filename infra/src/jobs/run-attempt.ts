// Decides what one attempt means for its job. It is the same for every adapter; the adapter only stores the outcome.
import { backoffMs } from '../lifecycle/backoff.ts';
import type { Attempt, JobHandler, QueueDefinition } from './job-queue.ts';
import { PermanentJobError, RetryJobLater } from './job-queue.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'again'; readonly afterMs: number; readonly isSpent: boolean; readonly error: string };

/** Put back as if it had never been taken. */
export const putBack: Outcome & { kind: 'again' } = { kind: 'again', afterMs: 0, isSpent: false, error: 'put back' };

export interface RunAttemptOptions<P, R> {
  readonly queue: QueueDefinition<P, R>;
  readonly handler: JobHandler<P, R>;
  readonly attempt: Omit<Attempt<P>, 'payload'> & { readonly payload: unknown };
  /** Aborted when the queue is closed. */
  readonly closing: AbortSignal;
  readonly random?: () => number;
}

/** Never rejects. */
export async function runAttempt<P, R>(options: RunAttemptOptions<P, R>): Promise<Outcome> {
  const { queue, handler, attempt, closing, random = Math.random } = options;
  if (attempt.attempt > queue.attempts) {
    return { kind: 'failed', error: `its worker was lost in the last of ${queue.attempts} attempts` };
  }
  const payload = queue.payload.safeParse(attempt.payload);
  if (!payload.success) return { kind: 'failed', error: `not a payload of ${queue.name}: ${payload.error.message}` };
  try {
    const result = queue.result.safeParse(await handler({ ...attempt, payload: payload.data }));
    if (result.success) return { kind: 'done', result: result.data };
    return { kind: 'failed', error: `not a result of ${queue.name}: ${result.error.message}` };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof PermanentJobError) return { kind: 'failed', error };
    if (thrown instanceof RetryJobLater) return { kind: 'again', afterMs: thrown.afterMs, isSpent: false, error };
    if (closing.aborted) return { ...putBack, error };
    if (attempt.attempt >= queue.attempts) return { kind: 'failed', error };
    return { kind: 'again', afterMs: backoffMs(queue.backoff, attempt.attempt, random()), isSpent: true, error };
  }
}
