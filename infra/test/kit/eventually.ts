import { setTimeout as delay } from 'node:timers/promises';
import { SLOWNESS } from './machine.ts';

/**
 * Retries until `assertion` passes and returns its value; after `timeoutMs` of an idle machine it throws the last error. Use it instead of a
 * sleep: it is as fast as the product and as patient as the slowest machine needs. It only looks: `infra/dev/checks/waits.ts` refuses an
 * assertion that writes, because how often it is tried depends on the machine.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = 20_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs * SLOWNESS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(everyMs);
    }
  }
}

/**
 * Sends the same thing again until the expectation of its answer holds. It is given apart because it is made once: the same delivery, record or
 * job by its key, so that of several attempts that arrive one counts. For what cannot be looked at without sending.
 */
export const sendUntil = <T, R>(
  sent: T,
  attempt: (sent: T) => R | Promise<R>,
  options?: { timeoutMs?: number; everyMs?: number },
): Promise<R> => eventually(() => attempt(sent), options);
