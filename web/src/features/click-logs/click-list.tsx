import { hasRole } from '@tracker/schemas/roles';
import { MousePointerClick } from 'lucide-react';
import { ListFooter } from '../../data/list-footer.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { ClickFilters } from './click-filters.tsx';
import { ClickTable } from './click-table.tsx';
import { ExportButton } from './export-button.tsx';
import { type ClickFilters as Filters, useClicks } from './queries.ts';
import { type ClickSearch, isFiltered, NO_FILTERS } from './search.ts';

interface ClickListProps {
  search: ClickSearch;
  filters: Filters;
  /** 'Últimos 7 dias'. */
  period: string;
  onSearch: (change: ClickSearch, options?: { replace?: boolean }) => void;
}

export function ClickList({ search, filters, period, onSearch }: ClickListProps) {
  const pages = useClicks(filters);
  const { query, items, total } = pages;
  return (
    <Card aria-labelledby="clicks" className="min-w-0">
      <CardHeader
        id="clicks"
        title="Clicks"
        note={`${period}, do mais novo ao mais antigo`}
        mark={<RefreshMark queries={[query]} />}
      >
        <ExportButton filters={filters} total={total} />
      </CardHeader>
      <div className="px-4 pb-3 sm:px-5">
        <ClickFilters search={search} filters={filters} onSearch={onSearch} />
      </div>
      <QueryView query={query} loading={<TableSkeleton rows={10} className="h-12" />}>
        {() =>
          items.length === 0 ? (
            <NoClicks isFiltered={isFiltered(search)} onClear={() => onSearch(NO_FILTERS)} />
          ) : (
            <>
              <ClickTable clicks={items} />
              <ListFooter pages={pages} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

function NoClicks({ isFiltered: isNarrowed, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const canInstall = hasRole(useSession().user.role, 'editor');
  return (
    <Empty
      icon={MousePointerClick}
      title="Nenhum click encontrado"
      text={
        isNarrowed
          ? 'Nenhum click deste período corresponde aos filtros.'
          : 'Os clicks aparecem aqui assim que alguém abre um link de campanha. Escolha outro período ou confira a instalação.'
      }
    >
      {isNarrowed ? (
        <Button look="outline" size="small" onClick={onClear}>
          Limpar filtros
        </Button>
      ) : (
        canInstall && <LinkButton to="/integration">Ver instalação</LinkButton>
      )}
    </Empty>
  );
}
