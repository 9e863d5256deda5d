// What people do at an ad platform from here: the wish, what was known when it was confirmed, and what became of it.
import { z } from 'zod';
import { Money } from '../primitives/money.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { AdPlatformProblem } from './problems.ts';

export const AdActionKind = z.enum(['pause', 'resume', 'budget']);
export type AdActionKind = z.infer<typeof AdActionKind>;

export const AdBudgetValue = z.object({ kind: z.enum(['daily', 'lifetime']), amount: Money, currency: z.string() });

/** What is wanted, never a difference. */
export const AdWish = z.union([z.object({ switch: z.enum(['on', 'off']) }), z.object({ budget: AdBudgetValue })]);
export type AdWish = z.infer<typeof AdWish>;

/** How an object is set at the platform at one moment; `status` and `effectiveStatus` are its own words. */
export const AdState = z.object({
  switch: z.enum(['on', 'off', 'final']),
  status: z.string(),
  effectiveStatus: z.string(),
  budget: AdBudgetValue.nullable(),
});
export type AdState = z.infer<typeof AdState>;

/** What the object had brought by then, of clicks of people and of verified conversions alone: strangers can make neither. In BRL. */
export const AdEvidence = z.object({
  from: TenantDay,
  to: TenantDay,
  spend: z.number().nullable(),
  clicks: z.number().nullable(),
  conversions: z.number().nullable(),
  revenue: z.number().nullable(),
});
export type AdEvidence = z.infer<typeof AdEvidence>;

/** Why an action was not done, or is not known to be. */
export const AdActionProblem = z.discriminatedUnion('code', [
  ...AdPlatformProblem.options,
  z.object({
    code: z.enum([
      /** A person changed it at the platform before our turn came. */
      'changed_meanwhile',
      'actions_not_permitted',
      /** Who asked for it is no editor of the tenant any more. */
      'asker_left',
      /** It waited for a day. */
      'gave_up',
      'defect',
    ]),
  }),
]);
export type AdActionProblem = z.infer<typeof AdActionProblem>;

/** Whether an object is as it was wished. */
export const isAsWished = (wish: AdWish, state: Pick<AdState, 'switch' | 'budget'>): boolean =>
  'switch' in wish
    ? state.switch === wish.switch
    : state.budget?.kind === wish.budget.kind && state.budget.amount === wish.budget.amount;

/** Whether what a wish concerns is the same in both. */
export const isSameFor = (wish: AdWish, one: AdState, other: AdState): boolean =>
  'switch' in wish
    ? one.switch === other.switch
    : one.budget?.kind === other.budget?.kind && one.budget?.amount === other.budget?.amount;

/** The wish that leads back; null where the state before cannot be set. */
export function wishBack(wish: AdWish, before: AdState): AdWish | null {
  if ('budget' in wish) return before.budget && { budget: before.budget };
  return before.switch === 'final' ? null : { switch: before.switch };
}

/** How long an action can be undone, and how long one waits for its platform before it is given up. */
export const UNDO_HOURS_MAX = 24;
/** At once, of one person. */
export const AD_SELECTION_MAX = 50;
/** Of one tenant, that wait for a platform. */
export const AD_ACTIONS_WAITING_MAX = 200;
/** By how much all budgets of a tenant may be raised in one day, in BRL, at the most that an administrator sets. */
export const BUDGET_RAISE_PER_DAY_MAX = 1_000_000;
/** A new budget that is more than so many times the old one, or less than that part of it, is confirmed once more. */
export const UNUSUAL_FACTOR = 2;
