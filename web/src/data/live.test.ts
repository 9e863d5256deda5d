import { afterEach, describe, expect, it, vi } from 'vitest';
import { throttled } from './live.ts';

describe('throttled', () => {
  afterEach(() => vi.useRealTimers());

  it('runs at once, then at most once per interval, and keeps the last request', () => {
    vi.useFakeTimers();
    const work = vi.fn();
    const { run, cancel } = throttled(work, 1_000);
    run();
    expect(work).toHaveBeenCalledTimes(1);
    for (let times = 0; times < 50; times++) run();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(2);
    run();
    expect(work).toHaveBeenCalledTimes(3);
    cancel();
  });
});
