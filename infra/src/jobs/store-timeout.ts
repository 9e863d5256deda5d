import { withTimeout } from '../lifecycle/timeout.ts';
import { JobsUnavailableError } from './job-queue.ts';

const TIMEOUT_MS = 5_000;

/**
 * The answer of the job store, or `JobsUnavailableError` after 5 s: both drivers wait without a limit for an unavailable store.
 */
export const withStoreTimeout = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(TIMEOUT_MS, answer, () => {
    throw new JobsUnavailableError('the job store did not answer in time');
  });
