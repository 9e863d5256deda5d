import { useState } from 'react';
import { FilteredGroups, FilteredTotals } from '../../breakdown/filtered-figures.tsx';
import { useCampaigns } from '../../breakdown/queries.ts';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import FilterBar from '../../filters/filter-bar.tsx';
import { formatCount, formatCounted, formatMoney, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import { searchOfBasis } from '../../profit/basis.ts';
import BasisSwitch from '../../profit/basis-switch.tsx';
import { ProfitTotals } from '../../profit/profit-totals.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import RefreshSpend from '../../spend/refresh-spend.tsx';
import SpendFailure from '../../spend/spend-failure.tsx';
import { Card } from '../../ui/card.tsx';
import { type Stat, StatCards } from '../../ui/stat-cards.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { rangeOfSearch, rangeText, searchOfRange } from '../date-range/date-range.ts';
import { DateRangeSelect } from '../date-range/date-range-select.tsx';
import { useToday } from '../date-range/use-today.ts';
import { CampaignTable } from './campaign-table.tsx';
import { Funnel } from './funnel.tsx';
import { GroupExplorer } from './group-explorer.tsx';
import { SourceBars } from './source-bars.tsx';
import { TopCampaigns } from './top-campaigns.tsx';
import { type Totals, totalsOf } from './totals.ts';

const FIGURES = 'figures';

export default function AnalyticsScreen() {
  const [search, onSearch] = useSearchState('/analytics');
  const today = useToday();
  const range = rangeOfSearch(search, today);
  const campaigns = useCampaigns(range);
  const [spendFailure, setSpendFailure] = useState<Error | null>(null);
  const period = rangeText(range);
  const filters = search.f;
  const basis = search.basis ?? 'gross';
  return (
    <>
      <PageHeader
        title="Analytics"
        note={
          <span className="flex items-center gap-2">
            {period} <RefreshMark queries={[campaigns]} />
          </span>
        }
      >
        <BasisSwitch basis={basis} onBasis={(next) => onSearch(searchOfBasis(next))} />
        <DateRangeSelect range={range} today={today} onChange={(next) => onSearch(searchOfRange(next))} />
        <RefreshSpend onFailure={setSpendFailure} />
      </PageHeader>
      <SpendFailure failure={spendFailure} />
      <Tabs
        value={search.tab ?? FIGURES}
        onValueChange={(next) => onSearch({ tab: next === 'funnel' ? next : undefined })}
        className="flex flex-col gap-3"
      >
        <FilterBar filters={filters ?? []} days={range} onFilters={(f) => onSearch({ f })} />
        <div>
          <TabList aria-label="Partes de Analytics">
            <Tab value={FIGURES}>Números</Tab>
            <Tab value="funnel">Funil</Tab>
          </TabList>
        </div>
        <TabPanel value="funnel" className="rounded-xl">
          <Funnel
            range={range}
            filters={filters}
            window={search.window ?? 7}
            onWindow={(window) => onSearch({ window: window === 7 ? undefined : window })}
          />
        </TabPanel>
        <TabPanel value={FIGURES} className="flex flex-col gap-3 rounded-xl">
          {filters ? (
            <>
              <FilteredTotals range={range} filters={filters} />
              <FilteredGroups
                title="Desempenho das campanhas"
                dimension="campaign"
                {...{ range, filters, basis }}
                sort={search.sort}
                onSort={(sort) => onSearch({ sort })}
              />
            </>
          ) : (
            <>
              <QueryView
                query={campaigns}
                frame={Card}
                loading={<StatCards stats={statsOf(undefined)} />}
                // The table below shows the failure and has the retry button.
                failure={<StatCards stats={statsOf(undefined).map(({ name }) => ({ name, text: NO_FIGURE }))} />}
              >
                {(data) => <StatCards stats={statsOf(totalsOf(data))} />}
              </QueryView>
              <ProfitTotals range={range} />
              <CampaignTable
                query={campaigns}
                range={range}
                sort={search.sort}
                onSort={(sort) => onSearch({ sort })}
                basis={basis}
              />
              <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
                <SourceBars range={range} />
                <TopCampaigns query={campaigns} period={period} />
              </div>
            </>
          )}
          <GroupExplorer range={range} search={search} onSearch={onSearch} />
        </TabPanel>
      </Tabs>
    </>
  );
}

const statsOf = (totals: Totals | undefined): Stat[] => [
  { name: 'Receita', text: totals && formatMoney(totals.revenue), note: 'Todas as conversões' },
  { name: 'Gasto com anúncios', text: totals && formatMoney(totals.spend), note: 'Segundo as plataformas' },
  {
    name: 'ROAS médio',
    text: totals && formatRatio(totals.roas),
    note: totals?.spend === 0 ? 'Sem gasto no período' : 'Receita total ÷ gasto total',
  },
  {
    name: 'Clicks',
    text: totals && formatCount(totals.clicks),
    note: totals ? formatCounted(totals.pageViews, 'page view', 'page views') : '…',
  },
];
