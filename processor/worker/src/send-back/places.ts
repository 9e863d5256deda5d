export interface Places {
  hasRoom(senders: readonly string[]): boolean;
  /** 1 takes a place of each sender, -1 gives it back. */
  add(senders: readonly string[], count: 1 | -1): void;
}

/** Counts what runs, in all and of each sender. Unlike a semaphore it keeps nothing waiting: the queue of jobs does. */
export function createPlaces({ max, ofOneMax }: { readonly max: number; readonly ofOneMax: number }): Places {
  const ofSenders = new Map<string, number>();
  let all = 0;
  return {
    hasRoom: (senders) => all < max && senders.every((sender) => (ofSenders.get(sender) ?? 0) < ofOneMax),
    add(senders, count) {
      all += count;
      for (const sender of senders) {
        const left = (ofSenders.get(sender) ?? 0) + count;
        if (left > 0) ofSenders.set(sender, left);
        else ofSenders.delete(sender);
      }
    },
  };
}
