import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AdPlatformContracts,
  type CampaignLink,
  type LinkOnWire,
  linkFromWire,
  type SuggestionOnWire,
  suggestionFromWire,
  type WantedAccount,
  type WantedCampaign,
  wantedToWire,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { useCallback } from 'react';
import { askAgain, FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { type CallParts, call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';
import { usePlatform, usePlatformCalls } from './platform.ts';

/** Specification §9. */
const SYNC_POLL_MS = 5_000;
/** While something runs, so that its progress moves. */
const RUNNING_POLL_MS = 1_000;

export const useConnectionStatus = () => useQuery(contractQuery(usePlatformCalls().status, {}));
export const useReconciliation = (isConnected = true) =>
  useQuery({ ...contractQuery(usePlatformCalls().reconciliation, {}), enabled: isConnected });
export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}, 'Failed to fetch campaigns'));

export function useLinks() {
  const { id } = usePlatform();
  const select = useCallback(
    (links: LinkOnWire[]): CampaignLink[] => links.map((link) => linkFromWire(id, link)),
    [id],
  );
  return useQuery({ ...contractQuery(usePlatformCalls().links, {}), select });
}

export const useAccountRules = () => useQuery(contractQuery(usePlatformCalls().accountRules, {}));

export function useSuggestions(isConnected = true) {
  const { id } = usePlatform();
  const select = useCallback((all: SuggestionOnWire[]) => all.map((one) => suggestionFromWire(id, one)), [id]);
  return useQuery({ ...contractQuery(usePlatformCalls().linkSuggestions, {}), select, enabled: isConnected });
}

/** Only asked for when there is a connection (specification §7.4), as the next. */
export const useAdAccounts = (isConnected: boolean) =>
  useQuery({ ...contractQuery(usePlatformCalls().adAccounts, {}), enabled: isConnected });

export const usePlatformCampaigns = (adAccountId: string | undefined) =>
  useQuery({
    ...contractQuery(usePlatformCalls().campaigns, { query: { adAccountId } }),
    enabled: adAccountId !== undefined,
  });

const SYNCS = ['spend-sync'];

/** `isRunning` from the click on, before the first poll has seen it. */
export function useSyncStatus() {
  const isStarting = useIsMutating({ mutationKey: SYNCS }) > 0;
  const query = useQuery({
    ...contractQuery(usePlatformCalls().syncStatus, {}),
    refetchInterval: ({ state }) => (isStarting || state.data?.isRunning ? RUNNING_POLL_MS : SYNC_POLL_MS),
    staleTime: RUNNING_POLL_MS,
  });
  return { query, isRunning: isStarting || query.data?.isRunning === true };
}

/** Specification §8. */
export const FAILURES = {
  connect: 'Failed to connect campaign',
  sync: 'Failed to sync campaign',
  syncAll: 'Failed to sync all campaigns',
  disconnect: 'Failed to disconnect',
  unlink: 'Failed to disconnect campaign',
  change: 'Failed to save',
  linkAll: 'Failed to connect campaigns',
};

/** Without the accounts and their campaigns: these are asked of the platform, which counts the calls. */
const afterSyncPaths = ({ status, links, linkSuggestions, reconciliation, syncStatus }: AdPlatformContracts) =>
  [status, links, linkSuggestions, reconciliation, syncStatus].map(({ path }) => path);

/** A sync brings spend, and may have found that the connection has ended. */
export function useAfterSync(): () => Promise<void> {
  const queryClient = useQueryClient();
  const paths = afterSyncPaths(usePlatformCalls());
  return () => askAgain(queryClient, [...paths, FIGURES]);
}

/** What shows links: their list, what is suggested, and what happens to new ones. */
const linkPaths = ({ links, linkSuggestions, accountRules }: AdPlatformContracts) =>
  [links, linkSuggestions, accountRules].map(({ path }) => path);

export function useLinkAll() {
  const calls = usePlatformCalls();
  return useMutation({
    mutationFn: ({ adAccountId, wanted }: { adAccountId: string; wanted: WantedAccount }) =>
      call(calls.linkAll, { params: { adAccountId }, body: wanted }, { failure: FAILURES.linkAll }),
    // Campaigns may have been made.
    onSuccess: useAskAgain(...linkPaths(calls), listCampaigns.path),
  });
}

export function useUnlinkSome() {
  const calls = usePlatformCalls();
  return useMutation({
    mutationFn: (only: string[]) => call(calls.unlinkSome, { body: { only } }, { failure: FAILURES.unlink }),
    onSettled: useAskAgain(...linkPaths(calls)),
  });
}

export function useEndAccountRule() {
  const { endAccountRule, accountRules } = usePlatformCalls();
  return useMutation({
    mutationFn: (adAccountId: string) =>
      call(endAccountRule, { params: { adAccountId } }, { failure: FAILURES.change }),
    onSettled: useAskAgain(accountRules.path),
  });
}

export function useIgnoreSuggestion() {
  const { ignoreSuggestion, linkSuggestions } = usePlatformCalls();
  return useMutation({
    mutationFn: (platformCampaignId: string) =>
      call(ignoreSuggestion, { params: { platformCampaignId } }, { failure: FAILURES.change }),
    onSettled: useAskAgain(linkSuggestions.path),
  });
}

export function useConnectCampaign() {
  const { id } = usePlatform();
  const calls = usePlatformCalls();
  const { link } = calls;
  return useMutation({
    mutationFn: ({ campaignId, wanted }: { campaignId: string; wanted: WantedCampaign }) =>
      call(link, { params: { campaignId }, body: wantedToWire(id, wanted) }, { failure: FAILURES.connect }),
    onSuccess: useAskAgain(...linkPaths(calls)),
  });
}

export function useSyncCampaign() {
  const { syncCampaign } = usePlatformCalls();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: (campaignId: string) => call(syncCampaign, { params: { campaignId } }, { failure: FAILURES.sync }),
    onSettled: useAfterSync(),
  });
}

export function useSyncAll() {
  const { syncAll } = usePlatformCalls();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: () => call(syncAll, {}, { failure: FAILURES.syncAll }),
    onSettled: useAfterSync(),
  });
}

/** Given to the mutation itself: the component may be gone when the answer comes, and the person still needs the toast. */
interface Callbacks {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

export function useDisconnect({ onSuccess, onError }: Callbacks) {
  const calls = usePlatformCalls();
  return useMutation({
    mutationFn: () => call(calls.disconnect, {}, { failure: FAILURES.disconnect }),
    onSuccess,
    onError,
    onSettled: useAskAgain(...afterSyncPaths(calls)),
  });
}

export function useUnlink({ onSuccess, onError }: Callbacks) {
  const { unlink, links } = usePlatformCalls();
  return useMutation({
    mutationFn: (params: CallParts<typeof unlink>['params']) => call(unlink, { params }, { failure: FAILURES.unlink }),
    onSuccess,
    onError,
    onSettled: useAskAgain(links.path),
  });
}

export function useChangeLink() {
  const { changeLink, links } = usePlatformCalls();
  return useMutation({
    mutationFn: (parts: CallParts<typeof changeLink>) => call(changeLink, parts, { failure: FAILURES.change }),
    onSettled: useAskAgain(links.path),
  });
}
