import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { checkoutLabel, KIND_LABELS, paymentLabel } from '@tracker/schemas/texts/conversions';
import { useMemo } from 'react';
import { formatCurrency } from '../../format/currencies.ts';
import { NO_FIGURE } from '../../format/figures.ts';
import { formatInstantShort, formatInstantTime } from '../../format/instants.ts';
import { UNCOUNTED_TEXTS } from '../../format/uncounted.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Summary } from '../../ui/row-summary.tsx';
import { kindOf, lacksRate, originOf, STATUSES, typeLabel } from './conversion-texts.ts';
import { Age, PendingOrder } from './pending-order.tsx';
import { useCampaigns } from './queries.ts';

export function useConversionColumns(): readonly Column<Conversion>[] {
  const { timeZone } = useSession().tenant;
  const campaigns = useCampaigns().data;
  return useMemo(() => {
    const names = new Map<string, string>(campaigns?.map(({ campaignId, name }) => [campaignId, name]));
    return [
      {
        key: 'at',
        label: 'Data',
        cell: ({ createdAt }) => formatInstantTime(createdAt, timeZone),
        // Day and time below each other.
        className: 'figure w-px min-w-24',
      },
      { key: 'kind', label: 'Conversão', cell: (conversion) => <Kind conversion={conversion} /> },
      {
        key: 'status',
        label: 'Status',
        cell: (conversion) => <Status conversion={conversion} />,
        className: 'min-w-32 max-w-44',
      },
      { key: 'value', label: 'Valor', numeric: true, cell: (conversion) => <Value conversion={conversion} /> },
      {
        key: 'product',
        label: 'Produto e pagamento',
        cell: (conversion) => <Product conversion={conversion} />,
        className: 'max-w-48',
      },
      {
        key: 'origin',
        label: 'Origem',
        cell: (conversion) => <Origin conversion={conversion} />,
        className: 'max-w-40',
      },
      {
        key: 'order',
        label: 'Transação',
        cell: (conversion) => <Order conversion={conversion} />,
        className: 'max-w-36',
      },
      {
        key: 'campaign',
        label: 'Campanha',
        cell: ({ campaignId }) =>
          campaignId === null ? NO_FIGURE : <Clipped text={names.get(campaignId) ?? campaignId} />,
        className: 'max-w-32',
      },
    ];
  }, [campaigns, timeZone]);
}

/** On a phone: value, status, source, time. */
export const conversionSummary = (conversion: Conversion, timeZone: TimeZone): Summary => ({
  title: formatCurrency(conversion.value, conversion.currency),
  figure: <Badge look={STATUSES[conversion.status].look}>{STATUSES[conversion.status].label}</Badge>,
  notes: [
    conversion.isTest && 'Teste',
    conversion.imported && 'Importada',
    !conversion.verified && !conversion.imported && 'Não verificada',
    conversion.status === 'pending' && <Age since={conversion.createdAt} />,
    originOf(conversion).channel ?? kindOf(conversion).label,
    conversion.productName ?? conversion.productId,
  ],
  end: formatInstantShort(conversion.createdAt, timeZone),
});

const Kind = ({ conversion }: { conversion: Conversion }) => {
  const { label, look } = kindOf(conversion);
  return (
    <>
      <Badge look={look}>{label}</Badge>
      <span className="mt-0.5 block text-muted text-xs">{typeLabel(conversion.conversionType)}</span>
    </>
  );
};

const Status = ({ conversion }: { conversion: Conversion }) => {
  const { status, isTest, verified, imported, recovered, uncountedReason } = conversion;
  return (
    <>
      <span className="flex flex-wrap gap-1">
        <Badge look={STATUSES[status].look}>{STATUSES[status].label}</Badge>
        {isTest && (
          <Badge look="gray" title="Evento de teste: não entra nos números">
            Teste
          </Badge>
        )}
        {imported && (
          <Badge title="Veio de um arquivo importado pela equipe; nada dela é enviado a pixels ou postbacks">
            Importada
          </Badge>
        )}
        {!verified && !imported && (
          <Badge look="warn" title="Chegou sem a chave da empresa; só o ID do click a liga a ela">
            Não verificada
          </Badge>
        )}
      </span>
      {uncountedReason !== null && (
        <span className="mt-0.5 block text-muted text-xs">Não conta: {UNCOUNTED_TEXTS[uncountedReason]}</span>
      )}
      {recovered && <span className="mt-0.5 block text-muted text-xs">recuperada: estava pendente</span>}
      {status === 'pending' && <PendingOrder conversion={conversion} />}
    </>
  );
};

/** Gross revenue; below it the net revenue, and a foreign amount in BRL. */
function Value({ conversion }: { conversion: Conversion }) {
  const { value, netValue, currency, revenue, status } = conversion;
  // Nothing of a pending order counts yet: 'R$ 0,00' would look like its worth.
  const isForeign = currency !== 'BRL' && status !== 'pending';
  const isPart = netValue !== value && Number(netValue) > 0;
  return (
    <>
      <span className="font-medium">{formatCurrency(value, currency)}</span>
      {isPart && <span className="block text-muted text-xs">líquido {formatCurrency(netValue, currency)}</span>}
      {lacksRate(conversion) ? (
        <span className="block text-warn text-xs">sem cotação</span>
      ) : (
        isForeign &&
        revenue !== null && <span className="block text-muted text-xs">{formatCurrency(revenue, 'BRL')}</span>
      )}
    </>
  );
}

/** Below the product: its kind, its offer, how it was paid. */
const Product = ({ conversion }: { conversion: Conversion }) => {
  const { productName, productId, offer, kind, paymentMethod, installments } = conversion;
  const parts = installments !== null && installments > 1 ? ` em ${installments}x` : '';
  const notes = [
    ...(kind === 'main' ? [] : [KIND_LABELS[kind]]),
    ...(offer === null ? [] : [offer]),
    ...(paymentMethod === null ? [] : [`${paymentLabel(paymentMethod)}${parts}`]),
  ];
  return (
    <>
      {productName === null && productId === null ? NO_FIGURE : <Clipped text={productName ?? productId ?? ''} />}
      {notes.length > 0 && <span className="block truncate text-muted text-xs">{notes.join(' · ')}</span>}
    </>
  );
};

/** Channel and ad; below them, when no click but the delivery says so. */
const Origin = ({ conversion }: { conversion: Conversion }) => {
  const { channel, ad, note } = originOf(conversion);
  return (
    <>
      {channel === null ? NO_FIGURE : <Clipped text={channel} />}
      {ad !== null && (
        <span className="block truncate text-muted text-xs" title={ad}>
          {ad}
        </span>
      )}
      {note !== null && <span className="block text-muted text-xs">{note}</span>}
    </>
  );
};

const Order = ({ conversion: { transactionId, provider } }: { conversion: Conversion }) => (
  <>
    {transactionId === null ? NO_FIGURE : <Clipped text={transactionId} />}
    <span className="block text-muted text-xs">{checkoutLabel(provider)}</span>
  </>
);

const Clipped = ({ text }: { text: string }) => (
  <span className="block truncate" title={text}>
    {text}
  </span>
);
