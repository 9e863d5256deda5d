import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Pixel, readPixel, removePixel, setPixel, testPixel } from '@tracker/schemas/contracts/send-back.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { resultsPolled } from '../../data/send-results.tsx';

export const usePixel = () => useQuery({ ...contractQuery(readPixel, {}), ...resultsPolled });

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
