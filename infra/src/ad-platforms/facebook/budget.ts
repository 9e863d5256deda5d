import type { AdBudget } from '@tracker/schemas/ad-platforms/ad-object';
import { Money, moneyFromCents, parseMoney } from '@tracker/schemas/primitives/money';
import type { z } from 'zod';
import type { CampaignObjectAnswer } from './answers.ts';
import { GraphError } from './graph-error.ts';

/** Facebook counts budgets of these in whole units, and of all others in hundredths (its page 'Currencies'). */
const WHOLE_UNITS: ReadonlySet<string> = new Set('CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' '));

type Answered = Pick<z.output<typeof CampaignObjectAnswer>, 'daily_budget' | 'lifetime_budget'>;

/** Null: none of its own. */
export function budgetOf(
  { daily_budget: daily = '0', lifetime_budget: lifetime = '0' }: Answered,
  currency: string,
): AdBudget | null {
  const [kind, units] = daily === '0' ? (['lifetime', lifetime] as const) : (['daily', daily] as const);
  const amount = WHOLE_UNITS.has(currency) ? parseMoney(units) : moneyFromCents(Number(units));
  return units === '0' || amount === undefined ? null : { kind, amount, currency };
}

/** The field and value of a request that sets it. Throws `GraphError` 'permanent' for an amount that the currency does not have. */
export function budgetField({ kind, amount, currency }: AdBudget): Record<string, string> {
  const [whole = '', fraction = ''] = Money.parse(amount).split('.');
  const cents = fraction.padEnd(2, '0');
  const units = WHOLE_UNITS.has(currency)
    ? /^0*$/.test(cents) && whole
    : cents.length === 2 && `${whole}${cents}`.replace(/^0+(?=.)/, '');
  if (!units || !/^[1-9]\d{0,14}$/.test(units)) {
    throw new GraphError('permanent', { problem: { code: 'budget_refused' }, reason: 'no such amount' });
  }
  return { [`${kind}_budget`]: units };
}
