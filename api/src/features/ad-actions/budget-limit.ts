// By how much a tenant may raise its budgets in one day: a stolen session or a slip of the finger costs no more than that.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import type { AdState, AdWish } from '@tracker/schemas/ad-platforms/ad-action';
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

type Trx = Transaction<Database>;

/** In BRL, by the rate of the day; 0 for what raises no budget. 422 without a rate. */
export async function raisedBy(
  trx: Trx,
  { tenantId, day }: { readonly tenantId: TenantId; readonly day: TenantDay },
  wish: AdWish,
  { budget: before }: AdState,
): Promise<MoneySum> {
  if (!('budget' in wish) || !before) return ZERO;
  const raised = subtractMoney(wish.budget.amount, before.amount);
  if (isNegative(raised)) return ZERO;
  const { currency } = before;
  if (currency === 'BRL') return raised;
  const wanted = JSON.stringify([{ tenant_id: tenantId, currency, day }]);
  const { rows } = await sql<{ rate: string | null }>`
    SELECT rate FROM lookup_exchange_rates(${wanted}::text::jsonb)`.execute(trx);
  const rate = rows[0]?.rate;
  const inBrl = rate ? convertMoney(Money.parse(raised), ExchangeRate.parse(rate)) : undefined;
  if (inBrl === undefined) throw new AppError('ad-budget-no-rate', { params: { currency } });
  return inBrl;
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
