// The store answers few statements at a time, and they wait here, in a queue of their sender. When one ends the next sender has its turn, so a thousand
// questions of one tenant delay those of another by no more than the ones that run. Without it a viewer who asks in a loop stops all screens.
import { AppError } from '../errors/app-error.ts';

export interface Turns {
  /** 429 for what is beyond `waitingOfOneMax`. Without a sender it is the product's own work: it has its turns, and no other limit. */
  run<T>(sender: string | undefined, work: () => Promise<T>): Promise<T>;
}

export interface TurnOptions {
  readonly runningMax: number;
  /** Fewer than run at all: slow questions of one sender leave a place to the others. */
  readonly runningOfOneMax: number;
  readonly waitingOfOneMax: number;
}

export function createTurns({ runningMax, runningOfOneMax, waitingOfOneMax }: TurnOptions): Turns {
  const running = new Map<string | undefined, number>();
  /** In the order of their turns. */
  const waiting = new Map<string | undefined, (() => void)[]>();
  let runningNow = 0;

  const runningOf = (sender: string | undefined): number => running.get(sender) ?? 0;

  function startNext(): void {
    if (runningNow >= runningMax) return;
    for (const [sender, queue] of waiting) {
      if (sender !== undefined && runningOf(sender) >= runningOfOneMax) continue;
      const start = queue.shift();
      // Behind the others: their turns come first.
      waiting.delete(sender);
      if (queue.length > 0) waiting.set(sender, queue);
      runningNow += 1;
      running.set(sender, runningOf(sender) + 1);
      start?.();
      return;
    }
  }

  function end(sender: string | undefined): void {
    runningNow -= 1;
    const left = runningOf(sender) - 1;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
    startNext();
  }

  return {
    async run(sender, work) {
      const queue = waiting.get(sender) ?? [];
      if (sender !== undefined && queue.length >= waitingOfOneMax) {
        throw new AppError('too-many-questions', { retryAfterSeconds: 2 });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      let isStarted = false;
      queue.push(() => {
        isStarted = true;
        resolve();
      });
      waiting.set(sender, queue);
      startNext();
      // At once where there is room: a store that is closed in this moment waits for it.
      if (!isStarted) await promise;
      try {
        return await work();
      } finally {
        end(sender);
      }
    },
  };
}
