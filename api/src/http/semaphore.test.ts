import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('runs two tasks at a time in order, and refuses one beyond the queue', async () => {
  const semaphore = createSemaphore({ runningMax: 2, waitingMax: 1 });
  const first = gate();
  const started: string[] = [];
  const run = (name: string) =>
    semaphore.run(async () => {
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
  const semaphore = createSemaphore({ runningMax: 1, waitingMax: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await semaphore.run(() => Promise.resolve('next'))).toBe('next');
});
