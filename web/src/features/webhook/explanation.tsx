import type { ExplainedField } from '@tracker/schemas/checkouts/explained';
import type { DeliveryExplanation, WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { KIND_LABELS, paymentLabel, STATUS_LABELS } from '@tracker/schemas/texts/conversions';
import { QueryView } from '../../data/query-view.tsx';
import { formatCurrency } from '../../format/currencies.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useExplanation } from './queries.ts';

const FIELDS: Readonly<Record<ExplainedField, string>> = {
  status: 'Status',
  amount: 'Valor',
  refundAmount: 'Valor reembolsado',
  currency: 'Moeda',
  transactionId: 'Transação',
  conversionType: 'Tipo',
  eventTime: 'Momento do evento',
  conversionTime: 'Momento da venda',
  clickReferences: 'Referência do click',
  productId: 'Código do produto',
  productName: 'Produto',
  products: 'Produtos do pedido',
  offer: 'Oferta',
  kind: 'Tipo de venda',
  parentTransactionId: 'Venda de origem',
  recurrence: 'Cobrança da assinatura',
  paymentMethod: 'Pagamento',
  installments: 'Parcelas',
  gatewayFee: 'Taxa do checkout',
  netToSeller: 'Líquido do vendedor',
  interest: 'Juros do parcelamento',
  coupon: 'Cupom',
  affiliate: 'Afiliado',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  utm_term: 'utm_term',
};

const UNREAD_SHOWN = 40;

/** What was read in a delivery, field by field, with its place in the body; and what was not. */
export const Explanation = ({ delivery }: { delivery: WebhookDelivery }) => (
  <QueryView query={useExplanation(delivery.id)} loading={<Skeleton className="h-24 w-full" />}>
    {(reported) => (
      <div className="flex flex-col gap-3 text-[13px]">
        <section aria-label="O que foi lido">
          <h3 className="mb-1 font-medium">O que foi lido</h3>
          {reported.read.length === 0 ? (
            <p className="text-muted">Nenhum campo conhecido foi encontrado no corpo.</p>
          ) : (
            <ReadFields reported={reported} isConversion={delivery.conversionId !== null} />
          )}
        </section>
        {reported.unread.length > 0 && (
          <section aria-label="O que não foi usado">
            <h3 className="mb-1 font-medium">O que não foi usado</h3>
            <p className="wrap-anywhere text-muted">
              {reported.unread.slice(0, UNREAD_SHOWN).join(', ')}
              {reported.unread.length > UNREAD_SHOWN && ` e mais ${reported.unread.length - UNREAD_SHOWN}`}
            </p>
          </section>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted">
            <span className="font-medium text-soft-ink">Isto está errado?</span> Copie a entrega como caso de teste: os
            dados pessoais são trocados por inventados.
          </p>
          <CopyButton text={reported.testCase} what="a entrega como caso de teste" />
        </div>
      </div>
    )}
  </QueryView>
);

function ReadFields({ reported, isConversion }: { reported: DeliveryExplanation; isConversion: boolean }) {
  const { timeZone } = useSession().tenant;
  const currency = reported.read.find(({ field }) => field === 'currency')?.value ?? 'BRL';
  return (
    <table className="w-full text-left">
      <thead className="text-muted">
        <tr>
          <th className="py-1 pr-4 font-normal">Campo</th>
          <th className="py-1 pr-4 font-normal">Lido</th>
          <th className="py-1 font-normal">De onde</th>
        </tr>
      </thead>
      <tbody>
        {reported.read.map(({ field, value, paths }) => (
          <tr key={field} className="border-line border-t align-top">
            <th scope="row" className="wrap-anywhere py-1 pr-4 font-normal">
              {FIELDS[field]}
            </th>
            <td className="wrap-anywhere py-1 pr-4">
              {isConversion ? shown(field, value, { currency, timeZone }) : value}
            </td>
            <td className="wrap-anywhere py-1 text-muted">
              {paths.length === 0 ? 'padrão' : <code className="text-xs">{paths.join(', ')}</code>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MONEY: ReadonlySet<ExplainedField> = new Set(['amount', 'refundAmount', 'gatewayFee', 'netToSeller', 'interest']);

function shown(
  field: ExplainedField,
  value: string,
  { currency, timeZone }: { currency: string; timeZone: TimeZone },
): string {
  if (MONEY.has(field)) return formatCurrency(value, currency);
  if (field === 'status') return labelIn(STATUS_LABELS, value);
  if (field === 'kind') return labelIn(KIND_LABELS, value);
  if (field === 'paymentMethod') return paymentLabel(value);
  return field === 'eventTime' || field === 'conversionTime' ? formatInstantTime(value, timeZone) : value;
}

const labelIn = (labels: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(labels, word) ? (labels[word] ?? word) : word;
