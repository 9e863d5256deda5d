import type { BestCampaign } from '@tracker/schemas/contracts/dashboard.contract';
import { Megaphone } from 'lucide-react';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { knownRoas } from '../../date-range/tracking.ts';
import { formatCounted, formatMoney, formatRatio } from '../../format/figures.ts';
import { useMayOpen } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
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

export default function BestCampaigns({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
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
          <TabPanel key={one.period} value={one.period} className={PANEL}>
            <QueryView query={query} loading={<SkeletonRows />}>
              {(campaigns) =>
                soldOf(campaigns).length === 0 ? (
                  <NoCampaigns period={one} isUnsold={campaigns.length > 0} />
                ) : (
                  <ol>
                    {soldOf(campaigns).map((campaign, index) => (
                      <CampaignRow key={campaign.campaignId} campaign={campaign} rank={index + 1} period={one.period} />
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

/** What sold nothing is not among the best. */
const soldOf = (campaigns: readonly BestCampaign[]) => campaigns.filter(({ revenue }) => revenue > 0);

interface NoCampaignsProps {
  period: (typeof PERIODS)[number];
  /** There were conversions or spend. */
  isUnsold: boolean;
}

function NoCampaigns({ period: { period, inText }, isUnsold }: NoCampaignsProps) {
  const canSeeCampaigns = useMayOpen('/campaigns');
  return (
    <Empty
      icon={Megaphone}
      title="Nenhuma campanha encontrada"
      text={isUnsold ? `Nenhuma campanha vendeu ${inText}.` : `Não há dados de campanhas para ${inText}.`}
    >
      {isUnsold ? (
        <LinkButton to="/analytics" search={{ period }}>
          Ver clicks e gasto por campanha
        </LinkButton>
      ) : (
        canSeeCampaigns && <LinkButton to="/campaigns">Copiar os links de uma campanha</LinkButton>
      )}
    </Empty>
  );
}

/** Next to the cards always three rows high, so that the page below does not move. */
const PANEL = 'flex flex-1 flex-col xl:min-h-[255px]';
const ROW = 'flex min-h-[85px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5';

const CampaignRow = ({ campaign, rank, period }: { campaign: BestCampaign; rank: number; period: Period }) => (
  <li className={ROW}>
    <span className="figure w-6 shrink-0 font-semibold text-muted">#{rank}</span>
    <div className="min-w-0 flex-1">
      <span className="block truncate font-medium" title={campaign.name}>
        {campaign.name}
      </span>
      <span className="block truncate text-muted text-xs" title={campaign.campaignId}>
        {campaign.campaignId}
      </span>
      <span className="figure mt-0.5 block text-soft-ink text-xs leading-5">
        {/* As `logsOf` says it, without the list of all dimensions: this is of the first look. */}
        <LogsText logs={{ to: '/conversion-logs', search: { period, f: [`campaign:is:${campaign.campaignId}`] } }}>
          {formatCounted(campaign.conversions, 'conversão', 'conversões')}
        </LogsText>
      </span>
    </div>
    <div className="figure flex shrink-0 flex-col items-end">
      <span className="font-semibold">{formatMoney(campaign.revenue)}</span>
      <span className="text-muted text-xs">
        {campaign.spend === 0
          ? 'Sem gasto'
          : campaign.spend === null
            ? 'Gasto desconhecido'
            : `Gasto ${formatMoney(campaign.spend)}`}
      </span>
      <Badge look={roasLook({ ...campaign, roas: knownRoas(campaign) })} className="mt-0.5">
        <span className="sr-only">ROAS </span>
        {formatRatio(knownRoas(campaign))}
      </Badge>
    </div>
  </li>
);

const SkeletonRows = () => (
  <div>
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
