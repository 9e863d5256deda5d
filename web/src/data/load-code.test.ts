import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeMissing, loadCode } from './load-code.ts';

describe('loadCode', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('asks again three times for a file that does not come, within five seconds', async () => {
    const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js')));
    const ended = expect(loadCode(load)).rejects.toThrow(CodeMissing);
    await vi.advanceTimersByTimeAsync(5_000);
    await ended;
    expect(load).toHaveBeenCalledTimes(4);
  });

  it('gives the code when it comes at last', async () => {
    const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(new TypeError('no network'));
    const loaded = loadCode(load);
    await vi.advanceTimersByTimeAsync(500);
    expect(await loaded).toBe('code');
  });

  it('does not wait where the browser has no network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    await expect(loadCode(() => Promise.reject(new TypeError('no network')))).rejects.toThrow(CodeMissing);
  });
});
