import { repeat } from '@tracker/infra/lifecycle/repeat';

export interface Sweep {
  /** One look for what is due; gives how many had something. Rejects when a store is away. */
  sweep(): Promise<number>;
  /** Ends after the look in hand; jobs that run are the queue's to end. */
  stop(): Promise<void>;
}

/** Sweeps now and as long as the worker runs; `onAway` is called once for each outage. Any number of processes may do so. */
export function startSweep(everyMs: number, sweep: () => Promise<number>, onAway: (error: unknown) => void): Sweep {
  let isAway = false;
  const sweeps = repeat(everyMs, () =>
    sweep().then(
      () => {
        isAway = false;
      },
      (error: unknown) => {
        if (!isAway) onAway(error);
        isAway = true;
      },
    ),
  );
  return { sweep, stop: () => sweeps.stop() };
}
