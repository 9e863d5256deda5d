import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listBankRates,
  listExchangeRates,
  listMissingRates,
  listRecomputing,
  setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';

export const useRates = () => useQuery(contractQuery(listExchangeRates, {}));

export const useBankRates = () => useQuery(contractQuery(listBankRates, {}));

const MISSING_POLL_MS = 30_000;
/** After a rate was set its conversions are computed again, which takes a few seconds. */
const RECOMPUTED_POLL_MS = 2_000;
const RECOMPUTED_WITHIN_MS = 20_000;

export const useMissingRates = (changedAtMs: number) =>
  useQuery({
    ...contractQuery(listMissingRates, {}),
    refetchInterval: () => (Date.now() - changedAtMs < RECOMPUTED_WITHIN_MS ? RECOMPUTED_POLL_MS : MISSING_POLL_MS),
    staleTime: 10_000,
  });

/** Which currencies are being computed again: often while there are some, or may be soon. */
export const useRecomputing = (changedAtMs: number) =>
  useQuery({
    ...contractQuery(listRecomputing, {}),
    refetchInterval: ({ state: { data = [] } }) =>
      data.length > 0 || Date.now() - changedAtMs < RECOMPUTED_WITHIN_MS ? RECOMPUTED_POLL_MS : MISSING_POLL_MS,
    staleTime: RECOMPUTED_POLL_MS / 2,
  });

export type RateChange = z.input<(typeof setExchangeRates)['body']>[number];

export function useSetRates() {
  const queryClient = useQueryClient();
  const refreshMissing = useAskAgain(listMissingRates.path);
  return useMutation({
    mutationFn: (body: RateChange[]) => call(setExchangeRates, { body }),
    onSuccess: (rates) => {
      queryClient.setQueryData(contractQuery(listExchangeRates, {}).queryKey, rates);
      return refreshMissing();
    },
  });
}
