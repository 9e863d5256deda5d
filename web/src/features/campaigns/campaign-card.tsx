import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Copy, Pencil, Receipt } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { SetDestination } from '../../ad-links/set-destination.tsx';
import { statusLabel } from '../../format/campaign-status.ts';
import { formatInstantDay } from '../../format/days.ts';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { CampaignProfit } from '../../profit/campaign-profit.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useSession } from '../auth/auth.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { EditCampaignDialog } from './campaign-dialog.tsx';

const AdLinksDialog = lazy(() => import('../../ad-links/ad-links-dialog.tsx'));
const SpendDialog = lazy(() => import('./spend-dialog.tsx'));

const figuresOf = (campaign: Campaign, basis: Basis): readonly { name: string; text: string }[] => [
  { name: 'Receita', text: formatMoney(campaign.revenue) },
  { name: 'Gasto', text: formatMoney(campaign.spend) },
  basis === 'net'
    ? { name: 'ROAS líquido', text: campaign.netRoas === null ? NO_FIGURE : formatRatio(campaign.netRoas) }
    : { name: 'ROAS', text: formatRatio(campaign.roas) },
  { name: 'Clicks', text: formatCount(campaign.clicks) },
  { name: 'Conversões', text: formatCount(campaign.conversions) },
  { name: 'Taxa Conv.', text: formatPercent(campaign.conversionRate) },
];

const roiOf = ({ roi, netRoi }: Campaign, basis: Basis) =>
  basis === 'net' ? { label: 'ROI líquido', text: formatPercent(netRoi) } : { label: 'ROI', text: formatPercent(roi) };

interface CampaignCardProps {
  campaign: Campaign;
  range: DateRange;
  basis: Basis;
  canEdit: boolean;
}

export function CampaignCard({ campaign, range, basis, canEdit }: CampaignCardProps) {
  const { timeZone } = useSession().tenant;
  const [isEditing, setEditing] = useState(false);
  const [showsLinks, setShowsLinks] = useState(false);
  const [showsSpend, setShowsSpend] = useState(false);
  const { name, status, campaignId, createdAt, trackingUrl, destinationUrl } = campaign;
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
            <span className="font-medium text-soft-ink">{campaignId}</span> · {statusLabel(status).toLowerCase()} ·
            criada em <span className="figure">{formatInstantDay(createdAt, timeZone)}</span>
          </p>
        </div>
        {canEdit && (
          <Button look="ghost" size="small-icon" aria-label={`Editar ${name}`} onClick={() => setEditing(true)}>
            <Pencil size={16} aria-hidden />
          </Button>
        )}
      </header>
      <dl className="grid grid-cols-2 sm:grid-cols-3 gap-px border-line border-y bg-line">
        {figuresOf(campaign, basis).map(({ name: label, text }) => (
          <FigureCell key={label} label={label} text={text} />
        ))}
        <FigureCell label="Lucro líquido" text={formatMoney(campaign.netProfit)}>
          <CampaignProfit campaign={campaign} range={range} />
        </FigureCell>
        <FigureCell {...roiOf(campaign, basis)} className="sm:col-span-2" />
      </dl>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        {destinationUrl === null ? (
          <SetDestination campaign={campaign} />
        ) : (
          <code
            className="min-w-0 flex-1 truncate rounded-md bg-sunken px-2.5 py-1.5 text-soft-ink text-xs"
            title={trackingUrl}
          >
            {trackingUrl}
          </code>
        )}
        <Button look="outline" size="small" aria-label={`Copiar links de ${name}`} onClick={() => setShowsLinks(true)}>
          <Copy size={14} aria-hidden /> Copiar
        </Button>
        <Button look="outline" size="small" aria-label={`Gastos de ${name}`} onClick={() => setShowsSpend(true)}>
          <Receipt size={15} aria-hidden /> Gastos
        </Button>
      </div>
      {showsLinks && (
        <LatePart>
          <AdLinksDialog campaign={campaign} onClose={() => setShowsLinks(false)} />
        </LatePart>
      )}
      {showsSpend && (
        <LatePart>
          <SpendDialog campaign={campaign} range={range} canEdit={canEdit} onClose={() => setShowsSpend(false)} />
        </LatePart>
      )}
      {canEdit && <EditCampaignDialog campaign={campaign} isOpen={isEditing} onOpenChange={setEditing} />}
    </article>
  );
}

interface FigureCellProps {
  label: string;
  text: string;
  className?: string;
  /** A control at the right of the figure. */
  children?: ReactNode;
}

const FigureCell = ({ label, text, className, children }: FigureCellProps) => (
  <div className={cn('relative min-w-0 bg-surface px-4 py-2', className)}>
    <dt className="truncate text-muted text-xs">{label}</dt>
    <dd className="figure whitespace-nowrap font-semibold text-[15px] tracking-[-0.015em]">{text}</dd>
    {children && <dd className="absolute right-1 bottom-1 flex">{children}</dd>}
  </div>
);
