import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { Megaphone } from 'lucide-react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { statusLabel } from '../../format/campaign-status.ts';
import type { Basis } from '../../profit/basis.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, type Sort, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { useSession } from '../auth/auth.ts';
import { CAMPAIGN_LABELS, figureColumns, figuresSummary, PROFIT_COLUMN } from './figure-columns.tsx';
import { NamedCell } from './named-cell.tsx';

const columnsOf = (basis: Basis): readonly Column<Campaign>[] => [
  {
    key: 'campaign',
    label: 'Campaign',
    sortBy: ({ name }) => name,
    cell: ({ name, campaignId }) => <NamedCell name={name} id={campaignId} />,
    className: 'min-w-40 max-w-72',
  },
  ...figureColumns(basis, CAMPAIGN_LABELS),
  {
    key: 'status',
    label: 'Status',
    sortBy: ({ status }) => status,
    cell: ({ status }) => <Badge look={status === 'active' ? 'default' : 'secondary'}>{statusLabel(status)}</Badge>,
  },
  PROFIT_COLUMN,
];

const BY_DEFAULT: Sort = '-revenue';

interface CampaignTableProps {
  query: UseQueryResult<Campaign[]>;
  period: string;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  basis: Basis;
}

export const CampaignTable = ({ query, period, sort = BY_DEFAULT, onSort, basis }: CampaignTableProps) => (
  <FetchedCard
    title="Desempenho das campanhas"
    note={period}
    query={query}
    loading={<TableSkeleton rows={3} className="h-[53px]" />}
    className="min-h-[241px]"
    empty={<NoCampaigns />}
  >
    {(campaigns) => (
      <DataTable
        label="Desempenho das campanhas"
        columns={columnsOf(basis)}
        items={campaigns}
        keyOf={({ campaignId }) => campaignId}
        detailLabel={({ name }) => `Detalhes de ${name}`}
        summary={(campaign) => ({ title: campaign.name, ...figuresSummary(campaign, basis) })}
        sort={sort}
        onSort={(next) => onSort(next === BY_DEFAULT ? undefined : next)}
      />
    )}
  </FetchedCard>
);

function NoCampaigns() {
  const canSeeCampaigns = hasRole(useSession().user.role, SCREEN_ROLES['/campaigns']);
  return (
    <Empty icon={Megaphone} title="No campaigns yet" text="Cada campanha tem o link que mede seus cliques e vendas.">
      {canSeeCampaigns && (
        <Button asChild look="outline" size="small">
          <Link to="/campaigns">Criar uma campanha</Link>
        </Button>
      )}
    </Empty>
  );
}
