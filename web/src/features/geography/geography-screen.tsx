import type { Geography } from '@tracker/schemas/contracts/geography.contract';
import { MapPinned } from 'lucide-react';
import { type KnownGeography, knownGeography } from '../../breakdown/known-geography.ts';
import { isOffline, QueryView, RefreshMark } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { type DateRange, presetRange, rangeOfSearch, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { useToday } from '../../date-range/use-today.ts';
import FilterBar from '../../filters/filter-bar.tsx';
import { useMayOpen } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty, Failure } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCards } from '../../ui/stat-cards.tsx';
import { BrazilStates } from './brazil-states.tsx';
import { CountryPie } from './country-pie.tsx';
import { CountryTable } from './country-table.tsx';
import { Devices } from './devices.tsx';
import { useGeography } from './queries.ts';
import { RegionTable } from './region-table.tsx';
import { DEFAULT_PERIOD } from './search.ts';
import { summaryStats, UNKNOWN_STATS } from './summary.tsx';
import { TimeZones } from './time-zones.tsx';

const GRID = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

export default function GeographyScreen() {
  const [search, onSearch] = useSearchState('/geography');
  const today = useToday();
  const range = rangeOfSearch(search, today, presetRange(DEFAULT_PERIOD, today));
  const filters = search.f ?? [];
  const query = useGeography(range, filters);
  return (
    <>
      <PageHeader
        title="Geografia"
        note={
          <span className="flex items-center gap-2">
            {rangeText(range)}: clicks e conversões com tracking <RefreshMark queries={[query]} />
          </span>
        }
      >
        <DateRangeSelect
          range={range}
          today={today}
          byDefault={DEFAULT_PERIOD}
          onChange={(next) => onSearch(searchOfRange(next, DEFAULT_PERIOD))}
        />
      </PageHeader>
      <div className="mb-3">
        <FilterBar
          screen="geography"
          filters={search}
          days={range}
          onFilters={({ f }, options) => onSearch({ f }, options)}
        />
      </div>
      <QueryView
        query={query}
        frame={Card}
        loading={<Loading />}
        failure={!isOffline(query) && <Failed onRetry={() => query.refetch()} />}
      >
        {(geography) =>
          isEmpty(geography) ? (
            <Nothing isFiltered={filters.length > 0} />
          ) : (
            <Figures geography={knownGeography(geography)} {...{ range, filters }} />
          )
        }
      </QueryView>
    </>
  );
}

interface FiguresProps {
  /** Undefined: the filters leave its clicks unknown. */
  geography: KnownGeography | undefined;
  range: DateRange;
  filters: readonly string[];
}

const Figures = ({ geography, range, filters }: FiguresProps) => (
  <div className="flex flex-col gap-3">
    {geography ? <Clicked {...{ geography, range, filters }} /> : <StatCards stats={UNKNOWN_STATS} />}
    <CountryTable range={range} filters={filters} />
    <BrazilStates range={range} filters={filters} />
  </div>
);

const Clicked = ({ geography, range, filters }: FiguresProps & { geography: KnownGeography }) => (
  <>
    <StatCards stats={summaryStats(geography)} />
    <div className={GRID}>
      <div className={COLUMN}>
        <CountryPie countries={geography.countries} {...{ range, filters }} />
        <RegionTable regions={geography.regions} countries={geography.countries} {...{ range, filters }} />
      </div>
      <div className={COLUMN}>
        <Devices devices={geography.devices} {...{ range, filters }} />
        <TimeZones timeZones={geography.timezones} {...{ range, filters }} />
      </div>
    </div>
  </>
);
/** Both columns end at the same height: a chart of the shorter one takes what is left. */
const COLUMN = 'flex min-w-0 flex-col gap-3';

const isEmpty = ({ devices, countries }: Geography) => devices.length === 0 && countries.length === 0;

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const canInstall = useMayOpen('/integration');
  return (
    <Card>
      <Empty
        icon={MapPinned}
        title={isFiltered ? 'Nada com estes filtros' : 'Nenhum click no período'}
        text={
          isFiltered
            ? 'Tire um filtro ou escolha um período maior.'
            : 'Divulgue o link de uma campanha: cada click mostra de onde veio e em que dispositivo.'
        }
      >
        {canInstall && !isFiltered && <LinkButton to="/integration">Ver como instalar</LinkButton>}
      </Empty>
    </Card>
  );
}

/** Specification §8. */
const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Card>
    <Failure
      title="Erro ao carregar dados"
      detail="Os dados geográficos ainda estão sendo configurados. Aguarde alguns minutos e atualize a página."
      onRetry={onRetry}
    />
  </Card>
);

const Loading = () => (
  <div className="flex flex-col gap-3">
    <StatCards stats={summaryStats(undefined)} />
    <div className={GRID}>
      {[1, 2, 3, 4].map((key) => (
        <Card key={key} className="h-[344px] p-5">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="mt-4 h-[250px]" />
        </Card>
      ))}
    </div>
    <Card className="h-[480px] p-5">
      <Skeleton className="h-5 w-1/4" />
    </Card>
  </div>
);
