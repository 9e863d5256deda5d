/** Of one network, over all routes but live news and files. A carrier with 5,000 people in one address has 200 requests a second; while the log hangs each waits 8 s. */
export const IN_FLIGHT_OF_NETWORK_MAX = 2_000;

/** How many requests of each sender are not answered yet. */
export interface InFlight {
  /** False when the sender has `max` already; else the request counts until `leave`. */
  enter(sender: string): boolean;
  leave(sender: string): void;
}

export function createInFlight(max: number): InFlight {
  const counts = new Map<string, number>();
  return {
    enter(sender) {
      const count = counts.get(sender) ?? 0;
      if (count >= max) return false;
      counts.set(sender, count + 1);
      return true;
    },
    leave(sender) {
      const left = (counts.get(sender) ?? 0) - 1;
      if (left > 0) counts.set(sender, left);
      else counts.delete(sender);
    },
  };
}
