// What answering costs, known before it is answered: limits of a tenant are counted in it.

import { comparedPeriod } from '@tracker/schemas/figures/change';
import { FATIGUE_LOOK_BACK_DAYS } from '@tracker/schemas/figures/fatigue';
import type { FigureQuery, FigureValuesQuery } from '@tracker/schemas/figures/figure-query';
import { LAG_DAYS } from '@tracker/schemas/figures/lag';
import { countDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { ranksOf } from './ask-values.ts';
import type { Asker } from './asker.ts';
import { sumsOfQuestion } from './plan.ts';
import { FATIGUE_SUMS } from './special/ad-fatigue.ts';
import { readsOf, type Split } from './sql/statement.ts';

export interface CostOfQuestion {
  /** Days of each table that is read; the events of a day count for two. */
  readonly tableDays: number;
  readonly source: 'rollup' | 'facts';
}

/** Of the groups and of their total, in both periods. */
export function costOfQuestion({ within }: Asker, asked: FigureQuery): CostOfQuestion {
  const { by, from, to, compare } = asked;
  const filters = [...asked.filters, ...within.filters];
  const periods = [{ from, to }, ...(compare === undefined ? [] : [comparedPeriod(asked, { ...asked, compare })])];
  const days = periods.reduce((sum, period) => sum + countDays(period.from, period.to), 0);
  const sums = sumsOfQuestion(asked, within);
  return costOf([{ by, filters, sums }, ...(by.length > 0 ? [{ by: [], filters, sums }] : [])], days);
}

export const costOfValues = ({ within: { filters } }: Asker, { dim, from, to }: FigureValuesQuery): CostOfQuestion =>
  costOf([{ by: [dim], filters, sums: ranksOf(dim).map(({ sum }) => sum) }], countDays(from, to));

/** Conversions of its days, and clicks of those asked for. */
export const costOfLag = ({ from, to }: { readonly from: TenantDay; readonly to: TenantDay }): CostOfQuestion => ({
  tableDays: 2 * LAG_DAYS + countDays(from, to),
  source: 'rollup',
});

/** And the lag of conversions. */
export const costOfFatigue = (): CostOfQuestion =>
  costOf([{ by: ['ad', 'day'], filters: [], sums: FATIGUE_SUMS }], FATIGUE_LOOK_BACK_DAYS + LAG_DAYS);

function costOf(statements: readonly Split[], days: number): CostOfQuestion {
  const reads = statements.map(readsOf);
  const tableDays = reads.reduce((sum, { tables, source }) => sum + tables * days * (source === 'facts' ? 2 : 1), 0);
  return { tableDays, source: reads.some(({ source }) => source === 'facts') ? 'facts' : 'rollup' };
}
