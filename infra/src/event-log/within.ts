import { beforeDeadline } from '../lifecycle/before-deadline.ts';
import { LogUnavailableError } from './event-log.ts';

/** The answer, or `LogUnavailableError` when it has not come by then. */
export const within = <T>(ms: number, answer: Promise<T>, who: string): Promise<T> =>
  beforeDeadline(ms, answer, () => new LogUnavailableError(`${who} did not answer within ${ms} ms`));
