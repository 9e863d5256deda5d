import type { UseQueryResult } from '@tanstack/react-query';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { addDays, firstOfMonth, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import { lazy } from 'react';
import { QueryView } from '../../data/query-view.tsx';
import { knownRoas, trackedDaysOf } from '../../date-range/tracking.ts';
import { useToday } from '../../date-range/use-today.ts';
import { formatDayMonth } from '../../format/days.ts';
import { formatMoney, formatRatio } from '../../format/figures.ts';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeBadge } from './change-badge.tsx';
import type { Meaning } from './levels.ts';

// What the first look does not need.
const TodayNote = lazy(() => import('./today-note.tsx'));

const METRICS: readonly {
  metric: 'spend' | 'revenue' | 'roas';
  name: string;
  format: (value: number | null) => string;
  meaning: Meaning;
  monthNote: string;
}[] = [
  { metric: 'spend', name: 'Gasto', format: formatMoney, meaning: 'neutral', monthNote: 'Acumulado mensal' },
  { metric: 'revenue', name: 'Receita', format: formatMoney, meaning: 'more-is-better', monthNote: 'Acumulado mensal' },
  { metric: 'roas', name: 'ROAS', format: formatRatio, meaning: 'more-is-better', monthNote: 'Média mensal' },
];

/** On a phone one card with three rows of three. */
const GRID =
  'relative grid h-full auto-rows-fr grid-cols-3 gap-px overflow-hidden rounded-xl border border-line bg-line sm:gap-3 sm:static sm:overflow-visible sm:border-0 sm:bg-transparent';
const CARD =
  'flex min-h-[98px] min-w-0 flex-col bg-surface px-2 pt-2 pb-6 sm:rounded-xl sm:border sm:border-line sm:px-4 sm:py-3 sm:shadow-card';

/** On a phone below the whole row, whose cards keep the place, and over the rules between them; else in the line of the badge. */
const NOTE =
  'sm:contents max-sm:absolute max-sm:inset-x-2 max-sm:-mb-6 max-sm:h-6 max-sm:self-end max-sm:truncate max-sm:bg-surface max-sm:leading-5';

/** The nine cards of specification §2.6: is my money coming back today, yesterday, this month? */
export function SummaryCards({ query }: { query: UseQueryResult<PerformanceSummary> }) {
  const now = useToday();
  const before = addDays(now, -1);
  const month = { from: firstOfMonth(now), to: now };
  return (
    <QueryView query={query} loading={<SkeletonCards />} frame={Card}>
      {(summary) => {
        const { trackedSince } = summary;
        const roasOf = (period: 'today' | 'yesterday' | 'thisMonth', days: { from: TenantDay; to: TenantDay }) => {
          const [spend, revenue] = [summary.spend[period], summary.revenue[period]];
          const isUntracked = spend > 0 && trackedDaysOf(trackedSince, days) === 'none';
          return isUntracked ? null : knownRoas({ roas: summary.roas[period], revenue, spend });
        };
        const roas = {
          today: roasOf('today', { from: now, to: now }),
          yesterday: roasOf('yesterday', { from: before, to: before }),
          thisMonth: roasOf('thisMonth', month),
        };
        return (
          <dl className={GRID}>
            {METRICS.map(({ metric, name, format, meaning, monthNote }) => {
              const { today, yesterday, thisMonth } = metric === 'roas' ? roas : summary[metric];
              // Without spend, a ROAS says nothing yet.
              const isJudged = metric !== 'roas' || summary.spend.today > 0;
              const unknown = metric === 'revenue' ? NO_DAYS : summary.unknownSpendDays;
              const isCompared = today !== null && yesterday !== null && unknown.today + unknown.yesterday === 0;
              const soFar = isJudged ? (summary.yesterdayToNow?.[metric] ?? null) : null;
              const isNone = metric !== 'revenue' && summary.spendSource === 'none';
              const textOf = (days: number, value: number | null) => unknownOr(isNone ? 1 : days, value, format);
              const isMuted = (from: TenantDay, to: TenantDay) =>
                metric === 'spend' && trackedDaysOf(trackedSince, { from, to }) === 'none';
              const sinceText =
                metric === 'roas' && trackedSince && trackedDaysOf(trackedSince, month) === 'some'
                  ? `Desde ${formatDayMonth(trackedSince)}, o dia em que o rastreamento começou`
                  : undefined;
              return [
                <div key={`${metric}-today`} className={CARD}>
                  <CardName name={`${name} Hoje`} />
                  <Figure size="large" text={textOf(unknown.today, today)} isMuted={isMuted(now, now)} />
                  <dd className="sm:dots-between flex min-h-5 max-sm:mt-auto sm:mt-1.5 flex-wrap items-center gap-y-0.5 text-[11px] text-muted sm:text-xs">
                    {/* Empty from zero to zero. */}
                    <span className="empty:hidden sm:pl-3">
                      {isCompared && (
                        <ChangeBadge current={today} previous={yesterday} soFar={soFar} meaning={meaning} />
                      )}
                    </span>
                    <span className={NOTE}>
                      <span className="sm:pl-3">
                        {isNone
                          ? NOT_CONNECTED
                          : unknown.today > 0
                            ? UNKNOWN
                            : today === 0 && yesterday === 0
                              ? 'Sem mudança vs. ontem'
                              : 'vs. ontem'}
                      </span>
                      <LatePart>
                        <TodayNote
                          soFar={yesterday !== 0 && soFar !== null ? format(soFar) : undefined}
                          spendAt={metric === 'revenue' ? null : summary.spendAt}
                        />
                      </LatePart>
                    </span>
                  </dd>
                </div>,
                <div key={`${metric}-yesterday`} className={CARD}>
                  <CardName name={`${name} Ontem`} />
                  <Figure size="large" text={textOf(unknown.yesterday, yesterday)} isMuted={isMuted(before, before)} />
                  <CardNote text={unknown.yesterday > 0 ? UNKNOWN : 'Comparação diária'} />
                </div>,
                <div key={`${metric}-month`} className={CARD}>
                  <CardName name={`${name} Este Mês`} />
                  <Figure
                    size="large"
                    text={textOf(unknown.thisMonth, thisMonth)}
                    isMuted={isMuted(month.from, month.to)}
                  />
                  <CardNote
                    text={unknown.thisMonth > 0 ? unknownSpendText(unknown.thisMonth) : monthNote}
                    title={sinceText}
                  />
                </div>,
              ];
            })}
          </dl>
        );
      }}
    </QueryView>
  );
}

const NO_DAYS = { today: 0, yesterday: 0, thisMonth: 0 };
const UNKNOWN = 'gasto desconhecido';
/** No source ever reported what ads cost: that is no zero. */
const NOT_CONNECTED = 'gasto não conectado';

/** A day of which nothing is known is no zero; a part of it is the least that it may be. */
const unknownOr = (days: number, value: number | null, format: (value: number | null) => string): string => {
  if (days === 0 || value === null) return format(value);
  return value === 0 ? format(null) : `≥ ${format(value)}`;
};

const CardName = ({ name }: { name: string }) => (
  <dt className="truncate text-[11px] text-muted sm:text-[13px]">{name}</dt>
);
const CardNote = ({ text, title }: { text: string; title?: string | undefined }) => (
  <dd className="mt-auto text-[11px] text-muted leading-5 sm:text-xs" title={title}>
    {text}
  </dd>
);

export const SkeletonCards = () => (
  <div className={GRID}>
    {Array.from({ length: 9 }, (_, index) => (
      <div key={index} data-testid="summary-skeleton" className={CARD}>
        <Skeleton className="h-4 w-24" />
        <Skeleton className="mt-2 h-6 w-32" />
        <Skeleton className="mt-auto h-4 w-20" />
      </div>
    ))}
  </div>
);
