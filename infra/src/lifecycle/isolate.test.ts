import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isolate } from './isolate.ts';

interface Key {
  readonly tenantId: string;
  readonly id: number;
}

const tenantOf = ({ tenantId }: Key) => tenantId;
const keysOf = (count: number): Key[] => Array.from({ length: count }, (_, id) => ({ tenantId: `tn_${id % 7}`, id }));

describe('isolation of keys', () => {
  test('does the work for every key but those that fail alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.uniqueArray(fc.nat(199), { maxLength: 12 }), async (count, ids) => {
        const bad = new Set(ids.filter((id) => id < count));
        const done = new Set<number>();
        const failed = await isolate(keysOf(count), tenantOf, async (keys) => {
          if (keys.some(({ id }) => bad.has(id))) throw new TypeError('cannot be computed');
          for (const { id } of keys) done.add(id);
        });
        expect(new Set(failed.map(({ key }) => key.id))).toEqual(bad);
        expect(done.size).toBe(count - bad.size);
      }),
    );
  });

  test('tries few times: a single key among thousands costs the logarithm of their number', async () => {
    let tries = 0;
    const failed = await isolate(keysOf(4_096), tenantOf, async (keys) => {
      tries += 1;
      if (keys.some(({ id }) => id === 1_234)) throw new TypeError('cannot be computed');
    });
    expect(failed).toHaveLength(1);
    expect(tries).toBeLessThanOrEqual(2 * 12 + 2);
  });

  test('rejects at once when a store is away, and sets no key aside', async () => {
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    let tries = 0;
    const work = async () => {
      tries += 1;
      throw away;
    };
    await expect(isolate(keysOf(100), tenantOf, work)).rejects.toBe(away);
    expect(tries).toBe(1);
  });

  test('blames no key for what does not happen again, and rejects when it fails otherwise', async () => {
    const failure = (code: string) => Object.assign(new Error('no'), { name: 'StoreError', kind: 'data', code });
    const once = new Set<number>();
    const flaky = (codes: readonly string[]) => async (keys: readonly Key[]) => {
      const [only] = keys;
      if (keys.length > 1 && keys.some(({ id }) => id === 3)) throw failure('27');
      if (only?.id !== 3) return;
      const code = codes[once.size];
      once.add(once.size);
      if (code !== undefined) throw failure(code);
    };
    expect(await isolate(keysOf(8), tenantOf, flaky(['27']))).toEqual([]);
    once.clear();
    await expect(isolate(keysOf(8), tenantOf, flaky(['27', '38']))).rejects.toMatchObject({ code: '38' });
    once.clear();
    expect(await isolate(keysOf(8), tenantOf, flaky(['27', '27']))).toMatchObject([{ key: { id: 3 } }]);
  });
});
