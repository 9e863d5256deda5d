import type { UseQueryResult } from '@tanstack/react-query';
import type { HourMetric } from '@tracker/schemas/contracts/dashboard.contract';
import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { ChartSpline } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import type { LinePoint, OpenPoint } from '../../charts/daily-lines.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { serverTime } from '../../data/server-clock.ts';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatDay, formatDayMonth, formatMinute } from '../../format/days.ts';
import { formatCount, formatCounted, formatRate } from '../../format/figures.ts';
import { useTenant } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Empty } from '../../ui/message.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { paceOf } from './pace.ts';
import { useHoursChart, useLastWeekHours, useMetricsChart } from './queries.ts';
import { CHART_DAYS, type ChartDays, type ChartPeriod, chartDaysOf, chartPeriodOf } from './search.ts';

// The chart library is larger than the rest of the app: it loads after the figures are readable.
const DailyLines = lazy(() => import('../../charts/daily-lines.tsx'));

const OPTIONS = CHART_DAYS.map((days) => ({ value: String(days), label: `${days} dias` }));
const AS_PANEL = 'panel';

interface DailyChartProps {
  range: DateRange;
  today: TenantDay;
  /** Undefined: the chart follows the panel's range. */
  days: ChartDays | undefined;
  onDays: (days: ChartDays | undefined) => void;
  /** The line begins there: of days before nothing is known. */
  trackedSince: TenantDay | null;
}

export function DailyChart({ range, today, days, onDays, trackedSince }: DailyChartProps) {
  const period = chartPeriodOf(days, range, today);
  const sameAsPanel = chartDaysOf(range, today);
  const choose = (value: string) => {
    const chosen = CHART_DAYS.find((one) => String(one) === value);
    onDays(chosen === sameAsPanel ? undefined : chosen);
  };
  const asPanel = { value: AS_PANEL, label: range.from === range.to ? 'Por hora' : 'Período do painel' };
  const chart = usePoints(period, today, trackedSince);
  return (
    <ChartCard
      {...chart}
      note={`Clicks e conversões com tracking, ${periodText(period, range, today)}`}
      days={daysIn(period, chart.points)}
      isByHour={period.kind === 'hours'}
      control={
        <Select
          aria-label="Dias do gráfico"
          value={String(days ?? sameAsPanel ?? AS_PANEL)}
          onChange={choose}
          options={sameAsPanel ? OPTIONS : [asPanel, ...OPTIONS]}
        />
      }
    />
  );
}

interface ChartCardProps {
  query: UseQueryResult;
  points: readonly LinePoint[];
  open: OpenPoint | undefined;
  note: string;
  days: number;
  isByHour: boolean;
  control?: ReactNode;
}

/** Clicks and conversions by day or hour, of the whole tenant or of what filters leave. */
export function ChartCard({ query, points, open, note, days, isByHour, control }: ChartCardProps) {
  return (
    <Card aria-labelledby="daily-chart" className="flex min-w-0 flex-col">
      <CardHeader id="daily-chart" title="Métricas Diárias" note={note} mark={<RefreshMark queries={[query]} />}>
        {control}
      </CardHeader>
      <QueryView query={query} loading={<Loading />}>
        {() => (
          <>
            <Tiles points={points} days={days} />
            {points.some(({ clicks, conversions }) => clicks || conversions) ? (
              <Lines points={points} open={open} isByHour={isByHour} />
            ) : (
              <div className="grid min-h-[236px] flex-1 place-items-center">
                <Empty
                  icon={ChartSpline}
                  title="Nenhum dado encontrado"
                  text="Divulgue o link de uma campanha: os clicks aparecem aqui no mesmo instante."
                />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

const daysIn = ({ kind }: ChartPeriod, points: readonly unknown[]) => (kind === 'hours' ? 1 : points.length);

function periodText(period: ChartPeriod, range: DateRange, today: TenantDay): string {
  if (period.kind === 'hours') return `por hora: ${rangeText(range)}`;
  const { from, to, readDays } = period;
  return to === today ? `últimos ${readDays} dias` : `${formatDay(from)} a ${formatDay(to)}`;
}

/** What the lines show, and the point that is not over yet. */
function usePoints(
  period: ChartPeriod,
  today: TenantDay,
  trackedSince: TenantDay | null,
): { query: UseQueryResult<readonly unknown[]>; points: LinePoint[]; open: OpenPoint | undefined } {
  const { timeZone } = useTenant();
  const isByHour = period.kind === 'hours';
  const endsToday = isByHour ? period.day === today : period.to === today;
  const days = useMetricsChart(isByHour ? undefined : period.readDays);
  const hours = useHoursChart(isByHour ? period.day : undefined);
  const week = useLastWeekHours(today, endsToday && !isByHour);
  const now = serverTime();
  const note = `hoje, até ${formatMinute(now, timeZone)}`;
  if (isByHour) {
    const points = (hours.data ?? []).map((hour) => pointOfHour(hour, now, timeZone));
    const index = endsToday ? points.findLastIndex(({ clicks }) => clicks !== null) : -1;
    return { query: hours, points, open: index < 0 ? undefined : { index, note } };
  }
  const points: LinePoint[] = (days.data ?? [])
    .filter(({ date }) => date >= period.from && date <= period.to)
    .map(({ date, ...counts }) => ({
      ...{ name: formatDay(date), day: date, axis: formatDayMonth(date) },
      ...(trackedSince !== null && date < trackedSince ? UNKNOWN : counts),
    }));
  const last = days.data?.at(-1);
  const open: OpenPoint | undefined =
    endsToday && last
      ? { index: points.length - 1, note, pace: paceOf({ hours: week.data ?? [], now, timeZone, today: last }) }
      : undefined;
  return { query: days, points, open };
}

const UNKNOWN = { clicks: null, conversions: null };

/** Hours to come have no figures. */
function pointOfHour({ at, clicks, conversions }: HourMetric, now: number, timeZone: TimeZone): LinePoint {
  const ms = Date.parse(at);
  const [from, to] = [ms, ms + HOUR_MS].map((one) => formatMinute(one, timeZone));
  const isToCome = ms > now;
  return {
    name: `${from} às ${to}`,
    axis: `${from?.slice(0, 2)}h`,
    clicks: isToCome ? null : clicks,
    conversions: isToCome ? null : conversions,
  };
}

const TILES =
  'mx-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:mx-5 sm:grid-cols-4';
const TILE = 'flex min-w-0 flex-col bg-surface px-2.5 py-2 sm:px-3';

function Tiles({ points, days }: { points: readonly LinePoint[]; days: number }) {
  const [clicks, conversions] = [sumOf(points, 'clicks'), sumOf(points, 'conversions')];
  const rate = clicks === null || conversions === null ? null : conversionRate(conversions, clicks);
  const tiles = [
    { name: 'Total de Clicks', text: formatCount(clicks), dot: 'bg-chart-clicks' },
    { name: 'Total de Conversões', text: formatCount(conversions), dot: 'bg-chart-conversions' },
    { name: 'Taxa de Conversão', text: formatRate(rate, clicks) },
    { name: 'Dias Analisados', text: formatCount(days) },
  ];
  return (
    <dl className={TILES}>
      {tiles.map(({ name, text, dot }) => (
        <div key={name} className={TILE}>
          <dt className="flex items-center gap-1 whitespace-nowrap text-muted text-xs tracking-[-0.015em]">
            {dot && <span aria-hidden className={`size-2 shrink-0 rounded-full ${dot}`} />}
            {name}
          </dt>
          <dd className="figure font-semibold text-[17px] leading-6 tracking-[-0.015em]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Null: a filter leaves it unknown, as in each point. */
const sumOf = (points: readonly LinePoint[], figure: 'clicks' | 'conversions'): number | null =>
  points.length > 0 && points.every((point) => point[figure] === null)
    ? null
    : points.reduce((sum, point) => sum + (point[figure] ?? 0), 0);
interface LinesProps {
  points: readonly LinePoint[];
  open: OpenPoint | undefined;
  isByHour: boolean;
}

const Lines = ({ points, open, isByHour }: LinesProps) => (
  <ChartFigure
    caption={`Clicks e conversões por ${isByHour ? 'hora' : 'dia'}`}
    columns={[isByHour ? 'Hora' : 'Dia', 'Clicks', 'Conversões']}
    rows={points.flatMap(({ name, clicks, conversions }, index) =>
      clicks === null && conversions === null
        ? []
        : [
            [
              index === open?.index ? `${name} (${openText(open)})` : name,
              formatCount(clicks),
              formatCount(conversions),
            ],
          ],
    )}
    className="mx-3 mt-2 mb-3 min-h-[216px] flex-1 sm:mx-4"
  >
    <DailyLines points={points} open={open} />
  </ChartFigure>
);

function openText({ note, pace }: OpenPoint): string {
  const parts = [
    pace?.clicks && formatCounted(pace.clicks, 'click', 'clicks'),
    pace?.conversions && formatCounted(pace.conversions, 'conversão', 'conversões'),
  ].filter(Boolean);
  return parts.length > 0 ? `${note}; no ritmo: ${parts.join(', ')}` : note;
}

const Loading = () => (
  <div className="flex flex-1 flex-col">
    <div className={TILES}>
      {CHART_DAYS.slice(0, 4).map((key) => (
        <div key={key} className={TILE}>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-1 h-5 w-16" />
        </div>
      ))}
    </div>
    <div className="min-h-[236px] flex-1 px-4 pt-3 pb-4">
      <Skeleton className="size-full min-h-[210px]" />
    </div>
  </div>
);
