import { classOf } from '../errors/store-errors.ts';

export interface FailedKey<Key> {
  readonly key: Key;
  readonly error: unknown;
}

export interface IsolateOptions {
  /** False where doing the work again is not free for others: a call to a receiver. Then a key that fails alone is believed at once. */
  readonly isRepeatable?: boolean;
}

/** How long a neighbour that was taken shows that the store takes rows. */
const WITNESS_MS = 1_000;

/**
 * Does one piece of work over keys of many tenants. Where it fails for another reason than a store that is away, it is done over halves until
 * the key that fails is alone; keys of one tenant stay together as long as possible. Gives the keys that fail alone. Rejects when a store is
 * away, or is too busy for one key alone: then nothing is wrong with the keys. The work must be idempotent, since neighbours of such a key have it done several times.
 *
 * A key is blamed only when the work is done for a neighbour within the same second and then fails for the key again, with the same error: a store
 * that lacks files or memory refuses some rows and takes others, and says all kinds of things. Without such a neighbour it must fail again.
 */
export async function isolate<Key>(
  keys: readonly Key[],
  tenantOf: (key: Key) => string,
  work: (keys: readonly Key[]) => Promise<void>,
  { isRepeatable = true }: IsolateOptions = {},
): Promise<FailedKey<Key>[]> {
  const witness = createWitness(work);
  const suspects = await apart(keys, tenantOf, witness.work);
  if (!isRepeatable) return suspects;
  const failed: FailedKey<Key>[] = [];
  for (const suspect of suspects) {
    await witness.confirm();
    const again = await errorOf(witness.work([suspect.key]));
    if (again === undefined) continue;
    if (!isSame(suspect.error, again)) throw again;
    failed.push({ key: suspect.key, error: again });
  }
  return failed;
}

/** Remembers a key whose work was done, and when. */
function createWitness<Key>(work: (keys: readonly Key[]) => Promise<void>) {
  let taken: { readonly key: Key } | undefined;
  let takenAtMs = 0;
  const done = async (keys: readonly Key[]): Promise<void> => {
    await work(keys);
    const [key] = keys;
    if (key === undefined) return;
    taken = { key };
    takenAtMs = performance.now();
  };
  return {
    work: done,
    /** Rejects when the work fails now for a key for which it was done before. */
    async confirm(): Promise<void> {
      if (taken && performance.now() - takenAtMs > WITNESS_MS) await done([taken.key]);
    },
  };
}

const errorOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error ?? new Error('unknown'),
  );

function isSame(one: unknown, other: unknown): boolean {
  if (!(one instanceof Error && other instanceof Error)) return one === other;
  if (one.name !== other.name) return false;
  return 'code' in one && 'code' in other ? one.code === other.code : one.message === other.message;
}

async function apart<Key>(
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
  const first = await apart(keys.slice(0, middle), tenantOf, work);
  return first.concat(await apart(keys.slice(middle), tenantOf, work));
}
