import { AppError } from '@tracker/infra/errors/app-error';

export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A semaphore: at most `runningMax` tasks run at once, the others wait in order of arrival. Refuses with 503 when `waitingMax`
 * wait already.
 */
export function createSemaphore({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < runningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new AppError('sign-in-busy', { retryAfterSeconds: 2 });
    // The finished task hands its slot over, so that `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
