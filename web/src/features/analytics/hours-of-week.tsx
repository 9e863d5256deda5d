import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import { lazy, type ReactNode, useState } from 'react';
import { behindText, logsOfFigure } from '../../breakdown/logs-link.ts';
import { metricText } from '../../breakdown/metric-text.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { NoGroups } from '../../breakdown/no-groups.tsx';
import { useFilteredFigures } from '../../breakdown/queries.ts';
import { useOpenLogs } from '../../breakdown/use-open-logs.ts';
import { QueryView } from '../../data/query-view.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Shown } from './shown.ts';
import { UnknownFigure } from './unknown-figure.tsx';

const HeatMap = lazy(() => import('../../charts/heat-map.tsx'));

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
const OF_WEEK = ['weekday', 'hour'] as const;
/** From Monday on. */
const DAYS = ['1', '2', '3', '4', '5', '6', '0'];
const SHORT: Readonly<Record<string, string>> = {
  1: 'seg',
  2: 'ter',
  3: 'qua',
  4: 'qui',
  5: 'sex',
  6: 'sáb',
  0: 'dom',
};

const useHours = ({ range, filters, metric }: Omit<Shown, 'groups'>, enabled = true) =>
  useFilteredFigures(range, filters, { by: OF_WEEK, metrics: ['netRevenue', metric], limit: 7 * 24, enabled });

/** What the hours are shown by where no one chose it: profit where it is known of any hour, else what is left before ads. */
export function useMetricOfHours({ range, filters }: Pick<Shown, 'range' | 'filters'>, isShown: boolean): FigureMetric {
  const { data } = useHours({ range, filters, metric: 'netRevenue' }, isShown);
  const isKnown = data?.rows.some(({ values }) => values.netProfit != null) ?? true;
  return isKnown ? 'netProfit' : 'netRevenue';
}

/** In which hours of a week the money comes in, by the clock of the tenant. */
export function HoursOfWeek({ range, filters, metric }: Omit<Shown, 'groups'>) {
  const query = useHours({ range, filters, metric });
  const { label } = metricOf(metric);
  const openLogs = useOpenLogs();
  // A tap shows the figure of an hour, which is written nowhere else: the way to its list is below the chart.
  const isTouched = matchMedia('(hover: none)').matches;
  const [tapped, setTapped] = useState<readonly string[]>();
  return (
    <QueryView query={query} loading={<Skeleton className="mx-4 mb-4 h-72 sm:mx-5" />}>
      {({ rows }) => {
        if (rows.length === 0) return <NoGroups range={range} isFiltered={filters.length > 0} />;
        const at = new Map(rows.map(({ keys, values }) => [keys.join(' '), values[metric] ?? null]));
        const nameOf = (cell: { keys: readonly string[] }) =>
          rows.find(({ keys }) => keys.join() === cell.keys.join())?.labels.join(', ') ?? '';
        const cells = DAYS.flatMap((day, row) =>
          HOURS.flatMap((hour, column) => {
            const value = at.get(`${day} ${hour}`) ?? null;
            return value === null ? [] : [{ column, row, value, keys: [day, hour] }];
          }),
        );
        const logsOf = (cell: (typeof cells)[number] | undefined) =>
          cell && logsOfFigure(metric, cell.value, { by: OF_WEEK, keys: cell.keys, range, filters });
        const ofTapped = cells.find(({ keys }) => keys.join() === tapped?.join());
        const pick = isTouched
          ? (index: number) => setTapped(cells[index]?.keys)
          : openLogs && ((index: number) => openLogs(logsOf(cells[index])));
        if (cells.length === 0) return <UnknownFigure metric={metric} groups={OF_WEEK} />;
        return (
          <>
            <ChartFigure
              caption={`${label} por hora e dia da semana`}
              columns={['Hora', ...DAYS.map((day) => SHORT[day] ?? day)]}
              rows={HOURS.map((hour) => [
                keyLabel('hour', hour, null),
                ...DAYS.map((day) => metricText(metric, at.get(`${day} ${hour}`) ?? null)),
              ])}
              className="mx-3 mb-3 h-72 sm:mx-4"
            >
              <HeatMap
                name={label}
                columns={HOURS.map((hour) => `${hour}h`)}
                rows={DAYS.map((day) => SHORT[day] ?? day)}
                cells={cells}
                format={(value) => metricText(metric, value)}
                onPick={pick}
              />
            </ChartFigure>
            {openLogs && !isTouched && <Note>Cada hora leva {behindText(metric)} dela, como as linhas da Tabela.</Note>}
            {isTouched && (
              <Note role="status">
                {ofTapped ? (
                  <TappedHour name={nameOf(ofTapped)} text={metricText(metric, ofTapped.value)}>
                    <LogsText logs={logsOf(ofTapped)}>{`Ir ${behindText(metric)}`}</LogsText>
                  </TappedHour>
                ) : (
                  'Toque em uma hora para ver o número dela.'
                )}
              </Note>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

interface TappedHourProps {
  name: string;
  text: string;
  children: ReactNode;
}

const TappedHour = ({ name, text, children }: TappedHourProps) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span>
      {name}: <b className="figure text-ink">{text}</b>
    </span>
    <span className="tap inline-flex h-6 items-center text-accent-ink underline underline-offset-2">{children}</span>
  </span>
);
