import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { useMemo } from 'react';
import { CONVERSIONS_COLUMN, PROFIT_COLUMN, REVENUE_COLUMN, SpendText } from '../../breakdown/figure-columns.tsx';
import { clicksOf } from '../../breakdown/logs-link.ts';
import { NamedCell } from '../../breakdown/named-cell.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { statusLabel } from '../../format/campaign-status.ts';
import { formatInstantDay } from '../../format/days.ts';
import { formatCount, formatCounted, formatMoney, formatRatio } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx';
import { CampaignControls } from './campaign-controls.tsx';
import { sumsOf } from './chosen-campaigns.ts';
import { RoasFigure } from './roas-figure.tsx';

interface Row extends Pick<Campaign, 'name' | 'revenue' | 'spend' | 'conversions' | 'netProfit'> {
  readonly ofTrackedDays: Pick<Campaign['ofTrackedDays'], 'spend'>;
  /** null: of all that are listed. */
  readonly campaign: Campaign | null;
  readonly roas: number | null;
}

export const rowOf = (campaign: Campaign, basis: Basis): Row => {
  const { name, revenue, spend, ofTrackedDays, conversions, netProfit } = campaign;
  const roas = basis === 'net' ? campaign.netRoas : campaign.roas;
  return { campaign, name, revenue, spend, ofTrackedDays, conversions, netProfit, roas };
};

/** Newest first, as the server answers. */
export const NEWEST: Sort = '-created';

/** The columns of the list, by which cards are sorted, too. */
export const columnsOf = (basis: Basis, timeZone: TimeZone, range: DateRange): readonly Column<Row>[] => [
  {
    key: 'name',
    label: 'Campanha',
    sortBy: ({ name }) => name,
    cell: ({ name, campaign }) => (
      <NamedCell
        name={name}
        {...(campaign && { id: campaign.campaignId, logs: clicksOf(campaign.campaignId, range) })}
      />
    ),
    className: 'min-w-40 max-w-72',
  },
  {
    key: 'status',
    label: 'Status',
    sortBy: ({ campaign }) => campaign?.status ?? null,
    cell: ({ campaign }) =>
      campaign && (
        <Badge look={campaign.status === 'active' ? 'default' : 'secondary'}>{statusLabel(campaign.status)}</Badge>
      ),
  },
  REVENUE_COLUMN,
  {
    key: 'spend',
    label: 'Gasto',
    numeric: true,
    sortBy: ({ spend }) => spend,
    cell: (row) => <SpendText {...row} />,
  },
  {
    key: 'roas',
    label: basis === 'net' ? 'ROAS líquido' : 'ROAS',
    numeric: true,
    // What cost nothing has no place between those that did.
    sortBy: ({ roas, ofTrackedDays: { spend } }) => (spend === 0 ? null : roas),
    cell: ({ roas, spend, ofTrackedDays }) => <RoasFigure {...{ roas, spend }} trackedSpend={ofTrackedDays.spend} />,
  },
  CONVERSIONS_COLUMN,
  PROFIT_COLUMN,
  {
    key: 'created',
    label: 'Criada em',
    numeric: true,
    sortBy: ({ campaign }) => campaign?.createdAt ?? null,
    cell: ({ campaign }) => campaign && formatInstantDay(campaign.createdAt, timeZone),
  },
];

interface CampaignListProps {
  campaigns: readonly Campaign[];
  range: DateRange;
  basis: Basis;
  canEdit: boolean;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** One line each, for dozens of campaigns; opened, a line has the link and the controls of the card. */
export function CampaignList({ campaigns, range, basis, canEdit, sort = NEWEST, onSort }: CampaignListProps) {
  const { timeZone } = useSession().tenant;
  const columns = useMemo(() => columnsOf(basis, timeZone, range), [basis, timeZone, range]);
  return (
    <Card className="min-w-0 pt-1">
      <p className="px-4 py-2 text-muted text-xs sm:px-5">{rangeText(range)}</p>
      <DataTable
        label="Lista de campanhas"
        columns={columns}
        items={campaigns.map((campaign) => rowOf(campaign, basis))}
        keyOf={({ campaign }) => campaign?.campaignId ?? ''}
        detailLabel={({ name }) => `Detalhes de ${name}`}
        detail={({ campaign }) => campaign && <CampaignControls campaign={campaign} range={range} canEdit={canEdit} />}
        summary={({ name, revenue, spend, ofTrackedDays, roas, conversions }) => ({
          title: name,
          figure: formatMoney(revenue),
          notes: [
            roas !== null && (ofTrackedDays.spend ?? 0) > 0 && `ROAS ${formatRatio(roas)}`,
            `Gasto ${formatMoney(spend)}`,
          ],
          end: `${formatCount(conversions)} conv.`,
        })}
        total={campaigns.length > 1 ? totalOf(campaigns, basis) : undefined}
        sort={sort}
        onSort={(next) => onSort(next === NEWEST ? undefined : next)}
      />
    </Card>
  );
}

/** The net ratio of several needs their lines: it is on Analytics. */
const totalOf = (campaigns: readonly Campaign[], basis: Basis): Row => {
  const sums = sumsOf(campaigns);
  const name = `Total: ${formatCounted(campaigns.length, 'campanha', 'campanhas')}`;
  return { campaign: null, name, ...sums, roas: basis === 'net' ? null : sums.roas };
};
