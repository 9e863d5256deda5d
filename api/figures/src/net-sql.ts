// What must be paid for conversions and spend, in SQL. Settings are dated and are parameters of a statement, so that a change of them writes no row.
// A statement gives exact sums and no rounded ones; `net.ts` makes figures of them. Almost all tenants pay one tax on all spend of a range and the
// fees that their checkouts report: then SQL only sums these, from the same rollups as without costs, and the rest is a multiplication.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { QueryDefinition } from '@tracker/infra/clickhouse/define-query';
import { DecimalText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { type ConversionColumn, conversionsOf } from './money.ts';
import { defineSpendQuery, type SpendRates, type SpendSql } from './spend.ts';
import { type CostParams, costParams, placed, step } from './sql/net-figures.ts';

/**
 * The sums of which net figures are made, as texts, in this order in `lines`. Percentages are in millionths of the amount (13.83 % are 138,300):
 * so are the sums of amounts times percentages. `fixed_fees` and `product_costs` are in ten-thousandths of a real.
 */
export const LINES = {
  conversions: ['revenue', 'fees', 'revenue_tax', 'percent_fees', 'fixed_fees', 'product_costs'],
  spend: ['cost', 'spend_tax'],
} as const;
type ConversionLine = (typeof LINES.conversions)[number];
type SpendLine = (typeof LINES.spend)[number];
export type Line = ConversionLine | SpendLine;

export const isConversionLine = (line: Line): line is ConversionLine =>
  (LINES.conversions as readonly Line[]).includes(line);

/** What a statement is made of. */
export interface NetSql {
  /** Stands behind FROM: rows as those of `conversionsOf`, with the figures `conversionLines`. */
  conversions(columns: readonly ConversionColumn[]): string;
  /** Of the lines of conversions and of spend: those to be summed. */
  readonly conversionLines: readonly ConversionLine[];
  readonly spendLines: readonly SpendLine[];
  /** What a row that cost this adds to a line. */
  costOf(line: SpendLine, spent: string): string;
  /** Columns that sum `spendLines`, of what a row cost. */
  costs(spent: string): string;
  /**
   * The column `lines`, or of another name; `sumOf` gives the SQL of each sum. By default it sums the columns of these names, and `revenue` is
   * the name of a sum already.
   */
  lines(sumOf?: (line: Line) => string, name?: string): string;
}

/** The column that `lines` gives. */
export const linesRow = { lines: z.array(DecimalText) };

const MOMENT = 'toUnixTimestamp64Milli(ts)';
const FEE_AT = placed('provider', 'feeCheckouts', 'feePlaces', MOMENT);
const PRODUCT_AT = placed('product', 'productIds', 'productPlaces', MOMENT);

const wide = (amount: string) => `toDecimal128(${amount}, 4)`;
const whole = (count: string) => `toDecimal128(${count}, 0)`;

const linesOf =
  (ofConversions: readonly ConversionLine[], spend: readonly SpendLine[]): NetSql['lines'] =>
  (sumOf = (line) => (line === 'revenue' ? line : `sum(${line})`), name = 'lines') =>
    `[${[...LINES.conversions, ...LINES.spend]
      .map((line) => ([...ofConversions, ...spend].includes(line) ? `toString(${sumOf(line)})` : `'0'`))
      .join(', ')}] AS ${name}`;

const PLAIN_LINES = [['revenue', 'fees'], ['cost']] as const;
export const PLAIN: NetSql = {
  conversions: conversionsOf,
  conversionLines: PLAIN_LINES[0],
  spendLines: PLAIN_LINES[1],
  costOf: (_, spent) => spent,
  costs: (spent) => `sum(${spent}) AS cost`,
  lines: linesOf(...PLAIN_LINES),
};

/** The tax is made wide, not what was spent: that may have more digits by rates. */
const taxed: NetSql['costOf'] = (line, spent) =>
  line === 'cost' ? spent : `${whole(step('toInt64(toUInt32(day))', 'spendTaxFrom', 'spendTax'))} * ${spent}`;

const BY_SETTINGS: NetSql = {
  conversions: (columns) => `(
        SELECT
          *,
          ${wide('revenue')} * ${step(MOMENT, 'revenueTaxFrom', 'revenueTax')} AS revenue_tax,
          ${wide('unknown_fees_of')} * ${step(FEE_AT, 'feeFrom', 'feePercent')} AS percent_fees,
          ${whole('unknown_fees')} * ${step(FEE_AT, 'feeFrom', 'feeFixed')} AS fixed_fees,
          ${whole('conversions')} * ${step(PRODUCT_AT, 'productFrom', 'productCost')} AS product_costs
        FROM ${conversionsOf([...new Set<ConversionColumn>([...columns, 'day', 'provider', 'product'])])}
      )`,
  conversionLines: LINES.conversions,
  spendLines: LINES.spend,
  costOf: taxed,
  costs: (spent) => LINES.spend.map((line) => `sum(${taxed(line, spent)}) AS ${line}`).join(', '),
  lines: linesOf(LINES.conversions, LINES.spend),
};

type Shape = z.ZodObject<Record<string, z.ZodType>>;
export interface NetQuery<P, Row> {
  /** `rates`: as in `SpendQuery`. `costs`: null where the plain sums are enough. */
  run(
    clickhouse: ClickHouse,
    tenantId: string,
    params: P,
    settings: { readonly rates: SpendRates | null; readonly costs: CostParams | null },
  ): Promise<Row[]>;
}

/** Shown in a snapshot for all statements by settings. */
const SHOWN_BY_SETTINGS = 'campaigns-figures-by-costs';

/** A question about what remains of revenue, as statements without and with settings. */
export function defineNetQuery<P extends Shape, R extends Shape>(
  definition: Omit<QueryDefinition<P, R>, 'sql'> & { sql(spend: SpendSql, net: NetSql): string },
): NetQuery<z.input<P>, z.output<R>> {
  const plain = defineSpendQuery({ ...definition, sql: (spend) => definition.sql(spend, PLAIN) });
  const name = `${definition.name}-by-costs`;
  const bySettings = defineSpendQuery({
    ...{ name, row: definition.row },
    sql: (spend: SpendSql) => definition.sql(spend, BY_SETTINGS),
    params: z.object({ ...definition.params.shape, ...costParams }),
    ...(name !== SHOWN_BY_SETTINGS && { variantOf: SHOWN_BY_SETTINGS }),
  });
  return {
    run: (clickhouse, tenantId, params, { rates, costs }) =>
      costs === null
        ? plain.run(clickhouse, tenantId, params, rates)
        : (bySettings.run(clickhouse, tenantId, { ...params, ...costs } as never, rates) as Promise<z.output<R>[]>),
  };
}
