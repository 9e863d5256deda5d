import { Link } from '@tanstack/react-router';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { ReactNode } from 'react';
import { SpendText } from '../../breakdown/figure-columns.tsx';
import { clicksOf } from '../../breakdown/logs-link.ts';
import type { DateRange } from '../../date-range/date-range.ts';
import { statusLabel } from '../../format/campaign-status.ts';
import { formatInstantDay } from '../../format/days.ts';
import { formatCount, formatMoney, formatPercent, formatRate } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { CampaignProfit } from '../../profit/campaign-profit.tsx';
import { ProfitText } from '../../profit/profit-text.tsx';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { CampaignControls } from './campaign-controls.tsx';
import { RoasFigure } from './roas-figure.tsx';

const figuresOf = (campaign: Campaign, basis: Basis): readonly { name: string; text: ReactNode }[] => [
  { name: 'Receita', text: formatMoney(campaign.revenue) },
  { name: 'Gasto', text: <SpendText {...campaign} /> },
  basis === 'net'
    ? { name: 'ROAS líquido', text: <RoasFigure {...spendsOf(campaign)} roas={campaign.netRoas} /> }
    : { name: 'ROAS', text: <RoasFigure {...spendsOf(campaign)} roas={campaign.roas} /> },
  { name: 'Clicks', text: formatCount(campaign.clicks) },
  { name: 'Conversões', text: formatCount(campaign.conversions) },
  { name: 'Taxa Conv.', text: formatRate(campaign.conversionRate, campaign.clicks) },
];

const spendsOf = ({ spend, ofTrackedDays }: Campaign) => ({ spend, trackedSpend: ofTrackedDays.spend });

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
  const { name, status, campaignId, createdAt } = campaign;
  return (
    <article className="flex min-w-0 flex-col rounded-xl border border-line bg-surface shadow-card">
      <header className="flex items-start justify-between gap-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <h2 className="truncate font-semibold text-[15px] tracking-[-0.01em]" title={name}>
              <Link
                {...clicksOf(campaignId, range)}
                className="underline-offset-2 hover:text-accent-ink hover:underline"
              >
                {name}
              </Link>
            </h2>
            <Badge look={status === 'active' ? 'default' : 'secondary'}>{statusLabel(status)}</Badge>
          </div>
          <p className="break-words text-[13px] text-muted">
            <span className="font-medium text-soft-ink">{campaignId}</span> · {statusLabel(status).toLowerCase()} ·
            criada em <span className="figure">{formatInstantDay(createdAt, timeZone)}</span>
          </p>
        </div>
      </header>
      <dl className="grid grid-cols-2 sm:grid-cols-3 gap-px border-line border-y bg-line">
        {figuresOf(campaign, basis).map(({ name: label, text }) => (
          <FigureCell key={label} label={label} text={text} />
        ))}
        <FigureCell label="Lucro líquido" text={<ProfitText profit={campaign.netProfit} />}>
          <CampaignProfit campaign={campaign} range={range} />
        </FigureCell>
        <FigureCell {...roiOf(campaign, basis)} className="sm:col-span-2" />
      </dl>
      <div className="px-4 py-3">
        <CampaignControls campaign={campaign} range={range} canEdit={canEdit} />
      </div>
    </article>
  );
}

interface FigureCellProps {
  label: string;
  text: ReactNode;
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
