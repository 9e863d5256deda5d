/** Knows whether a batch of the log is in hand, so that other work begins where one ends. */
export interface BatchesInHand {
  /** Of a batch. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves at once while there is none, else when the next one ends, so that a backlog holds nothing back for ever. */
  nextEnd(): Promise<void>;
}

export function createBatchesInHand(): BatchesInHand {
  let inHand = 0;
  let waiting: (() => void)[] = [];
  return {
    async during(work) {
      inHand += 1;
      try {
        return await work();
      } finally {
        inHand -= 1;
        const resumed = waiting;
        waiting = [];
        for (const resume of resumed) resume();
      }
    },
    nextEnd: () => (inHand === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
