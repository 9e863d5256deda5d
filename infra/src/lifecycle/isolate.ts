import { classOf } from '../errors/store-errors.ts';

export interface FailedKey<Key> {
  readonly key: Key;
  readonly error: unknown;
}

/**
 * Does one piece of work over keys of many tenants. Where it fails for another reason than a store that is away, it is done over halves until
 * the key that fails is alone; keys of one tenant stay together as long as possible. Gives the keys that fail alone. Rejects when a store is
 * away, or is too busy for one key alone: then nothing is wrong with the keys. The work must be idempotent, since neighbours of such a key have it done several times.
 */
export async function isolate<Key>(
  keys: readonly Key[],
  tenantOf: (key: Key) => string,
  work: (keys: readonly Key[]) => Promise<void>,
): Promise<FailedKey<Key>[]> {
  if (keys.length === 0) return [];
  try {
    await work(keys);
    return [];
  } catch (error) {
    const means = classOf(error);
    const [only] = keys;
    if (means === 'away' || (means === 'busy' && keys.length === 1)) throw error;
    if (only !== undefined && keys.length === 1) return [{ key: only, error }];
    return inHalves(
      keys.toSorted((one, other) => compareText(tenantOf(one), tenantOf(other))),
      tenantOf,
      work,
    );
  }
}

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Each half is tried again as a whole: of most only one fails. */
async function inHalves<Key>(
  keys: readonly Key[],
  tenantOf: (key: Key) => string,
  work: (keys: readonly Key[]) => Promise<void>,
): Promise<FailedKey<Key>[]> {
  const middle = keys.length >> 1;
  const first = await isolate(keys.slice(0, middle), tenantOf, work);
  return first.concat(await isolate(keys.slice(middle), tenantOf, work));
}
