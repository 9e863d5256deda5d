import { Link } from '@tanstack/react-router';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import { STATUS_LABELS } from '@tracker/schemas/texts/conversions';
import { Inbox, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckoutFilter } from '../../checkouts/checkout-filter.tsx';
import { ListFooter } from '../../data/list-footer.tsx';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatCurrency } from '../../format/currencies.ts';
import { formatInstantShort, formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { DeliveryNotes } from './delivery-notes.tsx';
import { prettyText } from './examples.ts';
import { Explanation } from './explanation.tsx';
import { useDeliveries } from './queries.ts';
import { VERDICTS, type WebhookSearch } from './search.ts';
import { useOutcomes, useReprocessing } from './use-reprocessing.ts';
import { situationOf, VERDICT_TEXTS } from './verdicts.ts';

const ALL = 'all';
const VERDICT_OPTIONS = [
  { value: ALL, label: 'Todas as situações' },
  ...VERDICTS.map((value) => ({ value, label: VERDICT_TEXTS[value].label })),
] as const;

interface DeliveriesCardProps {
  search: WebhookSearch;
  onSearch: (change: WebhookSearch) => void;
}

/** The inbox: the deliveries of the checkouts with their outcome. */
export function DeliveriesCard({ search, onSearch }: DeliveriesCardProps) {
  const { provider, verdict } = search;
  const { waiting, reprocess, forget } = useReprocessing();
  const pages = useDeliveries(search, waiting.size > 0);
  useOutcomes(pages.items, { waiting, forget }, pages.query.dataUpdatedAt);
  const isFiltered = provider !== undefined || verdict !== undefined;
  return (
    <Card id="entregas" aria-labelledby="entregas-titulo" className="min-w-0 scroll-mt-20">
      <CardHeader
        id="entregas-titulo"
        title="Entregas recebidas"
        note="As mais novas primeiro. A lista se atualiza sozinha."
        mark={<RefreshMark queries={[pages.query]} />}
      >
        <div className="flex flex-wrap gap-2">
          <CheckoutFilter
            aria-label="Filtrar por plataforma"
            value={provider}
            onChange={(next) => onSearch({ provider: next })}
            all="Todas as plataformas"
          />
          <Select
            aria-label="Filtrar por situação"
            value={verdict ?? ALL}
            onChange={(next) => onSearch({ verdict: next === ALL ? undefined : next })}
            options={VERDICT_OPTIONS}
          />
        </div>
      </CardHeader>
      <DeliveryNotes />
      <QueryView query={pages.query} loading={<TableSkeleton rows={6} />}>
        {() =>
          pages.items.length === 0 ? (
            <Empty
              icon={Inbox}
              title={isFiltered ? 'Nenhuma entrega com estes filtros' : 'Nenhuma entrega recebida'}
              text={
                isFiltered
                  ? 'Mude os filtros para ver as outras.'
                  : 'Cadastre a URL do webhook na plataforma ou envie um teste.'
              }
            >
              {isFiltered ? (
                <Button
                  look="outline"
                  size="small"
                  onClick={() => onSearch({ provider: undefined, verdict: undefined })}
                >
                  Limpar filtros
                </Button>
              ) : (
                <Button look="outline" size="small" asChild>
                  <a href="/webhook/test" target="_blank" rel="noreferrer">
                    Enviar um teste
                  </a>
                </Button>
              )}
            </Empty>
          ) : (
            <>
              <DeliveriesTable items={pages.items} isWaiting={(id) => waiting.has(id)} onReprocess={reprocess} />
              <ListFooter pages={pages} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

interface DeliveriesTableProps {
  items: readonly WebhookDelivery[];
  isWaiting: (id: string) => boolean;
  onReprocess: (delivery: WebhookDelivery) => void;
}

function DeliveriesTable({ items, isWaiting, onReprocess }: DeliveriesTableProps) {
  const { timeZone } = useSession().tenant;
  const when = ({ receivedAt }: WebhookDelivery) => formatInstantTime(receivedAt, timeZone);
  const reprocess = (one: WebhookDelivery) => (
    <Reprocess isWaiting={isWaiting(one.id)} onReprocess={() => onReprocess(one)} />
  );
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      key: 'receivedAt',
      label: 'Recebida em',
      cell: (one) => <span className="figure whitespace-nowrap">{when(one)}</span>,
    },
    {
      key: 'provider',
      label: 'Plataforma',
      cell: ({ provider }) => CHECKOUTS[provider].label,
      className: 'whitespace-nowrap',
    },
    { key: 'verdict', label: 'Situação', cell: (one) => <Situation delivery={one} /> },
    {
      key: 'reason',
      label: 'Motivo',
      cell: ({ reason, unreadNames }) => <span className="text-muted">{noteOf(reason, unreadNames)}</span>,
      className: 'min-w-44',
    },
    { key: 'transaction', label: 'Transação', cell: (one) => <Transaction delivery={one} />, className: 'max-w-56' },
    { key: 'value', label: 'Valor', numeric: true, cell: (one) => <Value delivery={one} /> },
    {
      key: 'reprocess',
      label: 'Ações',
      // Here only where it may help; of the others it is in the detail.
      cell: (one) =>
        one.verdict === 'rejected' ? (
          // No one proved who sent it, and the bytes that would prove it are not kept.
          <span className="text-muted text-xs">Peça o reenvio</span>
        ) : one.verdict === 'dead-letter' || one.lookUp === 'failed' ? (
          reprocess(one)
        ) : (
          <span className="text-muted">–</span>
        ),
    },
  ];
  return (
    <DataTable
      isLive
      label="Entregas recebidas"
      columns={columns}
      items={items}
      keyOf={({ id }) => id}
      detail={(one) => (
        <Detail delivery={one}>
          {['processed', 'look-up', 'duplicate', 'ignored'].includes(one.verdict) && reprocess(one)}
        </Detail>
      )}
      summary={(one) => ({
        title: CHECKOUTS[one.provider].label,
        figure: <Situation delivery={one} />,
        notes: [
          one.conversion && formatCurrency(one.conversion.value, one.conversion.currency),
          one.conversion?.transactionId,
          textOfReason(one.reason),
        ],
        end: formatInstantShort(one.receivedAt, timeZone),
      })}
      detailLabel={(one) => `Detalhes da entrega de ${CHECKOUTS[one.provider].label} em ${when(one)}`}
    />
  );
}

const Situation = ({ delivery }: { delivery: WebhookDelivery }) => (
  <span className="flex items-center gap-1.5">
    <Badge look={situationOf(delivery).look} title={situationOf(delivery).meaning}>
      {situationOf(delivery).label}
    </Badge>
    {delivery.isTest && <Badge look="blue">Teste</Badge>}
  </span>
);

const Transaction = ({ delivery: { conversionId, conversion } }: { delivery: WebhookDelivery }) =>
  conversionId === null ? (
    <span className="text-muted">–</span>
  ) : (
    // A test or a late refund may be of a day long before the delivery.
    <Link
      to="/conversion-logs"
      search={{ period: '90d', q: conversionId }}
      className="break-words text-accent underline underline-offset-2"
    >
      <span className="sr-only">Ver a conversão </span>
      {conversion?.transactionId || `…${conversionId.slice(-8)}`}
    </Link>
  );

/** As this delivery reported it: a refund names the price of the sale, so its status is with it. */
const Value = ({ delivery: { conversion } }: { delivery: WebhookDelivery }) =>
  conversion === null ? (
    <span className="text-muted">–</span>
  ) : (
    <>
      {formatCurrency(conversion.value, conversion.currency)}
      <span className="block text-muted text-xs">{STATUS_LABELS[conversion.status]}</span>
    </>
  );

const Reprocess = ({ isWaiting, onReprocess }: { isWaiting: boolean; onReprocess: () => void }) => (
  <Button look="outline" size="small" disabled={isWaiting} onClick={onReprocess} className="min-w-[128px]">
    {isWaiting ? <Spinner label="Reprocessando" size={14} /> : <RotateCw size={14} aria-hidden />}
    {isWaiting ? 'Aguarde...' : 'Reprocessar'}
  </Button>
);

const Detail = ({ delivery, children }: { delivery: WebhookDelivery; children: ReactNode }) => (
  <div className="flex max-w-4xl flex-col gap-2">
    <p className="text-[13px] text-muted">
      {VERDICT_TEXTS[delivery.verdict].meaning} Documentos, cartões, segredos e dados do comprador não são guardados no
      corpo. ID da entrega: <code className="break-all text-xs">{delivery.id}</code>
    </p>
    <Explanation delivery={delivery} />
    <CodeBlock code={prettyText(delivery.body)} what="corpo da entrega" className="max-h-80 bg-surface" />
    {children && <div>{children}</div>}
  </div>
);

/** With the names that came and were not read. */
const noteOf = (reason: WebhookDelivery['reason'], unreadNames: WebhookDelivery['unreadNames']): string => {
  const unread = unreadNames && `não lidos: ${unreadNames.join(', ')}`;
  return [textOfReason(reason), unread].filter(Boolean).join(' · ') || '–';
};

const textOfReason = (reason: WebhookDelivery['reason']): string | null =>
  typeof reason === 'object' ? (reason?.text ?? null) : reason;
