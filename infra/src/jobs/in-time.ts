import { beforeDeadline } from '../lifecycle/before-deadline.ts';
import { JobsUnavailableError } from './job-queue.ts';

const ANSWER_WITHIN_MS = 5_000;

/** The answer of the store, or `JobsUnavailableError` when it has not come by then: both drivers wait for a store that is away. */
export const inTime = <T>(answer: Promise<T>): Promise<T> =>
  beforeDeadline(ANSWER_WITHIN_MS, answer, () => new JobsUnavailableError('the store of jobs did not answer in time'));
