import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

interface Entry {
  readonly version: number;
}

/** A look-up that the test answers one call at a time. */
function answering() {
  const asked: { id: string; answer: (entry: Entry | undefined) => void; fail: (error: Error) => void }[] = [];
  const cache = createCache<Entry>(
    (id) =>
      new Promise((answer, fail) => {
        asked.push({ id, answer, fail });
      }),
  );
  return { asked, cache };
}

test('looks an entry up once, even when it is requested twice at the same moment', async () => {
  const { asked, cache } = answering();
  const both = Promise.all([cache.find('a'), cache.find('a')]);
  asked[0]!.answer({ version: 1 });
  expect(await both).toEqual([{ version: 1 }, { version: 1 }]);
  expect(await cache.find('a')).toEqual({ version: 1 });
  expect(asked).toHaveLength(1);
});

test('remembers that an id is unknown until it is invalidated', async () => {
  const { asked, cache } = answering();
  const first = cache.find('a');
  asked[0]!.answer(undefined);
  expect(await first).toBeUndefined();
  expect(await cache.find('a')).toBeUndefined();
  cache.forget('a');
  const second = cache.find('a');
  asked[1]!.answer({ version: 1 });
  expect(await second).toEqual({ version: 1 });
});

test('returns an answer from before an invalidation to its caller, but does not cache it', async () => {
  const { asked, cache } = answering();
  const early = cache.find('a');
  cache.forget('a');
  asked[0]!.answer({ version: 1 });
  expect(await early).toEqual({ version: 1 });
  const late = cache.find('a');
  asked[1]!.answer({ version: 2 });
  expect(await late).toEqual({ version: 2 });
  cache.forget(null);
  const last = cache.find('a');
  asked[2]!.answer({ version: 3 });
  expect(await last).toEqual({ version: 3 });
});

test('does not cache a failed look-up', async () => {
  const { asked, cache } = answering();
  const first = cache.find('a');
  asked[0]!.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const second = cache.find('a');
  asked[1]!.answer({ version: 1 });
  expect(await second).toEqual({ version: 1 });
});

test('answers from the cache while the database is down, and retries until it is back', async () => {
  const { asked, cache } = answering();
  const first = cache.find('a');
  asked[0]!.answer({ version: 1 });
  await first;
  cache.forget(null);
  const failing = cache.find('a');
  asked[1]!.fail(new Error('away'));
  expect(await failing).toEqual({ version: 1 });
  // No caller waits, and the database gets no call for each of them.
  expect(await Promise.all([cache.find('a'), cache.find('a')])).toEqual([{ version: 1 }, { version: 1 }]);
  expect(asked).toHaveLength(2);
  await expect.poll(() => cache.find('a').then(() => asked.length)).toBe(3);
  asked[2]!.answer({ version: 2 });
  await expect.poll(() => cache.find('a')).toEqual({ version: 2 });
});

test('answers a stale entry at once when the database hangs, but waits for an entry that is known to have changed', async () => {
  const { asked, cache } = answering();
  const first = cache.find('a');
  asked[0]!.answer({ version: 1 });
  await first;
  cache.forget(null);
  const since = performance.now();
  expect(await cache.find('a')).toEqual({ version: 1 });
  expect(performance.now() - since).toBeLessThan(1_000);
  // A changed entry is not answered from the cache.
  cache.forget('a');
  const changed = cache.find('a');
  asked.at(-1)!.answer({ version: 2 });
  expect(await changed).toEqual({ version: 2 });
});

test('keeps a copy of an id that is a slice of a large text, and not the text', async () => {
  const cache = createCache<Entry>(async (id) => (id.endsWith('7') ? { version: 1 } : undefined));
  const megabytesKept = async (count: number) => {
    const before = await heapMegabytes();
    for (let index = 0; index < count; index += 1) {
      // Two bytes a character, as a body with one letter outside of Latin-1 is.
      const body = `${'✓'.repeat(16_000)}campaign-${index}`;
      await cache.find(body.slice(16_000));
    }
    return (await heapMegabytes()) - before;
  };
  // As slices, these keep 30 MB.
  expect(await megabytesKept(2_000)).toBeLessThan(8);
});

async function heapMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await new Promise((resume) => setImmediate(resume));
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
