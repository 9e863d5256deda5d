import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { type Answer, type CallParts, callPage } from './call.ts';
import { marksOf } from './query-client.ts';

interface PagesOptions {
  /** Default: no polling. */
  pollMs?: number;
  failure?: string;
  /** Default: true. */
  enabled?: boolean;
}

type Items<C extends Contract> = Answer<C> extends readonly (infer Item)[] ? Item : never;

/**
 * A list that is read in pages, newest first. A poll asks for all pages that are shown again (each is a 304 when nothing
 * changed), so that nothing is listed twice or left out while new entries come in above.
 */
export function usePages<const C extends Contract>(contract: C, parts: CallParts<C>, options: PagesOptions = {}) {
  const { pollMs, failure, enabled = true } = options;
  const query = useInfiniteQuery({
    queryKey: [contract.path, 'pages', parts] as const,
    queryFn: ({ signal, pageParam }) => callPage(contract, parts, pageParam, { signal, ...(failure && { failure }) }),
    initialPageParam: undefined as string | undefined,
    enabled,
    getNextPageParam: (page) => page.next,
    ...marksOf(contract, [contract.path, 'pages', parts]),
    ...(pollMs !== undefined && { refetchInterval: pollMs, staleTime: Math.min(pollMs, 10_000) }),
  });
  return {
    query,
    items: (query.data?.pages ?? []).flatMap((page) => page.items as Items<C>[]),
    /** Of all pages; undefined while unknown. */
    total: query.data?.pages.at(-1)?.total,
    pending: query.data?.pages.at(-1)?.pending ?? 0,
  };
}

/** What the footer of a list needs to know of its pages. */
export interface Pages {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isPlaceholderData'
  >;
  readonly items: readonly unknown[];
  readonly total: number | undefined;
}
