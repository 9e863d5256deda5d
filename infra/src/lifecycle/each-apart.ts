import { classOf } from '../errors/store-errors.ts';

/**
 * Does work for each of several tenants, or other keys, one after the other. One that throws is passed to `onFailed` and never stops the
 * others. Rejects only where a store is away, since the work of all others would fail as well.
 */
export async function eachApart<Key>(
  keys: Iterable<Key>,
  work: (key: Key) => Promise<void>,
  onFailed: (key: Key, error: unknown) => void | Promise<void>,
): Promise<void> {
  for (const key of keys) {
    try {
      await work(key);
    } catch (error) {
      if (classOf(error) === 'away') throw error;
      await onFailed(key, error);
    }
  }
}
