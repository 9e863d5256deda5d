// What spend is worth in the company's own currency, for what a run reports. The figures are computed from the events by themselves.
import { addMoney, BRL, type Money, sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import { startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type Rates, revenueAt } from '../conversions/rates.ts';
import type { Link } from './links.ts';
import type { SpendCell } from './spend-cells.ts';

export interface SpendValue {
  readonly total: Money;
  readonly today: Money;
  /** With spend, and without a rate of their currency: they are in no sum. */
  readonly daysWithoutRate: number;
}

export async function valueSpend(
  rates: Rates,
  company: { readonly tenantId: string; readonly timeZone: TimeZone; readonly today: TenantDay },
  { currency }: Link,
  cells: readonly SpendCell[],
): Promise<SpendValue> {
  const spent = cells.filter(({ spend }) => spend !== ZERO);
  if (currency === BRL) {
    return {
      total: sumMoney([ZERO, ...spent.map(({ spend }) => spend)]),
      today: todayOf(spent, company.today),
      daysWithoutRate: 0,
    };
  }
  const { tenantId, timeZone } = company;
  const found = await rates.of(spent.map(({ day }) => ({ tenantId, currency, soldAtMs: startOfDay(day, timeZone) })));
  const valued = spent.map((cell, index) => ({ ...cell, spend: revenueAt(cell.spend, found[index] ?? NONE) }));
  return {
    total: sumMoney([ZERO, ...valued.map(({ spend }) => spend)]),
    today: todayOf(valued, company.today),
    daysWithoutRate: found.filter(({ rate }) => rate === null).length,
  };
}

const NONE = { rate: null, version: 0 };

const todayOf = (cells: readonly { readonly day: TenantDay; readonly spend: Money }[], today: TenantDay): Money =>
  cells.reduce((sum, { day, spend }) => (day === today ? addMoney(sum, spend) : sum), ZERO);
