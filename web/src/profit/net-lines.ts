import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { roas, roi } from '@tracker/schemas/metrics/formulas';

type Part = Exclude<keyof NetFigures, 'profit' | 'roas' | 'roi'>;

export interface NetLine {
  readonly part: Part;
  readonly name: string;
  /** With its sign: all lines together are the profit. */
  readonly amount: number;
}

const PARTS: readonly { part: Part; name: string }[] = [
  { part: 'revenue', name: 'Receita' },
  { part: 'spend', name: 'Gasto com anúncios' },
  { part: 'spendTax', name: 'Imposto sobre o gasto' },
  { part: 'revenueTax', name: 'Imposto sobre a receita' },
  { part: 'gatewayFees', name: 'Taxas dos checkouts' },
  { part: 'productCosts', name: 'Custo dos produtos' },
  { part: 'expenses', name: 'Outras despesas' },
];

/** Revenue and what is subtracted from it, in the order in which people count. Each is already rounded to the cent. */
export const netLinesOf = (net: NetFigures): NetLine[] =>
  PARTS.map(({ part, name }) => ({ part, name, amount: part === 'revenue' ? net[part] : 0 - net[part] }));

/** To the cent. */
export const sumOfProfits = (all: readonly Pick<NetFigures, 'profit'>[]): number =>
  all.reduce((cents, { profit }) => cents + Math.round(profit * 100), 0) / 100;

/** Of several together, to the cent; the ratios are those of the sums. */
export function sumOfNet(all: readonly NetFigures[]): Pick<NetFigures, 'profit' | 'roas' | 'roi'> {
  const sumOf = (...parts: readonly Part[]) =>
    all.reduce((cents, net) => parts.reduce((sum, part) => sum + Math.round(net[part] * 100), cents), 0) / 100;
  const kept = sumOf('revenue') - sumOf('revenueTax', 'gatewayFees', 'productCosts', 'expenses');
  const paid = sumOf('spend', 'spendTax');
  return { profit: sumOfProfits(all), roas: roas(kept, paid), roi: roi(kept, paid) };
}
