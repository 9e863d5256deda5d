import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';

/** Queries are identified by their request path (`contractQuery`). */
const whosePathStarts = (starts: readonly string[]): QueryFilters => ({
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && starts.some((start) => path.startsWith(start)),
});

/** What conversions, traffic and spend change. */
export const FIGURES = ['/api/performance', '/api/campaigns', '/api/analytics', '/api/spend'] as const;

/**
 * After a change: asks again for what may show it, and resolves when what is on screen has its new answer. A first answer
 * that is still under way may be from before the change, and invalidating alone would wait for it and call it fresh
 * (`cancelRefetch` spares a query that has no data yet); so it is given up first.
 */
export async function askAgain(queryClient: QueryClient, starts: readonly string[]): Promise<void> {
  const filters = whosePathStarts(starts);
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** `askAgain` of all queries whose path starts with one of these, for a mutation's `onSuccess` or `onSettled`. */
export function useAskAgain(...starts: readonly string[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => askAgain(queryClient, starts);
}

const WAIT_AT_MOST_MS = 2_000;

/**
 * For news that may come faster than answers: gives up no question that is under way, or a slow one would never be
 * answered, but asks all together after it; a slow one alone, once more.
 */
export async function askAgainAfterwards(queryClient: QueryClient, starts: readonly string[]): Promise<void> {
  const filters = whosePathStarts(starts);
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
