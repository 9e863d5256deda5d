import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { addDays, firstOfMonth, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { FilteredGroups, unknownSpendNote } from '../../breakdown/filtered-figures.tsx';
import { useFilteredFigures, useHasSpendSource } from '../../breakdown/queries.ts';
import { QueryView } from '../../data/query-view.tsx';
import type { DateRange } from '../../date-range/date-range.ts';
import { isSpentBefore, trackedDaysOf } from '../../date-range/tracking.ts';
import { formatMoney, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import { FilteredChart } from './filtered-chart.tsx';
import { FilteredPanel } from './filtered-panel.tsx';
import { FilteredRankings } from './filtered-rankings.tsx';
import GeographySection from './geography-section.tsx';

interface FilteredDashboardProps {
  filters: readonly string[];
  range: DateRange;
  today: TenantDay;
  onRange: (range: DateRange) => void;
  basis: Basis;
}

type Values = FigureAnswer['total']['values'];

/**
 * The dashboard under filters: its cards and tables of the same names, each of what the filters leave. It asks only what may be shared, and
 * works without a person.
 */
export default function FilteredDashboard({ filters, range, today, onRange, basis }: FilteredDashboardProps) {
  const yesterday = addDays(today, -1);
  const day = useFilteredFigures({ from: today, to: today }, filters);
  // A question of its own: compared with today, it would end at the same minute.
  const dayBefore = useFilteredFigures({ from: yesterday, to: yesterday }, filters);
  const month = useFilteredFigures({ from: firstOfMonth(today), to: today }, filters);
  const hasSource = useHasSpendSource(range);
  const since = month.data?.trackedSince;
  const isUntracked = (from: TenantDay, to: TenantDay) => trackedDaysOf(since, { from, to }) === 'none';
  const cards = {
    today: { values: day.data?.total.values, isUntracked: isUntracked(today, today) },
    yesterday: { values: dayBefore.data?.total.values, isUntracked: isUntracked(yesterday, yesterday) },
    month: { values: month.data?.total.values, isUntracked: isUntracked(firstOfMonth(today), today) },
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-[13px] text-muted">
        Todos os números abaixo obedecem aos filtros. Sem eles, o painel mostra a empresa inteira.
      </p>
      <section aria-label="Hoje, ontem e este mês">
        <QueryView query={month} frame={Card} loading={<StatCards stats={cardsOf({})} columns={3} />}>
          {() => (
            <QueryView query={day} frame={Card} loading={<StatCards stats={cardsOf({})} columns={3} />}>
              {() => (
                <QueryView query={dayBefore} frame={Card} loading={<StatCards stats={cardsOf({})} columns={3} />}>
                  {() => <StatCards stats={cardsOf(cards, hasSource)} columns={3} />}
                </QueryView>
              )}
            </QueryView>
          )}
        </QueryView>
      </section>
      <FilteredPanel {...{ range, today, filters, onRange }} />
      <FilteredChart {...{ range, today, filters }} />
      <FilteredGroups title="Campanhas" dimension="campaign" {...{ range, filters, basis }} />
      <FilteredRankings {...{ range, filters, basis }} />
      <GeographySection range={range} filters={filters} />
    </div>
  );
}

interface CardOf {
  readonly values: Values | undefined;
  readonly isUntracked: boolean;
}
type Cards = Partial<Readonly<Record<'today' | 'yesterday' | 'month', CardOf>>>;

const FIGURES = [
  { name: 'Gasto', of: ({ spend }: Values) => formatMoney(spend ?? null) },
  { name: 'Receita', of: ({ revenue }: Values) => formatMoney(revenue ?? null) },
  {
    name: 'ROAS',
    of: ({ roas, spend, ...values }: Values) =>
      roas == null || spend == null || isSpentBefore({ spend, ...values }) ? NO_FIGURE : formatRatio(roas),
  },
];

const DAYS = [
  ['today', 'Hoje'],
  ['yesterday', 'Ontem'],
  ['month', 'Este Mês'],
] as const;

const cardsOf = (cards: Cards, hasSource = true): Stat[] =>
  FIGURES.flatMap(({ name, of }) =>
    DAYS.map(([day, label]) => {
      const { values, isUntracked = false } = cards[day] ?? {};
      return {
        name: `${name} ${label}`,
        text: values ? of(values) : undefined,
        isMuted: name === 'Gasto' && isUntracked,
        ...(name !== 'Receita' && values?.spend === null && { note: unknownSpendNote(hasSource) }),
      };
    }),
  );
