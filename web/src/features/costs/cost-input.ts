import { type Cost, NewCost } from '@tracker/schemas/contracts/costs.contract';
import { type CostFields, type CostKind, costProblem } from '@tracker/schemas/costs/cost-rules';
import type { z } from 'zod';
import { mistakesIn } from '../../data/mistakes.ts';
import { decimalOf, WRONG_DECIMAL as WRONG } from '../../format/typed-decimals.ts';

/** Texts, as typed; a choice that is not made is ''. */
export interface CostInput {
  percent: string;
  fixed: string;
  source: string;
  checkout: string;
  productId: string;
  campaignId: string;
  every: 'once' | 'month';
  from: string;
  until: string;
  note: string;
}
export type CostErrors = Partial<Record<keyof CostInput, string>>;

/** What a kind has besides its first day and the note. */
const FIELDS: Readonly<Record<CostKind, readonly (keyof CostInput)[]>> = {
  'spend-tax': ['source', 'percent', 'until'],
  'revenue-tax': ['percent', 'until'],
  'gateway-fee': ['checkout', 'percent', 'fixed', 'until'],
  'product-cost': ['productId', 'fixed', 'until'],
  expense: ['fixed', 'every', 'campaignId', 'until'],
};

/** A single expense has one day. */
export const hasField = (kind: CostKind, field: keyof CostInput, { every }: CostInput): boolean =>
  FIELDS[kind].includes(field) && !(field === 'until' && kind === 'expense' && every === 'once');

export const inputOf = (cost: Cost): CostInput => ({
  percent: cost.percent?.replace('.', ',') ?? '',
  fixed: cost.fixed?.replace('.', ',') ?? '',
  source: cost.source ?? '',
  checkout: cost.checkout ?? '',
  productId: cost.productId ?? '',
  campaignId: cost.campaignId ?? '',
  every: cost.every ?? 'month',
  from: cost.from,
  until: cost.until ?? '',
  note: cost.note ?? '',
});

type Parsed = { body: z.input<typeof NewCost>; errors?: never } | { body?: never; errors: CostErrors };

/** Numbers as people write them here, '13,83' or '1.234,56'. What is left empty is null, so that a change takes it away. */
export function costOf(kind: CostKind, input: CostInput): Parsed {
  const percent = decimalOf(input.percent.replace(/\s*%\s*$/, ''));
  const fixed = decimalOf(input.fixed);
  const given = {
    percent,
    fixed,
    source: input.source.trim() || null,
    checkout: input.checkout || null,
    productId: input.productId.trim() || null,
    campaignId: input.campaignId || null,
    every: input.every,
    until: hasField(kind, 'until', input) ? input.until || null : null,
  };
  const own = Object.fromEntries(
    Object.entries(given).filter(([name]) => FIELDS[kind].includes(name as keyof CostInput)),
  );
  const body = { kind, from: input.from, note: input.note, ...own } as z.input<typeof NewCost>;
  const { error } = NewCost.safeParse(body);
  if (!error) return { body };
  return {
    errors: {
      ...problemsOf(body as CostFields),
      ...mistakesIn(error),
      ...(input.from === '' && { from: 'Informe o primeiro dia.' }),
      ...('percent' in own && wrongPercent(percent)),
      ...(fixed === WRONG && 'fixed' in own && { fixed: 'Informe o valor, como 1.234,56.' }),
    },
  };
}

/** All that is wrong with the fields taken together: the rule names one thing, which is then put right. */
function problemsOf(cost: CostFields): CostErrors {
  const problem = costProblem(cost);
  if (!problem) return {};
  const { field, message } = problem;
  return { [field]: message, ...problemsOf({ ...cost, [field]: typeof cost[field] === 'string' ? null : '0' }) };
}

function wrongPercent(percent: string | null): CostErrors {
  if (percent === WRONG) return { percent: 'Informe a porcentagem, como 13,83.' };
  return Number(percent) < 0 || Number(percent) > 100 ? { percent: 'A porcentagem vai de 0 a 100.' } : {};
}
