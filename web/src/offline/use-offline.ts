import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import { useEffect } from 'react';
import { loadCode } from '../data/load-code.ts';
import { authQuery } from '../session/session.ts';

/** Not before the first screen and its charts are there. */
const AFTER_MS = 5_000;

/** Prepares this device for the time without a network: the files of all screens, and the figures of this person. */
export function useOffline(session: CurrentUser, isRecalled: boolean): void {
  const queryClient = useQueryClient();
  // A person is one for as long as the ids are the same; their name may change.
  const owner = `${session.user.id} ${session.tenant.id}`;
  useEffect(() => {
    if (isRecalled) return;
    // Since the server named this person: what is older may be of another one.
    const sinceMs = queryClient.getQueryState(authQuery.queryKey)?.dataUpdatedAt ?? Date.now();
    let isLeft = false;
    let stop: (() => void) | undefined;
    const prepare = async () => {
      const { keepFigures } = await loadCode(() => import('./last-figures.ts'));
      if (isLeft) return;
      stop = keepFigures(queryClient, session, sinceMs);
      if (import.meta.env.PROD) await navigator.serviceWorker?.register('/sw.js');
    };
    // The server may be away just now. The next start tries again.
    const timer = setTimeout(() => prepare().catch(() => undefined), AFTER_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queryClient, owner, isRecalled]);
}
