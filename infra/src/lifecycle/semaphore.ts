// What all tenants share runs few tasks at once. The others wait here, each in the queue of its senders, and the queues take turns: a thousand tasks of one
// tenant delay those of another by no more than the ones that run.
import { AppError } from '../errors/app-error.ts';

export interface Semaphore {
  /**
   * `senders`: who asks, in one or more ways. Without one it is the product's own work: it has its turns, and no limit of a sender.
   * Work for which there is room begins at once, before this returns: a store that is closed in this moment waits for it.
   */
  run<T>(senders: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  readonly runningMax: number;
  /** So that one sender leaves room to the others; by default as many as run at all. */
  readonly runningOfOneMax?: number;
  /** By default only the bound of each sender holds. */
  readonly waitingMax?: number;
  /** So that one sender with many requests leaves the queue to the others. */
  readonly waitingOfOneMax: number;
  /** Then a task that waits is refused; by default it waits for as long as it takes. */
  readonly waitMsMax?: number;
  readonly refusal: 'sign-in-busy' | 'files-busy' | 'explanations-busy' | 'too-many-questions';
}

interface Task {
  readonly senders: readonly string[];
  readonly start: () => void;
}

/**
 * A semaphore: at most `runningMax` tasks run at once, and `runningOfOneMax` of a sender; when one ends, the next queue has its turn. Refuses
 * when `waitingMax` wait already, or `waitingOfOneMax` of a sender.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { runningMax, runningOfOneMax = runningMax, waitingMax = Number.POSITIVE_INFINITY } = options;
  const { waitingOfOneMax, waitMsMax, refusal } = options;
  const running = createCounts();
  const waiting = createCounts();
  /** By their senders, in the order of their turns; none is empty. */
  const queues = new Map<string, Task[]>();

  const mayStart = ({ senders }: Task): boolean => running.all() < runningMax && !running.has(senders, runningOfOneMax);

  function startNext(): boolean {
    for (const [key, queue] of queues) {
      const [task] = queue;
      if (!task || !mayStart(task)) continue;
      queue.shift();
      // Behind the others: their turns come first.
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      waiting.add(task.senders, -1);
      // It has its place before it runs, so that no other task takes it meanwhile.
      running.add(task.senders, 1);
      task.start();
      return true;
    }
    return false;
  }

  function leave(key: string, task: Task): void {
    const rest = queues.get(key)?.filter((other) => other !== task) ?? [];
    if (rest.length > 0) queues.set(key, rest);
    else queues.delete(key);
    waiting.add(task.senders, -1);
  }

  /** Undefined when it has its place already. */
  function enter(senders: readonly string[]): Promise<void> | undefined {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const task = { senders, start };
    if (mayStart(task)) {
      running.add(senders, 1);
      return undefined;
    }
    if (waiting.all() >= waitingMax || waiting.has(senders, waitingOfOneMax)) {
      throw new AppError(refusal, { retryAfterSeconds: 2 });
    }
    waiting.add(senders, 1);
    const key = JSON.stringify(senders);
    const queue = queues.get(key);
    if (queue) queue.push(task);
    else queues.set(key, [task]);
    if (waitMsMax === undefined) return promise;
    const timer = setTimeout(() => {
      leave(key, task);
      reject(new AppError(refusal, { retryAfterSeconds: Math.ceil(waitMsMax / 1_000) }));
    }, waitMsMax).unref();
    return promise.finally(() => clearTimeout(timer));
  }

  return {
    async run(senders, work) {
      const place = enter(senders);
      if (place) await place;
      try {
        return await work();
      } finally {
        running.add(senders, -1);
        // A task of two senders may have held up one of each.
        while (startNext());
      }
    },
  };
}

/** How many tasks there are, at all and of each sender. */
function createCounts() {
  const ofSenders = new Map<string, number>();
  let all = 0;
  return {
    all: () => all,
    has: (senders: readonly string[], max: number): boolean =>
      senders.some((sender) => (ofSenders.get(sender) ?? 0) >= max),
    add(senders: readonly string[], count: 1 | -1): void {
      all += count;
      for (const sender of senders) {
        const left = (ofSenders.get(sender) ?? 0) + count;
        if (left > 0) ofSenders.set(sender, left);
        else ofSenders.delete(sender);
      }
    },
  };
}
