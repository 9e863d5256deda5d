import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { QueryView } from '../data/query-view.tsx';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { TrackedSince } from '../date-range/tracked-since.tsx';
import { isSpentBefore, trackedDaysOf } from '../date-range/tracking.ts';
import { formatDayMonth } from '../format/days.ts';
import { formatCount, formatMoney, formatRatio, isLoss, NO_FIGURE } from '../format/figures.ts';
import type { Basis } from '../profit/basis.ts';
import { Card, CardHeader } from '../ui/card.tsx';
import type { Sort } from '../ui/data-table.tsx';
import { type Stat, StatCards } from '../ui/stat-cards.tsx';
import { GroupTable } from './group-table.tsx';
import { useFilteredFigures, useHasSpendSource } from './queries.ts';

interface FilteredFiguresProps {
  range: DateRange;
  filters: readonly string[];
  basis: Basis;
}

type Values = NonNullable<ReturnType<typeof useFilteredFigures>['data']>['total']['values'];

/** The totals of what the filters leave, with profit before the ads where spend is unknown. */
export function FilteredTotals({ range, filters }: Omit<FilteredFiguresProps, 'basis'>) {
  const hasSource = useHasSpendSource(range);
  return (
    <QueryView
      query={useFilteredTotals(range, filters)}
      frame={Card}
      loading={<StatCards stats={filteredStats(undefined)} />}
    >
      {({ total, trackedSince }) => (
        <StatCards stats={filteredStats(total.values, { trackedSince, range, hasSource })} />
      )}
    </QueryView>
  );
}

const useFilteredTotals = (range: DateRange, filters: readonly string[]) =>
  useFilteredFigures(range, filters, { metrics: ['netRevenue', 'ticket'] });

/** For a line that is there before it, so that the figures keep their place. */
export const TrackedSinceOfTotals = ({ range, filters }: Omit<FilteredFiguresProps, 'basis'>) => (
  <TrackedSince since={useFilteredTotals(range, filters).data?.trackedSince} range={range} />
);

const count = (value: number | null | undefined) => formatCount(value ?? null);
const ratio = (value: number | null | undefined) => (value == null ? NO_FIGURE : formatRatio(value));
const money = (value: number | null | undefined) => formatMoney(value ?? null);

interface Known {
  trackedSince: TenantDay | null;
  range: DateRange;
  /** Whether anything ever reported what ads cost. */
  hasSource: boolean;
}

/** The note of spend, or of a ratio of it, that is not known. */
export const unknownSpendNote = (hasSource: boolean) => (hasSource ? 'Gasto desconhecido' : 'gasto não conectado');

export function filteredStats(values: Values | undefined, known?: Known): Stat[] {
  const { netRevenue, netProfit, spend, trackedSpend } = values ?? {};
  const { trackedSince, range, hasSource = true } = known ?? {};
  const tracked = range ? trackedDaysOf(trackedSince, range) : 'all';
  // Spend of before is in the sum, and in no ratio.
  const since = tracked === 'some' && trackedSince ? `, desde ${formatDayMonth(trackedSince)}` : '';
  const unknown = values && spend == null ? unknownSpendNote(hasSource) : undefined;
  const before = spend == null || trackedSpend == null ? 0 : spend - trackedSpend;
  const isBefore = isSpentBefore({ ...values });
  return [
    { name: 'Receita', text: values && money(values.revenue), note: 'Com os filtros' },
    {
      ...{ name: 'Gasto com anúncios', text: values && money(spend) },
      note: unknown ?? (before >= 0.01 ? `${formatMoney(before)} antes do rastreio` : 'Segundo as plataformas'),
      isMuted: tracked === 'none' || isBefore,
    },
    {
      name: 'ROAS',
      text: values && ratio(unknown || isBefore ? null : values.roas),
      note: unknown ?? (isBefore ? 'Gasto só de antes do rastreio' : `Receita ÷ gasto${since}`),
    },
    { name: 'Clicks', text: values && count(values.clicks), note: 'Com os filtros' },
    { name: 'Conversões', text: values && count(values.conversions), note: 'Com os filtros' },
    { name: 'Ticket médio', text: values && money(values.ticket), note: 'Receita ÷ conversões' },
    {
      name: 'Margem antes do anúncio',
      text: values && money(netRevenue),
      note: 'Receita − impostos, taxas e produtos',
      isLoss: isLoss(netRevenue),
    },
    {
      name: hasSource ? 'Lucro líquido' : 'Lucro antes dos anúncios',
      text: values && money(netProfit),
      note: unknown ?? `Depois do gasto${since}`,
      isLoss: isLoss(netProfit),
    },
  ];
}

interface FilteredGroupsProps extends FilteredFiguresProps {
  title: string;
  dimension: 'campaign';
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
}

/** A table of the screen without filters, under filters. */
export function FilteredGroups({ title, dimension, range, filters, basis, sort, onSort }: FilteredGroupsProps) {
  const id = `filtered-${dimension}`;
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title={title} note={`${rangeText(range)}, com os filtros`} />
      <GroupTable
        groupBy={[dimension]}
        range={range}
        filters={filters}
        sort={sort}
        onSort={onSort ?? (() => undefined)}
        basis={basis}
      />
    </Card>
  );
}
