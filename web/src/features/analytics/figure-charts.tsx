import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { dimensionOf } from '@tracker/schemas/figures/dimensions';
import { filterToText } from '@tracker/schemas/figures/figure-query';
import { metricOf } from '@tracker/schemas/figures/metrics';
import { addDays, countDays } from '@tracker/schemas/primitives/tenant-day';
import { lazy } from 'react';
import { behindText, logsOfFigure } from '../../breakdown/logs-link.ts';
import { metricText } from '../../breakdown/metric-text.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { NoGroups } from '../../breakdown/no-groups.tsx';
import { isOfNone, useFilteredFigures } from '../../breakdown/queries.ts';
import { useOpenLogs } from '../../breakdown/use-open-logs.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useToday } from '../../date-range/use-today.ts';
import { formatDay, formatDayMonth } from '../../format/days.ts';
import { formatCount } from '../../format/figures.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Shown } from './shown.ts';
import { UnknownFigure } from './unknown-figure.tsx';

const Bars = lazy(() => import('../../charts/bars.tsx'));
const MetricLines = lazy(() => import('../../charts/metric-lines.tsx'));

const BARS_MAX = 15;
const BAR_PX = 32;
/** As many as there are colours that stay apart. */
const LINES_MAX = 5;
const Loading = () => <Skeleton className="mx-4 mb-4 h-72 sm:mx-5" />;

/** The groups with most of a figure, as bars. */
export function FigureBars({ groups, range, filters, metric }: Shown) {
  const query = useFilteredFigures(range, filters, { by: groups, metrics: [metric], order: `-${metric}` });
  const { label } = metricOf(metric);
  const openLogs = useOpenLogs();
  return (
    <QueryView query={query} loading={<Loading />}>
      {({ rows, groups: count }) => {
        const known = knownOf(rows, metric).slice(0, BARS_MAX);
        const logsOf = (bar: (typeof known)[number] | undefined) =>
          bar && logsOfFigure(metric, bar.value, { by: groups, keys: bar.keys, range, filters });
        if (rows.length === 0) return <NoGroups range={range} isFiltered={filters.length > 0} />;
        if (known.length === 0) return <UnknownFigure metric={metric} groups={groups} />;
        return (
          <>
            <ChartFigure
              caption={`${label} por ${groups.map((dimension) => dimensionOf(dimension).label).join(', ')}`}
              columns={[groups.map((dimension) => dimensionOf(dimension).label).join(', '), label]}
              rows={known.map((bar) => [bar.label, metricText(metric, bar.value)])}
              className="mx-3 mb-3 sm:mx-4"
              height={known.length * BAR_PX + 8}
            >
              <Bars
                name={label}
                bars={known}
                format={(value) => metricText(metric, value)}
                labelWidth={150}
                figureWidth={96}
                onPick={openLogs && ((index) => openLogs(logsOf(known[index])))}
              />
            </ChartFigure>
            <Note>Cada barra leva {behindText(metric)} do seu grupo, como as linhas da Tabela.</Note>
            <Cut shown={known.length} of={count} label={label} />
          </>
        );
      }}
    </QueryView>
  );
}

const knownOf = (rows: FigureAnswer['rows'], metric: Shown['metric']) =>
  rows
    .toSorted((one, other) => Number(isOfNone(one)) - Number(isOfNone(other)))
    .flatMap(({ keys, labels, values }) => {
      const value = values[metric] ?? null;
      return value === null ? [] : [{ keys, label: labels.join(' › '), value }];
    });

const Cut = ({ shown, of, label }: { shown: number; of: number; label: string }) =>
  of > shown && (
    <Note role="status" className="figure">
      Mostrando {formatCount(shown)} de {formatCount(of)}, ordenados por {label}.
    </Note>
  );

/** The groups with most of a figure, a line for each, day by day. */
export function FigureLines({ groups, range, filters, metric }: Shown) {
  const [group = 'source'] = groups;
  const top = useFilteredFigures(range, filters, {
    by: [group],
    metrics: [metric],
    order: `-${metric}`,
    limit: LINES_MAX,
  });
  // What is not known is no line along zero.
  const best = (top.data?.rows ?? []).filter(({ values }) => values[metric] != null);
  const keys = best.flatMap(({ keys: [key] }) => key ?? []);
  const own = keys.length > 0 ? [filterToText({ dim: group, op: 'is', values: keys })] : [];
  const days = countDays(range.from, range.to);
  const query = useFilteredFigures(range, [...filters, ...own], {
    by: [group, 'day'],
    metrics: [metric],
    limit: Math.min(1_000, Math.max(1, keys.length) * days),
    enabled: keys.length > 0,
  });
  const { label } = metricOf(metric);
  const openLogs = useOpenLogs();
  const today = useToday();
  if (top.data?.rows.length === 0) return <NoGroups range={range} isFiltered={filters.length > 0} />;
  if (top.data && keys.length === 0) return <UnknownFigure metric={metric} groups={groups} />;
  return (
    <QueryView query={top.isError ? top : query} loading={<Loading />}>
      {({ rows }) => {
        const at = new Map(rows.map(({ keys: parts, values }) => [parts.join('\n'), values[metric] ?? null]));
        const isSum = metricOf(metric).kind === 'sum';
        const all = Array.from({ length: days }, (_, index) => addDays(range.from, index));
        const lines = best.flatMap(({ keys: [key], labels: [name = ''], values }) =>
          key === null || key === undefined
            ? []
            : [
                {
                  ...{ key, label: name, sum: values[metric] ?? null },
                  // A day without a row is a day of nothing; one whose figure is not known is a gap.
                  values: all.map((day) => {
                    const value = at.get(`${key}\n${day}`);
                    return value === undefined && isSum ? 0 : (value ?? null);
                  }),
                },
              ],
        );
        const logsOf = ({ key }: (typeof lines)[number], value: number | null, period = range) =>
          logsOfFigure(metric, value, { by: [group], keys: [key], range: period, filters });
        const openPoint = (index: number, at: number) => {
          const [line, day] = [lines[index], all[at]];
          if (line && day) openLogs?.(logsOf(line, line.values[at] ?? null, { preset: 'custom', from: day, to: day }));
        };
        return (
          <>
            <ChartFigure
              caption={`${label} por dia`}
              columns={['Dia', ...lines.map((line) => line.label)]}
              rows={all.map((day, index) => [
                formatDay(day),
                ...lines.map(({ values }) => metricText(metric, values[index] ?? null)),
              ])}
              className="mx-3 mb-2 h-72 sm:mx-4"
            >
              <MetricLines
                days={all.map(formatDayMonth)}
                lines={lines}
                format={(value) => metricText(metric, value)}
                onPick={openLogs && openPoint}
              />
            </ChartFigure>
            <ul aria-label="Linhas do gráfico" className="mx-4 mb-3 flex flex-wrap gap-x-4 gap-y-1 text-[13px] sm:mx-5">
              {lines.map((line, index) => (
                <li key={line.label} className="flex min-w-0 items-center gap-1.5">
                  <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${DOTS[index]}`} />
                  <span className="truncate">
                    <LogsText logs={logsOf(line, line.sum)}>{line.label}</LogsText>
                  </span>
                </li>
              ))}
            </ul>
            <Note>
              Cada ponto leva {behindText(metric)} do dia; cada nome, à lista do período.
              {range.to === today && ' O último dia é hoje, que ainda não acabou.'}
            </Note>
            <Cut shown={lines.length} of={top.data?.groups ?? 0} label={label} />
          </>
        );
      }}
    </QueryView>
  );
}

const DOTS = ['bg-chart-part-1', 'bg-chart-part-2', 'bg-chart-part-3', 'bg-chart-part-4', 'bg-chart-part-5'];
