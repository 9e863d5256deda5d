import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pixelDestination } from '@tracker/schemas/ad-platforms/platform-destination';
import { type Pixel, type PixelContracts, pixelContractsOf } from '@tracker/schemas/contracts/pixel.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { resultsPolled } from '../../data/send-results.tsx';
import { usePlatform } from './platform.ts';

export function usePixelCalls(): PixelContracts {
  const platform = usePlatform();
  return pixelContractsOf(platform, pixelDestination(platform));
}

export const usePixel = () => useQuery({ ...contractQuery(usePixelCalls().read, {}), ...resultsPolled });

function useShowPixel(): (pixel: Pixel) => void {
  const queryClient = useQueryClient();
  const { read } = usePixelCalls();
  return (pixel) => queryClient.setQueryData(contractQuery(read, {}).queryKey, pixel);
}

export function useSetPixel() {
  const { set } = usePixelCalls();
  return useMutation({
    mutationFn: (body: z.input<PixelContracts['set']['body']>) => call(set, { body }),
    onSuccess: useShowPixel(),
  });
}

export function useRemovePixel() {
  const { read, remove } = usePixelCalls();
  return useMutation({ mutationFn: () => call(remove, {}), onSuccess: useAskAgain(read.path) });
}

export function useTestPixel() {
  const { test } = usePixelCalls();
  return useMutation({ mutationFn: () => call(test, {}) });
}
