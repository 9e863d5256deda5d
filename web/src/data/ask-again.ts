import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';

/** What conversions, traffic and spend change: the answers of all contracts with `figures`. */
export const FIGURES = Symbol('figures');

/** The start of a request path, or all figures. */
type Asked = string | typeof FIGURES;

/** Queries are identified by their request path, and figures by the mark of their contract (`contractQuery`). */
const whichAre = (asked: readonly Asked[]): QueryFilters => ({
  predicate: ({ queryKey: [path], meta }) =>
    asked.some((one) => (one === FIGURES ? meta?.figures === true : typeof path === 'string' && path.startsWith(one))),
});

/**
 * After a change: asks again for what may show it, and resolves when what is on screen has its new answer. A first answer
 * that is still under way may be from before the change, and invalidating alone would wait for it and call it fresh
 * (`cancelRefetch` spares a query that has no data yet); so it is given up first.
 */
export async function askAgain(queryClient: QueryClient, asked: readonly Asked[]): Promise<void> {
  const filters = whichAre(asked);
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** `askAgain` of all these queries, for a mutation's `onSuccess` or `onSettled`. */
export function useAskAgain(...asked: readonly Asked[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => askAgain(queryClient, asked);
}

const WAIT_AT_MOST_MS = 2_000;

/**
 * For news that may come faster than answers: gives up no question that is under way, or a slow one would never be
 * answered, but asks all together after it; a slow one alone, once more.
 */
export async function askAgainAfterwards(queryClient: QueryClient, asked: readonly Asked[]): Promise<void> {
  const filters = whichAre(asked);
  const findUnderWay = () => new Set(queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }));
  const askOnly = (queries: ReadonlySet<Query>) =>
    queryClient.invalidateQueries({ predicate: (query) => queries.has(query) }, { cancelRefetch: false });
  const before = findUnderWay();
  if (before.size > 0) {
    await Promise.race([askOnly(before), new Promise((resolve) => setTimeout(resolve, WAIT_AT_MOST_MS))]);
  }
  const slow = findUnderWay();
  await queryClient.invalidateQueries(filters, { cancelRefetch: false });
  await askOnly(slow);
}
