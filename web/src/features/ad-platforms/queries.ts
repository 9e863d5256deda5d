import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeLink,
  connectCampaign,
  disconnectCampaign,
  disconnectFacebook,
  facebookAdAccounts,
  facebookCampaigns,
  facebookConnections,
  facebookReconciliation,
  facebookStatus,
  facebookSyncStatus,
  syncAll,
  syncCampaign,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import type { z } from 'zod';
import { askAgain, FIGURES } from '../../data/ask-again.ts';
import { type CallParts, call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';

/** Specification §9. */
const SYNC_POLL_MS = 5_000;
/** While something runs, so that its progress moves. */
const RUNNING_POLL_MS = 1_000;

export const useFacebookStatus = () => useQuery(contractQuery(facebookStatus, {}));
export const useConnections = () => useQuery(contractQuery(facebookConnections, {}));
export const useReconciliation = () => useQuery(contractQuery(facebookReconciliation, {}));
export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}, 'Failed to fetch campaigns'));

/** Only asked for when there is a connection (specification §7.4), as the next. */
export const useAdAccounts = (isConnected: boolean) =>
  useQuery({ ...contractQuery(facebookAdAccounts, {}), enabled: isConnected });

export const useFacebookCampaigns = (adAccountId: string | undefined) =>
  useQuery({
    ...contractQuery(facebookCampaigns, { query: { adAccountId } }),
    enabled: adAccountId !== undefined,
  });

const SYNCS = ['facebook-sync'];

/** `isRunning` from the click on, before the first poll has seen it. */
export function useSyncStatus() {
  const isStarting = useIsMutating({ mutationKey: SYNCS }) > 0;
  const query = useQuery({
    ...contractQuery(facebookSyncStatus, {}),
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
};

/** Of our own: the accounts and their campaigns are asked of the platform, which counts the calls. */
const AFTER_SYNC = [facebookStatus, facebookConnections, facebookReconciliation, facebookSyncStatus].map(
  ({ path }) => path,
);
const LINKS = [facebookConnections.path];

/** A sync brings spend, and may have found that the connection is worth nothing any more. */
export const afterSync = (queryClient: QueryClient) => askAgain(queryClient, [...AFTER_SYNC, ...FIGURES]);
export const askStatusAgain = (queryClient: QueryClient) => askAgain(queryClient, [facebookStatus.path]);

export function useConnectCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ campaignId, ...body }: { campaignId: string } & z.input<typeof connectCampaign.body>) =>
      call(connectCampaign, { params: { campaignId }, body }, { failure: FAILURES.connect }),
    onSuccess: () => askAgain(queryClient, LINKS),
  });
}

export function useSyncCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: (campaignId: string) => call(syncCampaign, { params: { campaignId } }, { failure: FAILURES.sync }),
    onSettled: () => afterSync(queryClient),
  });
}

export function useSyncAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: () => call(syncAll, {}, { failure: FAILURES.syncAll }),
    onSettled: () => afterSync(queryClient),
  });
}

/** Given to the mutation itself: what shows it may be gone when the answer comes, and the person hears of it all the same. */
interface Told {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

export function useDisconnect({ onSuccess, onError }: Told) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectFacebook, {}, { failure: FAILURES.disconnect }),
    onSuccess,
    onError,
    onSettled: () => askAgain(queryClient, AFTER_SYNC),
  });
}

export function useUnlink({ onSuccess, onError }: Told) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: CallParts<typeof disconnectCampaign>['params']) =>
      call(disconnectCampaign, { params }, { failure: FAILURES.unlink }),
    onSuccess,
    onError,
    onSettled: () => askAgain(queryClient, LINKS),
  });
}

export function useChangeLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (parts: CallParts<typeof changeLink>) => call(changeLink, parts, { failure: FAILURES.change }),
    onSettled: () => askAgain(queryClient, LINKS),
  });
}
