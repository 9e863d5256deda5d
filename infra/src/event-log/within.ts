import { LogUnavailableError } from './event-log.ts';

/** The answer, or `LogUnavailableError` when it has not come by then; what comes later is not heard. */
export async function within<T>(ms: number, answer: Promise<T>, who: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LogUnavailableError(`${who} did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
