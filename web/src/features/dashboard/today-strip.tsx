import type { UseQueryResult } from '@tanstack/react-query';
import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { cpa } from '@tracker/schemas/metrics/formulas';
import { serverTime } from '../../data/server-clock.ts';
import { knownRoas, trackedDaysOf } from '../../date-range/tracking.ts';
import { useToday } from '../../date-range/use-today.ts';
import { formatMinute } from '../../format/days.ts';
import { formatCount, formatMoney, isLoss, NO_FIGURE } from '../../format/figures.ts';
import { useTenant } from '../../session/session.ts';
import { Busy } from '../../ui/busy.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { cn } from '../../ui/cn.ts';
import { Figure } from '../../ui/figure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeBadge } from './change-badge.tsx';

/** Fewer of them make no colour, good or bad. */
const CONVERSIONS_MIN = 5;

/** One line on a desk; on a phone the name with the hours, the figures, the comparison. */
const STRIP =
  'flex min-h-[134px] flex-wrap content-center items-center gap-x-3 gap-y-1 px-4 py-2 sm:min-h-[54px] sm:gap-x-6 sm:py-1.5';

/**
 * What is left of today, in one look. Revenue is what is compared with yesterday: costs are kept by the day, so yesterday's profit until this
 * hour is not known. A failure is shown by the cards.
 */
export function TodayStrip({ query }: { query: UseQueryResult<PerformanceSummary> }) {
  const { timeZone } = useTenant();
  const today = useToday();
  const { data, dataUpdatedAt } = query;
  if (data === undefined) return query.isError ? null : <StripSkeleton />;
  const { spend, revenue, roas, yesterdayToNow, todaySoFar, trackedSince, spendKnown, spendSource } = data;
  const isTracked = trackedDaysOf(trackedSince, { from: today, to: today }) === 'all';
  if (yesterdayToNow === null || todaySoFar === null) return null;
  // On the first day a part of the spend is of before: that of the hours since then is what the ROAS is made of.
  const ofRatio = trackedSince === today && roas.today ? revenue.today / roas.today : spend.today;
  const isSpentBefore = knownRoas({ roas: roas.today, revenue: revenue.today, spend: spend.today }) !== roas.today;
  const { conversions, profit, expenses, hours, hoursOfYesterday } = todaySoFar;
  return (
    <Card aria-labelledby="today-so-far" className={STRIP}>
      <h2 id="today-so-far" className="figure font-semibold text-[13px]">
        Hoje até {formatMinute(serverTime(dataUpdatedAt || undefined), timeZone)}
      </h2>
      <dl className="flex gap-x-6 max-sm:order-1 max-sm:w-full max-sm:justify-between max-sm:gap-x-2">
        <Part
          name={spendSource === 'none' ? 'Lucro antes dos anúncios' : 'Lucro líquido'}
          text={profit !== null && spendKnown.today ? formatMoney(profit) : NO_FIGURE}
          isLoss={profit !== null && spendKnown.today && isLoss(profit)}
        />
        <Part name={conversions === 1 ? 'conversão' : 'conversões'} text={formatCount(conversions)} isNamedAfter />
        {spend.today > 0 && !isTracked && (
          <Part name="Gasto" text={spendKnown.today ? formatMoney(spend.today) : NO_FIGURE} isMuted />
        )}
        <Part
          name="CPA"
          text={isTracked && spendKnown.today && !isSpentBefore ? formatMoney(cpa(ofRatio, conversions)) : NO_FIGURE}
        />
      </dl>
      <div className="flex flex-col gap-0.5 text-muted text-xs max-sm:order-1">
        {expenses.ofDay > 0 && (
          <p className="figure">
            já com {formatMoney(expenses.soFar)} de {formatMoney(expenses.ofDay)} de despesas do dia
          </p>
        )}
        {/* Without revenue until this hour there is nothing to compare with. */}
        {yesterdayToNow.revenue > 0 && (
          <p className="flex items-center gap-1.5">
            Receita
            <ChangeBadge
              {...{ current: revenue.today, previous: yesterdayToNow.revenue, meaning: 'more-is-better' }}
              // Of one conversion or two it says little.
              {...(conversions < CONVERSIONS_MIN && { soFar: null })}
            />
            vs. ontem a esta hora
          </p>
        )}
      </div>
      <Hours today={hours} yesterday={hoursOfYesterday} />
    </Card>
  );
}

export const StripSkeleton = () => (
  <Busy>
    <Card className={STRIP}>
      <Skeleton className="h-5 w-full max-w-md" />
    </Card>
  </Busy>
);

interface PartProps {
  name: string;
  text: string;
  isNamedAfter?: boolean;
  isMuted?: boolean;
  isLoss?: boolean;
}

const Part = ({ name, text, isNamedAfter, isMuted = false, isLoss }: PartProps) => (
  <div className={cn('flex flex-col gap-x-1.5 sm:flex-row sm:items-baseline', isNamedAfter && 'sm:flex-row-reverse')}>
    <dt className="text-[11px] text-muted max-sm:first-letter:uppercase sm:text-[13px]">{name}</dt>
    <Figure text={text} size="small" isMuted={isMuted} isLoss={isLoss} />
  </div>
);

/** Revenue: the narrow bars are of today, the wide ones of yesterday. */
function Hours({ today, yesterday }: { today: readonly number[]; yesterday: readonly number[] }) {
  const count = Math.max(today.length, yesterday.length);
  const highest = Math.max(...today, ...yesterday);
  if (highest <= 0) return null;
  const rows = Array.from({ length: count }, (_, hour) => [
    `${hour}h`,
    today[hour] === undefined ? NO_FIGURE : formatMoney(today[hour]),
    yesterday[hour] === undefined ? NO_FIGURE : formatMoney(yesterday[hour]),
  ]);
  const bar = (hour: number, amount: number | undefined, width: number) =>
    amount && <rect x={hour + (1 - width) / 2} y={highest - amount} width={width} height={amount} />;
  return (
    <ChartFigure
      caption="Receita por hora"
      columns={['Hora', 'Hoje', 'Ontem']}
      rows={rows}
      className="ml-auto h-7 w-36 sm:h-9 sm:w-48"
    >
      <svg aria-hidden viewBox={`0 0 ${count} ${highest}`} preserveAspectRatio="none" className="size-full">
        {rows.map(([name, ofToday, ofYesterday], hour) => (
          <g key={name}>
            <title>{`Receita das ${name}: ${ofToday} hoje, ${ofYesterday} ontem`}</title>
            <rect x={hour} width={1} height={highest} className="fill-transparent" />
            <g className="fill-field">{bar(hour, yesterday[hour], 0.9)}</g>
            <g className="fill-accent">{bar(hour, today[hour], 0.5)}</g>
          </g>
        ))}
      </svg>
    </ChartFigure>
  );
}
