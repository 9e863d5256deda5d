import type { DayBasis, CampaignLink as Link } from '@tracker/schemas/contracts/ad-platforms.contract';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatDay } from '../../format/days.ts';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { OriginBadge } from './origin-badge.tsx';
import { FAILURES, SPEND_DAYS, useChangeLink, useSpendOfCampaigns, useUnlink } from './queries.ts';

interface CampaignLinkProps {
  link: Link;
  campaignName: string;
}

/** One linked campaign of the platform: its target, its last sync, its warnings. */
export function CampaignLink({ link, campaignName }: CampaignLinkProps) {
  const { timeZone, currency } = useSession().tenant;
  const { platformCampaignId, platformCampaignName, accountName, adAccountId, lastSyncTime } = link;
  const spend = useSpendOfCampaigns()(link);
  // Of today alone nothing else says it.
  const isUnread = spend === null && !link.missing && link.currency === currency;
  return (
    <li className="rounded-lg bg-sunken px-3 py-2">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2" title={platformCampaignId}>
            <span className="min-w-0 truncate text-[13px]">{nameOf(link)}</span>
            <OriginBadge origin={link.origin} />
          </p>
          {/* Its line is there before the amount. */}
          <p className="figure text-[13px]">
            {formatMoney(spend ?? null)}{' '}
            <span className="text-muted">
              em {SPEND_DAYS} dias{isUnread && ': o gasto de hoje ainda não foi lido'}
            </span>
          </p>
          <p className="figure break-words text-muted text-xs">
            {platformCampaignName && `${platformCampaignId} · `}
            {accountName || adAccountId} ·{' '}
            {lastSyncTime ? `última: ${formatInstantTime(lastSyncTime, timeZone)}` : 'nunca sincronizada'}
          </p>
        </div>
        <Unlink link={link} campaignName={campaignName} />
      </div>
      {link.missing && (
        <Odd>
          Gasto desconhecido em {formatCounted(link.missing.days, 'dia', 'dias')}, desde {formatDay(link.missing.since)}
          : esses dias ainda não foram lidos.
        </Odd>
      )}
      {link.currency !== currency && (
        <Odd>
          A conta gasta em {link.currency}: cada dia entra em {currency} pela cotação da empresa, e um dia sem cotação
          fica fora das somas.
        </Odd>
      )}
      {link.timeZone !== timeZone && <OtherZone link={link} />}
    </li>
  );
}

const nameOf = ({ platformCampaignName, platformCampaignId }: Link) => platformCampaignName || platformCampaignId;

const Odd = ({ children }: { children: React.ReactNode }) => (
  <p className="mt-1.5 flex gap-1.5 text-warn text-xs">
    <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
);

const BASES: readonly { value: DayBasis; label: string }[] = [
  { value: 'account', label: 'Dias da conta' },
  { value: 'company', label: 'Dias da empresa' },
];

/** Whose midnight cuts the spend: only where the two differ. */
function OtherZone({ link }: { link: Link }) {
  const { timeZone } = useSession().tenant;
  const change = useChangeLink();
  const { campaignId, platformCampaignId, dayBasis } = link;
  const choose = (next: DayBasis) => {
    if (next === dayBasis || change.isPending) return;
    change.mutate(
      { campaignId, platformCampaignId, dayBasis: next },
      {
        onSuccess: () => toast({ title: 'Dias alterados', description: 'Vale a partir da próxima sincronização.' }),
        onError: (error) => failureToast('Erro', error, FAILURES.change),
      },
    );
  };
  return (
    <>
      <Odd>
        A conta está no fuso {link.timeZone} e a empresa em {timeZone}:{' '}
        {dayBasis === 'account'
          ? 'o gasto conta nos dias da conta, que não começam na mesma hora.'
          : 'o gasto é repartido por hora nos dias da empresa.'}
      </Odd>
      <Select
        aria-label={`Dias em que conta o gasto de ${nameOf(link)}`}
        value={dayBasis}
        onChange={choose}
        options={BASES}
        className="mt-2"
      />
    </>
  );
}

function Unlink({ link, campaignName }: CampaignLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const { campaignId, platformCampaignId } = link;
  const unlink = useUnlink({
    onSuccess: () => toast({ title: 'Campanha desconectada' }),
    onError: (error) => {
      failureToast('Erro', error, FAILURES.unlink);
      setAsking(false);
    },
  });
  return (
    <>
      <Button look="outline" size="small" aria-label={`Desconectar ${nameOf(link)}`} onClick={() => setAsking(true)}>
        Desconectar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Desconectar a campanha?"
        label="Desconectar"
        pendingLabel="Desconectando..."
        isPending={unlink.isPending}
        onConfirm={() => unlink.mutate({ campaignId, platformCampaignId })}
      >
        <p>
          Os gastos de “{nameOf(link)}” deixam de entrar em “{campaignName}”. Os que já vieram continuam nos números.
        </p>
      </ConfirmDialog>
    </>
  );
}
