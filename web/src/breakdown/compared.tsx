/** How groups changed against another period. It is a question of its own: the days that are compared are not always those that are shown. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { useMemo } from 'react';
import { type Comparing, changeLabel, changeOf } from '../compare/change.ts';
import { ChangeText } from '../compare/change-text.tsx';
import { comparingOf } from '../compare/compare-failure.tsx';
import type { Comparison } from '../compare/comparison.ts';
import { contractQuery, polled } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';
import type { Column } from '../ui/data-table.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { BREAKDOWN_FAILURE, figureKeys, type GroupRow } from './queries.ts';

type Groups = readonly FigureDimension[];

/** What groups are ordered by: every group of sales knows it, also where spend is not known. */
export const changedMetric = (groups: Groups) =>
  groups.every((dimension) => isKnownBy('sales', dimension)) ? 'revenue' : 'clicks';

interface Asked {
  range: DateRange;
  filters: readonly string[];
  /** Undefined: with nothing. */
  comparison: Comparison | undefined;
  /** By default what groups are ordered by. */
  metric?: FigureMetric;
}

interface ComparedGroups {
  readonly query: UseQueryResult<FigureAnswer>;
  /** What the change of a row is of, and of a total, which has no keys. */
  readonly comparingOf: (row: Pick<GroupRow, 'keys'>) => Comparing;
  readonly withCompared: (row: GroupRow) => GroupRow;
}

export function useCompared(groups: Groups, { range, filters, comparison, metric }: Asked): ComparedGroups {
  const { from, to } = comparison?.finished ?? range;
  const query = useQuery({
    ...contractQuery(
      askFigures,
      {
        query: {
          ...{
            from,
            to,
            by: groups.join(),
            metrics: `${metric ?? changedMetric(groups)},conversions`,
            f: [...filters],
          },
          ...comparison?.asked,
          limit: String(FIGURE_ROWS_MAX),
        },
      },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
    enabled: comparison !== undefined,
  });
  const { data } = query;
  const byKeys = useMemo(() => new Map(data?.rows.map((row) => [JSON.stringify(row.keys), row])), [data]);
  const ofRow = ({ keys }: Pick<GroupRow, 'keys'>) =>
    comparison &&
    comparingOf(query, keys.length === 0 ? data?.total : byKeys.get(JSON.stringify(figureKeys(groups, keys))));
  return { query, comparingOf: ofRow, withCompared: (row) => ({ ...row, compared: ofRow(row) }) };
}

/** With the change next to the figure that it is of, where groups are compared. */
export function withChange(columns: Column<GroupRow>[], groups: Groups, isCompared: boolean): Column<GroupRow>[] {
  if (!isCompared) return columns;
  const metric = changedMetric(groups);
  const change: Column<GroupRow> = {
    key: 'change',
    label: changeLabel(metric),
    numeric: true,
    sortBy: ({ compared }) => changeOf(metric, compared)?.percent ?? null,
    cell: ({ compared }) => <ChangeCell metric={metric} compared={compared} />,
  };
  return columns.flatMap((column) => (column.key === metric ? [column, change] : [column]));
}

/** An opened row of a phone has room for both figures. */
const ChangeCell = (props: Pick<Parameters<typeof ChangeText>[0], 'metric' | 'compared'>) => (
  <ChangeText {...props} isWhole={usePhone()} />
);
