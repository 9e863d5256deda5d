import { beforeDeadline } from '../lifecycle/before-deadline.ts';

const ANSWER_WITHIN_MS = 3_000;

/** Rejects as an unavailable store when the answer takes longer than 3 s: a driver waits for a database that is away for ever. */
export const inTime = <T>(answer: Promise<T>): Promise<T> =>
  beforeDeadline(ANSWER_WITHIN_MS, answer, () =>
    Object.assign(new Error(`the database did not answer within ${ANSWER_WITHIN_MS} ms`), { code: 'ETIMEDOUT' }),
  );
