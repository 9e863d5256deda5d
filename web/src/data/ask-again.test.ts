import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askAgain, askAgainAfterwards, FIGURES } from './ask-again.ts';

/** A list on screen; each request waits until the test answers it. */
function watchedList() {
  const answers: ((value: string) => void)[] = [];
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(queryClient, {
    queryKey: ['/api/list', {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  onTestFinished(observer.subscribe(() => undefined));
  const answer = (value: string) => answers.shift()?.(value);
  return { queryClient, answer, waiting: () => answers.length, shown: () => observer.getCurrentResult().data };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('askAgain', () => {
  it('discards an answer from before the change and shows the one from after it', async () => {
    const { queryClient, answer, shown } = watchedList();
    const done = askAgain(queryClient, ['/api/list']);
    answer('before');
    await settled();
    answer('after');
    await done;
    expect(shown()).toBe('after');
  });

  it('leaves queries of other paths alone', async () => {
    const { queryClient, answer, shown, waiting } = watchedList();
    answer('first');
    await settled();
    await askAgain(queryClient, ['/api/other']);
    expect(waiting()).toBe(0);
    expect(shown()).toBe('first');
  });

  it('fetches as figures those that their contract calls so, under any path', async () => {
    const queryClient = new QueryClient();
    const asked: string[] = [];
    for (const figures of [true, undefined]) {
      const queryKey = ['/api/list', { figures }];
      const queryFn = async () => asked.push(`figures: ${figures}`);
      onTestFinished(
        new QueryObserver(queryClient, { queryKey, queryFn, meta: { figures } }).subscribe(() => undefined),
      );
    }
    await settled();
    expect(asked.splice(0)).toEqual(['figures: true', 'figures: undefined']);
    await askAgain(queryClient, [FIGURES]);
    expect(asked).toEqual(['figures: true']);
  });
});

describe('askAgainAfterwards', () => {
  it('shows the answer under way and then fetches once more', async () => {
    const { queryClient, answer, shown, waiting } = watchedList();
    const done = askAgainAfterwards(queryClient, ['/api/list']);
    expect(waiting()).toBe(1);
    answer('before');
    await settled();
    expect(shown()).toBe('before');
    expect(waiting()).toBe(1);
    answer('after');
    await done;
    expect(shown()).toBe('after');
  });

  it('fetches only the query under way once more, not an idle one of the same path', async () => {
    const { queryClient, answer } = watchedList();
    let asked = 0;
    const other = new QueryObserver(queryClient, { queryKey: ['/api/list/total', {}], queryFn: async () => ++asked });
    onTestFinished(other.subscribe(() => undefined));
    await settled();
    const done = askAgainAfterwards(queryClient, ['/api/list']);
    answer('before');
    await settled();
    answer('after');
    await done;
    expect(asked).toBe(2);
  });

  it('fetches once when no request is under way', async () => {
    const { queryClient, answer, shown, waiting } = watchedList();
    answer('first');
    await settled();
    const done = askAgainAfterwards(queryClient, ['/api/list']);
    answer('second');
    await done;
    expect(waiting()).toBe(0);
    expect(shown()).toBe('second');
  });

  it('fetches the others after two seconds, and a slow query once more when it is answered', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { queryClient, answer, shown, waiting } = watchedList();
    let asked = 0;
    const other = new QueryObserver(queryClient, { queryKey: ['/api/list/total', {}], queryFn: async () => ++asked });
    onTestFinished(other.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    const done = askAgainAfterwards(queryClient, ['/api/list']);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect([asked, waiting()]).toEqual([2, 1]);
    answer('before');
    await vi.advanceTimersByTimeAsync(0);
    answer('after');
    await done;
    expect(shown()).toBe('after');
  });
});
