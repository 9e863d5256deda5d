import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallError } from '../../data/call.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { AdAccounts } from './ad-accounts.tsx';
import { ConnectCampaignCard } from './connect-campaign-form.tsx';
import { ConnectResult } from './connect-result.tsx';
import { ConnectedCampaigns } from './connected-campaigns.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { afterSync, askStatusAgain, useAdAccounts, useCampaigns, useFacebookStatus, useSyncStatus } from './queries.ts';
import { SendSalesCard } from './send-sales-card.tsx';
import { SyncCard } from './sync-card.tsx';

export default function FacebookScreen() {
  const status = useFacebookStatus();
  const isConnected = status.data?.connected ?? false;
  const accounts = useAdAccounts(isConnected);
  const campaigns = useCampaigns();
  const sync = useSyncStatus();
  useDoubts(isConnected, accounts.error);
  useEndOfRuns(sync.query.data?.isRunning);
  return (
    <>
      <PageHeader
        title="Facebook Ads"
        note="Os gastos dos anúncios, por campanha e dia, para calcular ROAS, CPA e ROI."
      />
      <ConnectResult />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <ConnectionCard query={status} />
          {isConnected && <AdAccounts query={accounts} />}
          <ConnectCampaignCard query={campaigns} accounts={isConnected ? (accounts.data ?? []) : []} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <SyncCard sync={sync} campaigns={campaigns.data} isConnected={isConnected} />
          <ConnectedCampaigns campaigns={campaigns.data} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <SendSalesCard />
        </div>
      </div>
    </>
  );
}

/** The first call to the platform detects a refused token: then 'Conectado' is no longer true. */
function useDoubts(isConnected: boolean, error: Error | null): void {
  const queryClient = useQueryClient();
  const isRefused = isConnected && error instanceof CallError && error.status === 409;
  useEffect(() => {
    if (isRefused) void askStatusAgain(queryClient);
  }, [isRefused, queryClient]);
}

/** A run that nobody here waits for, of the night or of another tab, has brought spend all the same. */
function useEndOfRuns(isRunning: boolean | undefined): void {
  const queryClient = useQueryClient();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && isRunning === false) void afterSync(queryClient);
    wasRunning.current = isRunning ?? wasRunning.current;
  }, [isRunning, queryClient]);
}
