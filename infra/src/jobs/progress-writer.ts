import { setTimeout as delay } from 'node:timers/promises';
import type { Progress } from './job-queue.ts';

const EVERY_MS = 500;

export interface ProgressWriter {
  progress(done: number, total: number): void;
  /** No write follows it. */
  end(): Promise<void>;
}

/** Writes the first word at once and then the latest one, twice a second at most; a write that fails costs nothing but that word. */
export function createProgressWriter(write: (progress: Progress) => Promise<unknown>): ProgressWriter {
  const ended = new AbortController();
  let latest: Progress | undefined;
  let writing: Promise<void> | undefined;

  async function writeLatest() {
    while (latest && !ended.signal.aborted) {
      const next = latest;
      latest = undefined;
      await write(next).catch(() => undefined);
      await delay(EVERY_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
    writing = undefined;
  }

  return {
    progress(done, total) {
      latest = { done, total };
      writing ??= writeLatest();
    },
    async end() {
      ended.abort();
      await writing;
    },
  };
}
