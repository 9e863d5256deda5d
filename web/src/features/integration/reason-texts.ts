import type { DifferenceReason } from '@tracker/schemas/contracts/side-by-side.contract';
import { formatCounted, formatMoney } from '../../format/figures.ts';

interface About {
  readonly count: number;
  /** In BRL. */
  readonly value: number;
}

const counted = (count: number) => formatCounted(count, 'conversão', 'conversões');
const worth = ({ count, value }: About) => `${counted(count)}, ${formatMoney(value)}`;

/** What another tool may have counted otherwise. */
export const REASON_TEXTS: Readonly<Record<DifferenceReason, (about: About) => string>> = {
  'not-in-file': () => 'o arquivo não tem este dia',
  'other-clock': ({ count, value }) =>
    `${count > 0 ? counted(count) : formatMoney(value)} no dia vizinho: a outra ferramenta usa outro fuso horário`,
  'taken-back': (about) => `reembolso ou chargeback, que aqui sai do dia da venda (${worth(about)})`,
  pending: (about) => `pedido que ainda espera o pagamento (${worth(about)})`,
  unverified: (about) => `venda sem chave, fora dos números (${worth(about)})`,
  test: (about) => `venda de teste (${worth(about)})`,
  imported: (about) => `venda importada de um arquivo, que a outra ferramenta pode não ter (${worth(about)})`,
  lead: ({ count }) => `${formatCounted(count, 'lead conta', 'leads contam')} como conversão sem valor`,
  'without-rate': ({ count }) => `${counted(count)} em moeda sem cotação: conta sem receita`,
  'spend-unread': () => 'gasto desconhecido aqui: a leitura deste dia ainda não veio',
  'spend-tax': ({ value }) => `a outra ferramenta soma o imposto ao gasto (${formatMoney(value)})`,
};
