import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  listExchangeRates,
  listMissingRates,
  setExchangeRates,
} from '@tracker/schemas/contracts/exchange-rates.contract';
import {
  listWebhookDeliveries,
  listWebhookKeys,
  removeWebhookSecret,
  reprocessWebhookDelivery,
  rotateWebhookKey,
  setWebhookSecret,
} from '@tracker/schemas/contracts/webhook.contract';
import type { z } from 'zod';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { usePages } from '../../data/use-pages.ts';
import type { WebhookSearch } from './search.ts';

export const useWebhookKeys = () => useQuery(contractQuery(listWebhookKeys, {}));

/** A change of a key or secret refetches its list before the dialog reports success. */
const useRefreshKeys = () => useAskAgain(listWebhookKeys.path);

export const useSetSecret = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: (secret: string) => call(setWebhookSecret, { params: { provider: checkout }, body: { secret } }),
    onSuccess: useRefreshKeys(),
  });
export const useRemoveSecret = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: () => call(removeWebhookSecret, { params: { provider: checkout } }),
    onSuccess: useRefreshKeys(),
  });
export const useRotateKey = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: () => call(rotateWebhookKey, { params: { provider: checkout } }),
    onSuccess: useRefreshKeys(),
  });

const DELIVERIES_POLL_MS = 5_000;
/** While somebody waits for what becomes of a delivery. */
const OUTCOME_POLL_MS = 1_500;
const DELIVERIES_ON_PAGE = 20;

export const useDeliveries = ({ provider, verdict }: WebhookSearch, isWaiting: boolean) =>
  usePages(
    listWebhookDeliveries,
    { query: { ...(provider && { provider }), ...(verdict && { verdict }), limit: String(DELIVERIES_ON_PAGE) } },
    { pollMs: isWaiting ? OUTCOME_POLL_MS : DELIVERIES_POLL_MS },
  );

export const useReprocess = () =>
  useMutation({ mutationFn: (id: string) => call(reprocessWebhookDelivery, { params: { id } }) });

export const useRates = () => useQuery(contractQuery(listExchangeRates, {}));

const MISSING_POLL_MS = 30_000;
/** After a rate was set its conversions are computed anew, which takes a few seconds. */
const RECOMPUTED_POLL_MS = 2_000;
const RECOMPUTED_WITHIN_MS = 20_000;

export const useMissingRates = (changedAtMs: number) =>
  useQuery({
    ...contractQuery(listMissingRates, {}),
    refetchInterval: () => (Date.now() - changedAtMs < RECOMPUTED_WITHIN_MS ? RECOMPUTED_POLL_MS : MISSING_POLL_MS),
    staleTime: 10_000,
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
