import {
  hashKey,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { CallError, type CallParts, call } from './call.ts';
import { inOneTask, together } from './together.ts';

/** Specification §9: figures are refetched every 30 s and are fresh for 10 s. */
export const FIGURES_POLL_MS = 30_000;
export const FIGURES_FRESH_MS = 10_000;
export const polled = { refetchInterval: FIGURES_POLL_MS, staleTime: FIGURES_FRESH_MS } as const;

/**
 * Default queries never go stale, do not retry and do not poll (specification §9). What failed a moment ago is not asked again because one part
 * more of a screen shows it: a screen that changes with a failure would ask for ever.
 */
export function createQueryClient(askWhoIsSignedIn: () => Promise<unknown>): QueryClient {
  const onSessionDoubted = oneAtATime(async () => {
    await askWhoIsSignedIn();
    return client.getQueryData([AUTH_PATH, {}]) === null;
  });
  // A 401: the session ended elsewhere. A 403: an administrator changed what this person may do.
  const onError = (error: unknown) => {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) onSessionDoubted();
  };
  notifyManager.setScheduler(inOneTask());
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== AUTH_PATH && onError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => !mutation.meta?.public && onError(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FIGURES_FRESH_MS,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * When a session ends, all that a screen shows is refused in one moment. Doubts that come while the question is on its way are one question
 * more after it, unless its answer settles them.
 */
function oneAtATime(askIsSettled: () => Promise<boolean>): () => Promise<void> {
  let isAsking = false;
  let isToAskAgain = false;
  return async () => {
    isToAskAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      do isToAskAgain = false;
      while (!(await askIsSettled()) && isToAskAgain);
    } finally {
      isAsking = false;
    }
  };
}

export const AUTH_PATH = '/api/auth/user';

/** A query whose key is the path it asks, followed by its inputs. Figures that are there already change with the other figures. */
export const contractQuery = <const C extends Contract>(contract: C, parts: CallParts<C>, failure?: string) =>
  queryOptions({
    queryKey: [contract.path, parts] as const,
    ...marksOf(contract, [contract.path, parts]),
    queryFn: ({ signal, client, queryKey }) => {
      const asked = call(contract, parts, { signal, ...(failure && { failure }) });
      return contract.figures && client.getQueryData(queryKey) !== undefined ? together(asked) : asked;
    },
  });

/**
 * What the contract of a query says of its answers: whether they are figures (`askAgain`), whether the browser keeps them for the time without a
 * server, and in what two questions may differ for the answer before to stay until the new one comes, which `isPlaceholderData` then says.
 */
export const marksOf = ({ figures, keptOffline, mayDiffer }: Contract, queryKey: QueryKey) => ({
  meta: { figures, keptOffline },
  ...(mayDiffer && {
    placeholderData: <Data>(before: Data | undefined, query: { queryKey: QueryKey } | undefined) =>
      query && nameOf(query.queryKey, mayDiffer) === nameOf(queryKey, mayDiffer) ? before : undefined,
  }),
});

/** All of a question but the parameters of its query that may differ. */
function nameOf(queryKey: QueryKey, mayDiffer: readonly string[]): string {
  const { query = {}, ...others } = queryKey.at(-1) as { query?: object };
  const named = Object.entries(query).filter(([name]) => !mayDiffer.includes(name));
  return hashKey([...queryKey.slice(0, -1), others, Object.fromEntries(named)]);
}
