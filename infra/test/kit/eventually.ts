import { setTimeout as delay } from 'node:timers/promises';
import { SLOWNESS } from './machine.ts';

/**
 * Retries until `assertion` passes and returns its value; after `timeoutMs` of an idle machine it throws the last error. Use it instead of a
 * sleep: it is as fast as the product and as patient as the slowest machine needs.
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
