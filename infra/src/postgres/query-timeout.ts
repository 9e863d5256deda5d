import { withTimeout } from '../lifecycle/timeout.ts';

const TIMEOUT_MS = 3_000;

/** The answer, or an error with code ETIMEDOUT after 3 s: the driver waits without a limit for an unavailable database. */
export const withQueryTimeout = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(TIMEOUT_MS, answer, () => {
    throw Object.assign(new Error(`the database did not answer within ${TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });
  });
