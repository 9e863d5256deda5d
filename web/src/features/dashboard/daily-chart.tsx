import type { DailyMetric } from '@tracker/schemas/contracts/dashboard.contract';
import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { ChartSpline } from 'lucide-react';
import { lazy } from 'react';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatDay } from '../../format/days.ts';
import { formatCount, formatPercent } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Empty } from '../../ui/message.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMetricsChart } from './queries.ts';
import { CHART_DAYS, type ChartDays } from './search.ts';

// The chart library is larger than the rest of the app: it loads after the figures are readable.
const DailyLines = lazy(() => import('../../charts/daily-lines.tsx'));

const OPTIONS = CHART_DAYS.map((days) => ({ value: String(days), label: `${days} dias` }));

interface DailyChartProps {
  days: ChartDays;
  onDays: (days: ChartDays) => void;
}

export function DailyChart({ days, onDays }: DailyChartProps) {
  const query = useMetricsChart(days);
  const choose = (value: string) => onDays(CHART_DAYS.find((one) => String(one) === value) ?? days);
  return (
    <Card aria-labelledby="daily-chart" className="flex min-w-0 flex-col">
      <CardHeader
        id="daily-chart"
        title="Métricas Diárias"
        note={`Clicks e conversões com tracking, últimos ${days} dias; hoje, até agora, tracejado`}
        mark={<RefreshMark queries={[query]} />}
      >
        <Select aria-label="Dias do gráfico" value={String(days)} onChange={choose} options={OPTIONS} />
      </CardHeader>
      <QueryView query={query} loading={<Loading />}>
        {(metrics) => (
          <>
            <Tiles metrics={metrics} />
            {metrics.some(({ clicks, conversions }) => clicks > 0 || conversions > 0) ? (
              <Lines metrics={metrics} />
            ) : (
              <div className="grid min-h-[236px] flex-1 place-items-center">
                <Empty
                  icon={ChartSpline}
                  title="Nenhum dado encontrado"
                  text="Divulgue o link de uma campanha: os cliques aparecem aqui no mesmo instante."
                />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

const TILES =
  'mx-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:mx-5 sm:grid-cols-4';
const TILE = 'flex min-w-0 flex-col bg-surface px-2.5 py-2 sm:px-3';

function Tiles({ metrics }: { metrics: readonly DailyMetric[] }) {
  const clicks = metrics.reduce((sum, day) => sum + day.clicks, 0);
  const conversions = metrics.reduce((sum, day) => sum + day.conversions, 0);
  const tiles = [
    { name: 'Total de Clicks', text: formatCount(clicks), dot: 'bg-chart-clicks' },
    { name: 'Total de Conversões', text: formatCount(conversions), dot: 'bg-chart-conversions' },
    { name: 'Taxa de Conversão', text: formatPercent(conversionRate(conversions, clicks)) },
    { name: 'Dias Analisados', text: formatCount(metrics.length) },
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

const Lines = ({ metrics }: { metrics: readonly DailyMetric[] }) => (
  <ChartFigure
    caption="Clicks e conversões por dia"
    columns={['Dia', 'Clicks', 'Conversões']}
    rows={metrics.map(({ date, clicks, conversions }) => [
      formatDay(date),
      formatCount(clicks),
      formatCount(conversions),
    ])}
    className="mx-3 mt-2 mb-3 min-h-[216px] flex-1 sm:mx-4"
  >
    <DailyLines days={metrics} />
  </ChartFigure>
);

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
