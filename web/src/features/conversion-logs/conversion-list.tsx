import { ReceiptText } from 'lucide-react';
import { ListFooter } from '../../data/list-footer.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { presetRange, searchOfRange } from '../../date-range/date-range.ts';
import { useToday } from '../../date-range/use-today.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useMayOpen, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { ExportLink } from '../../ui/export-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { conversionSummary, useConversionColumns } from './conversion-columns.tsx';
import { ConversionDetail } from './conversion-detail.tsx';
import { ConversionFilterBar } from './conversion-filter-bar.tsx';
import { kindOf } from './conversion-texts.ts';
import { type ConversionFilters, isFiltered, NO_FILTERS } from './filters.ts';
import { exportUrl, useConversions } from './queries.ts';
import { type ConversionSearch, DEFAULT_PERIOD } from './search.ts';

interface ConversionListProps {
  search: ConversionSearch;
  onSearch: (change: ConversionSearch, options?: { replace?: boolean }) => void;
  filters: ConversionFilters;
}

export function ConversionList({ search, onSearch, filters }: ConversionListProps) {
  const { timeZone } = useSession().tenant;
  const today = useToday();
  const pages = useConversions(filters);
  const columns = useConversionColumns();
  const { query, items } = pages;
  return (
    <Card aria-labelledby="conversions" className="min-w-0">
      <CardHeader
        id="conversions"
        title="Histórico de conversões"
        note="Da mais nova à mais antiga"
        mark={<RefreshMark queries={[query]} />}
      >
        <ExportLink href={exportUrl(filters)} />
      </CardHeader>
      <div className="px-4 pb-3 sm:px-5">
        <ConversionFilterBar search={search} filters={filters} onSearch={onSearch} />
      </div>
      <QueryView query={query} loading={<TableSkeleton rows={10} className="h-[57px]" />}>
        {() =>
          items.length === 0 ? (
            <NoConversions
              search={search}
              onClear={() => onSearch(NO_FILTERS)}
              onWiden={() => onSearch(searchOfRange(presetRange('90d', today), DEFAULT_PERIOD))}
            />
          ) : (
            <>
              <DataTable
                isLive
                label="Histórico de conversões"
                columns={columns}
                items={items}
                keyOf={({ id }) => id}
                detail={({ id }) => <ConversionDetail id={id} />}
                summary={(conversion) => conversionSummary(conversion, timeZone)}
                detailLabel={(conversion) =>
                  `Detalhes de ${kindOf(conversion).label}, ${formatInstantTime(conversion.createdAt, timeZone)}`
                }
              />
              <ListFooter pages={pages} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

interface NoConversionsProps {
  search: ConversionSearch;
  onClear: () => void;
  onWiden: () => void;
}

function NoConversions({ search, onClear, onWiden }: NoConversionsProps) {
  const isAdmin = useMayOpen('/webhook');
  if (isFiltered(search)) {
    return (
      <Empty
        icon={ReceiptText}
        title="Nenhuma conversão encontrada"
        text="Nenhuma conversão do período passa pelos filtros."
      >
        <div className="flex flex-wrap justify-center gap-2">
          {search.period !== '90d' && (
            <Button look="outline" size="small" onClick={onWiden}>
              Buscar nos últimos 90 dias
            </Button>
          )}
          <Button look="outline" size="small" onClick={onClear}>
            Limpar filtros
          </Button>
        </div>
      </Empty>
    );
  }
  return (
    <Empty
      icon={ReceiptText}
      title="Nenhuma conversão encontrada"
      text="As conversões aparecem aqui segundos depois que o seu checkout avisa."
    >
      <div className="flex flex-wrap justify-center gap-2">
        {search.period !== '90d' && (
          <LinkButton to="/conversion-logs" search={{ period: '90d' }}>
            Ver os últimos 90 dias
          </LinkButton>
        )}
        {isAdmin && <LinkButton to="/webhook">Ligar o checkout</LinkButton>}
      </div>
    </Empty>
  );
}
