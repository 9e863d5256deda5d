import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { countDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { filteredStats } from '../../breakdown/filtered-figures.tsx';
import { useFilteredFigures, useHasSpendSource } from '../../breakdown/queries.ts';
import { QueryView } from '../../data/query-view.tsx';
import { serverTime } from '../../data/server-clock.ts';
import { beforeText, type DateRange, rangeBefore, rangeText } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { trackedDaysOf } from '../../date-range/tracking.ts';
import { useTenant } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import { ChangeBadge } from './change-badge.tsx';
import { isToday } from './comparison.ts';
import type { Meaning } from './levels.ts';

interface FilteredPanelProps {
  range: DateRange;
  today: TenantDay;
  filters: readonly string[];
  onRange: (range: DateRange) => void;
}

type Values = FigureAnswer['total']['values'];
type Name = keyof Values;

/** Like with like: today with yesterday until the same minute, any other range with the one before it. */
export function FilteredPanel({ range, today, filters, onRange }: FilteredPanelProps) {
  const { timeZone } = useTenant();
  const isDay = isToday(range, today);
  const hasSource = useHasSpendSource(range);
  const other = rangeBefore(range);
  const totals = useFilteredFigures(range, filters, {
    metrics: ['netRevenue', 'ticket'],
    compare: isDay ? 'previous' : `${other.from},${other.to}`,
  });
  const { data: answer } = totals;
  const before = answer?.total.previous;
  // Of a period without any data, all would be new, and days before tracking began have none.
  const isWhole = !answer?.compare || trackedDaysOf(answer.trackedSince, answer.compare) === 'all';
  const compared =
    isWhole && before && [before.clicks, before.conversions, before.revenue].some((one) => one) ? before : undefined;
  const comparison =
    before && !compared
      ? '; sem dados no período anterior'
      : `, comparado com ${isDay ? 'ontem até a mesma hora' : beforeText(range)}`;
  const current = answer?.total.values;
  // Of a range that is not over, the part of the one before that is as long.
  const share = range.to === today && !isDay ? shareOf(range, today, timeZone) : 1;
  return (
    <Card aria-labelledby="filtered-panel" className="min-w-0">
      <CardHeader
        id="filtered-panel"
        title="Painel de Performance"
        note={
          <>
            {rangeText(range)}, com os filtros{comparison}{' '}
            <TrackedSince since={totals.data?.trackedSince} range={range} />
          </>
        }
      >
        <DateRangeSelect range={range} today={today} onChange={onRange} />
      </CardHeader>
      <div className="px-4 pb-4 sm:px-5">
        <QueryView query={totals} frame={Card} loading={<StatCards stats={filteredStats(undefined)} />}>
          {({ total, trackedSince }) => (
            <StatCards
              stats={filteredStats(total.values, { trackedSince, range, hasSource }).map((stat) =>
                withChange(stat, { current, compared, share }),
              )}
            />
          )}
        </QueryView>
      </div>
    </Card>
  );
}

const COMPARED: Readonly<Record<string, { readonly of: Name; readonly meaning: Meaning; readonly isRatio?: true }>> = {
  Receita: { of: 'revenue', meaning: 'more-is-better' },
  'Gasto com anúncios': { of: 'spend', meaning: 'neutral' },
  ROAS: { of: 'roas', meaning: 'more-is-better', isRatio: true },
  Clicks: { of: 'clicks', meaning: 'more-is-better' },
  Conversões: { of: 'conversions', meaning: 'more-is-better' },
  'Ticket médio': { of: 'ticket', meaning: 'more-is-better', isRatio: true },
  'Margem antes do anúncio': { of: 'netRevenue', meaning: 'more-is-better' },
  'Lucro líquido': { of: 'netProfit', meaning: 'more-is-better' },
};

interface Change {
  readonly current: Values | undefined;
  readonly compared: Values | null | undefined;
  readonly share: number;
}

/** What either period does not know has no change, and so has what was a loss before. */
function withChange(stat: Stat, { current, compared, share }: Change): Stat {
  const { of, meaning, isRatio } = COMPARED[stat.name] ?? {};
  const [now, before] = of ? [current?.[of], compared?.[of]] : [];
  if (now == null || before == null || before < 0 || !meaning) return stat;
  if (isRatio && compared?.spend === 0) return stat;
  return {
    ...stat,
    badge: <ChangeBadge current={now} previous={before} soFar={isRatio ? before : before * share} meaning={meaning} />,
  };
}

const DAY_MS = 86_400_000;

function shareOf(range: DateRange, today: TenantDay, timeZone: TimeZone): number {
  const days = countDays(range.from, range.to);
  return (days - 1 + Math.min(1, (serverTime() - startOfDay(today, timeZone)) / DAY_MS)) / days;
}
