import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { FacebookConnection } from '@tracker/schemas/contracts/facebook.contract';
import { Link2, RefreshCw } from 'lucide-react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useSession } from '../auth/auth.ts';
import { FAILURES, useConnections, useSyncCampaign } from './queries.ts';

export function ConnectedCampaigns({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const nameOf = (campaignId: string) => campaigns?.find((one) => one.campaignId === campaignId)?.name ?? campaignId;
  return (
    <FetchedCard
      title="Campanhas conectadas"
      query={useConnections()}
      loading={<Skeleton className="mx-4 mb-4 h-40 sm:mx-5" />}
      empty={
        <Empty
          icon={Link2}
          title="Nenhuma campanha conectada"
          text="Depois de conectar a conta, ligue cada campanha daqui à do Facebook."
        />
      }
    >
      {(connections) => (
        <ul aria-label="Campanhas conectadas">
          {connections.map((connection) => (
            <Connection
              key={connection.facebookCampaignId}
              connection={connection}
              name={nameOf(connection.campaignId)}
            />
          ))}
        </ul>
      )}
    </FetchedCard>
  );
}

function Connection({ connection, name }: { connection: FacebookConnection; name: string }) {
  const { timeZone } = useSession().tenant;
  const sync = useSyncCampaign();
  const { campaignId, facebookCampaignId, facebookCampaignName, lastSyncTime } = connection;
  const start = () =>
    sync.mutate(campaignId, {
      onSuccess: ({ dataPoints, totalSpend }) =>
        toast({
          title: 'Sync concluído',
          description: `${formatCounted(dataPoints, 'dia', 'dias')}. Gasto total: ${formatMoney(totalSpend)}`,
        }),
      onError: (error) => failureToast('Erro no Sync', error, FAILURES.sync),
    });
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="figure truncate text-muted text-xs">
          {facebookCampaignName || facebookCampaignId} ·{' '}
          {lastSyncTime ? formatInstantTime(lastSyncTime, timeZone) : 'nunca sincronizada'}
        </p>
      </div>
      <Button look="outline" size="small" aria-label={`Sync de ${name}`} disabled={sync.isPending} onClick={start}>
        <RefreshCw size={14} aria-hidden className={cn(sync.isPending && 'animate-spin')} /> Sync
      </Button>
    </li>
  );
}
