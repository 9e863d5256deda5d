import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Link2, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCount, formatCounted, formatMoney } from '../../format/figures.ts';
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
      className="xl:col-span-2"
      loading={<Skeleton className="mx-4 mb-4 h-40 sm:mx-5" />}
      empty={
        <Empty
          icon={Link2}
          title="Nenhuma campanha conectada"
          text={`Depois de conectar o perfil, conecte as campanhas do ${name} às daqui.`}
        />
      }
    >
      {(links) => (
        <Shortened
          label="Campanhas conectadas"
          all={groupLinks(links, campaigns)}
          className="px-4 pb-3 sm:px-5"
          each={(group) => <Group key={group.campaignId} group={group} />}
        />
      )}
    </FetchedCard>
  );
}

/** Rows that are drawn at once; all of them are in the list of the account, which is searched and filtered. */
const ROWS_AT_FIRST = 20;

interface ShortenedProps<Item> {
  label: string;
  all: readonly Item[];
  each: (item: Item) => ReactNode;
  listClassName?: string;
  /** Of the button below the list. */
  className: string;
}

function Shortened<Item>({ label, all, each, listClassName, className }: ShortenedProps<Item>) {
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  return (
    <>
      <ul aria-label={label} className={listClassName}>
        {all.slice(0, shown).map(each)}
      </ul>
      {all.length > shown && (
        <div className={className}>
          <Button look="outline" size="small" className="mt-2" onClick={() => setShown(shown + 5 * ROWS_AT_FIRST)}>
            Mostrar mais ({formatCount(all.length - shown)})
          </Button>
        </div>
      )}
    </>
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
          description: `${formatCounted(dataPoints, 'valor diário', 'valores diários')}. Gasto total: ${formatMoney(totalSpend)}`,
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
      <Shortened
        label={`Campanhas do ${platform.name} em ${name}`}
        all={links}
        listClassName="mt-1.5 flex flex-col gap-2"
        className=""
        each={(link) => <CampaignLink key={link.platformCampaignId} link={link} campaignName={name} />}
      />
    </li>
  );
}
