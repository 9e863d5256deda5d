import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeView, createView, listViews, removeView, type View } from '@tracker/schemas/contracts/views.contract';
import { type CallParts, call } from '../data/call.ts';
import { contractQuery } from '../data/query-client.ts';
import { useCreating } from '../data/use-creating.ts';

export const useViews = () => useQuery(contractQuery(listViews, {}));

/** The list is short: it is asked again after each change. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listViews.path] });
}

export const useCreateView = () =>
  useMutation({
    mutationFn: useCreating(createView, (body: CallParts<typeof createView>['body']) => ({ body })),
    onSuccess: useRefresh(),
  });

export const useChangeView = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: CallParts<typeof changeView>['body'] }) =>
      call(changeView, { params: { id }, body: change }),
    onSuccess: useRefresh(),
  });

export const useRemoveView = () =>
  useMutation({
    mutationFn: ({ id }: View) => call(removeView, { params: { id } }),
    onSuccess: useRefresh(),
  });
