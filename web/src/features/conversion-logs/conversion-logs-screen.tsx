import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useSearchState } from '../../data/use-search-state.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { presetRange, rangeOfSearch, rangeText, searchOfRange } from '../date-range/date-range.ts';
import { DateRangeSelect } from '../date-range/date-range-select.tsx';
import { useToday } from '../date-range/use-today.ts';
import { ConversionList } from './conversion-list.tsx';
import { ConversionTotals } from './conversion-totals.tsx';
import { filtersOf } from './filters.ts';
import { isOfConversions } from './queries.ts';
import { DEFAULT_PERIOD } from './search.ts';

export default function ConversionLogsScreen() {
  const [search, onSearch] = useSearchState('/conversion-logs');
  const today = useToday();
  const range = rangeOfSearch(search, today, presetRange(DEFAULT_PERIOD, today));
  const filters = filtersOf(search, range);
  return (
    <>
      <PageHeader title="Logs Conversão" note={`${rangeText(range)} · atualiza a cada 5 segundos`}>
        <DateRangeSelect
          range={range}
          today={today}
          onChange={(next) => onSearch(searchOfRange(next, DEFAULT_PERIOD))}
        />
        <RefreshButton />
      </PageHeader>
      <div className="flex flex-col gap-3">
        <ConversionTotals filters={filters} />
        <ConversionList search={search} onSearch={onSearch} filters={filters} />
      </div>
    </>
  );
}

function RefreshButton() {
  const queryClient = useQueryClient();
  const ofConversions = { predicate: isOfConversions };
  const isFetching = useIsFetching(ofConversions) > 0;
  return (
    <Button
      look="outline"
      size="small"
      aria-disabled={isFetching}
      onClick={() => !isFetching && queryClient.invalidateQueries(ofConversions)}
    >
      <RotateCw size={14} aria-hidden /> Atualizar
    </Button>
  );
}
