// How long the servers of destinations take to answer, as this process saw it: after a restart each is taken for a quick one, until it was called.
/** The last ones of each destination. */
const TIMES_MAX = 9;
const SLOW_MS = 2_000;
/** Of those called last. */
const DESTINATIONS_MAX = 10_000;

export interface Paces {
  add(destinationId: string, ms: number): void;
  /** The median of its last calls is above two seconds. */
  isSlow(destinationId: string): boolean;
}

export function createPaces(): Paces {
  const timesOf = new Map<string, readonly number[]>();
  return {
    add(destinationId, ms) {
      const times = [...(timesOf.get(destinationId) ?? []), ms].slice(-TIMES_MAX);
      // Those called last stand last.
      timesOf.delete(destinationId);
      timesOf.set(destinationId, times);
      const [oldest] = timesOf.keys();
      if (timesOf.size > DESTINATIONS_MAX && oldest !== undefined) timesOf.delete(oldest);
    },
    isSlow(destinationId) {
      const times = timesOf.get(destinationId)?.toSorted((a, b) => a - b) ?? [];
      return (times[Math.floor(times.length / 2)] ?? 0) > SLOW_MS;
    },
  };
}
