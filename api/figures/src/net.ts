// Profit line by line. Sums are exact: of whole parts of a real, in which every percentage of an amount and every day's share of a month is whole.
// A line is rounded to the cent once, for the range that is asked for; profit is the difference of the rounded lines (ADR 63).
import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import { roas, roi } from '@tracker/schemas/metrics/formulas';
import type { EVIDENCE_FEES, FEE_FIGURES } from './sql/net-figures.ts';

/** Twelve digits of spend by rates, and six of a percentage. */
const DIGITS = 18;
/** Divisible by the days of every month. */
export const DAYS_OF_MONTHS = 377_580n;
const ONE = DAYS_OF_MONTHS * 10n ** BigInt(DIGITS);
const MILLION = 1_000_000n;

/** An amount in parts of a real, from a decimal text with at most 18 digits behind the point. */
export function exact(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign === undefined || fraction.length > DIGITS) throw new TypeError('not an exact amount');
  const parts = BigInt(whole + fraction.padEnd(DIGITS, '0')) * DAYS_OF_MONTHS;
  return sign === '-' ? -parts : parts;
}

const COSTS = ['spendTax', 'revenueTax', 'gatewayFees', 'productCosts', 'expenses'] as const;
const NAMES = ['revenue', 'spend', ...COSTS] as const;
/** In parts of a real. */
export type NetLines = Readonly<Record<(typeof NAMES)[number], bigint>>;

export const NO_LINES: NetLines = {
  ...{ revenue: 0n, spend: 0n },
  ...{ spendTax: 0n, revenueTax: 0n, gatewayFees: 0n, productCosts: 0n, expenses: 0n },
};

/** Taxes of all days and sources of a range, in millionths; null: they differ, and the statement has applied them. */
export interface PlainTaxes {
  readonly spendTax: number | null;
  readonly revenueTax: number | null;
}

/** What the rows of a group add up to, as exact texts; 0 where a statement does not sum it. */
export type LineAmounts = Partial<
  Readonly<Record<'revenue' | 'fees' | (typeof FEE_FIGURES)[number] | 'cost' | 'spend_tax', string>>
>;

export type EvidenceAmounts = Partial<
  Readonly<Record<'evidence_revenue' | 'evidence_fees' | (typeof EVIDENCE_FEES)[number], string>>
>;

/** Of the conversions that a verdict counts. */
export const linesOfEvidence = (amounts: EvidenceAmounts, taxes: PlainTaxes): NetLines =>
  toLines(
    {
      ...{ revenue: amounts.evidence_revenue ?? '0', fees: amounts.evidence_fees ?? '0' },
      ...{ revenue_tax: amounts.evidence_tax ?? '0', percent_fees: amounts.evidence_percent_fees ?? '0' },
      ...{ fixed_fees: amounts.evidence_fixed_fees ?? '0', product_costs: amounts.evidence_costs ?? '0' },
    },
    taxes,
  );

/** Without expenses. */
export function toLines(amounts: LineAmounts, taxes: PlainTaxes): NetLines {
  const sumOf = (line: keyof LineAmounts) => exact(amounts[line] ?? '0');
  const [revenue, spend] = [sumOf('revenue'), sumOf('cost')];
  const ofTax = (amount: bigint, millionths: number) => (amount * BigInt(millionths)) / MILLION;
  return {
    ...{ revenue, spend },
    spendTax: taxes.spendTax === null ? sumOf('spend_tax') / MILLION : ofTax(spend, taxes.spendTax),
    revenueTax: taxes.revenueTax === null ? sumOf('revenue_tax') / MILLION : ofTax(revenue, taxes.revenueTax),
    gatewayFees: sumOf('fees') + sumOf('percent_fees') / MILLION + sumOf('fixed_fees') / 10_000n,
    productCosts: sumOf('product_costs') / 10_000n,
    expenses: 0n,
  };
}

export const addLines = (one: NetLines, other: NetLines): NetLines =>
  Object.fromEntries(NAMES.map((name) => [name, one[name] + other[name]])) as NetLines;

export const withExpenses = (lines: NetLines, expenses = 0n): NetLines => ({
  ...lines,
  expenses: lines.expenses + expenses,
});

/** In cents: the lines and their profit. */
export type NetCents = Readonly<Record<(typeof NAMES)[number] | 'profit', bigint>>;

export function toCents(lines: NetLines): NetCents {
  const cents = Object.fromEntries(NAMES.map((name) => [name, centsOf(lines[name])])) as Record<keyof NetLines, bigint>;
  const costs = COSTS.reduce((sum, name) => sum + cents[name], cents.spend);
  return { ...cents, profit: cents.revenue - costs };
}

/** In reais, with as many digits as money has. */
export function amountOf(parts: bigint): number {
  const magnitude = parts < 0n ? -parts : parts;
  const tenThousandths = (magnitude * 10_000n + ONE / 2n) / ONE;
  return (parts < 0n ? -1 : 1) * (Number(tenThousandths) / 10_000);
}

/** Revenue after its tax, fees and product costs, in reais with as many digits as money has. */
export const keptOf = ({ revenue, revenueTax, gatewayFees, productCosts }: NetLines): number =>
  amountOf(revenue - revenueTax - gatewayFees - productCosts);

/** Half a cent counts as one, on both sides of zero. */
function centsOf(parts: bigint): bigint {
  const magnitude = parts < 0n ? -parts : parts;
  const cents = (magnitude * 100n + ONE / 2n) / ONE;
  return parts < 0n ? -cents : cents;
}

export const subtractCents = (one: NetCents, other: NetCents): NetCents =>
  Object.fromEntries(
    Object.entries(one).map(([name, cents]) => [name, cents - other[name as keyof NetCents]]),
  ) as NetCents;

/** What follows from spend that no one knows is not known either. */
export function toNetFigures(cents: NetCents, isSpendKnown: boolean): NetFigures {
  const figure = (name: keyof NetCents) => Number(cents[name]) / 100;
  const ofSpend = <Value>(value: Value): Value | null => (isSpendKnown ? value : null);
  const { revenue, revenueTax, gatewayFees, productCosts, expenses, spend, spendTax } = cents;
  const kept = Number(revenue - revenueTax - gatewayFees - productCosts - expenses) / 100;
  const paid = Number(spend + spendTax) / 100;
  return {
    revenue: figure('revenue'),
    spend: ofSpend(figure('spend')),
    spendTax: ofSpend(figure('spendTax')),
    revenueTax: figure('revenueTax'),
    gatewayFees: figure('gatewayFees'),
    productCosts: figure('productCosts'),
    expenses: figure('expenses'),
    profit: ofSpend(figure('profit')),
    roas: ofSpend(roas(kept, paid)),
    roi: ofSpend(roi(kept, paid)),
  };
}

export const netOf = (lines: NetLines, isSpendKnown: boolean): NetFigures => toNetFigures(toCents(lines), isSpendKnown);

/**
 * What is left of a total besides its parts, so that all of them add up to the cent. Its ratios are of its own lines: a cent that rounding left over is
 * no spend.
 */
export function restOf(left: NetCents, lines: NetLines, isSpendKnown: boolean): NetFigures {
  const { roas, roi } = netOf(lines, isSpendKnown);
  return { ...toNetFigures(left, isSpendKnown), roas, roi };
}
