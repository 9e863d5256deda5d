import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { isPaying } from '@tracker/schemas/health/roas-rules';
import { TrendingDown, TrendingUp, Trophy } from 'lucide-react';
import { clicksOf, logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { isSpentBefore } from '../../date-range/tracking.ts';
import { formatMoney, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import { useSummary } from '../../spend/use-summary.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TOP_CAMPAIGNS, topByRoas } from './totals.ts';

export function TopCampaigns({ query, range }: { query: UseQueryResult<Campaign[]>; range: DateRange }) {
  const hasSource = useSummary(range)?.spendSource !== 'none';
  return (
    <FetchedCard
      title="Top 5 por ROAS"
      note={rangeText(range)}
      query={query}
      loading={<SkeletonRows />}
      className="min-h-[345px]"
      isEmpty={(campaigns) => topByRoas(campaigns, hasSource).length === 0}
      empty={
        <Empty
          icon={Trophy}
          title="Nenhuma campanha com receita ou gasto"
          text="As que mais devolvem o que gastam aparecem aqui."
        />
      }
    >
      {(campaigns) => (
        <ol aria-label="Top 5 por ROAS">
          {topByRoas(campaigns, hasSource).map((campaign, index) => (
            <TopRow key={campaign.campaignId} campaign={campaign} rank={index + 1} {...{ range, hasSource }} />
          ))}
        </ol>
      )}
    </FetchedCard>
  );
}

const ROW = 'flex min-h-[57px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5';

interface TopRowProps {
  campaign: Campaign;
  rank: number;
  range: DateRange;
  hasSource: boolean;
}

function TopRow({ campaign, rank, range, hasSource }: TopRowProps) {
  // What the ROAS is made of.
  const { name, campaignId, roas, ofTrackedDays } = campaign;
  const { revenue } = ofTrackedDays;
  const { conversions } = logsOf({ by: ['campaign'], keys: [campaignId], range, filters: [] });
  return (
    <li className={ROW}>
      <span className="figure w-6 shrink-0 text-muted">{roas === null ? NO_FIGURE : `#${rank}`}</span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          <LogsText logs={campaign.conversions > 0 ? conversions : clicksOf(campaignId, range)}>{name}</LogsText>
        </p>
        <p className="figure text-muted text-xs">
          {formatMoney(revenue)} de receita · {hasSource ? spendText(campaign) : NOT_CONNECTED}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5 sm:flex-row sm:items-center sm:gap-3">
        <span className="figure font-semibold">{formatRatio(roas)}</span>
        <Verdict campaign={campaign} />
      </div>
    </li>
  );
}

const NOT_CONNECTED = 'gasto não conectado';

function spendText(campaign: Campaign): string {
  const { spend } = campaign.ofTrackedDays;
  if (spend === null) return 'gasto desconhecido';
  if (spend > 0) return `${formatMoney(spend)} de gasto`;
  return isSpentBefore(campaign) ? 'gasto só de antes do rastreio' : 'sem gasto no período';
}

/** The labels of the specification; a campaign without cost since tracking began is not red, since it is not known to have lost. */
function Verdict({ campaign: { roas, ofTrackedDays } }: { campaign: Campaign }) {
  if (roas === null) return null;
  if (isPaying(roas)) {
    return (
      <Badge look="good">
        <TrendingUp size={12} aria-hidden /> Profitable
      </Badge>
    );
  }
  const isLoss = (ofTrackedDays.spend ?? 0) > 0;
  return (
    <Badge look={isLoss ? 'destructive' : 'secondary'}>
      {isLoss && <TrendingDown size={12} aria-hidden />} Unprofitable
    </Badge>
  );
}

const SkeletonRows = () => (
  <div>
    {Array.from({ length: TOP_CAMPAIGNS }, (_, index) => (
      <div key={index} className={ROW}>
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-5 w-28" />
      </div>
    ))}
  </div>
);
