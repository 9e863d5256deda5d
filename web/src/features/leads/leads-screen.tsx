import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { listLeads } from '@tracker/schemas/contracts/leads.contract';
import { RotateCw } from 'lucide-react';
import { useSearchState } from '../../data/use-search-state.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { LeadList } from './lead-list.tsx';
import { LeadTotals } from './lead-totals.tsx';
import { PostbackCard } from './postback-card.tsx';
import { useLeads } from './queries.ts';
import { isFiltered } from './search.ts';

export default function LeadsScreen() {
  const [search, onSearch] = useSearchState('/leads');
  const pages = useLeads(search);
  const queryClient = useQueryClient();
  const ofLeads = {
    predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
      typeof path === 'string' && path.startsWith(listLeads.path),
  };
  const isFetching = useIsFetching(ofLeads) > 0;
  return (
    <>
      <PageHeader title="Gestão de Leads" note="Quem deixou o contato nas suas páginas, e em que ponto está.">
        <Button asChild look="ghost" size="small">
          <a href="#postback">Como enviar leads</a>
        </Button>
        <Button
          look="outline"
          size="small"
          aria-disabled={isFetching}
          onClick={() => !isFetching && queryClient.invalidateQueries(ofLeads)}
        >
          <RotateCw size={14} aria-hidden /> Atualizar
        </Button>
      </PageHeader>
      <div className="flex flex-col gap-3">
        <LeadTotals />
        <LeadList search={search} onSearch={onSearch} pages={pages} />
        {/* Only below a list that has its length: what comes later jumps nowhere. */}
        {!pages.query.isPending && (
          <PostbackCard
            startsOpen={pages.query.data !== undefined && pages.items.length === 0 && !isFiltered(search)}
          />
        )}
      </div>
    </>
  );
}
