import { useMutation, useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  connectCampaign,
  disconnectFacebook,
  facebookAdAccounts,
  facebookConnections,
  facebookStatus,
  facebookSyncStatus,
  syncAll,
  syncCampaign,
} from '@tracker/schemas/contracts/facebook.contract';
import type { z } from 'zod';
import { FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';
import { contractQuery } from '../../data/query-client.ts';

/** Specification §9. */
const SYNC_POLL_MS = 5_000;

export const useFacebookStatus = () => useQuery(contractQuery(facebookStatus, {}));
export const useConnections = () => useQuery(contractQuery(facebookConnections, {}));
export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}, 'Failed to fetch campaigns'));

/** Only asked for when there is a connection (specification §7.4). */
export const useAdAccounts = (isConnected: boolean) =>
  useQuery({ ...contractQuery(facebookAdAccounts, {}), enabled: isConnected });

export const useSyncStatus = () =>
  useQuery({ ...contractQuery(facebookSyncStatus, {}), refetchInterval: SYNC_POLL_MS, staleTime: SYNC_POLL_MS });

/** Specification §8. */
export const FAILURES = {
  connect: 'Failed to connect campaign',
  sync: 'Failed to sync campaign',
  syncAll: 'Failed to sync all campaigns',
  disconnect: 'Failed to disconnect',
};

/** What the platform told changes spend everywhere, and what this screen says of it. */
const useRefresh = () => useAskAgain('/api/facebook', ...FIGURES);

export const useConnectCampaign = () =>
  useMutation({
    mutationFn: ({ campaignId, ...body }: { campaignId: string } & z.input<typeof connectCampaign.body>) =>
      call(connectCampaign, { params: { campaignId }, body }, { failure: FAILURES.connect }),
    onSuccess: useRefresh(),
  });

export const useSyncCampaign = () =>
  useMutation({
    mutationFn: (campaignId: string) => call(syncCampaign, { params: { campaignId } }, { failure: FAILURES.sync }),
    onSettled: useRefresh(),
  });

export const useSyncAll = () =>
  useMutation({
    mutationFn: () => call(syncAll, {}, { failure: FAILURES.syncAll }),
    onSettled: useRefresh(),
  });

export const useDisconnect = () =>
  useMutation({
    mutationFn: () => call(disconnectFacebook, {}, { failure: FAILURES.disconnect }),
    onSettled: useRefresh(),
  });
