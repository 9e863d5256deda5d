import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const OPTIONS = { waitingOfOneMax: 2, refusal: 'sign-in-busy' } as const;

const latch = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('runs two tasks at a time in order, and refuses one beyond the queue', async () => {
  const semaphore = createSemaphore({ ...OPTIONS, runningMax: 2, waitingMax: 1 });
  const first = latch();
  const started: string[] = [];
  const run = (name: string) =>
    semaphore.run([name], async () => {
      started.push(name);
      await first.opened;
      return name;
    });

  const all = [run('a'), run('b'), run('c')];
  await expect(run('d')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
  expect(started).toEqual(['a', 'b']);

  first.open();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

test('releases the slot of a failed task', async () => {
  const semaphore = createSemaphore({ ...OPTIONS, runningMax: 1, waitingMax: 1 });
  await expect(semaphore.run([], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run([], () => Promise.resolve('next'))).toBe('next');
});

test('gives one sender two places in the queue, and leaves the others to the rest', async () => {
  const semaphore = createSemaphore({ ...OPTIONS, runningMax: 1, waitingMax: 50 });
  const first = latch();
  const done: string[] = [];
  const run = (name: string, ...senders: string[]) =>
    semaphore.run(senders, async () => {
      await first.opened;
      done.push(name);
    });
  const flood = Array.from({ length: 60 }, (_, index) => run(`flood ${index}`, 'account 1', 'network 1'));
  const refused = Promise.allSettled(flood).then((all) => all.filter(({ status }) => status === 'rejected').length);
  await expect(run('same network', 'account 2', 'network 1')).rejects.toMatchObject({ code: 'sign-in-busy' });
  await expect(run('same account', 'account 1', 'network 2')).rejects.toMatchObject({ code: 'sign-in-busy' });
  const other = run('other', 'account 2', 'network 2');
  first.open();
  await other;
  expect(await refused).toBe(57);
  expect(done).toEqual(['flood 0', 'flood 1', 'other', 'flood 2']);
  await run('again', 'account 1', 'network 1');
});

test('runs one task of a sender at a time, and lets others pass those of it that wait', async () => {
  const semaphore = createSemaphore({ ...OPTIONS, runningMax: 2, runningOfOneMax: 1, waitingMax: 50 });
  const latches = { first: latch(), other: latch() };
  const started: string[] = [];
  const run = (name: string, sender: string, opened?: Promise<void>) =>
    semaphore.run([sender], async () => {
      started.push(name);
      await opened;
    });
  const first = run('first', 'one', latches.first.opened);
  const second = run('second', 'one');
  const other = run('other', 'two', latches.other.opened);
  latches.other.open();
  await other;
  expect(started).toEqual(['first', 'other']);
  latches.first.open();
  await Promise.all([first, second]);
  expect(started).toEqual(['first', 'other', 'second']);
});

/** Each task runs until it is ended by its name. */
function tasks(options: Partial<Parameters<typeof createSemaphore>[0]> = {}) {
  const limits = { runningMax: 3, runningOfOneMax: 2, waitingOfOneMax: 5, refusal: 'too-many-questions' } as const;
  const semaphore = createSemaphore({ ...limits, ...options });
  const running = new Map<string, () => void>();
  const ask = (senders: readonly string[], name: string) =>
    semaphore.run(senders, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      await promise;
      running.delete(name);
      return name;
    });
  const end = async (name: string) => {
    running.get(name)?.();
    await settled();
  };
  return { ask, end, running: () => [...running.keys()] };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('senders', () => {
  test('leave a place to others while one asks for more than it may run', async () => {
    const { ask, running } = tasks();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(['a'], name);
    expect(running()).toEqual(['a1', 'a2']);
    void ask(['b'], 'b1');
    expect(running()).toEqual(['a1', 'a2', 'b1']);
  });

  test('take turns, and each keeps its order', async () => {
    const { ask, end, running } = tasks({ runningMax: 1, runningOfOneMax: 1 });
    const order: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask([name.slice(0, 1)], name);
    while (running().length > 0) {
      const [name = ''] = running();
      order.push(name);
      await end(name);
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('are refused beyond their own queue with 429, and nothing of the others is', async () => {
    const { ask, running } = tasks({ waitingOfOneMax: 1 });
    for (const name of ['a1', 'a2', 'a3']) void ask(['a'], name);
    await expect(ask(['a'], 'a4')).rejects.toMatchObject({ code: 'too-many-questions', status: 429 });
    for (const name of ['p1', 'p2', 'p3']) void ask([], name);
    expect(running()).toEqual(['a1', 'a2', 'p1']);
  });

  test('that one task held up all begin when it ends', async () => {
    const { ask, end, running } = tasks({ runningOfOneMax: 1 });
    void ask(['account 1', 'network 1'], 'first');
    void ask(['account 1', 'network 2'], 'same account');
    void ask(['account 2', 'network 1'], 'same network');
    expect(running()).toEqual(['first']);
    await end('first');
    expect(running()).toEqual(['same account', 'same network']);
  });
});

test('refuses a task that waited for too long, and gives its place in the queue to another one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = createSemaphore({ ...OPTIONS, runningMax: 1, waitingMax: 1, waitMsMax: 15_000 });
  const first = latch();
  const running = semaphore.run(['a'], () => first.opened);
  const late = expect(semaphore.run(['b'], async () => 'b')).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 15,
  });
  await vi.advanceTimersByTimeAsync(15_000);
  await late;
  const next = semaphore.run(['c'], async () => 'c');
  first.open();
  await running;
  expect(await next).toBe('c');
});
