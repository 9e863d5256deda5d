import { useSyncExternalStore } from 'react';

let asOfMs: number | undefined;
const listeners = new Set<() => void>();

/** The whole screen is as it was then, in Unix milliseconds; undefined: it is of now. */
export function showAsOf(ms: number | undefined): void {
  asOfMs = ms;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAsOf = (): number | undefined => useSyncExternalStore(subscribe, () => asOfMs);
