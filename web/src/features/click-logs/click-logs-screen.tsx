import { listClicks } from '@tracker/schemas/contracts/click-logs.contract';
import { RefreshButton } from '../../data/refresh-button.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { rangeText } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import FilterBar from '../../filters/filter-bar.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { ClickList } from './click-list.tsx';
import { ClickTotals } from './click-totals.tsx';
import { useClickFilters, useClickTotals } from './queries.ts';
import { rangeSearch } from './search.ts';

export default function ClickLogsScreen() {
  const [search, onSearch] = useSearchState('/click-logs');
  const { today, range, filters } = useClickFilters(search);
  const totals = useClickTotals(filters);
  const period = rangeText(range);
  const isPhone = usePhone();
  return (
    <>
      <PageHeader
        title="Logs de Clicks"
        note="Cada click das suas campanhas, com tudo o que o link e o navegador disseram."
      >
        <DateRangeSelect range={range} today={today} onChange={(next) => onSearch(rangeSearch(next))} />
        <RefreshButton of={isOfClicks} />
      </PageHeader>
      <div className="flex flex-col gap-3">
        <FilterBar
          screen="click-logs"
          filters={search}
          days={range}
          fact="clicks"
          onFilters={({ f }, options) => onSearch({ f }, options)}
          isAddedInSheet={isPhone}
        />
        <ClickTotals query={totals} period={period} />
        <ClickList search={search} filters={filters} period={period} onSearch={onSearch} />
      </div>
    </>
  );
}

const isOfClicks = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && path.startsWith(listClicks.path);
