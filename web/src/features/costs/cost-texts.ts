import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import { type CostKind, DEFAULT_SPEND_TAX, settingOn, spendTaxOn } from '@tracker/schemas/costs/cost-rules';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { formatDay } from '../../format/days.ts';
import { formatPrice, formatRate } from '../../format/rates.ts';
import type { BadgeLook } from '../../ui/badge.tsx';
import type { Choice } from '../../ui/with-chosen.ts';
import type { Names } from './queries.ts';

export interface KindTexts {
  readonly title: string;
  readonly explanation: string;
  /** On the button that adds one. */
  readonly add: string;
}

/** In the order of the lines of the profit. */
export const KIND_TEXTS: Readonly<Record<CostKind, KindTexts>> = {
  'spend-tax': {
    title: 'Imposto sobre o gasto com anúncios',
    explanation: `O Facebook cobra PIS, Cofins e ISS na fatura desde 01/01/2026 e mostra o gasto sem eles: 12,15% por dentro do preço são ${formatRate(DEFAULT_SPEND_TAX)} sobre o gasto. Se a sua fatura mostra outra porcentagem, ajuste aqui.`,
    add: 'Adicionar imposto sobre o gasto',
  },
  'revenue-tax': {
    title: 'Imposto sobre a receita',
    explanation: 'O que a empresa paga sobre cada venda que conta, como a alíquota do Simples Nacional.',
    add: 'Adicionar imposto sobre a receita',
  },
  'gateway-fee': {
    title: 'Taxas dos checkouts',
    explanation:
      'Quando o checkout informa a taxa da venda, vale a informada. Nas outras vendas vale a taxa daqui: porcentagem, valor fixo ou os dois.',
    add: 'Adicionar taxa',
  },
  'product-cost': {
    title: 'Custo dos produtos',
    explanation: 'Quanto custa entregar cada venda do produto: fabricação, frete, área de membros.',
    add: 'Adicionar custo de produto',
  },
  expense: {
    title: 'Outras despesas',
    explanation:
      'O que não depende de cada venda: ferramentas, equipe, criativos. Uma despesa mensal é dividida entre os dias do mês.',
    add: 'Adicionar despesa',
  },
};

/** '13,83%', '4,99% + R$ 1,00 por venda', 'R$ 300,00 por mês'. */
export function valueText({ kind, percent, fixed, every }: Cost): string {
  const unit = kind === 'expense' ? (every === 'month' ? 'por mês' : 'uma vez') : 'por venda';
  return [
    ...(percent === undefined ? [] : [formatRate(percent)]),
    ...(fixed === undefined ? [] : [`${formatPrice(fixed)} ${unit}`]),
  ].join(' + ');
}

/** For what it is; undefined where the kind says it all. An id without a name is shown as it is. */
export function scopeText({ kind, source, checkout, productId, campaignId }: Cost, names: Names): string | undefined {
  const nameIn = (all: readonly Choice[], id: string) => all.find(({ value }) => value === id)?.label ?? id;
  if (kind === 'spend-tax') return source === undefined ? 'Todas as fontes' : adPlatformName(source);
  if (kind === 'gateway-fee') return checkout === undefined ? 'Todos os checkouts' : checkoutLabel(checkout);
  if (kind === 'product-cost' && productId !== undefined) return nameIn(names.products, productId);
  if (kind === 'expense') return campaignId === undefined ? 'Sem campanha' : nameIn(names.campaigns, campaignId);
  return undefined;
}

/** 'em 20/11/2026', 'desde 01/01/2026', 'de 01/01/2026 a 30/06/2026'. */
export function daysText({ from, until, every }: Cost): string {
  if (every === 'once' || until === from) return `em ${formatDay(from)}`;
  return until === null ? `desde ${formatDay(from)}` : `de ${formatDay(from)} a ${formatDay(until)}`;
}

/** 'Kiwify, 4,99%, desde 01/01/2026': for the names of buttons and for sentences. */
export const costName = (cost: Cost, names: Names): string =>
  [scopeText(cost, names), valueText(cost), daysText(cost)].filter((part) => part !== undefined).join(', ');

export interface CostStatus {
  readonly text: string;
  readonly look: BadgeLook;
}

/** Whether a cost holds today. Of several for the same thing the one that began last does; each expense is a thing of its own. */
export function statusOf(cost: Cost, all: readonly Cost[], today: TenantDay): CostStatus {
  const { kind, from, until, every } = cost;
  if (every === 'once') {
    if (from === today) return { text: 'conta hoje', look: 'good' };
    return { text: from > today ? 'vai contar' : 'já contou', look: 'secondary' };
  }
  if (from > today) return { text: 'ainda não vale', look: 'default' };
  if (until !== null && until < today) return { text: 'encerrado', look: 'secondary' };
  const same = all.filter(
    (one) => one.kind === kind && one.checkout === cost.checkout && one.productId === cost.productId,
  );
  const inForce = kind === 'spend-tax' ? spendTaxOn(same, cost.source, today) : settingOn(same, today);
  const holds = kind === 'expense' || inForce?.id === cost.id;
  return holds ? { text: 'vale hoje', look: 'good' } : { text: 'substituído', look: 'secondary' };
}
