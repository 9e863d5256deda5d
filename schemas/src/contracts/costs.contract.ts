import { z } from 'zod';
import { CheckoutId } from '../checkouts/registry.ts';
import { COST_KINDS, type CostFields, costProblem } from '../costs/cost-rules.ts';
import { CampaignId, EitherCampaignId } from '../primitives/ids.ts';
import { Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { SpendSource } from '../spend/spend-sources.ts';
import { defineContract } from './define-contract.ts';
import { EnteredAmount, SpendNote } from './spend.contract.ts';
import { withSeen } from './with-seen.ts';

/** A tenant's settings, over all kinds and years. */
export const COSTS_MAX = 500;

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2148-12-31';
const CostDay = TenantDay.refine((day) => day >= FIRST_DAY && day <= LAST_DAY, 'Informe uma data entre 2000 e 2148.');

/** A decimal text, from 0 to 100, as short as can be: '13.83', '5'. */
export const Percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'Informe a porcentagem como 13.83, com até 4 casas decimais.')
  .refine((text) => Number(text) <= 100, 'A porcentagem vai de 0 a 100.')
  .transform((text) => String(Number(text)));

const given = (schema: typeof Percent | typeof EnteredAmount) =>
  z.union([z.string(), z.number()]).transform(String).pipe(schema);

const values = {
  from: CostDay,
  /** The last day; null: without an end. */
  until: CostDay.nullable().optional(),
  /** Of spend, of revenue, or of the value of a conversion. May also be a JSON number. */
  percent: given(Percent).nullable().optional(),
  /** In BRL: for each conversion, or the expense. May also be a JSON number. */
  fixed: given(EnteredAmount).nullable().optional(),
  /** Of a tax on spend: 'facebook', 'google' or another source of spend; without it the tax is on the spend of all sources. */
  source: SpendSource.nullable().optional(),
  /** Of a gateway fee; without it the fee is for all checkouts that have none of their own. */
  checkout: CheckoutId.nullable().optional(),
  /** As in the conversion log; a product without an id goes by its name. */
  productId: z.string().trim().min(1, 'Informe o produto.').max(256).nullable().optional(),
  /** Of an expense; without it the expense belongs to no campaign. */
  campaignId: EitherCampaignId.nullable().optional(),
  /** Of an expense: on its first day, or each day by its share of the month. */
  every: z.enum(['once', 'month']).nullable().optional(),
  note: SpendNote.optional(),
};

export const NewCost = z.object({ kind: z.enum(COST_KINDS), ...values }).superRefine((cost, context) => {
  const problem = costProblem(cost as CostFields);
  if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
});
export type NewCost = z.output<typeof NewCost>;

/** A field that is left out stays; null empties it. */
export const CostChange = withSeen(z.object({ ...values, from: CostDay.optional() }));

/** Fields that a kind does not have are left out. */
export const Cost = z.object({
  id: z.string(),
  kind: z.enum(COST_KINDS),
  from: TenantDay,
  until: TenantDay.nullable(),
  percent: Percent.optional(),
  fixed: Money.optional(),
  source: z.string().optional(),
  checkout: CheckoutId.optional(),
  productId: z.string().optional(),
  campaignId: CampaignId.optional(),
  every: z.enum(['once', 'month']).optional(),
  note: z.string().optional(),
});
export type Cost = z.infer<typeof Cost>;

export const listCosts = defineContract('costs.list', 'GET /api/costs', 'viewer', {
  summary:
    'Taxes, fees, product costs and expenses that profit subtracts, newest first day first. Of several for the same thing, the one that began last holds, as long as it lasts.',
  response: z.array(Cost),
});

export const createCost = defineContract('costs.create', 'POST /api/costs', 'admin', {
  creates: true,
  fresh: true,
  summary: `Adds a cost; at most ${COSTS_MAX}. 409 where one for the same thing begins on the same day (expenses may).`,
  body: NewCost,
  status: 201,
  response: Cost,
});

export const changeCost = defineContract('costs.change', 'PATCH /api/costs/:costId', 'admin', {
  fresh: true,
  summary:
    'Changes a cost, for all days that it is for. What was paid before stays right with a new cost from a later day.',
  params: z.object({ costId: z.string().max(80) }),
  body: CostChange,
  response: Cost,
});

export const removeCost = defineContract('costs.remove', 'DELETE /api/costs/:costId', 'admin', {
  fresh: true,
  summary: 'Removes a cost, for all days.',
  params: z.object({ costId: z.string().max(80) }),
});
