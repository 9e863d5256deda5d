// Whether an ad tires: its last seven finished days cost more a conversion than its first seven, beyond chance (ADR 170).
import { addDays, type TenantDay } from '../primitives/tenant-day.ts';
import { judge, logFactorial, RARE_CHANCE } from './verdict.ts';

export const FATIGUE_DAYS = 7;
/** An ad that has run longer is measured by the first days of these. */
export const FATIGUE_LOOK_BACK_DAYS = 90;

/** What an ad spent and brought on a day, by the evidence of a verdict; of a day without an entry nothing. */
export interface AdDay {
  readonly day: TenantDay;
  readonly spend: number;
  readonly conversions: number;
}

interface Week {
  readonly from: TenantDay;
  readonly to: TenantDay;
  readonly spend: number;
  readonly conversions: number;
}

export interface Fatigue {
  readonly first: Week;
  readonly last: Week;
  /** How probable so few conversions are of an ad that is as good as it was; below 0.05. */
  readonly chance: number;
}

/**
 * @param days ascending, of one ad, finished ones alone
 * @param lastDay the last finished day
 * @param stillToCome the share, 0 to 1, of the last days' conversions that is not approved yet
 * @returns null: it does not tire, or nothing shows it
 */
export function fatigueOf(days: readonly AdDay[], lastDay: TenantDay, stillToCome = 0): Fatigue | null {
  const begin = days.find(({ spend }) => spend > 0)?.day;
  if (begin === undefined) return null;
  const first = weekOf(days, begin);
  const last = weekOf(days, addDays(lastDay, 1 - FATIGUE_DAYS));
  if (first.to >= last.from || first.conversions === 0 || last.spend === 0) return null;
  const expected = (first.conversions * last.spend * (1 - stillToCome)) / first.spend;
  if (judge(last.conversions, expected).verdict !== 'below') return null;
  // The first week was chance, too: of all its conversions no more than these fell to the last one.
  const weight = last.spend * (1 - stillToCome);
  const all = first.conversions + last.conversions;
  const chance = binomialAtMost(last.conversions, all, weight / (weight + first.spend));
  return chance < RARE_CHANCE ? { first, last, chance } : null;
}

function weekOf(days: readonly AdDay[], from: TenantDay): Week {
  const to = addDays(from, FATIGUE_DAYS - 1);
  const own = days.filter(({ day }) => day >= from && day <= to);
  const sum = (name: 'spend' | 'conversions') => own.reduce((all, one) => all + one[name], 0);
  return { from, to, spend: sum('spend'), conversions: sum('conversions') };
}

/** P(X ≤ k) of n tries of this chance, summed from its greatest term on; for k below the mean. */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k >= n) return 1;
  let term = Math.exp(
    logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p),
  );
  let sum = 0;
  for (let count = k; count >= 0 && sum + term > sum; count--) {
    sum += term;
    term *= (count * (1 - p)) / ((n - count + 1) * p);
  }
  return sum;
}
