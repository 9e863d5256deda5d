import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { hasRole } from '@tracker/schemas/roles';
import { FileUp, Megaphone, Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { withoutSpend } from '../../breakdown/queries.ts';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { useSearchState } from '../../data/use-search-state.ts';
import { type DateRange, rangeOfSearch, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { DateRangeSelect } from '../../date-range/date-range-select.tsx';
import { TrackedSince } from '../../date-range/tracked-since.tsx';
import { useToday } from '../../date-range/use-today.ts';
import { type Basis, searchOfBasis } from '../../profit/basis.ts';
import BasisSwitch from '../../profit/basis-switch.tsx';
import { ProfitTotals } from '../../profit/profit-totals.tsx';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import UnknownSpend from '../../spend/unknown-spend.tsx';
import { useSummary } from '../../spend/use-summary.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sorted } from '../../ui/data-table.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CampaignCard } from './campaign-card.tsx';
import { CreateCampaignDialog } from './campaign-dialog.tsx';
import { CampaignFilters } from './campaign-filters.tsx';
import { CampaignList, columnsOf, rowOf } from './campaign-list.tsx';
import { chosenOf } from './chosen-campaigns.ts';
import { useCampaigns } from './queries.ts';
import { type CampaignsSearch, isFiltered, NO_FILTERS } from './search.ts';

const SpendImportDialog = lazy(() => import('./spend-import-dialog.tsx'));

const GRID = 'grid grid-cols-1 gap-3 md:grid-cols-2 2xl:grid-cols-3';

export default function CampaignsScreen() {
  const [search, onSearch] = useSearchState('/campaigns');
  const { user } = useSession();
  const today = useToday();
  const range = rangeOfSearch(search, today);
  const basis = search.basis ?? 'gross';
  const query = useCampaigns(range);
  const { trackedSince, spendSource } = useSummary(range) ?? {};
  const [isCreating, setCreating] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const canEdit = hasRole(user.role, 'editor');
  const createButton = canEdit && (
    <Button size="small" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden /> Nova campanha
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Campaigns"
        note={
          <span className="flex min-h-6 flex-wrap items-center gap-x-2">
            {rangeText(range)} <RefreshMark queries={[query]} />
            <TrackedSince since={trackedSince} range={range} />
          </span>
        }
      >
        <BasisSwitch basis={basis} onBasis={(next) => onSearch(searchOfBasis(next))} />
        <DateRangeSelect range={range} today={today} onChange={(next) => onSearch(searchOfRange(next))} />
        {canEdit && (
          <Button size="small" look="outline" onClick={() => setImporting(true)}>
            <FileUp size={16} aria-hidden /> Importar gastos
          </Button>
        )}
        {createButton}
      </PageHeader>
      <UnknownSpend range={range} />
      <QueryView query={query} frame={Card} loading={<SkeletonCards />}>
        {(all) => {
          const campaigns = spendSource === 'none' ? withoutSpend(all) : all;
          return campaigns.length === 0 ? (
            <Card>
              <Empty
                icon={Megaphone}
                title="No campaigns yet"
                text="Crie uma campanha para receber o link que mede seus clicks e vendas."
              >
                {createButton}
              </Empty>
            </Card>
          ) : (
            <div className="flex flex-col gap-3">
              <ProfitTotals range={range} />
              <Campaigns
                campaigns={campaigns}
                range={range}
                canEdit={canEdit}
                basis={basis}
                search={search}
                onSearch={onSearch}
              />
            </div>
          );
        }}
      </QueryView>
      {isImporting && (
        <LatePart>
          <SpendImportDialog onClose={() => setImporting(false)} />
        </LatePart>
      )}
      {canEdit && <CreateCampaignDialog isOpen={isCreating} onOpenChange={setCreating} />}
    </>
  );
}

interface CampaignsProps {
  campaigns: readonly Campaign[];
  range: DateRange;
  basis: Basis;
  canEdit: boolean;
  search: CampaignsSearch;
  onSearch: (change: CampaignsSearch, options?: { replace?: boolean }) => void;
}

function Campaigns({ campaigns, search, onSearch, ...shared }: CampaignsProps) {
  const { timeZone } = useSession().tenant;
  const { range, basis } = shared;
  const chosen = chosenOf(campaigns, search);
  const columns = columnsOf(basis, timeZone, range);
  const rows = chosen.map((campaign) => rowOf(campaign, basis));
  return (
    <>
      {(campaigns.length > 1 || isFiltered(search)) && (
        <CampaignFilters search={search} onSearch={onSearch} campaigns={campaigns} shown={chosen.length} />
      )}
      {chosen.length === 0 ? (
        <Card>
          <Empty icon={Megaphone} title="Nenhuma campanha corresponde aos filtros.">
            <Button look="outline" size="small" onClick={() => onSearch(NO_FILTERS)}>
              Limpar filtros
            </Button>
          </Empty>
        </Card>
      ) : search.view === 'list' ? (
        <CampaignList campaigns={chosen} sort={search.sort} onSort={(sort) => onSearch({ sort })} {...shared} />
      ) : (
        <div className={GRID}>
          {sorted(rows, columns, search.sort).map(
            ({ campaign }) => campaign && <CampaignCard key={campaign.campaignId} campaign={campaign} {...shared} />,
          )}
        </div>
      )}
    </>
  );
}

const SkeletonCards = () => (
  <div className={GRID}>
    {[1, 2, 3, 4].map((key) => (
      <Card key={key} className="p-5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-2 h-4 w-1/3" />
        <Skeleton className="mt-4 h-[104px]" />
        <Skeleton className="mt-4 h-8" />
      </Card>
    ))}
  </div>
);
