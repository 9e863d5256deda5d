import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import { actorLabel, auditSentence } from '@tracker/schemas/texts/audit';
import { ListFooter } from '../../data/list-footer.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { useAuditLog } from './queries.ts';

/** Where the request came from; operators and older entries have none. On a phone after its time, which has no column there. */
function Source({ entry: { at, network, browser } }: { entry: AuditEntry }) {
  const { timeZone } = useSession().tenant;
  const parts = [usePhone() ? formatInstantTime(at, timeZone) : null, browser, network].filter((part) => part !== null);
  return parts.length > 0 && <span className="figure block text-muted text-xs">{parts.join(' · ')}</span>;
}

export function AuditCard() {
  const { timeZone } = useSession().tenant;
  const pages = useAuditLog();
  const columns: readonly Column<AuditEntry>[] = [
    {
      key: 'at',
      label: 'Quando',
      cell: ({ at }) => <span className="figure">{formatInstantTime(at, timeZone)}</span>,
      className: 'whitespace-nowrap w-px',
    },
    {
      key: 'action',
      label: 'O que aconteceu',
      cell: (entry) => (
        <>
          <span className="font-medium">{actorLabel(entry)}</span> {auditSentence(entry)}
          <Source entry={entry} />
        </>
      ),
      className: 'min-w-40 wrap-anywhere',
    },
  ];
  const shown = usePhone() ? columns.slice(1) : columns;
  return (
    <Card aria-labelledby="auditoria" className="min-w-0">
      <CardHeader
        id="auditoria"
        title="Registro de auditoria"
        note="Quem entrou e quem mudou o quê na empresa, do mais novo ao mais antigo."
        mark={<RefreshMark queries={[pages.query]} />}
      />
      <QueryView query={pages.query} loading={<TableSkeleton rows={5} />}>
        {() =>
          pages.items.length === 0 ? (
            <p className="px-4 pb-4 text-muted sm:px-5">
              Nada foi mudado ainda. As alterações feitas aqui, em campanhas, usuários e webhooks aparecem nesta lista.
            </p>
          ) : (
            <>
              <DataTable label="Registro de auditoria" columns={shown} items={pages.items} keyOf={({ id }) => id} />
              <ListFooter pages={pages} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}
