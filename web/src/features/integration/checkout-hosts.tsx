import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FoldedCard } from '../../ui/folded-card.tsx';

interface Host {
  checkout: string;
  host: string;
  parameters: string;
  isShort: boolean;
}

/** From the registry of checkouts, as the script itself. */
const HOSTS: readonly Host[] = Object.values(CHECKOUTS).flatMap(({ label, links, shortLinks = {} }) =>
  [links, shortLinks].flatMap((list) =>
    Object.entries(list).map(([host, parameters]) => ({
      ...{ checkout: label, host, parameters: parameters.join(', ') },
      isShort: list === shortLinks,
    })),
  ),
);

const code = (text: string) => <code className="whitespace-nowrap text-xs">{text}</code>;
const kindOf = ({ isShort }: Host) => (isShort ? 'link curto: leva ao checkout' : 'checkout');

const COLUMNS: readonly Column<Host>[] = [
  { key: 'checkout', label: 'Checkout', cell: ({ checkout }) => <span className="font-medium">{checkout}</span> },
  { key: 'host', label: 'Endereço', cell: ({ host }) => code(host) },
  { key: 'parameters', label: 'Parâmetros', cell: ({ parameters }) => code(parameters) },
  { key: 'kind', label: 'O que é', cell: kindOf },
];

export const CheckoutHosts = () => (
  <FoldedCard
    id="checkouts"
    title="Endereços de checkout"
    note="Links, botões e formulários que levam a um destes, ou a um subdomínio, recebem o ID do click."
  >
    <DataTable
      label="Endereços de checkout"
      columns={COLUMNS}
      items={HOSTS}
      keyOf={({ host }) => host}
      detailLabel={({ host }) => `Detalhes de ${host}`}
      summary={(one) => ({ title: code(one.host), notes: [`${one.checkout}: ${one.parameters}`, kindOf(one)] })}
    />
    <p className="border-line border-t px-4 py-3 text-[13px] text-muted sm:px-5">
      Que um link curto repassa os parâmetros ao checkout não é documentado: confira com uma compra de teste.
    </p>
  </FoldedCard>
);
