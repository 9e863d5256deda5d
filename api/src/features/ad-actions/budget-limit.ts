// By how much a tenant may raise its budgets, and begin to spend, in one day: a stolen session or a slip of the finger costs no more than that.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import type { AdState, AdWish } from '@tracker/schemas/ad-platforms/ad-action';
import { AD_LEVELS, type AdBudget } from '@tracker/schemas/ad-platforms/ad-object';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import {
  compareMoney,
  convertMoney,
  ExchangeRate,
  isNegative,
  Money,
  MoneySum,
  subtractMoney,
  sumMoney,
  ZERO,
} from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { sql, type Transaction } from 'kysely';
import { type LatestObject, readLatest } from '../../store/latest-ad-objects.ts';

type Trx = Transaction<Database>;

export interface Spender extends Pick<LatestObject, 'platform' | 'level' | 'parent_id' | 'object_id'> {
  /** Whether a status, in the platform's word, lets it spend. */
  isOn(status: string): boolean;
}

/**
 * What a wish may cost more in a day than before, in BRL, by the rate of the day: the difference of a higher budget, and the whole budget of what
 * begins to spend when it is switched on. 0 for what raises nothing. 422 without a rate.
 */
export async function raisedBy(
  trx: Trx,
  { tenantId, day }: { readonly tenantId: TenantId; readonly day: TenantDay },
  spender: Spender,
  wish: AdWish,
  { budget: before }: AdState,
): Promise<MoneySum> {
  const begun = 'switch' in wish && wish.switch === 'on' ? (before ? [before] : await budgetsBegun(trx, spender)) : [];
  const raised =
    'budget' in wish && before
      ? subtractMoney(wish.budget.amount, before.amount)
      : sumMoney(begun.map(({ amount }) => MoneySum.parse(amount)));
  const currency = (before ?? begun[0])?.currency;
  if (currency === undefined || isNegative(raised) || compareMoney(raised, ZERO) === 0) return ZERO;
  if (currency === 'BRL') return raised;
  const wanted = JSON.stringify([{ tenant_id: tenantId, currency, day }]);
  const { rows } = await sql<{ rate: string | null }>`
    SELECT rate FROM lookup_exchange_rates(${wanted}::text::jsonb)`.execute(trx);
  const rate = rows[0]?.rate;
  const inBrl = rate ? convertMoney(Money.parse(raised), ExchangeRate.parse(rate)) : undefined;
  if (inBrl === undefined) throw new AppError('ad-budget-no-rate', { params: { currency } });
  return inBrl;
}

/** Of what has no budget of its own, as a sync last saw it: those below it that are on, or the one above it that nothing else spends yet. */
async function budgetsBegun(trx: Trx, { isOn, ...object }: Spender): Promise<AdBudget[]> {
  const { platform, level, parent_id, object_id } = object;
  const platforms = [platform];
  if (level === 'campaign') {
    const below = await readLatest(trx, { platforms, level: 'adset', parentId: object_id });
    return below.flatMap(({ status, budget }) => (budget && isOn(status) ? [budget] : []));
  }
  const above = AD_LEVELS[AD_LEVELS.indexOf(level) - 1];
  if (parent_id === null || above === undefined) return [];
  const siblings = await readLatest(trx, { platforms, level, parentId: parent_id });
  if (siblings.some((other) => other.object_id !== object_id && isOn(other.status))) return [];
  const [parent] = await readLatest(trx, { platforms, level: above, ids: [parent_id] });
  if (!parent || !isOn(parent.status)) return [];
  return parent.budget || level === 'adset' ? [parent.budget ?? []].flat() : budgetsBegun(trx, { ...parent, isOn });
}

/** 409 beyond the sum of the day. Refused actions do not count, nor what leads back. Call it under the tenant's lock. */
export async function assertWithinLimit(trx: Trx, day: TenantDay, raised: MoneySum): Promise<void> {
  if (compareMoney(raised, ZERO) === 0) return;
  const { budget_raise_per_day: limit } = await trx
    .selectFrom('tenants')
    .select('budget_raise_per_day')
    .executeTakeFirstOrThrow();
  const today = await trx
    .selectFrom('ad_actions')
    .select('raised')
    .where('day', '=', sql<Date>`${day}::date`)
    .where('raised', '>', '0')
    .where('state', '<>', 'refused')
    .execute();
  const left = subtractMoney(MoneySum.parse(limit), sumMoney(today.map((row) => MoneySum.parse(row.raised))));
  if (compareMoney(raised, left) <= 0) return;
  throw new AppError('ad-budget-limit', {
    params: { limit: reais(MoneySum.parse(limit)), left: reais(isNegative(left) ? ZERO : left) },
  });
}

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const reais = (amount: MoneySum): string => brl.format(Number(amount));
