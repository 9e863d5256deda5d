import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  attributeConversion,
  type Conversion,
  type ConversionDetail,
  listConversions,
  readConversion,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import type { z } from 'zod';
import { call, type ListPage } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { isOfConversions } from './queries.ts';

type Change = { readonly id: string } & z.input<(typeof attributeConversion)['body']>;

/** The answer is shown at once; lists and figures have it when the processor has read the event. */
export function useAttribute() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => call(attributeConversion, { params: { id }, body }),
    async onSuccess(changed) {
      // What is under way may be from before the change.
      await queryClient.cancelQueries({ predicate: isOfConversions });
      queryClient.setQueriesData<ConversionDetail>({ queryKey: [readConversion.path] }, (detail) =>
        detail?.id === changed.id ? { ...detail, ...changed } : detail,
      );
      queryClient.setQueriesData<InfiniteData<ListPage<Conversion[]>>>(
        { queryKey: [listConversions.path, 'pages'] },
        (list) =>
          list && { ...list, pages: list.pages.map((page) => ({ ...page, items: replaced(page.items, changed) })) },
      );
    },
    onError: (error) => void failureToast('Erro ao atribuir a venda', error, 'Nada foi mudado. Tente de novo.'),
  });
}

const replaced = (items: readonly Conversion[], changed: Conversion): Conversion[] =>
  items.map((one) => (one.id === changed.id ? changed : one));
