import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Pending, pendingConversions } from '@tracker/schemas/contracts/pending.contract';
import { PAYMENTS } from '@tracker/schemas/texts/conversions';
import { Hourglass } from 'lucide-react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { contractQuery, polled } from '../../data/query-client.ts';
import { type DateRange, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { formatCount, formatCounted, formatMoney, formatPercent } from '../../format/figures.ts';
import { Figure } from '../../ui/figure.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Method = Pending['byMethod'][number];

/** Orders that wait for their payment, how many become sales, and what went back. */
export function PendingCard({ range }: { range: DateRange }) {
  const query = useQuery({
    ...contractQuery(pendingConversions, { query: { startDate: range.from, endDate: range.to } }),
    ...polled,
  });
  // The figures leave out orders without a key; so does the list.
  const listed = { ...searchOfRange(range, null), status: 'pending', verified: true } as const;
  return (
    <FetchedCard
      title="Pendentes"
      note={`${rangeText(range)}, pedidos com chave`}
      query={query}
      loading={<PendingSkeleton />}
      isEmpty={({ byMethod }) => byMethod.length === 0}
      empty={
        <Empty
          icon={Hourglass}
          title="Nenhum pedido no período"
          text="Pix e boletos gerados e cartões em análise aparecem aqui quando o seu checkout avisa."
        />
      }
      actions={
        query.data !== undefined &&
        query.data.count > 0 && (
          <LinkButton to="/conversion-logs" search={listed}>
            Ver pendentes
          </LinkButton>
        )
      }
    >
      {(pending) => (
        <>
          <dl className={SUMS}>
            {SUM_NAMES.map(([name, of, one, many]) => (
              <div key={name} className="min-w-0">
                <dt className="truncate text-[13px] text-muted">{name}</dt>
                <Figure text={formatMoney(of(pending).value)} />
                <dd className="figure text-muted text-xs">{formatCounted(of(pending).count, one, many)}</dd>
              </div>
            ))}
          </dl>
          <ul aria-label="Por forma de pagamento" className={METHODS}>
            {pending.byMethod.map((method) => (
              <MethodRow key={method.method} method={method} listed={listed} />
            ))}
          </ul>
        </>
      )}
    </FetchedCard>
  );
}

const SUM_NAMES: readonly (readonly [
  name: string,
  of: (pending: Pending) => Pending['recovered'],
  one: string,
  many: string,
])[] = [
  ['Aguardando pagamento', (pending) => pending, 'pedido', 'pedidos'],
  ['Recuperadas', ({ recovered }) => recovered, 'venda que estava pendente', 'vendas que estavam pendentes'],
  ['Reembolsos', ({ refunds }) => refunds, 'venda', 'vendas'],
  ['Chargebacks', ({ chargebacks }) => chargebacks, 'venda', 'vendas'],
];

const SUMS = 'grid grid-cols-2 gap-x-4 gap-y-3 px-4 pb-4 sm:px-5 lg:grid-cols-4';
const METHODS =
  'grid grid-cols-1 gap-x-8 gap-y-4 border-line border-t px-4 py-3.5 sm:grid-cols-2 sm:px-5 xl:grid-cols-3';

interface MethodRowProps {
  method: Method;
  listed: { status: 'pending'; verified: true };
}

function MethodRow({ method: { method, pending, approved, lost, approvalRate }, listed }: MethodRowProps) {
  const name = method === null ? 'Forma não informada' : PAYMENTS[method];
  const orders = pending.count + approved.count + lost.count;
  const waiting = `${formatMoney(pending.value)} em ${formatCounted(pending.count, 'pedido', 'pedidos')}`;
  return (
    <li className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">{name}</span>
        {pending.count === 0 ? (
          <span className="text-[13px] text-muted">nada pendente</span>
        ) : method === null ? (
          <span className="figure text-[13px]">{waiting}</span>
        ) : (
          <Link
            to="/conversion-logs"
            search={{ ...listed, payment: method }}
            aria-label={`${name}: ${waiting} pendentes`}
            className="figure tap inline-flex items-center rounded text-[13px] text-accent underline-offset-2 hover:underline"
          >
            {waiting}
          </Link>
        )}
      </div>
      <div className="mt-1.5">
        <Progress percent={approvalRate} label={`Aprovação: ${name}`} />
      </div>
      <p className="figure mt-1 flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span>
          Aprovação de {formatPercent(approvalRate)}: {formatCount(approved.count)} de{' '}
          {formatCounted(orders, 'pedido', 'pedidos')}
        </span>
        {lost.count > 0 && <span>{formatCounted(lost.count, 'não pago', 'não pagos')}</span>}
      </p>
    </li>
  );
}

const PendingSkeleton = () => (
  <>
    <div className={SUMS}>
      {SUM_NAMES.map(([name]) => (
        <div key={name}>
          <Skeleton className="h-4 w-28 max-w-full" />
          <Skeleton className="my-0.5 h-6 w-24" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
    <div className={METHODS}>
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} className="h-12 w-full" />
      ))}
    </div>
  </>
);
