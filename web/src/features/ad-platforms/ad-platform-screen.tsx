import { Link, useParams } from '@tanstack/react-router';
import { adPlatformOf } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import { adPlatformCalls, type SyncStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import { useEffect, useRef } from 'react';
import { useAskAgain } from '../../data/ask-again.ts';
import { CallError } from '../../data/call.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Busy } from '../../ui/busy.tsx';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CenteredSpinner } from '../../ui/spinner.tsx';
import { AccountCampaigns } from './account-campaigns.tsx';
import { AdAccounts } from './ad-accounts.tsx';
import { ConnectCampaignCard } from './connect-campaign-form.tsx';
import { ConnectResult } from './connect-result.tsx';
import { ConnectedCampaigns } from './connected-campaigns.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { LinkSuggestions } from './link-suggestions.tsx';
import { PlatformContext, useAdPlatforms, usePlatform } from './platform.ts';
import {
  useAdAccounts,
  useAfterSync,
  useCampaigns,
  useConnectionStatus,
  useLinks,
  useReconciliation,
  useSuggestions,
  useSyncStatus,
} from './queries.ts';
import { SendConversionsCard } from './send-conversions-card.tsx';
import { SyncCard } from './sync-card.tsx';

/** From one ad platform of the installation to another. */
function PlatformTabs({ platforms }: { platforms: readonly AdPlatformDescriptor[] }) {
  const current = usePlatform();
  return (
    <nav aria-label="Plataformas de anúncios" className="mb-3 flex flex-wrap gap-2">
      {platforms.map(({ id, title, screen, colour }) => (
        <Link
          key={id}
          to={screen}
          aria-current={id === current.id ? 'page' : undefined}
          className={cn(
            'flex items-center gap-2 rounded-lg px-3 py-1.5 text-[13px] hover:bg-hover',
            id === current.id ? 'bg-sunken font-medium' : 'text-muted',
          )}
        >
          <span aria-hidden className="size-2 rounded-full" style={{ backgroundColor: colour }} />
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** At `/facebook`, and for other platforms at `/ad-platforms/<id>`. */
export default function AdPlatformScreen() {
  const { platform: id = 'facebook' } = useParams({ strict: false });
  const query = useAdPlatforms();
  const platforms = query.data ?? [];
  const platform = platforms.find((one) => one.id === id) ?? adPlatformOf(id);
  if (!platform) return query.isPlaceholderData ? <CenteredSpinner fills="content" /> : <NotFound />;
  return (
    <PlatformContext value={platform} key={id}>
      <Screen platforms={platforms} />
    </PlatformContext>
  );
}

function Screen({ platforms }: { platforms: readonly AdPlatformDescriptor[] }) {
  const { title, pixel } = usePlatform();
  const status = useConnectionStatus();
  const isConnected = status.data?.connected ?? false;
  const accounts = useAdAccounts(isConnected);
  const campaigns = useCampaigns();
  const sync = useSyncStatus();
  const ofAccounts = [accounts, useReconciliation(isConnected), useSuggestions(isConnected)];
  // Below lists whose length is not known yet everything would jump. A card that asks again after a failure does not take itself away.
  const isSettled = [status, campaigns, sync.query, useLinks(), ...(isConnected ? ofAccounts : [])].every(
    ({ isPending, isFetched }) => isFetched || !isPending,
  );
  /** The campaigns of an account are there to choose from. */
  const isListed = isConnected && !accounts.error && (accounts.data?.length ?? 0) > 0;
  useDoubts(isConnected, accounts.error);
  useEndOfRuns(sync.query.data);
  return (
    <>
      <PageHeader title={title} note="Os gastos dos anúncios, por campanha e dia, para calcular ROAS, CPA e ROI." />
      {platforms.length > 1 && <PlatformTabs platforms={platforms} />}
      <ConnectResult />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
        <ConnectionCard query={status} />
        <SyncCard sync={sync} campaigns={campaigns.data} isConnected={isConnected} className="xl:row-span-2" />
        {!isSettled ? (
          <Busy>
            <Skeleton className="h-96 max-xl:hidden" />
          </Busy>
        ) : (
          <>
            {isConnected && <AdAccounts query={accounts} />}
            {isConnected && !accounts.error && (
              <div className="flex min-w-0 flex-col gap-3 xl:col-span-2">
                <LinkSuggestions campaigns={campaigns.data} />
                {isListed && <AccountCampaigns accounts={accounts.data ?? []} campaigns={campaigns.data} />}
              </div>
            )}
            <ConnectCampaignCard query={campaigns} isFolded={isListed} />
            <ConnectedCampaigns campaigns={campaigns.data} />
            {pixel && (
              <div className="min-w-0 xl:col-span-2">
                <SendConversionsCard />
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The first call to the platform detects a refused token: then 'Conectado' is no longer true. */
function useDoubts(isConnected: boolean, error: Error | null): void {
  const askStatusAgain = useAskAgain(adPlatformCalls.status.path);
  const latest = useRef(askStatusAgain);
  latest.current = askStatusAgain;
  const isRefused = isConnected && error instanceof CallError && error.status === 409;
  useEffect(() => {
    if (isRefused) void latest.current();
  }, [isRefused]);
}

/** A run of the night or of another tab brings spend too. */
function useEndOfRuns(status: SyncStatus | undefined): void {
  const afterSync = useAfterSync();
  const latest = useRef(afterSync);
  latest.current = afterSync;
  /** A short run, as that of a new link, begins and ends between two polls. */
  const seen = useRef<string | undefined>(undefined);
  // Of a first load each step is known at once.
  const state = status && `${status.isRunning ? 'running' : status.lastSyncTime} ${status.daysMissing}`;
  useEffect(() => {
    if (state === undefined) return;
    const [before, now] = [seen.current, state];
    seen.current = now;
    if (before === undefined || before === now) return;
    if (!now.startsWith('running') || before.startsWith('running')) void latest.current();
  }, [state]);
}
