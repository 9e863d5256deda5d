import { dimensionOf } from '@tracker/schemas/figures/dimensions';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import { metricOf } from '@tracker/schemas/figures/metrics';
import { Columns3 } from 'lucide-react';
import { useCompared } from '../../breakdown/compared.tsx';
import { logsOfFigure } from '../../breakdown/logs-link.ts';
import { metricText } from '../../breakdown/metric-text.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { NoGroups } from '../../breakdown/no-groups.tsx';
import { useFilteredFigures } from '../../breakdown/queries.ts';
import { changeOf } from '../../compare/change.ts';
import { ChangeText } from '../../compare/change-text.tsx';
import { compareFailure } from '../../compare/compare-failure.tsx';
import type { Comparison } from '../../compare/comparison.ts';
import { QueryView } from '../../data/query-view.tsx';
import { formatCount } from '../../format/figures.ts';
import { cn } from '../../ui/cn.ts';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { Note } from '../../ui/note.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import type { Shown } from './shown.ts';

const ROWS_MAX = 50;
const COLUMNS_MAX = 12;
/** A figure without the name of its row says nothing. */
const STAYS = 'sticky left-0 z-10 max-w-32 sm:max-w-56';

interface PivotTableProps extends Shown {
  /** With which days each figure is compared, below it. */
  comparison: Comparison | undefined;
}

/** A figure of one dimension against another: the groups with most revenue, from the left and from the top. */
export function PivotTable({ groups, range, filters, metric, comparison }: PivotTableProps) {
  const [first, second] = groups;
  const isReady = first !== undefined && second !== undefined;
  const query = useFilteredFigures(range, filters, {
    ...{ by: groups, metrics: [metric], limit: FIGURE_ROWS_MAX, enabled: isReady },
  });
  const compared = useCompared(groups, { range, filters, metric, comparison });
  const failure = comparison && compareFailure([compared.query]);
  if (!isReady) {
    return (
      <Empty icon={Columns3} title="Falta o segundo grupo" text="Escolha em “E depois por” o que fica nas colunas." />
    );
  }
  const label = `${metricOf(metric).label}: ${dimensionOf(first).label} × ${dimensionOf(second).label}`;
  return (
    <QueryView query={query} loading={<TableSkeleton rows={8} />}>
      {({ rows, groups: count }) => {
        if (rows.length === 0) return <NoGroups range={range} isFiltered={filters.length > 0} />;
        // Rows come with most revenue first: so do the names, in the order in which they are first met.
        const namesOf = (place: 0 | 1) => {
          const names = new Map(rows.map(({ keys, labels }) => [keys[place] ?? '', labels[place] ?? '']));
          // What has no such group is last.
          return [...names].toSorted(([one], [other]) => Number(one === '') - Number(other === ''));
        };
        const [down, across] = [namesOf(0), namesOf(1)];
        const cells = new Map(
          rows.map(({ keys, values }) => [keys.map((key) => key ?? '').join('\n'), values[metric] ?? null]),
        );
        const shownColumns = across.slice(0, COLUMNS_MAX);
        return (
          <>
            <Table label={label} isLong={down.length > 20}>
              <thead>
                <tr>
                  <HeadCell className={cn(STAYS, 'z-20')}>{dimensionOf(first).label}</HeadCell>
                  {shownColumns.map(([key, name]) => (
                    <HeadCell key={key} numeric className="max-w-40 truncate" title={name}>
                      {name}
                    </HeadCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {down.slice(0, ROWS_MAX).map(([key, name]) => (
                  <Row key={key}>
                    <th
                      scope="row"
                      className={cn(STAYS, 'truncate bg-surface px-4 py-2 text-left font-medium sm:px-5')}
                      title={name}
                    >
                      {name}
                    </th>
                    {shownColumns.map(([other]) => {
                      const at = `${key}\n${other}`;
                      const value = cells.get(at) ?? null;
                      const keys = [key || null, other || null];
                      const comparing = compared.comparingOf({ keys });
                      const listed = { by: groups, keys, range, filters };
                      return (
                        <Cell key={other} numeric>
                          {cells.has(at) && (
                            <>
                              <LogsText logs={logsOfFigure(metric, value, listed)}>
                                {metricText(metric, value)}
                              </LogsText>
                              {(comparing === 'loading' || changeOf(metric, comparing)) && (
                                <span className="block text-xs">
                                  <ChangeText metric={metric} compared={comparing} isWhole={false} />
                                </span>
                              )}
                            </>
                          )}
                        </Cell>
                      );
                    })}
                  </Row>
                ))}
              </tbody>
            </Table>
            {failure && <Note>{failure}</Note>}
            {count > rows.length && (
              <Note role="status" className="figure">
                Só as {formatCount(rows.length)} combinações de maior receita, de {formatCount(count)}, estão na tabela:
                uma célula vazia pode ter um número. Use um filtro, ou o CSV, que tem todas.
              </Note>
            )}
            {(down.length > ROWS_MAX || across.length > COLUMNS_MAX) && (
              <Note role="status" className="figure">
                Mostrando {formatCount(Math.min(down.length, ROWS_MAX))} de {formatCount(down.length)} linhas e{' '}
                {formatCount(shownColumns.length)} de {formatCount(across.length)} colunas, as de maior receita. O CSV
                tem as outras.
              </Note>
            )}
          </>
        );
      }}
    </QueryView>
  );
}
