import type { BestCampaign } from '@tracker/schemas/contracts/performance.contract';
import { Megaphone } from 'lucide-react';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatCounted, formatMoney, formatRatio } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { roasLook } from './levels.ts';
import { useBestCampaigns } from './queries.ts';

type Period = 'today' | 'yesterday';
const PERIODS = [
  { period: 'today', label: 'Hoje', inText: 'hoje' },
  { period: 'yesterday', label: 'Ontem', inText: 'ontem' },
] as const;

export function BestCampaigns({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const query = useBestCampaigns(period);
  return (
    <Tabs value={period} onValueChange={(value) => onPeriod(value as Period)} asChild>
      <Card aria-labelledby="best-campaigns" className="flex flex-col">
        <CardHeader
          id="best-campaigns"
          title="Melhores Campanhas"
          note="Por receita"
          mark={<RefreshMark queries={[query]} />}
        >
          <TabList aria-label="Dia das melhores campanhas">
            {PERIODS.map((one) => (
              <Tab key={one.period} value={one.period}>
                {one.label}
              </Tab>
            ))}
          </TabList>
        </CardHeader>
        {PERIODS.map((one) => (
          <TabPanel key={one.period} value={one.period} className="flex flex-1 flex-col">
            <QueryView query={query} loading={<SkeletonRows />}>
              {(campaigns) =>
                campaigns.length === 0 ? (
                  <Empty
                    icon={Megaphone}
                    title="Nenhuma campanha encontrada"
                    text={`Não há dados de campanhas para ${one.inText}.`}
                  />
                ) : (
                  <ol className="flex flex-1 flex-col">
                    {campaigns.map((campaign, index) => (
                      <CampaignRow key={campaign.campaignId} campaign={campaign} rank={index + 1} />
                    ))}
                  </ol>
                )
              }
            </QueryView>
          </TabPanel>
        ))}
      </Card>
    </Tabs>
  );
}

const ROW = 'flex min-h-[76px] items-center gap-3 border-line border-t px-4 py-2.5 sm:px-5';

const CampaignRow = ({ campaign, rank }: { campaign: BestCampaign; rank: number }) => (
  <li className={ROW}>
    <span className="figure w-6 shrink-0 font-semibold text-muted">#{rank}</span>
    <div className="min-w-0 flex-1">
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium" title={campaign.name}>
          {campaign.name}
        </span>
        <span className="figure shrink-0 font-semibold">{formatMoney(campaign.revenue)}</span>
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3 text-muted text-xs">
        <span className="min-w-0 truncate">
          {campaign.campaignId} · {formatCounted(campaign.conversions, 'conversão', 'conversões')}
        </span>
        <span className="flex shrink-0 items-center gap-2">
          <span className="figure">Gasto {formatMoney(campaign.spend)}</span>
          <Badge look={roasLook(campaign.roas)} aria-label={`ROAS ${formatRatio(campaign.roas)}`}>
            {formatRatio(campaign.roas)}
          </Badge>
        </span>
      </div>
    </div>
  </li>
);

const SkeletonRows = () => (
  <div aria-busy>
    {[1, 2, 3].map((rank) => (
      <div key={rank} className={ROW}>
        <div className="flex-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="mt-2 h-3.5 w-1/2" />
        </div>
      </div>
    ))}
  </div>
);
