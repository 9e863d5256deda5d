import type { LinkSuggestion } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { adPlatformAnswers } from '@tracker/schemas/texts/ad-platforms';
import { useId } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCounted } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePlatform } from './platform.ts';
import { FAILURES, useConnectCampaign, useIgnoreSuggestion, useSuggestions } from './queries.ts';

/** What clicks name and do not settle: a person decides. Nothing where there is nothing to decide. */
export function LinkSuggestions({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const id = useId();
  const suggestions = useSuggestions().data ?? [];
  if (suggestions.length === 0) return null;
  const groups = [...Map.groupBy(suggestions, ({ platformCampaignId }) => platformCampaignId)];
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader
        id={id}
        title="Sugestões pelos clicks"
        note="Nos últimos 30 dias, clicks trazem o ID destas, mas de mais de uma campanha, de menos de 3 redes ou de um só dia. Qualquer pessoa pode fazer alguns clicks: escolha para onde vai o gasto."
      />
      <ul aria-labelledby={id} className="max-h-96 overflow-auto">
        {groups.map(([platformCampaignId, some]) => (
          <Suggestion key={platformCampaignId} some={some} campaigns={campaigns} />
        ))}
      </ul>
    </Card>
  );
}

interface SuggestionProps {
  /** Of one campaign of the platform, those from the most networks first. */
  some: readonly LinkSuggestion[];
  campaigns: readonly Campaign[] | undefined;
}

function Suggestion({ some, campaigns }: SuggestionProps) {
  const platform = usePlatform();
  const connect = useConnectCampaign();
  const ignore = useIgnoreSuggestion();
  const { platformCampaignId = '', name = '' } = some[0] ?? {};
  const isPending = connect.isPending || ignore.isPending;
  const choose = (campaignId: string) =>
    connect.mutate(
      { campaignId, wanted: { platformCampaignId, platformCampaignName: name } },
      {
        onSuccess: () => toast({ title: adPlatformAnswers.linked(platform) }),
        onError: (error) => failureToast('Erro', error, FAILURES.connect),
      },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">{name || platformCampaignId}</p>
        <p className="figure break-words text-muted text-xs">{platformCampaignId}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2">
        {some.map(({ campaignId, clicks, networks }) => {
          const target = campaigns?.find((one) => one.campaignId === campaignId)?.name ?? campaignId;
          return (
            <Button
              key={campaignId}
              look="outline"
              size="small"
              className="min-w-0 max-w-full"
              disabled={isPending}
              aria-label={`Conectar ${name || platformCampaignId} a ${target}`}
              onClick={() => choose(campaignId)}
            >
              <span className="truncate">{target}</span>
              <span className="figure text-muted">{`${formatCounted(clicks, 'click', 'clicks')} de ${formatCounted(networks, 'rede', 'redes')}`}</span>
            </Button>
          );
        })}
        <Button
          look="ghost"
          size="small"
          disabled={isPending}
          aria-label={`Ignorar a sugestão de ${name || platformCampaignId}`}
          onClick={() =>
            ignore.mutate(platformCampaignId, { onError: (error) => failureToast('Erro', error, FAILURES.change) })
          }
        >
          Ignorar
        </Button>
      </div>
    </li>
  );
}
