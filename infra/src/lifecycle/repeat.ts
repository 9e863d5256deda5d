import { setTimeout as delay } from 'node:timers/promises';

/** Calls `act`, which must not reject, now and `everyMs` after its end. `stop` resolves when a call that runs has ended. */
export function repeat(everyMs: number, act: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = (async () => {
    while (!signal.aborted) {
      await act();
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return done;
    },
  };
}
