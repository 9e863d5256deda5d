import { useMutation, useQuery } from '@tanstack/react-query';
import {
  changePostback,
  createPostback,
  listPostbacks,
  removePostback,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { resultsPolled } from '../../data/send-results.tsx';
import { useCreating } from '../../data/use-creating.ts';

export const usePostbacks = () => useQuery({ ...contractQuery(listPostbacks, {}), ...resultsPolled });

const useRefreshPostbacks = () => useAskAgain(listPostbacks.path);

export const useCreatePostback = () =>
  useMutation({
    mutationFn: useCreating(createPostback, (body: z.input<(typeof createPostback)['body']>) => ({ body })),
    onSuccess: useRefreshPostbacks(),
  });
export const useChangePostback = (id: string) =>
  useMutation({
    mutationFn: (body: z.input<(typeof changePostback)['body']>) => call(changePostback, { params: { id }, body }),
    onSuccess: useRefreshPostbacks(),
  });
export const useRemovePostback = () =>
  useMutation({
    mutationFn: (id: string) => call(removePostback, { params: { id } }),
    onSuccess: useRefreshPostbacks(),
  });
export const useTestPostback = () =>
  useMutation({ mutationFn: (id: string) => call(testPostback, { params: { id } }) });
