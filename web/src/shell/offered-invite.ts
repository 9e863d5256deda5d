// The invitation whose link a person opened who is signed in: it is offered on the dashboard (specification §2.1).
import { useSyncExternalStore } from 'react';

let token: string | undefined;
const listeners = new Set<() => void>();

export function offerInvite(next: string | undefined): void {
  token = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useOfferedInvite = (): string | undefined => useSyncExternalStore(subscribe, () => token);
