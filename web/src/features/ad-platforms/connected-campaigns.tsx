import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Link2, RefreshCw } from 'lucide-react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CampaignLink } from './campaign-link.tsx';
import { groupLinks, type LinkGroup } from './link-groups.ts';
import { usePlatform } from './platform.ts';
import { FAILURES, useLinks, useSyncCampaign } from './queries.ts';

export function ConnectedCampaigns({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const { name } = usePlatform();
  return (
    <FetchedCard
      title="Campanhas conectadas"
      query={useLinks()}
      loading={<Skeleton className="mx-4 mb-4 h-40 sm:mx-5" />}
      empty={
        <Empty
          icon={Link2}
          title="Nenhuma campanha conectada"
          text={`Depois de conectar a conta, ligue cada campanha daqui à do ${name}.`}
        />
      }
    >
      {(links) => (
        <ul aria-label="Campanhas conectadas">
          {groupLinks(links, campaigns).map((group) => (
            <Group key={group.campaignId} group={group} />
          ))}
        </ul>
      )}
    </FetchedCard>
  );
}

/** A campaign is synchronized as a whole, with all ad platform campaigns that are linked to it. */
function Group({ group: { campaignId, name, links } }: { group: LinkGroup }) {
  const platform = usePlatform();
  const sync = useSyncCampaign();
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
    <li className="border-line border-t px-4 py-2.5 sm:px-5">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 truncate font-medium" title={campaignId}>
          {name}
        </p>
        <Button look="outline" size="small" aria-label={`Sync de ${name}`} disabled={sync.isPending} onClick={start}>
          <RefreshCw size={14} aria-hidden className={cn(sync.isPending && 'animate-spin')} /> Sync
        </Button>
      </div>
      <ul aria-label={`Campanhas do ${platform.name} em ${name}`} className="mt-1.5 flex flex-col gap-2">
        {links.map((link) => (
          <CampaignLink key={link.platformCampaignId} link={link} campaignName={name} />
        ))}
      </ul>
    </li>
  );
}
