import { describe, expect, test } from 'vitest';
import { createTurns } from './take-turns.ts';

/** Each statement runs until it is ended by its name. */
function store(options: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const turns = createTurns({ runningMax: 3, runningOfOneMax: 2, waitingOfOneMax: 5, ...options });
  const running = new Map<string, () => void>();
  const ask = (sender: string | undefined, name: string) =>
    turns.run(sender, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      await promise;
      running.delete(name);
      return name;
    });
  const end = async (name: string) => {
    running.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, running: () => [...running.keys()] };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of statements', () => {
  test('leave a place to others while one sender asks for more than it may run', async () => {
    const { ask, running } = store();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
    await settled();
    expect(running()).toEqual(['a1', 'a2']);
    void ask('b', 'b1');
    await settled();
    expect(running()).toEqual(['a1', 'a2', 'b1']);
  });

  test('go round the senders, and keep the order of each', async () => {
    const { ask, end, running } = store({ runningMax: 1, runningOfOneMax: 1 });
    const order: string[] = [];
    for (const [sender, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['b', 'b2'],
      ['c', 'c1'],
    ] as const) {
      void ask(sender, name);
    }
    await settled();
    while (running().length > 0) {
      const [name = ''] = running();
      order.push(name);
      await end(name);
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('refuse what is beyond the queue of one sender with 429, and nothing of the others', async () => {
    const { ask, running } = store({ waitingOfOneMax: 1 });
    void ask('a', 'a1');
    void ask('a', 'a2');
    void ask('a', 'a3');
    await expect(ask('a', 'a4')).rejects.toMatchObject({ code: 'too-many-questions', status: 429 });
    for (const name of ['p1', 'p2', 'p3']) void ask(undefined, name);
    await settled();
    expect(running()).toEqual(['a1', 'a2', 'p1']);
  });

  test('go on after a statement that failed', async () => {
    const turns = createTurns({ runningMax: 1, runningOfOneMax: 1, waitingOfOneMax: 1 });
    await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run('a', async () => 'next')).toBe('next');
  });
});
