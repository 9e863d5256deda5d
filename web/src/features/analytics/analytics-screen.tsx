import { type ReactNode, useState } from 'react';
import { AdTree } from '../../ad-tree/ad-tree.tsx';
import { FilteredGroups, FilteredTotals, TrackedSinceOfTotals } from '../../breakdown/filtered-figures.tsx';
import { useCampaigns } from '../../breakdown/queries.ts';
import { RefreshMark } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { type DateRange, rangeOfSearch, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { useToday } from '../../date-range/use-today.ts';
import FilterBar from '../../filters/filter-bar.tsx';
import { searchOfBasis } from '../../profit/basis.ts';
import BasisSwitch from '../../profit/basis-switch.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import RefreshSpend from '../../spend/refresh-spend.tsx';
import SpendFailure from '../../spend/spend-failure.tsx';
import UnknownSpend from '../../spend/unknown-spend.tsx';
import { useSummary } from '../../spend/use-summary.ts';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { Explorer } from './explorer.tsx';
import { ExportLink } from './export-link.tsx';
import { Funnel } from './funnel.tsx';
import { type AnalyticsTab, DEFAULT_TAB, TABS } from './search.ts';
import { SourceBars } from './source-bars.tsx';
import { TopCampaigns } from './top-campaigns.tsx';
import { TotalsRow } from './totals-row.tsx';

const TAB_LABELS: Record<AnalyticsTab, string> = {
  campaigns: 'Campanhas',
  ads: 'Anúncios',
  explore: 'Explorar',
  funnel: 'Funil',
};

export default function AnalyticsScreen(): ReactNode {
  const [search, onSearch] = useSearchState('/analytics');
  const today = useToday();
  const range = rangeOfSearch(search, today);
  const campaigns = useCampaigns(range);
  const [spendFailure, setSpendFailure] = useState<Error | null>(null);
  const period = rangeText(range);
  const filters = search.f;
  const basis = search.basis ?? 'gross';
  const order = { sort: search.sort, onSort: (sort: string | undefined) => onSearch({ sort }) };
  // Each table has an order of its own.
  const openTab = (tab: AnalyticsTab) => onSearch({ tab: tab === DEFAULT_TAB ? undefined : tab, order: undefined });
  return (
    <>
      <PageHeader
        title="Analytics"
        note={
          // What comes late is in a line that is there, so that nothing moves.
          <div className="flex min-h-6 flex-wrap items-center gap-x-2">
            {period} <RefreshMark queries={[campaigns]} />
            {filters ? <TrackedSinceOfTotals {...{ range, filters }} /> : <TrackedSinceOfTenant range={range} />}
          </div>
        }
      >
        <BasisSwitch basis={basis} onBasis={(next) => onSearch(searchOfBasis(next))} />
        <DateRangeSelect range={range} today={today} onChange={(next) => onSearch(searchOfRange(next))} />
        <RefreshSpend onFailure={setSpendFailure} range={range} />
      </PageHeader>
      <SpendFailure failure={spendFailure} />
      <UnknownSpend range={range} />
      <div className="mb-3 flex flex-col gap-3">
        <div>
          <FilterBar
            screen="analytics"
            filters={search}
            days={range}
            // A verdict is of ads.
            onFilters={(next, options) => onSearch(next.verdict ? { ...next, tab: 'ads', level: 'ad' } : next, options)}
          />
        </div>
        {
          // Of chosen ads the tree has tiles of its own.
          !(search.verdict && search.tab === 'ads') &&
            (filters ? (
              <FilteredTotals range={range} filters={filters} />
            ) : (
              <TotalsRow query={campaigns} range={range} />
            ))
        }
      </div>
      <Tabs
        value={search.tab ?? DEFAULT_TAB}
        onValueChange={(next) => openTab(next as AnalyticsTab)}
        className="flex flex-col gap-3"
      >
        <div>
          {/* All of them fit a phone. */}
          <TabList
            aria-label="Partes de Analytics"
            className="max-sm:flex max-sm:[&>button]:grow max-sm:[&>button]:px-1"
          >
            {TABS.map((tab) => (
              <Tab key={tab} value={tab}>
                {TAB_LABELS[tab]}
              </Tab>
            ))}
          </TabList>
        </div>
        <TabPanel value="campaigns" className="flex flex-col gap-3 rounded-xl">
          {filters ? (
            <FilteredGroups
              title="Desempenho das campanhas"
              dimension="campaign"
              {...{ range, filters, basis, ...order }}
            />
          ) : (
            <>
              <CampaignTable query={campaigns} {...{ range, basis, ...order }} />
              <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
                <SourceBars range={range} />
                <TopCampaigns query={campaigns} range={range} />
              </div>
            </>
          )}
        </TabPanel>
        <TabPanel value="ads" className="flex flex-col gap-3 rounded-xl">
          <AdTree range={range} search={search} onSearch={onSearch}>
            {(level) => <ExportLink groupBy={[level]} range={range} filters={filters ?? []} />}
          </AdTree>
        </TabPanel>
        <TabPanel value="explore" className="rounded-xl">
          <Explorer range={range} search={search} onSearch={onSearch} />
        </TabPanel>
        <TabPanel value="funnel" className="rounded-xl">
          <Funnel range={range} search={search} onSearch={onSearch} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Where no other call of the screen has the day. */
const TrackedSinceOfTenant = ({ range }: { range: DateRange }) => (
  <TrackedSince since={useSummary(range)?.trackedSince} range={range} />
);
