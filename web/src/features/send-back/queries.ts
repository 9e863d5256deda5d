import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changePostback,
  createPostback,
  listPostbacks,
  type Pixel,
  readPixel,
  removePixel,
  removePostback,
  setPixel,
  testPixel,
  testPostback,
} from '@tracker/schemas/contracts/send-back.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';

/** A sale is sent within some seconds. */
const RESULTS_POLL_MS = 10_000;
const results = { refetchInterval: RESULTS_POLL_MS, staleTime: RESULTS_POLL_MS } as const;

export const usePixel = () => useQuery({ ...contractQuery(readPixel, {}), ...results });
export const usePostbacks = () => useQuery({ ...contractQuery(listPostbacks, {}), ...results });

function useShowPixel(): (pixel: Pixel) => void {
  const queryClient = useQueryClient();
  return (pixel) => queryClient.setQueryData(contractQuery(readPixel, {}).queryKey, pixel);
}

export const useSetPixel = () =>
  useMutation({
    mutationFn: (body: z.input<(typeof setPixel)['body']>) => call(setPixel, { body }),
    onSuccess: useShowPixel(),
  });
export const useRemovePixel = () =>
  useMutation({ mutationFn: () => call(removePixel, {}), onSuccess: useAskAgain(readPixel.path) });
export const useTestPixel = () => useMutation({ mutationFn: () => call(testPixel, {}) });

const useRefreshPostbacks = () => useAskAgain(listPostbacks.path);

export const useCreatePostback = () =>
  useMutation({
    mutationFn: (body: z.input<(typeof createPostback)['body']>) => call(createPostback, { body }),
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
