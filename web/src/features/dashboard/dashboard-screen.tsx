import { hasRole } from '@tracker/schemas/roles';
import { lazy, type ReactNode, useState } from 'react';
import { reloadPage } from '../../data/reload.ts';
import { useSearchState } from '../../data/use-search-state.ts';
import { type DateRange, rangeOfSearch, searchOfRange } from '../../date-range/date-range.ts';
import { useToday } from '../../date-range/use-today.ts';
import { areStepsOver } from '../../onboarding/over.ts';
import { searchOfBasis } from '../../profit/basis.ts';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../shell/avatar.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { fullNameOf } from '../../shell/person.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Failure } from '../../ui/message.tsx';
import { Freshness } from './freshness.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { ofThisRange, useSummary } from './queries.ts';
import type { DashboardSearch } from './search.ts';
import { SkeletonCards, SummaryCards } from './summary-cards.tsx';
import { StripSkeleton, TodayStrip } from './today-strip.tsx';

// Below the fold: its code loads after the figures.
const Rankings = lazy(() => import('./rankings.tsx'));

// Next to the cards, with a question of its own.
const BestCampaigns = lazy(() => import('./best-campaigns.tsx'));
/** Its header and three rows. */
const BestCampaignsSkeleton = () => <Card className="min-h-[318px]" />;

// Of new companies.
const FirstSteps = lazy(() => import('../../onboarding/first-steps.tsx'));

// What a screen is filtered by, and the figures under filters: nothing of the first look without them.
const FilterBar = lazy(() => import('../../filters/filter-bar.tsx'));
const FilteredDashboard = lazy(() => import('./filtered-dashboard.tsx'));

// Next to the figures, and nothing of them.
const RefreshSpend = lazy(() => import('../../spend/refresh-spend.tsx'));
const SpendFailure = lazy(() => import('../../spend/spend-failure.tsx'));
const UnknownSpend = lazy(() => import('../../spend/unknown-spend.tsx'));
const UnsettledMoney = lazy(() => import('./unsettled-money.tsx'));
const GeographySection = lazy(() => import('./geography-section.tsx'));
const RankingsSkeleton = () => <Card className="h-[600px]" />;
const SectionFailure = () => (
  <Card>
    <Failure title="Esta parte não abriu." onRetry={() => void reloadPage()} />
  </Card>
);

/** As high as its buttons: they come late, and move nothing. */
const FILTER_ROW = 'min-h-8 max-sm:min-h-11';
/** With a line for the views of the filters. */
const FILTERED_ROW = 'max-sm:min-h-[94px]';

/** Above what is fixed to the calendar (today, yesterday, the month), below what follows the chosen range. */
export default function DashboardScreen() {
  const [search, onSearch] = useSearchState('/');
  const { user } = useSession();
  const today = useToday();
  const range = rangeOfSearch(search, today);
  const summary = useSummary(range);
  const [spendFailure, setSpendFailure] = useState<Error | null>(null);
  const filters = search.f;
  const changeRange = (next: DateRange) => onSearch(searchOfRange(next));

  return (
    <>
      <PageHeader
        title="Dashboard"
        note={<Freshness updatedAt={summary.dataUpdatedAt} hasFailed={summary.isError} />}
        isShort
      >
        {/* On the left, where there is room for it to come late without moving anybody. */}
        <LatePart>
          <RefreshSpend onFailure={setSpendFailure} range={range} />
        </LatePart>
        <span className="flex items-center gap-2.5">
          <Avatar user={user} />
          {/* On a phone it is in the menu. */}
          <span className="font-medium max-sm:sr-only">{fullNameOf(user)}</span>
        </span>
      </PageHeader>
      {spendFailure && (
        <LatePart>
          <SpendFailure failure={spendFailure} />
        </LatePart>
      )}
      {summary.data && (summary.data.refusedSpend.length > 0 || !summary.data.spendKnown.range) && (
        <LatePart>
          <UnknownSpend range={range} />
        </LatePart>
      )}
      <AfterFirstSteps summary={summary} steps={search.steps} onClose={() => onSearch({ steps: undefined })}>
        <div className={cn(FILTER_ROW, filters && FILTERED_ROW)}>
          <LatePart>
            <FilterBar
              screen="dashboard"
              filters={search}
              days={range}
              onFilters={({ f }, options) => onSearch({ f }, options)}
            />
          </LatePart>
        </div>
        {filters ? (
          <LatePart loading={<SkeletonCards />} failure={<SectionFailure />}>
            <FilteredDashboard
              filters={filters}
              range={range}
              today={today}
              onRange={changeRange}
              basis={search.basis ?? 'gross'}
            />
          </LatePart>
        ) : (
          <>
            <TodayStrip query={summary} />
            <div className="grid grid-cols-1 gap-3 xl:grid-cols-3">
              <section aria-label="Hoje, ontem e este mês" className="min-w-0 xl:col-span-2">
                <SummaryCards query={summary} />
              </section>
              <LatePart loading={<BestCampaignsSkeleton />} failure={<SectionFailure />}>
                <BestCampaigns
                  period={search.top ?? 'today'}
                  onPeriod={(period) => onSearch({ top: period === 'yesterday' ? period : undefined })}
                />
              </LatePart>
            </div>
            <div className="mt-4">
              <PerformancePanel
                range={range}
                today={today}
                onRange={changeRange}
                summary={ofThisRange(summary)}
                days={search.days}
                onDays={(days) => onSearch({ days })}
                basis={search.basis ?? 'gross'}
                onBasis={(basis) => onSearch(searchOfBasis(basis))}
              />
            </div>
            <LatePart>
              <UnsettledMoney range={range} />
            </LatePart>
            <LatePart loading={<RankingsSkeleton />} failure={<SectionFailure />}>
              <Rankings range={range} basis={search.basis ?? 'gross'} />
            </LatePart>
            <LatePart failure={<SectionFailure />}>
              <GeographySection range={range} />
            </LatePart>
          </>
        )}
      </AfterFirstSteps>
    </>
  );
}

interface AfterFirstStepsProps {
  summary: ReturnType<typeof useSummary>;
  /** Set where they were asked for: they may be over. */
  steps: DashboardSearch['steps'];
  onClose: () => void;
  children: ReactNode;
}

/** The figures; a new company's admins and editors see the steps to them first. */
function AfterFirstSteps({ summary: { data, isError }, steps, onClose, children }: AfterFirstStepsProps) {
  const { user, tenant } = useSession();
  const [isOver] = useState(() => areStepsOver(tenant.id));
  const figures = <div className="flex flex-col gap-3">{children}</div>;
  const isAsked = steps !== undefined;
  if ((isOver && !isAsked) || !hasRole(user.role, 'editor')) return figures;
  const hasMoney = data && [data.spend, data.revenue].some((one) => one.today + one.yesterday + one.thisMonth !== 0);
  const loading = (
    <div className="flex flex-col gap-3">
      <div className={FILTER_ROW} />
      <StripSkeleton />
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          <SkeletonCards />
        </div>
      </div>
    </div>
  );
  return (
    <LatePart loading={loading} failure={figures}>
      <FirstSteps
        hasFigures={isError || hasMoney}
        loading={loading}
        isAsked={isAsked}
        opened={steps === 'spend' ? steps : undefined}
        onClose={onClose}
      >
        {figures}
      </FirstSteps>
    </LatePart>
  );
}
