import { useMutation, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  confirmSite,
  readIntegration,
  readScriptStatus,
  removeSite,
} from '@tracker/schemas/contracts/integration.contract';
import { readOnboarding } from '@tracker/schemas/contracts/onboarding.contract';
import { readTrackingHealth } from '@tracker/schemas/contracts/tracking-health.contract';
import { listWebhookKeys } from '@tracker/schemas/contracts/webhook.contract';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';

export const useIntegration = () => useQuery(contractQuery(readIntegration, {}));

/** Newest first. */
export const useCampaignList = () => useQuery(contractQuery(listCampaigns, {}));

/** Administrators alone may see keys. */
export const useGenericKey = (isAdmin: boolean) =>
  useQuery({
    ...contractQuery(listWebhookKeys, {}),
    enabled: isAdmin,
    select: (keys) => keys.find(({ provider }) => provider === 'generic')?.key,
  });

/** A person who has just saved a page looks at this and waits; afterwards it only has to be right. */
const WAITING_POLL_MS = 3_000;
const SEEN_POLL_MS = 30_000;

export const useScriptStatus = (campaignId: string, isWaiting: (lastViewAt: string | null) => boolean) =>
  useQuery({
    ...contractQuery(readScriptStatus, { query: campaignId ? { campaignId } : {} }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isWaiting(state.data.lastViewAt) ? SEEN_POLL_MS : WAITING_POLL_MS),
  });

/** What looks different once a site is the company's. */
const useSitesChanged = () =>
  useAskAgain(readIntegration.path, readScriptStatus.path, readTrackingHealth.path, readOnboarding.path);

export const useConfirmSite = () =>
  useMutation({
    mutationFn: (host: string) => call(confirmSite, { body: { host } }),
    onSuccess: useSitesChanged(),
  });

export const useRemoveSite = () =>
  useMutation({
    mutationFn: (host: string) => call(removeSite, { params: { host } }),
    onSuccess: useSitesChanged(),
  });
