import { hasRole } from '@tracker/schemas/roles';
import { FileUp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { RefreshButton } from '../../data/refresh-button.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { presetRange, rangeOfSearch, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { useToday } from '../../date-range/use-today.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { ConversionList } from './conversion-list.tsx';
import { ConversionTotals } from './conversion-totals.tsx';
import { filtersOf } from './filters.ts';
import { isOfConversions } from './queries.ts';
import { DEFAULT_PERIOD } from './search.ts';
import { SetAsideCard } from './set-aside-card.tsx';

const ConversionImportDialog = lazy(() => import('./conversion-import-dialog.tsx'));

export default function ConversionLogsScreen(): ReactNode {
  const [search, onSearch] = useSearchState('/conversion-logs');
  const { role } = useSession().user;
  const [canImport, isAdmin] = [hasRole(role, 'editor'), hasRole(role, 'admin')];
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
        {canImport && (
          <Button look="outline" size="small" onClick={() => onSearch({ import: 'open' })}>
            {/* One row on a phone. */}
            <FileUp size={14} aria-hidden />
            <span>
              Importar <span className="max-sm:sr-only">vendas antigas</span>
            </span>
          </Button>
        )}
        <RefreshButton of={isOfConversions} />
      </PageHeader>
      <div className="flex flex-col gap-3">
        {isAdmin && <SetAsideCard />}
        <ConversionTotals filters={filters} />
        <ConversionList search={search} onSearch={onSearch} filters={filters} />
      </div>
      {search.import && canImport && (
        <LatePart>
          <ConversionImportDialog onClose={() => onSearch({ import: undefined }, { replace: true })} />
        </LatePart>
      )}
    </>
  );
}
