// Converts spend into the tenant's own currency for the report of a run. Metrics convert the events by themselves.

import { NO_RATE, type Rates, revenueAt } from '@tracker/infra/conversions/rates';
import { BRL, type MoneySum, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import { startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { DaySpend } from './day-spend.ts';
import type { Link } from './links.ts';

export interface SpendValue {
  readonly total: MoneySum;
  readonly today: MoneySum;
  /** With spend, and without a rate of their currency: they are in no sum. */
  readonly daysWithoutRate: number;
}

export async function valueSpend(
  rates: Rates,
  tenant: { readonly tenantId: string; readonly timeZone: TimeZone; readonly today: TenantDay },
  { currency }: Link,
  days: readonly DaySpend[],
): Promise<SpendValue> {
  const { tenantId, timeZone, today } = tenant;
  const spent = days.filter(({ spend }) => spend !== ZERO);
  const moments = spent.map(({ day }) => ({ tenantId, currency, soldAtMs: startOfDay(day, timeZone) }));
  const found = currency === BRL ? undefined : await rates.of(moments);
  const valued = found
    ? spent.map((day, index) => ({ ...day, spend: revenueAt(day.spend, found[index] ?? NO_RATE) }))
    : spent;
  return {
    total: sumMoney(valued.map(({ spend }) => spend)),
    today: sumMoney(valued.filter(({ day }) => day === today).map(({ spend }) => spend)),
    daysWithoutRate: found?.filter(({ rate }) => rate === null).length ?? 0,
  };
}
