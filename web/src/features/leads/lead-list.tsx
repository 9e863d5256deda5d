import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { hasRole } from '@tracker/schemas/roles';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ListFooter } from '../../data/list-footer.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatCounted } from '../../format/figures.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ExportLink } from '../../ui/export-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LeadDialog } from './lead-dialog.tsx';
import { LeadFilters } from './lead-filters.tsx';
import { LEAD_ROW, LeadRow } from './lead-row.tsx';
import { exportUrl, type useLeads } from './queries.ts';
import { isFiltered, type LeadSearch } from './search.ts';

interface LeadListProps {
  search: LeadSearch;
  pages: ReturnType<typeof useLeads>;
  onSearch: (change: LeadSearch, options?: { replace?: boolean }) => void;
}

export function LeadList({ search, onSearch, pages }: LeadListProps) {
  const canEdit = hasRole(useSession().user.role, 'editor');
  const [edited, setEdited] = useState<Lead>();
  const { query, items, pending } = pages;
  return (
    <Card aria-labelledby="leads" className="min-w-0">
      <CardHeader id="leads" title="Leads" note="Do mais novo ao mais antigo" mark={<RefreshMark queries={[query]} />}>
        <ExportLink href={exportUrl(search)} />
      </CardHeader>
      <div className="px-4 pb-3 sm:px-5">
        <LeadFilters search={search} onSearch={onSearch} />
      </div>
      <QueryView query={query} loading={<SkeletonRows />}>
        {() => (
          <>
            {items.length === 0 ? (
              <NoLeads isFiltered={isFiltered(search)} isSearching={pending > 0} />
            ) : (
              <ul aria-label="Leads">
                {items.map((lead) => (
                  <LeadRow key={lead.id} lead={lead} onEdit={canEdit ? () => setEdited(lead) : undefined} />
                ))}
              </ul>
            )}
            {pending > 0 && (
              <p role="status" className="border-line border-t px-4 py-2 text-[13px] text-muted sm:px-5">
                Procurando em mais {formatCounted(pending, 'lead antigo', 'leads antigos')}…
              </p>
            )}
            {items.length > 0 && <ListFooter pages={pages} />}
          </>
        )}
      </QueryView>
      {canEdit && <LeadDialog lead={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

function NoLeads({ isFiltered, isSearching }: { isFiltered: boolean; isSearching: boolean }) {
  if (isSearching) return null;
  return (
    <Empty
      icon={UserPlus}
      title="Nenhum lead encontrado"
      text={isFiltered ? 'Nenhum lead corresponde aos filtros.' : 'Os leads aparecerão aqui quando forem capturados.'}
    >
      {isFiltered ? (
        <LinkButton to="/leads">Limpar filtros</LinkButton>
      ) : (
        <Button asChild look="outline" size="small">
          <a href="#postback">Ver como enviar leads</a>
        </Button>
      )}
    </Empty>
  );
}

const SkeletonRows = () => (
  <div>
    {[1, 2, 3, 4, 5].map((key) => (
      <div key={key} className={LEAD_ROW}>
        <Skeleton className="h-5 w-44" />
        <Skeleton className="mt-2 h-4 w-72 max-w-full" />
        <Skeleton className="mt-2 h-5 w-56 max-w-full" />
      </div>
    ))}
  </div>
);
