import { useMutation, useQuery } from '@tanstack/react-query';
import type { AmountsIn } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  changeWebhookKey,
  explainWebhookDelivery,
  listUnreadNames,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhookProviders,
  readDeliveryNotes,
  removeWebhookSecret,
  removeWebhookToken,
  reprocessWebhookDelivery,
  rotateWebhookKey,
  setWebhookAmounts,
  setWebhookSecret,
  setWebhookToken,
} from '@tracker/schemas/contracts/webhook.contract';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { useCreating } from '../../data/use-creating.ts';
import { usePages } from '../../data/use-pages.ts';
import type { WebhookSearch } from './search.ts';

export const useWebhookKeys = () => useQuery(contractQuery(listWebhookKeys, {}));

export const useWebhookProviders = () => useQuery(contractQuery(listWebhookProviders, {}));

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
export const useSetToken = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: (body: { token: string; account: string }) =>
      call(setWebhookToken, { params: { provider: checkout }, body }),
    onSuccess: useRefreshKeys(),
  });
export const useRemoveToken = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: () => call(removeWebhookToken, { params: { provider: checkout } }),
    onSuccess: useRefreshKeys(),
  });
export const useRotateKey = (checkout: CheckoutId) =>
  useMutation({
    mutationFn: useCreating<typeof rotateWebhookKey, void>(rotateWebhookKey, () => ({
      params: { provider: checkout },
    })),
    onSuccess: useRefreshKeys(),
  });

export const useSetAmounts = () =>
  useMutation({
    mutationFn: (amountsIn: AmountsIn) => call(setWebhookAmounts, { body: { amountsIn } }),
    onSuccess: useRefreshKeys(),
  });

export const usePermitGet = (provider: CheckoutId) =>
  useMutation({
    mutationFn: (permitsGet: boolean) => call(changeWebhookKey, { params: { provider }, body: { permitsGet } }),
    onSuccess: useRefreshKeys(),
  });

/** What today's mappings read in a delivery: asked for when it is opened. */
export const useExplanation = (id: string) => useQuery(contractQuery(explainWebhookDelivery, { params: { id } }));

export const useUnreadNames = () => useQuery(contractQuery(listUnreadNames, {}));

export const useDeliveryNotes = () => useQuery(contractQuery(readDeliveryNotes, {}));

const DELIVERIES_POLL_MS = 5_000;
/** While a person waits for what becomes of a delivery. */
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
