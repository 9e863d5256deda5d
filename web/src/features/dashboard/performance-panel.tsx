import type { UseQueryResult } from '@tanstack/react-query';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import { lazy, type ReactNode } from 'react';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { trackedDaysOf } from '../../date-range/tracking.ts';
import { formatCount, formatMoney, formatPercent, formatRatio, isLoss, NO_FIGURE } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Figure } from '../../ui/figure.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { DailyChart } from './daily-chart.tsx';
import { useCampaignFigures } from './queries.ts';
import { type ConversionFigures, conversionFiguresOf, rangeFiguresOf } from './range-figures.ts';
import type { ChartDays } from './search.ts';

// Below the fold.
const InsightsCard = lazy(() => import('./insights-card.tsx'));

// Controls next to the figures.
const ProfitPopover = lazy(() => import('../../profit/profit-popover.tsx'));
const BasisSwitch = lazy(() => import('../../profit/basis-switch.tsx'));
const RangeChange = lazy(() => import('./range-change.tsx'));
const RangeComparison = lazy(() => import('./range-comparison.tsx'));

interface PerformancePanelProps {
  range: DateRange;
  today: TenantDay;
  /** The picker appears only with a callback for it (specification §2.6). */
  onRange?: (range: DateRange) => void;
  summary: UseQueryResult<PerformanceSummary>;
  days: ChartDays | undefined;
  onDays: (days: ChartDays | undefined) => void;
  /** Of ROAS and ROI. */
  basis: Basis;
  onBasis: (basis: Basis) => void;
}

export function PerformancePanel(props: PerformancePanelProps) {
  const { range, today, onRange, summary, days, onDays, basis, onBasis } = props;
  const campaigns = useCampaignFigures(range);
  return (
    <section aria-labelledby="performance-panel" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <div className="flex items-center gap-2">
            <h2 id="performance-panel" className="font-semibold text-base tracking-[-0.01em]">
              Painel de Performance
            </h2>
            <RefreshMark queries={[summary, campaigns]} />
          </div>
          <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-[13px] text-muted">
            <p>{rangeText(range)}</p>
            <LatePart>
              <RangeComparison range={range} today={today} />
            </LatePart>
            <TrackedSince since={summary.data?.trackedSince} range={range} />
          </div>
        </div>
        {onRange && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-muted text-xs">Mais filtros em breve</span>
            <LatePart loading={<span className="h-8 w-56" />}>
              <BasisSwitch basis={basis} onBasis={onBasis} />
            </LatePart>
            <DateRangeSelect range={range} today={today} onChange={onRange} />
          </div>
        )}
      </header>
      <RangeKpis {...{ summary, range, today, basis }} />
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-3">
        <div className="grid min-w-0 grid-cols-1 xl:col-span-2">
          <DailyChart {...{ range, today, days, onDays }} trackedSince={summary.data?.trackedSince ?? null} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <SideCards summary={summary} campaigns={campaigns} basis={basis} />
          <LatePart loading={<Card className="h-44 flex-1" />}>
            <InsightsCard query={summary} />
          </LatePart>
        </div>
      </div>
    </section>
  );
}

type KpiFigure = 'revenue' | 'spend' | 'roas' | 'profit';

const KPIS: readonly {
  name: string;
  of: KpiFigure;
  format: (value: number | null) => string;
  /** What its change is of, gross and net. */
  metrics: Readonly<Record<Basis, FigureMetric>>;
}[] = [
  { name: 'Receita', of: 'revenue', format: formatMoney, metrics: { gross: 'revenue', net: 'revenue' } },
  { name: 'Gasto', of: 'spend', format: formatMoney, metrics: { gross: 'spend', net: 'spend' } },
  { name: 'ROAS', of: 'roas', format: formatRatio, metrics: { gross: 'roas', net: 'netRoas' } },
  { name: 'Lucro líquido', of: 'profit', format: formatMoney, metrics: { gross: 'netProfit', net: 'netProfit' } },
];

/** What is gross or net says so where it can be either. */
const nameIn = (basis: Basis, name: string): string => (basis === 'net' ? `${name} líquido` : name);

interface RangeKpisProps {
  summary: UseQueryResult<PerformanceSummary>;
  range: DateRange;
  today: TenantDay;
  basis: Basis;
}

function RangeKpis({ summary, range, today, basis }: RangeKpisProps) {
  return (
    <QueryView query={summary} loading={<PlainKpis />} failure={<PlainKpis text={NO_FIGURE} />}>
      {(data) => {
        const current = rangeFiguresOf(data, basis);
        const net = data.range?.net;
        const isNone = data.spendSource === 'none';
        const isUnknown = isNone || !data.spendKnown.range;
        const isUntracked = trackedDaysOf(data.trackedSince, range) === 'none';
        // The lines of a profit are those of the tracked days.
        const spentBefore = current && net && net.spend !== null ? current.spend - net.spend : 0;
        return (
          <dl className={KPI_GRID}>
            {KPIS.map(({ name, of, format, metrics }) => (
              <Kpi
                key={of}
                name={of === 'roas' ? nameIn(basis, name) : of === 'profit' && isNone ? BEFORE_ADS : name}
                text={
                  current
                    ? of === 'spend' && isUnknown
                      ? unknownSum(current.spend)
                      : format(of === 'roas' && isNone ? null : current[of])
                    : undefined
                }
                isMuted={of === 'spend' && isUntracked}
                isLoss={of === 'profit' && isLoss(current?.profit)}
                note={
                  of === 'spend' && isUnknown
                    ? isNone
                      ? 'gasto não conectado'
                      : unknownSpendText(data.unknownSpendDays.range)
                    : of === 'spend' &&
                      !isUntracked &&
                      spentBefore >= 0.01 &&
                      `${formatMoney(spentBefore)} antes do rastreio`
                }
                action={
                  of === 'profit' &&
                  net && (
                    <LatePart>
                      <ProfitPopover net={net} of={`da empresa, ${rangeText(range)}`} />
                    </LatePart>
                  )
                }
              >
                {!(of === 'spend' && isUnknown) && (
                  <LatePart>
                    <RangeChange metric={metrics[basis]} range={range} today={today} />
                  </LatePart>
                )}
              </Kpi>
            ))}
          </dl>
        );
      }}
    </QueryView>
  );
}

const BEFORE_ADS = 'Lucro antes dos anúncios';

/** A sum of which nothing is known is no zero, and one of which a part is known is at least that. */
const unknownSum = (spend: number): string => (spend === 0 ? NO_FIGURE : `≥ ${formatMoney(spend)}`);

const KPI_GRID = 'grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4';
const KPI =
  'flex min-h-[78px] min-w-0 flex-col justify-between rounded-xl border border-line bg-surface px-3.5 py-3 shadow-card sm:px-4';

interface KpiProps {
  name: string;
  /** Without it the place is kept. */
  text: string | undefined;
  /** In grey. */
  isMuted?: boolean;
  isLoss?: boolean;
  /** Below the figure. */
  note?: string | false;
  /** A control at the right of the figure. */
  action?: ReactNode;
  /** The change, next to the name. */
  children?: ReactNode;
}

const Kpi = ({ name, text, isMuted = false, isLoss, note, action, children }: KpiProps) => (
  <div className={cn(KPI, 'relative')}>
    <dt className="truncate pr-16 text-[13px] text-muted">{name}</dt>
    <Figure text={text} isMuted={isMuted} isLoss={isLoss} />
    {note && <dd className="truncate text-[11px] text-muted leading-4">{note}</dd>}
    {children && <dd className="absolute top-3 right-3.5 flex">{children}</dd>}
    {action && <dd className="absolute right-1.5 bottom-2 flex">{action}</dd>}
  </div>
);

/** While loading, and when there is nothing to load: the names with their places. */
const PlainKpis = ({ text }: { text?: string }) => (
  <dl className={KPI_GRID}>
    {KPIS.map(({ name }) => (
      <Kpi key={name} name={name} text={text} />
    ))}
  </dl>
);

interface SideCardsProps {
  summary: UseQueryResult<PerformanceSummary>;
  campaigns: ReturnType<typeof useCampaignFigures>;
  basis: Basis;
}

/** Two cards side by side and one below them: what a conversion costs and brings. */
function SideCards({ summary, campaigns, basis }: SideCardsProps) {
  const range = summary.data && rangeFiguresOf(summary.data, basis);
  const conversions = campaigns.data && conversionFiguresOf(campaigns.data);
  const ofRange = range ? formatPercent(range.roi) : missing(summary);
  const ofConversions = (text: (figures: ConversionFigures) => string) =>
    conversions ? text(conversions) : missing(campaigns);
  return (
    <div className="flex flex-col gap-2 sm:gap-3">
      <dl className="grid grid-cols-2 gap-2 sm:gap-3">
        <Kpi name={nameIn(basis, 'ROI')} text={ofRange} />
        <Kpi name="CPA" text={ofConversions((figures) => formatMoney(figures.cpa))} />
      </dl>
      <dl className="grid grid-cols-2 rounded-xl border border-line bg-surface shadow-card">
        <PairedFigure name="Todas as conversões" text={ofConversions((figures) => formatCount(figures.conversions))} />
        <PairedFigure name="Ticket médio" text={ofConversions((figures) => formatMoney(figures.averageValue))} />
      </dl>
    </div>
  );
}

const PairedFigure = ({ name, text }: { name: string; text: string | undefined }) => (
  <div className="min-w-0 px-3.5 py-3 sm:px-4">
    <dt className="truncate text-[13px] text-muted">{name}</dt>
    <Figure text={text} />
  </div>
);

/** A figure that failed says so with a dash; one that is on its way keeps its place. */
const missing = (query: Pick<UseQueryResult, 'isError'>): string | undefined => (query.isError ? NO_FIGURE : undefined);
