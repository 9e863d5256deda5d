import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { filteredStats } from '../../breakdown/filtered-figures.tsx';
import { useFilteredFigures, useHasSpendSource } from '../../breakdown/queries.ts';
import { QueryView } from '../../data/query-view.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { StatCards } from '../../ui/stat-cards.tsx';
import RangeChange from './range-change.tsx';
import RangeComparison from './range-comparison.tsx';

interface FilteredPanelProps {
  range: DateRange;
  today: TenantDay;
  filters: readonly string[];
  onRange: (range: DateRange) => void;
}

export function FilteredPanel({ range, today, filters, onRange }: FilteredPanelProps) {
  const hasSource = useHasSpendSource(range);
  const totals = useFilteredFigures(range, filters, { metrics: ['netRevenue', 'ticket'] });
  return (
    <Card aria-labelledby="filtered-panel" className="min-w-0">
      <CardHeader
        id="filtered-panel"
        title="Painel de Performance"
        note={
          <span className="flex flex-wrap items-center gap-x-2">
            {rangeText(range)}, com os filtros <RangeComparison {...{ range, today, filters }} />
            <TrackedSince since={totals.data?.trackedSince} range={range} />
          </span>
        }
      >
        <DateRangeSelect range={range} today={today} onChange={onRange} />
      </CardHeader>
      <div className="px-4 pb-4 sm:px-5">
        <QueryView query={totals} frame={Card} loading={<StatCards stats={filteredStats(undefined)} />}>
          {({ total, trackedSince }) => (
            <StatCards
              stats={filteredStats(total.values, { trackedSince, range, hasSource }).map((stat) => {
                const metric = COMPARED[stat.name];
                return metric ? { ...stat, badge: <RangeChange {...{ metric, range, today, filters }} /> } : stat;
              })}
            />
          )}
        </QueryView>
      </div>
    </Card>
  );
}

const COMPARED: Readonly<Record<string, FigureMetric>> = {
  Receita: 'revenue',
  'Gasto com anúncios': 'spend',
  ROAS: 'roas',
  Clicks: 'clicks',
  Conversões: 'conversions',
  'Ticket médio': 'ticket',
  'Margem antes do anúncio': 'netRevenue',
  'Lucro líquido': 'netProfit',
};
