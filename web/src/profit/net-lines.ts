import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { roas, roi } from '@tracker/schemas/metrics/formulas';

type Part = Exclude<keyof NetFigures, 'profit' | 'roas' | 'roi'>;

export interface NetLine {
  readonly part: Part;
  readonly name: string;
  /** With its sign: all lines together are the profit. Null where no run has read a day of it. */
  readonly amount: number | null;
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
  PARTS.map(({ part, name }) => {
    const amount = net[part];
    return { part, name, amount: part === 'revenue' || amount === null ? amount : 0 - amount };
  });

const centsOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.includes(null) ? null : amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? 0) * 100), 0);

/** To the cent; null where one is not known. */
export function sumOfProfits(all: readonly Pick<NetFigures, 'profit'>[]): number | null {
  const cents = centsOf(all.map(({ profit }) => profit));
  return cents === null ? null : cents / 100;
}

/** Of several together, to the cent; the ratios are those of the sums. */
export function sumOfNet(all: readonly NetFigures[]): Pick<NetFigures, 'profit' | 'roas' | 'roi'> {
  const sumOf = (...parts: readonly Part[]) => {
    const cents = centsOf(all.flatMap((net) => parts.map((part) => net[part])));
    return cents === null ? null : cents / 100;
  };
  const kept = (sumOf('revenue') ?? 0) - (sumOf('revenueTax', 'gatewayFees', 'productCosts', 'expenses') ?? 0);
  const paid = sumOf('spend', 'spendTax');
  if (paid === null) return { profit: null, roas: null, roi: null };
  return { profit: sumOfProfits(all), roas: roas(kept, paid), roi: roi(kept, paid) };
}
