import { AppError } from '@tracker/infra/errors/app-error';

export interface Semaphore {
  /** `senders`: who asks, in one or more ways; each may have `waitingOfOneMax` tasks in the queue. */
  run<T>(senders: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  readonly runningMax: number;
  /** So that one sender leaves room to the others; by default as many as run at all. */
  readonly runningOfOneMax?: number;
  readonly waitingMax: number;
  /** So that one sender with many requests leaves the queue to the others. */
  readonly waitingOfOneMax: number;
  readonly refusal: 'sign-in-busy' | 'files-busy' | 'explanations-busy' | 'too-many-questions';
}

interface Task {
  readonly senders: readonly string[];
  readonly start: () => void;
}

/**
 * A semaphore: at most `runningMax` tasks run at once, and `runningOfOneMax` of a sender; the others wait in order of arrival. Refuses when
 * `waitingMax` wait already, or `waitingOfOneMax` of a sender.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { runningMax, runningOfOneMax = runningMax, waitingMax, waitingOfOneMax, refusal } = options;
  const running = new Set<Task>();
  const waiting: Task[] = [];

  const hasMany = (tasks: Iterable<Task>, { senders }: Task, max: number): boolean =>
    senders.some((sender) => [...tasks].filter((one) => one.senders.includes(sender)).length >= max);
  const mayStart = (task: Task) => running.size < runningMax && !hasMany(running, task, runningOfOneMax);

  async function enter(senders: readonly string[]): Promise<Task> {
    const { promise, resolve: start } = Promise.withResolvers<void>();
    const task = { senders, start };
    if (mayStart(task)) {
      running.add(task);
      return task;
    }
    if (waiting.length >= waitingMax || hasMany(waiting, task, waitingOfOneMax)) {
      throw new AppError(refusal, { retryAfterSeconds: 2 });
    }
    waiting.push(task);
    await promise;
    return task;
  }

  function leave(task: Task): void {
    running.delete(task);
    const next = waiting.findIndex(mayStart);
    // It has the slot before it runs, so that no other task takes it meanwhile.
    for (const started of next < 0 ? [] : waiting.splice(next, 1)) {
      running.add(started);
      started.start();
    }
  }

  return {
    async run(senders, work) {
      const task = await enter(senders);
      try {
        return await work();
      } finally {
        leave(task);
      }
    },
  };
}
