import { dimensionOf, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { compareFailure } from '../compare/compare-failure.tsx';
import type { Comparison } from '../compare/comparison.ts';
import { QueryView } from '../data/query-view.tsx';
import type { DateRange } from '../date-range/date-range.ts';
import { formatCount } from '../format/figures.ts';
import type { Basis } from '../profit/basis.ts';
import { type Column, DataTable, type Sort, TableSkeleton } from '../ui/data-table.tsx';
import { Note } from '../ui/note.tsx';
import { useCompared, withChange } from './compared.tsx';
import {
  countColumns,
  figureColumns,
  figuresSummary,
  GROUP_LABELS,
  PROFIT_COLUMN,
  SOLD_COLUMNS,
  soldSummary,
} from './figure-columns.tsx';
import { logsOf } from './logs-link.ts';
import { NamedCell } from './named-cell.tsx';
import { NoGroups } from './no-groups.tsx';
import { areSoldGroups, type GroupRow, isOfNone, rowOf, SOLD_METRICS, useFilteredFigures } from './queries.ts';

interface FigureTableProps {
  /** One to three of any. */
  groups: readonly FigureDimension[];
  range: DateRange;
  filters: readonly string[];
  basis: Basis;
  /** With which days each row is compared, in a column of its own. */
  comparison: Comparison | undefined;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

const BY_DEFAULT: Sort = '-revenue';
/** In the order of their keys: '01/10' is after '30/09'. */
const TIMES: ReadonlySet<FigureDimension> = new Set(['day', 'week', 'month', 'weekday', 'hour']);

/** What has none of the dimension comes last, however that is called. */
export const groupOrder =
  (dimension: FigureDimension, index: number) =>
  ({ keys, names }: Pick<GroupRow, 'keys' | 'names'>): string | null =>
    keys[index] == null ? null : ((TIMES.has(dimension) ? keys : names)[index] ?? null);

/** Figures by any dimensions, a row for each combination; what they leave unknown is '–'. */
export function FigureTable(props: FigureTableProps) {
  const { groups, range, filters, basis, comparison, sort = BY_DEFAULT, onSort } = props;
  const isSold = areSoldGroups(groups);
  const query = useFilteredFigures(range, filters, { by: groups, metrics: isSold ? SOLD_METRICS : [] });
  const { query: compared, withCompared } = useCompared(groups, { range, filters, comparison });
  const failure = comparison && compareFailure([compared]);
  const columns: Column<GroupRow>[] = [
    ...groups.map((dimension, index) => ({
      key: `group${index + 1}`,
      label: dimensionOf(dimension).label,
      sortBy: groupOrder(dimension, index),
      cell: ({ keys, names }: GroupRow) =>
        // The total has one name, and no groups.
        (index === 0 || keys.length > 0) && <NamedCell name={names[index] ?? dimensionOf(dimension).absent} />,
      className: 'min-w-32 max-w-64',
    })),
    ...(isSold
      ? SOLD_COLUMNS
      : [
          PROFIT_COLUMN,
          ...countColumns(undefined, ({ keys }: GroupRow) =>
            keys.length > 0 ? logsOf({ by: groups, keys, range, filters }) : {},
          ),
          ...figureColumns(basis, GROUP_LABELS),
        ]),
  ];
  const titleOf = ({ names }: GroupRow) => (names.length > 0 ? names.join(' › ') : 'Total');
  return (
    <QueryView query={query} loading={<TableSkeleton rows={8} className="h-[53px]" />}>
      {({ rows, total, groups: count }) =>
        rows.length === 0 ? (
          <NoGroups range={range} isFiltered={filters.length > 0} />
        ) : (
          <>
            <DataTable
              label={`Números por ${groups.map((dimension) => dimensionOf(dimension).label).join(', ')}`}
              columns={withChange(columns, groups, comparison !== undefined)}
              items={rows.map(({ keys, labels, values }) => withCompared({ keys, names: labels, ...rowOf(values) }))}
              keyOf={({ keys }) => JSON.stringify(keys)}
              detailLabel={(row) => `Detalhes de ${titleOf(row)}`}
              summary={(row) => ({
                title: titleOf(row),
                ...(isSold ? soldSummary(row) : figuresSummary(row, basis)),
              })}
              isLast={isOfNone}
              total={withCompared({ keys: [], names: ['Total'], ...rowOf(total.values) })}
              sort={sort}
              onSort={(next) => onSort(next === BY_DEFAULT ? undefined : next)}
            />
            {failure && <Note>{failure}</Note>}
            {count > rows.length && (
              <Note role="status" className="figure">
                Mostrando {formatCount(rows.length)} de {formatCount(count)}, os de maior receita. O CSV tem todos.
              </Note>
            )}
          </>
        )
      }
    </QueryView>
  );
}
