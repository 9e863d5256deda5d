import { AppError } from '@tracker/infra/errors/app-error';

export interface Semaphore {
  /** `senders`: who asks, in one or more ways; each may have `waitingOfOneMax` tasks in the queue. */
  run<T>(senders: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** So that one sender with many requests leaves the queue to the others. */
  readonly waitingOfOneMax: number;
  readonly refusal: 'sign-in-busy' | 'files-busy' | 'explanations-busy';
}

/**
 * A semaphore: at most `runningMax` tasks run at once, the others wait in order of arrival. Refuses with 503 when `waitingMax` wait
 * already, or `waitingOfOneMax` of a sender.
 */
export function createSemaphore({ runningMax, waitingMax, waitingOfOneMax, refusal }: SemaphoreOptions): Semaphore {
  let running = 0;
  const waiting: { readonly senders: readonly string[]; readonly start: () => void }[] = [];

  async function enter(senders: readonly string[]): Promise<void> {
    if (running < runningMax) {
      running += 1;
      return;
    }
    const waitingOf = (sender: string) => waiting.filter((one) => one.senders.includes(sender)).length;
    if (waiting.length >= waitingMax || senders.some((sender) => waitingOf(sender) >= waitingOfOneMax)) {
      throw new AppError(refusal, { retryAfterSeconds: 2 });
    }
    // The finished task hands its slot over, so that `running` does not change.
    await new Promise<void>((start) => waiting.push({ senders, start }));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next.start();
    else running -= 1;
  }

  return {
    async run(senders, work) {
      await enter(senders);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
