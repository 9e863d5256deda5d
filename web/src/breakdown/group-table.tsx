import { filterOfKey } from '@tracker/schemas/figures/figure-query';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { useMemo } from 'react';
import { compareFailure } from '../compare/compare-failure.tsx';
import type { Comparison } from '../compare/comparison.ts';
import { QueryView, wordsOf } from '../data/query-view.tsx';
import type { DateRange } from '../date-range/date-range.ts';
import { formatCount } from '../format/figures.ts';
import type { Basis } from '../profit/basis.ts';
import { Busy } from '../ui/busy.tsx';
import { DataTable, type RowsBelow, type Sort, sorted, TableSkeleton } from '../ui/data-table.tsx';
import { Failure } from '../ui/message.tsx';
import { Note } from '../ui/note.tsx';
import type { Summary } from '../ui/row-summary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useVerdicts } from '../verdicts/queries.ts';
import { VerdictText } from '../verdicts/verdict-badge.tsx';
import { useCompared, withChange } from './compared.tsx';
import { dimensionLabel } from './dimension-texts.ts';
import { figuresSummary, soldSummary } from './figure-columns.tsx';
import { columnsOf, defaultSort, sortBelow, titleOf } from './group-columns.tsx';
import { NoGroups } from './no-groups.tsx';
import { areSoldGroups, figureKeys, type GroupRow, isOfNone, useGroupRows, useTotalRow } from './queries.ts';

interface GroupTableProps {
  /** Of two, the second is below the first: each group opens into its parts, which add up to it. */
  groupBy: readonly [Dimension, ...Dimension[]];
  range: DateRange;
  /** As in the URL. */
  filters?: readonly string[] | undefined;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  basis: Basis;
  /** With which days each group is compared, in a column of its own. */
  comparison?: Comparison | undefined;
}

const NO_FILTERS: readonly string[] = [];

export function GroupTable(props: GroupTableProps) {
  const { groupBy, range, filters = NO_FILTERS, sort, onSort, basis, comparison } = props;
  const [first, second] = groupBy;
  const isSold = areSoldGroups(groupBy);
  const { query, items, total } = useGroupRows(groupBy, range, { filters });
  const totalRow = useTotalRow(range, { filters, isSold });
  const { isKnown, verdictOf } = useVerdicts(first, range, filters);
  const { query: compared, withCompared } = useCompared([first], { range, filters, comparison });
  const isCompared = comparison !== undefined;
  const failure = comparison && compareFailure([compared]);
  const columns = useMemo(
    () =>
      withChange(columnsOf(groupBy, basis, { range, filters }, isKnown ? verdictOf : undefined), groupBy, isCompared),
    [groupBy, basis, range, filters, isKnown, verdictOf, isCompared],
  );
  const byDefault = defaultSort(first);
  const summaryOf = (row: GroupRow, figures: Omit<Summary, 'title'>): Summary => {
    const judged = verdictOf(row.keys);
    return {
      title: titleOf(groupBy, row),
      ...figures,
      below: judged && <VerdictText judged={judged} />,
    };
  };
  return (
    <QueryView query={query} loading={<TableSkeleton rows={8} className="h-[53px]" />}>
      {() =>
        items.length === 0 ? (
          <NoGroups range={range} isFiltered={filters.length > 0} />
        ) : (
          <>
            <DataTable
              label={`Números por ${groupBy.map(dimensionLabel).join(' e ')}`}
              columns={columns}
              items={items.map(withCompared)}
              keyOf={({ keys }) => JSON.stringify(keys)}
              detailLabel={(row) =>
                `${second && row.keys.length === 1 ? 'Abrir' : 'Detalhes de'} ${titleOf(groupBy, row)}`
              }
              summary={(row) => summaryOf(row, isSold ? soldSummary(row) : figuresSummary(row, basis))}
              isLast={isOfNone}
              below={
                second &&
                (({ keys: [key = null] }, table) => (
                  <GroupsBelow
                    groupBy={[first, second]}
                    groupKey={key}
                    {...{ range, filters, comparison }}
                    sorted={(rows) => sorted(rows, columns, sortBelow(second, sort), isOfNone)}
                    table={table}
                  />
                ))
              }
              total={totalRow && withCompared(totalRow)}
              sort={sort ?? byDefault}
              onSort={(next) => onSort(next === byDefault ? undefined : next)}
            />
            {failure && <Note>{failure}</Note>}
            {total !== undefined && total > items.length && (
              <Note role="status" className="figure">
                {cutText(items.length, total, filters.length > 0)}
              </Note>
            )}
          </>
        )
      }
    </QueryView>
  );
}

const cutText = (shown: number, total: number, isFiltered: boolean) =>
  `Mostrando ${formatCount(shown)} de ${formatCount(total)}, os de maior receita.${isFiltered ? '' : ' O CSV tem todos.'}`;

interface GroupsBelowProps {
  groupBy: readonly [Dimension, Dimension];
  /** Null: of what has no such group. */
  groupKey: string | null;
  range: DateRange;
  filters: readonly string[];
  comparison: Comparison | undefined;
  sorted: (rows: readonly GroupRow[]) => readonly GroupRow[];
  table: RowsBelow<GroupRow>;
}

/** The parts of one group; asked for when it is opened. */
function GroupsBelow(props: GroupsBelowProps) {
  const { groupBy, groupKey, range, filters, comparison, sorted, table } = props;
  const { rowsOf, noteOf } = table;
  const { query, items, total } = useGroupRows(groupBy, range, { key: groupKey, filters });
  const [key = null] = figureKeys(groupBy, [groupKey]);
  const { query: compared, withCompared } = useCompared(groupBy, {
    ...{ range, comparison },
    filters: [...filters, filterOfKey(groupBy[0], key)],
  });
  const failure = comparison && compareFailure([compared]);
  if (query.data === undefined) {
    return noteOf(
      query.error ? (
        <Failure {...wordsOf(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <Busy>
          <Skeleton className="h-5 w-1/2" />
        </Busy>
      ),
    );
  }
  return (
    <>
      {rowsOf(sorted(items.map(withCompared)))}
      {failure && noteOf(failure)}
      {items.length === 0 && noteOf(<span className="text-muted text-xs">Nada neste grupo, agora.</span>)}
      {total !== undefined &&
        total > items.length &&
        noteOf(<span className="figure text-muted text-xs">{cutText(items.length, total, filters.length > 0)}</span>)}
    </>
  );
}
