import { MutationCache, notifyManager, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { FIGURES } from './ask-again.ts';
import { CallError, type CallParts, call } from './call.ts';
import { inOneTask, together } from './together.ts';

/** Specification §9: figures are refetched every 30 s and are fresh for 10 s. */
export const FIGURES_POLL_MS = 30_000;
export const FIGURES_FRESH_MS = 10_000;
export const polled = { refetchInterval: FIGURES_POLL_MS, staleTime: FIGURES_FRESH_MS } as const;

/** Default queries never go stale, do not retry and do not poll (specification §9). */
export function createQueryClient(onSessionDoubted: () => void): QueryClient {
  // A 401: the session ended elsewhere. A 403: an administrator changed what this person may do.
  const onError = (error: unknown) => {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) onSessionDoubted();
  };
  notifyManager.setScheduler(inOneTask());
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== AUTH_PATH && onError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => !mutation.meta?.public && onError(error),
    }),
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

export const AUTH_PATH = '/api/auth/user';

/** A query whose key is the path it asks, followed by its inputs. Figures that are there already change with the other figures. */
export const contractQuery = <const C extends Contract>(contract: C, parts: CallParts<C>, failure?: string) =>
  queryOptions({
    queryKey: [contract.path, parts] as const,
    queryFn: ({ signal, client, queryKey }) => {
      const asked = call(contract, parts, { signal, ...(failure && { failure }) });
      return isFigures(contract) && client.getQueryData(queryKey) !== undefined ? together(asked) : asked;
    },
  });

const isFigures = ({ path }: Contract) => FIGURES.some((start) => path.startsWith(start));

/** What says which figures a list shows; all else only narrows it. */
const LABELS = ['startDate', 'endDate', 'days', 'period', 'groupBy', 'key', 'campaignId'] as const;

/**
 * Options of a query whose filters change: what is shown stays until the new answer comes, but never under the name of another period
 * or group.
 */
export const keptUnderItsName = (parts: { query?: object }) => {
  const labelOf = (asked: unknown) => {
    const query = ((asked as typeof parts | undefined)?.query ?? {}) as Record<string, unknown>;
    return JSON.stringify(LABELS.map((name) => query[name]));
  };
  return {
    placeholderData: <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
      labelOf(query?.queryKey.at(-1)) === labelOf(parts) ? before : undefined,
  };
};
