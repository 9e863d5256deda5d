import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Pencil, Receipt } from 'lucide-react';
import { lazy, useState } from 'react';
import { formatInstantDay } from '../../format/days.ts';
import { formatCount, formatMoney, formatPercent, formatRatio } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useSession } from '../auth/auth.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { EditCampaignDialog } from './campaign-dialog.tsx';
import { statusLabel } from './campaign-form.ts';

const SpendDialog = lazy(() => import('./spend-dialog.tsx'));

const FIGURES: readonly { name: string; text: (campaign: Campaign) => string }[] = [
  { name: 'Receita', text: ({ revenue }) => formatMoney(revenue) },
  { name: 'Gasto', text: ({ spend }) => formatMoney(spend) },
  { name: 'ROAS', text: ({ roas }) => formatRatio(roas) },
  { name: 'Clicks', text: ({ clicks }) => formatCount(clicks) },
  { name: 'Conversões', text: ({ conversions }) => formatCount(conversions) },
  { name: 'Taxa Conv.', text: ({ conversionRate }) => formatPercent(conversionRate) },
];

interface CampaignCardProps {
  campaign: Campaign;
  range: DateRange;
  canEdit: boolean;
}

export function CampaignCard({ campaign, range, canEdit }: CampaignCardProps) {
  const { timeZone } = useSession().tenant;
  const [isEditing, setEditing] = useState(false);
  const [showsSpend, setShowsSpend] = useState(false);
  const { name, status, campaignId, createdAt, trackingUrl } = campaign;
  return (
    <article className="flex min-w-0 flex-col rounded-xl border border-line bg-surface shadow-card">
      <header className="flex items-start justify-between gap-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <h2 className="truncate font-semibold text-[15px] tracking-[-0.01em]" title={name}>
              {name}
            </h2>
            <Badge look={status === 'active' ? 'default' : 'secondary'}>{statusLabel(status)}</Badge>
          </div>
          <p className="break-words text-[13px] text-muted">
            <span className="font-medium text-soft-ink">{campaignId}</span> · {status} · criada em{' '}
            <span className="figure">{formatInstantDay(createdAt, timeZone)}</span>
          </p>
        </div>
        {canEdit && (
          <Button look="ghost" size="small-icon" aria-label={`Editar ${name}`} onClick={() => setEditing(true)}>
            <Pencil size={16} aria-hidden />
          </Button>
        )}
      </header>
      <dl className="grid grid-cols-2 sm:grid-cols-3 gap-px border-line border-y bg-line">
        {FIGURES.map((figure) => (
          <div key={figure.name} className="min-w-0 bg-surface px-4 py-2">
            <dt className="truncate text-muted text-xs">{figure.name}</dt>
            <dd className="figure whitespace-nowrap font-semibold text-[15px] tracking-[-0.015em]">
              {figure.text(campaign)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center gap-2 px-4 py-3">
        <code
          className="min-w-0 flex-1 truncate rounded-md bg-sunken px-2.5 py-1.5 text-soft-ink text-xs"
          title={trackingUrl}
        >
          {trackingUrl}
        </code>
        <CopyButton text={trackingUrl} what={`link de ${name}`} />
        <Button look="outline" size="small" aria-label={`Gastos de ${name}`} onClick={() => setShowsSpend(true)}>
          <Receipt size={15} aria-hidden /> Gastos
        </Button>
      </div>
      {showsSpend && (
        <LatePart>
          <SpendDialog campaign={campaign} range={range} canEdit={canEdit} onClose={() => setShowsSpend(false)} />
        </LatePart>
      )}
      {canEdit && <EditCampaignDialog campaign={campaign} isOpen={isEditing} onOpenChange={setEditing} />}
    </article>
  );
}
