import type { ConversionSend, ConversionDetail as Detail } from '@tracker/schemas/contracts/conversion-logs.contract';
import { QueryView } from '../../data/query-view.tsx';
import { formatCurrency } from '../../format/currencies.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { SEND_STATES } from '../../format/sends.ts';
import { UNCOUNTED_TEXTS } from '../../format/uncounted.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Assignment } from './assignment.tsx';
import { Buyer } from './buyer.tsx';
import { ClickStory } from './click-story.tsx';
import { useConversion } from './queries.ts';
import { StatusHistory } from './status-history.tsx';

/** The destinations that this conversion was sent to, or will be. */
function ConversionSends({ sends }: { sends: readonly ConversionSend[] }) {
  const { timeZone } = useSession().tenant;
  return (
    <ul className="flex flex-col gap-2">
      {sends.map(({ destination, state, at, attempts, error }, index) => (
        <li key={index} className="min-w-0">
          <span className="flex flex-wrap items-center gap-1.5">
            <Badge look={SEND_STATES[state].look}>{SEND_STATES[state].label}</Badge>
            <span className="min-w-0 break-words">{destination}</span>
          </span>
          <span className="figure mt-0.5 block text-muted text-xs">
            {state === 'waiting' ? 'Próxima tentativa' : 'Em'} {formatInstantTime(at, timeZone)}
            {attempts > 0 && ` · ${formatCounted(attempts, 'tentativa', 'tentativas')}`}
          </span>
          {error && <span className="block break-words text-bad text-xs">{error}</span>}
        </li>
      ))}
    </ul>
  );
}

const GRID = 'grid max-w-5xl grid-cols-1 gap-x-8 gap-y-5 text-[13px] lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';

/** The events that the checkout sent for a conversion, and how its buyer arrived. */
export const ConversionDetail = ({ id }: { id: string }) => (
  <QueryView query={useConversion(id)} loading={<Loading />}>
    {(detail) => (
      <div className={GRID}>
        <section aria-label="Histórico do status" className="min-w-0">
          <h3 className="mb-2 font-medium">Histórico do status</h3>
          {/* On a phone the row shows its reason only after a scroll. */}
          {detail.uncountedReason !== null && (
            <p className="mb-2 text-warn">Não entra nos números: {UNCOUNTED_TEXTS[detail.uncountedReason]}.</p>
          )}
          <StatusHistory entries={detail.history} />
        </section>
        <section aria-label="História do click" className="min-w-0">
          <h3 className="mb-2 font-medium">História do click</h3>
          {detail.story ? (
            <ClickStory story={detail.story} soldAt={detail.createdAt} />
          ) : (
            <NoClick conversion={detail} />
          )}
        </section>
        <Sold conversion={detail} />
        {detail.sends.length > 0 && (
          <section aria-label="Envios" className="min-w-0">
            <h3 className="mb-2 font-medium">Envios</h3>
            <ConversionSends sends={detail.sends} />
          </section>
        )}
      </div>
    )}
  </QueryView>
);

/** What the checkout reports of the sale beyond the row; nothing where it reports none of it. */
function Sold({ conversion }: { conversion: Detail }) {
  const { value, currency, interest, gatewayFee, netToSeller, products, parentTransactionId, recurrence } = conversion;
  const money = (amount: string | null) => amount !== null && formatCurrency(amount, currency);
  const facts = [
    ['Pedido no checkout', conversion.transactionId],
    ['Produtos', products?.join(' + ')],
    ['Valor da venda, sem juros', interest !== null && money(value)],
    ['Juros do parcelamento, pagos pelo comprador', money(interest)],
    ['Taxa do checkout', money(gatewayFee)],
    ['Líquido do vendedor', money(netToSeller)],
    ['Venda de origem', parentTransactionId],
    ['Cobrança da assinatura', recurrence !== null && `${recurrence}ª`],
    ['Cupom', conversion.coupon],
    ['Afiliado', conversion.affiliate],
  ].filter((fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '');
  if (facts.length === 0 && !conversion.verified) return null;
  return (
    <section aria-label="O que foi vendido" className="min-w-0">
      <h3 className="mb-2 font-medium">O que foi vendido</h3>
      <dl className="flex flex-col gap-1">
        {facts.map(([name, text]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
        {conversion.verified && <Buyer id={conversion.id} />}
      </dl>
    </section>
  );
}

function NoClick({ conversion }: { conversion: Detail }) {
  const { clickId, clickReference } = conversion;
  if (clickId !== null) return <p className="text-muted">O click {clickId} não está mais guardado.</p>;
  return (
    <div className="flex flex-col gap-1 text-muted">
      <p>Conversão Direta: nenhum click da sua empresa foi encontrado nesta venda.</p>
      {clickReference === null ? (
        <p>O checkout não enviou o ID do click. Confira se o script está na página e se os links levam o ID.</p>
      ) : (
        <p>
          O checkout enviou como referência: <code className="break-all text-soft-ink">{clickReference}</code>
        </p>
      )}
      <Assignment conversion={conversion} />
    </div>
  );
}

const Loading = () => (
  <div className={GRID}>
    {[1, 2].map((key) => (
      <div key={key} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-full max-w-72" />
        <Skeleton className="h-4 w-full max-w-56" />
        <Skeleton className="h-4 w-full max-w-64" />
      </div>
    ))}
  </div>
);
