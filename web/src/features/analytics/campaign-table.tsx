import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { Megaphone } from 'lucide-react';
import {
  CAMPAIGN_LABELS,
  countColumns,
  type Figures,
  figureColumns,
  figuresSummary,
  PROFIT_COLUMN,
} from '../../breakdown/figure-columns.tsx';
import { clicksOf, logsOf } from '../../breakdown/logs-link.ts';
import { NamedCell } from '../../breakdown/named-cell.tsx';
import { useTotal } from '../../breakdown/queries.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { statusLabel } from '../../format/campaign-status.ts';
import type { Basis } from '../../profit/basis.ts';
import { sumOfNet } from '../../profit/net-lines.ts';
import { useNetOfCampaigns } from '../../profit/queries.ts';
import { useMayOpen } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable, type Sort, TableSkeleton } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { totalsOf } from './totals.ts';

/** A campaign, or all of them: without an id and a status. */
interface CampaignRow extends Figures {
  readonly name: string;
  readonly campaignId: string | null;
  readonly status: string | null;
}

/** Beyond those of specification §2.8: counts and profit, after them. */
const columnsOf = (basis: Basis, range: DateRange): readonly Column<CampaignRow>[] => [
  {
    key: 'campaign',
    label: 'Campaign',
    sortBy: ({ name }) => name,
    cell: ({ name, campaignId }) => (
      <NamedCell
        name={name}
        id={campaignId ?? undefined}
        logs={campaignId === null ? undefined : clicksOf(campaignId, range)}
      />
    ),
    className: 'min-w-32 max-w-72',
  },
  ...figureColumns(basis, CAMPAIGN_LABELS),
  {
    key: 'status',
    label: 'Status',
    sortBy: ({ status }) => status,
    cell: ({ status }) =>
      status !== null && <Badge look={status === 'active' ? 'default' : 'secondary'}>{statusLabel(status)}</Badge>,
  },
  // Short: ten columns of figures fit a screen of 1440 pixels.
  ...countColumns('Conv.', ({ campaignId }: CampaignRow) =>
    campaignId === null ? {} : logsOf({ by: ['campaign'], keys: [campaignId], range, filters: [] }),
  ),
  PROFIT_COLUMN,
];

const BY_DEFAULT: Sort = '-revenue';

interface CampaignTableProps {
  query: UseQueryResult<Campaign[]>;
  range: DateRange;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  basis: Basis;
}

export function CampaignTable({ query, range, sort = BY_DEFAULT, onSort, basis }: CampaignTableProps) {
  const conversionRate = useTotal(range)?.conversionRate ?? null;
  const net = useNetOfCampaigns(range).data?.campaigns;
  return (
    <FetchedCard
      title="Desempenho das campanhas"
      note={rangeText(range)}
      query={query}
      loading={<TableSkeleton rows={3} className="h-[53px]" />}
      className="min-h-[241px]"
      empty={<NoCampaigns />}
    >
      {(campaigns) => (
        <DataTable<CampaignRow>
          label="Desempenho das campanhas"
          columns={columnsOf(basis, range)}
          items={campaigns}
          keyOf={({ campaignId }) => campaignId ?? ''}
          detailLabel={({ name }) => `Detalhes de ${name}`}
          summary={(campaign) => ({ title: campaign.name, ...figuresSummary(campaign, basis) })}
          total={campaigns.length > 1 ? { ...totalRow(campaigns, net), conversionRate } : undefined}
          sort={sort}
          onSort={(next) => onSort(next === BY_DEFAULT ? undefined : next)}
        />
      )}
    </FetchedCard>
  );
}

/** The sums of the rows, and the ratios of the sums. */
function totalRow(campaigns: readonly Campaign[], net: readonly NetFigures[] | undefined) {
  const sums = totalsOf(campaigns);
  const { profit, roas, roi: netRoi } = net ? sumOfNet(net) : { profit: null, roas: null, roi: null };
  return {
    ...{ name: 'Total', campaignId: null, status: null },
    ...sums,
    ...{ netProfit: profit, netRoas: roas, netRoi },
  };
}

function NoCampaigns() {
  const canSeeCampaigns = useMayOpen('/campaigns');
  return (
    <Empty icon={Megaphone} title="No campaigns yet" text="Cada campanha tem o link que mede seus clicks e vendas.">
      {canSeeCampaigns && <LinkButton to="/campaigns">Criar uma campanha</LinkButton>}
    </Empty>
  );
}
