import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { formatCount } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { type Column, DataTable, type Sort, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import type { DateRange } from '../date-range/date-range.ts';
import { dimensionLabel, groupId, groupName } from './dimension-texts.ts';
import { figureColumns, figuresSummary, GROUP_LABELS, PROFIT_COLUMN } from './figure-columns.tsx';
import { NamedCell } from './named-cell.tsx';
import { useGroups } from './queries.ts';

/** In the order of the server. */
const BY_DEFAULT: Sort = '-revenue';

interface GroupTableProps {
  groupBy: readonly Dimension[];
  range: DateRange;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  basis: Basis;
}

export function GroupTable({ groupBy, range, sort = BY_DEFAULT, onSort, basis }: GroupTableProps) {
  const { query, items, total } = useGroups(groupBy, range);
  const columns = useMemo(() => columnsOf(groupBy, basis), [groupBy, basis]);
  return (
    <QueryView query={query} loading={<TableSkeleton rows={8} className="h-[53px]" />}>
      {() =>
        items.length === 0 ? (
          <Empty
            icon={ChartColumn}
            title="Nenhum dado encontrado"
            text="Não houve clicks, vendas nem gastos no período."
          >
            <p className="text-muted text-xs">Escolha um período maior.</p>
          </Empty>
        ) : (
          <>
            <DataTable
              label={`Números por ${groupBy.map(dimensionLabel).join(' e ')}`}
              columns={columns}
              items={items}
              keyOf={({ keys }) => JSON.stringify(keys)}
              detailLabel={(row) => `Detalhes de ${titleOf(groupBy, row)}`}
              summary={(row) => ({ title: titleOf(groupBy, row), ...figuresSummary(row, basis) })}
              sort={sort}
              onSort={(next) => onSort(next === BY_DEFAULT ? undefined : next)}
            />
            {total !== undefined && total > items.length && (
              <p role="status" className="figure border-line border-t px-4 py-2.5 text-muted text-xs sm:px-5">
                Mostrando {formatCount(items.length)} de {formatCount(total)}, os de maior receita. O CSV tem todos.
              </p>
            )}
          </>
        )
      }
    </QueryView>
  );
}

const nameIn = (dimension: Dimension, index: number, { keys, names }: BreakdownRow) =>
  groupName(dimension, keys[index] ?? null, names[index] ?? null);
/** 'facebook, segunda-feira'. */
const titleOf = (groupBy: readonly Dimension[], row: BreakdownRow) =>
  groupBy.map((dimension, index) => nameIn(dimension, index, row)).join(', ');

function columnsOf(groupBy: readonly Dimension[], basis: Basis): Column<BreakdownRow>[] {
  return [
    ...groupBy.map((dimension, index) => keyColumn(dimension, index)),
    {
      key: 'clicks',
      label: 'Clicks',
      numeric: true,
      sortBy: ({ clicks }) => clicks,
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      key: 'conversions',
      label: 'Conversões',
      numeric: true,
      sortBy: ({ conversions }) => conversions,
      cell: ({ conversions }) => formatCount(conversions),
    },
    ...figureColumns(basis, GROUP_LABELS),
    PROFIT_COLUMN,
  ];
}

function keyColumn(dimension: Dimension, index: number): Column<BreakdownRow> {
  const isTime = dimension === 'hour' || dimension === 'weekday';
  const nameOf = (row: BreakdownRow) => nameIn(dimension, index, row);
  return {
    key: dimension,
    label: dimensionLabel(dimension),
    // Monday comes before Friday, whatever its first letter.
    sortBy: (row) => (isTime ? Number(row.keys[index]) : nameOf(row)),
    cell: (row) => (
      <NamedCell name={nameOf(row)} id={groupId(dimension, row.keys[index] ?? null, row.names[index] ?? null)} />
    ),
    className: 'min-w-36 max-w-64',
  };
}
