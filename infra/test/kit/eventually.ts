import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tries until `assertion` passes and gives what it returned; after `timeoutMs` its last error is thrown. Instead of a sleep: as
 * quick as the product, and as patient as the slowest machine needs.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  { timeoutMs = 20_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(everyMs);
    }
  }
}
