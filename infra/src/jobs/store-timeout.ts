import { withTimeout } from '../lifecycle/timeout.ts';
import { JobsUnavailableError } from './job-queue.ts';

const TIMEOUT_MS = 5_000;

/** First words of what a Redis answers that takes nothing: full, a replica, without a disk, loading, with another password or without a right. */
const TAKES_NOTHING =
  /^(?:OOM|READONLY|MISCONF|LOADING|NOAUTH|NOPERM|WRONGPASS|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|NOREPLICAS|UNBLOCKED)\b|\bOOM command not allowed|\bACL failure in script|user executing the script/;

/** The answer of the job store, or `JobsUnavailableError`: at once when it takes nothing, after 5 s when it does not answer, since both drivers wait without a limit. */
export const withStoreTimeout = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(
    TIMEOUT_MS,
    answer.catch((error: unknown) => {
      if (!(error instanceof Error && TAKES_NOTHING.test(error.message))) throw error;
      throw new JobsUnavailableError(`the job store takes nothing: ${error.message}`, { cause: error });
    }),
    () => {
      throw new JobsUnavailableError('the job store did not answer in time');
    },
  );
