// What must be paid for conversions and spend, in SQL. Settings are dated and are parameters of a statement, so that a change of them writes no row.
// A statement gives exact sums and no rounded ones; `net.ts` makes figures of them. Almost all tenants pay one tax on the revenue of a range and the
// fees that their checkouts report: then SQL only sums these, from the same rollups as without costs, and the rest is a multiplication. So does one
// tax on the spend of all sources.
import type { MONEY_FIGURES } from '@tracker/infra/clickhouse/tables/rollups';
import { z } from 'zod';
import { PLATFORM } from '../spend.ts';

/** Percentages are in millionths of the amount (13.83 % are 138,300), and so are these sums; `fixed_fees` and `product_costs` are in ten-thousandths of a real. */
export const FEE_FIGURES = ['revenue_tax', 'percent_fees', 'fixed_fees', 'product_costs'] as const;
/** The same of the conversions that a verdict counts. */
export const EVIDENCE_FEES = [
  'evidence_tax',
  'evidence_percent_fees',
  'evidence_fixed_fees',
  'evidence_costs',
] as const;
type FeeFigure = (typeof FEE_FIGURES)[number] | (typeof EVIDENCE_FEES)[number];
export type ConversionFigure = keyof typeof MONEY_FIGURES | FeeFigure;

const ints = z.array(z.number().int());
/** Made by `costsOfRange`. */
export const costParams = {
  revenueTaxFrom: ints,
  revenueTax: ints,
  feeCheckouts: z.array(z.string()),
  feePlaces: ints,
  feeFrom: ints,
  feePercent: ints,
  feeFixed: ints,
  productIds: z.array(z.string()),
  productPlaces: ints,
  productFrom: ints,
  productCost: ints,
};
export type CostParams = z.input<z.ZodObject<typeof costParams>>;

/** Made by `costsOfRange`. */
export const spendTaxParams = {
  spendTaxSources: z.array(z.string()),
  spendTaxPlaces: ints,
  spendTaxFrom: ints,
  spendTax: ints,
};
export type SpendTaxParams = z.input<z.ZodObject<typeof spendTaxParams>>;

/**
 * The value of a step function: `from` is where each step begins, ascending, and no `x` is less than the first. Both functions of the engine search,
 * so that hundreds of products cost no more than one.
 */
export const step = (x: string, from: string, values: string) =>
  `transform(roundDown(${x}, {${from}:Array(Int64)}), {${from}:Array(Int64)}, {${values}:Array(Int64)}, toInt64(0))`;

/** More than any moment in milliseconds: what is known by a key and a moment, or a key and a day, is one step function, of the key's place and the moment. */
export const MOMENTS_OF_PLACE = 10_000_000_000_000;
export const placed = (key: string, keys: string, places: string, ms: string) =>
  `transform(toString(${key}), {${keys}:Array(String)}, {${places}:Array(Int64)}, toInt64(0)) * ${MOMENTS_OF_PLACE} + ${ms}`;

const wide = (amount: string) => `toDecimal128(${amount}, 4)`;
const whole = (count: string) => `toDecimal128(${count}, 0)`;

/** SQL over a row of conversions or of their rollup; `figures` as that row has them. */
export function FEE_LINES(
  at: { readonly moment: string; readonly checkout: string; readonly product: string },
  figures: typeof MONEY_FIGURES,
): Record<FeeFigure, string> {
  const ms = `toUnixTimestamp64Milli(${at.moment})`;
  const fee = placed(at.checkout, 'feeCheckouts', 'feePlaces', ms);
  const product = placed(at.product, 'productIds', 'productPlaces', ms);
  return {
    revenue_tax: `${wide(figures.revenue)} * ${step(ms, 'revenueTaxFrom', 'revenueTax')}`,
    percent_fees: `${wide(figures.unknown_fees_of)} * ${step(fee, 'feeFrom', 'feePercent')}`,
    fixed_fees: `${whole(figures.unknown_fees)} * ${step(fee, 'feeFrom', 'feeFixed')}`,
    product_costs: `${whole(figures.conversions)} * ${step(product, 'productFrom', 'productCost')}`,
    evidence_tax: `${wide(figures.evidence_revenue)} * ${step(ms, 'revenueTaxFrom', 'revenueTax')}`,
    evidence_percent_fees: `${wide(figures.evidence_unknown_fees_of)} * ${step(fee, 'feeFrom', 'feePercent')}`,
    evidence_fixed_fees: `${whole(figures.evidence_unknown_fees)} * ${step(fee, 'feeFrom', 'feeFixed')}`,
    evidence_costs: `${whole(figures.evidence)} * ${step(product, 'productFrom', 'productCost')}`,
  };
}

/** The tax is made wide, not what was spent: that may have more digits by rates. */
export const SPEND_TAX_OF = (spent: string): string => {
  const at = placed(PLATFORM, 'spendTaxSources', 'spendTaxPlaces', 'toInt64(toUInt32(day))');
  return `${whole(step(at, 'spendTaxFrom', 'spendTax'))} * ${spent}`;
};
