import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CampaignLink,
  adPlatformCalls as calls,
  type DayBasis,
  type SyncOutcome,
  type WantedAccount,
  type WantedCampaign,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { changeTenant } from '@tracker/schemas/contracts/company.contract';
import { askFigures } from '@tracker/schemas/contracts/figures.contract';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import { addDays } from '@tracker/schemas/primitives/tenant-day';
import { askAgain, FIGURES, useAskAgain } from '../../data/ask-again.ts';
import { CallError, call } from '../../data/call.ts';
import { contractQuery, polled } from '../../data/query-client.ts';
import { useToday } from '../../date-range/use-today.ts';
import { useTenant } from '../../session/session.ts';
import { usePlatformParams } from './platform.ts';

/** Specification §9. */
const SYNC_POLL_MS = 5_000;
/** While something runs, so that its progress moves. */
const RUNNING_POLL_MS = 1_000;

export const useConnectionStatus = () => useQuery(contractQuery(calls.status, { params: usePlatformParams() }));
export const useReconciliation = (isConnected = true) =>
  useQuery({ ...contractQuery(calls.reconciliation, { params: usePlatformParams() }), enabled: isConnected });
export const useCampaigns = () => useQuery(contractQuery(listCampaigns, {}, 'Failed to fetch campaigns'));

export const useLinks = () => useQuery(contractQuery(calls.links, { params: usePlatformParams() }));
export const useAccountRules = () => useQuery(contractQuery(calls.accountRules, { params: usePlatformParams() }));
export const useSuggestions = (isConnected = true) =>
  useQuery({ ...contractQuery(calls.linkSuggestions, { params: usePlatformParams() }), enabled: isConnected });

/** Only asked for when there is a connection (specification §7.4), as the next. */
export const useAdAccounts = (isConnected: boolean) =>
  useQuery({ ...contractQuery(calls.adAccounts, { params: usePlatformParams() }), enabled: isConnected });

export const usePlatformCampaigns = (adAccountId: string | undefined) =>
  useQuery({
    ...contractQuery(calls.campaigns, { params: usePlatformParams(), query: { adAccountId } }),
    enabled: adAccountId !== undefined,
  });

export const SPEND_DAYS = 30;

/** What linked campaigns of the platform spent in the last days; null: not known, as spend in a currency without a rate; undefined while that is on its way. */
export function useSpendOfCampaigns(): (link: CampaignLink) => number | null | undefined {
  const { currency: own } = useTenant();
  const to = useToday();
  const query = {
    ...{ from: addDays(to, 1 - SPEND_DAYS), to, by: 'platformCampaign', metrics: 'spend', order: '-spend' },
    limit: String(FIGURE_ROWS_MAX),
  };
  const { data } = useQuery({ ...contractQuery(askFigures, { query }), ...polled });
  const known = new Map(data?.rows.map(({ keys: [key], values }) => [key, values.spend ?? null]));
  return ({ platformCampaignId, currency, missing }) => {
    if (!data) return undefined;
    const spend = known.get(platformCampaignId);
    if (spend !== undefined && spend !== 0) return spend;
    return currency === own && (spend === 0 || missing === null) ? 0 : null;
  };
}

/** How many days back spend is read: a setting of the company. */
export function useSetHistoryDays() {
  const { id: tenantId } = useTenant();
  return useMutation({
    mutationFn: (spendHistoryDays: number) =>
      call(changeTenant, { params: { tenantId }, body: { spendHistoryDays } }, { failure: FAILURES.change }),
    onSuccess: useAskAgain(links.path, syncStatus.path),
  });
}

const SYNCS = ['spend-sync'];

/** `isRunning` from the click on, before the first poll has seen it. */
export function useSyncStatus() {
  const isStarting = useIsMutating({ mutationKey: SYNCS }) > 0;
  const query = useQuery({
    ...contractQuery(calls.syncStatus, { params: usePlatformParams() }),
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

const pathsOf = (...contracts: readonly { readonly path: string }[]) => contracts.map(({ path }) => path);

/** Without the accounts and their campaigns: these are asked of the platform, which counts the calls. */
const { status, links, linkSuggestions, reconciliation, syncStatus, accountRules } = calls;
const AFTER_SYNC = pathsOf(status, links, linkSuggestions, reconciliation, syncStatus);

/** A sync brings spend, and may have found that the connection has ended. */
export function useAfterSync(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => askAgain(queryClient, [...AFTER_SYNC, FIGURES]);
}

/** What shows links: their list, what is suggested, and what happens to new ones. */
const OF_LINKS = pathsOf(links, linkSuggestions, accountRules);

export function useLinkAll() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: ({ adAccountId, wanted }: { adAccountId: string; wanted: WantedAccount }) =>
      call(calls.linkAll, { params: { ...params, adAccountId }, body: wanted }, { failure: FAILURES.linkAll }),
    // Campaigns may have been made.
    onSuccess: useAskAgain(...OF_LINKS, listCampaigns.path),
  });
}

export function useUnlinkSome() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: (only: string[]) => call(calls.unlinkSome, { params, body: { only } }, { failure: FAILURES.unlink }),
    onSettled: useAskAgain(...OF_LINKS),
  });
}

export function useEndAccountRule() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: (adAccountId: string) =>
      call(calls.endAccountRule, { params: { ...params, adAccountId } }, { failure: FAILURES.change }),
    onSettled: useAskAgain(accountRules.path),
  });
}

export function useIgnoreSuggestion() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: (platformCampaignId: string) =>
      call(calls.ignoreSuggestion, { params: { ...params, platformCampaignId } }, { failure: FAILURES.change }),
    onSettled: useAskAgain(linkSuggestions.path),
  });
}

export function useConnectCampaign() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: ({ campaignId, wanted }: { campaignId: string; wanted: WantedCampaign }) =>
      call(calls.link, { params: { ...params, campaignId }, body: wanted }, { failure: FAILURES.connect }),
    onSuccess: useAskAgain(...OF_LINKS),
  });
}

/** A throttled run takes hours, and the answer to each question moments. */
async function follow(params: { readonly platform: string; readonly runId: string }): Promise<SyncOutcome> {
  for (;;) {
    const { outcome } = await call(calls.syncRun, { params });
    if (outcome) return outcome;
    await new Promise((resolve) => setTimeout(resolve, RUNNING_POLL_MS));
  }
}

/** Fails when nothing came, with the platform's reason. */
export function useSyncCampaign() {
  const params = usePlatformParams();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: async (campaignId: string) => {
      const failure = FAILURES.sync;
      const { runId } = await call(calls.syncCampaign, { params: { ...params, campaignId } }, { failure });
      const outcome = await follow({ ...params, runId });
      if (outcome.successfulLinks > 0) return outcome;
      throw new CallError(failure, 502, { message: outcome.error ?? failure });
    },
    onSettled: useAfterSync(),
  });
}

export function useSyncAll() {
  const params = usePlatformParams();
  return useMutation({
    mutationKey: SYNCS,
    mutationFn: async () => {
      const { runId } = await call(calls.syncAll, { params }, { failure: FAILURES.syncAll });
      return follow({ ...params, runId });
    },
    onSettled: useAfterSync(),
  });
}

/** Given to the mutation itself: the component may be gone when the answer comes, and the person still needs the toast. */
interface Callbacks {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

export function useDisconnect({ onSuccess, onError }: Callbacks) {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: () => call(calls.disconnect, { params }, { failure: FAILURES.disconnect }),
    onSuccess,
    onError,
    onSettled: useAskAgain(...AFTER_SYNC),
  });
}

interface OfLink {
  readonly campaignId: string;
  readonly platformCampaignId: string;
}

export function useUnlink({ onSuccess, onError }: Callbacks) {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: (link: OfLink) => call(calls.unlink, { params: { ...params, ...link } }, { failure: FAILURES.unlink }),
    onSuccess,
    onError,
    onSettled: useAskAgain(links.path),
  });
}

export function useChangeLink() {
  const params = usePlatformParams();
  return useMutation({
    mutationFn: ({ dayBasis, ...link }: OfLink & { readonly dayBasis: DayBasis }) =>
      call(calls.changeLink, { params: { ...params, ...link }, body: { dayBasis } }, { failure: FAILURES.change }),
    onSettled: useAskAgain(links.path),
  });
}
