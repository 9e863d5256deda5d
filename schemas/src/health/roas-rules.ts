// Judgements of ROAS: figures in, findings out, nothing asked. Revenue and spend of which: the formulas.
import type { PerformanceSummary } from '../contracts/dashboard.contract.ts';
import { asShown } from '../metrics/as-shown.ts';
import { type PercentChange, percentChange } from '../metrics/formulas.ts';

export type RoasFinding =
  /** Nothing to compare: no spend today; no run has read all of it; no click or conversion ever; no spend yesterday until the same time; or no ROAS of that is known. */
  | {
      readonly level: 'none';
      readonly reason: 'no-spend' | 'unknown' | 'untracked' | 'no-spend-before' | 'before-unknown';
    }
  | {
      readonly level: 'better' | 'worse' | 'same';
      readonly value: number;
      readonly before: number;
      readonly change: PercentChange;
    };

/** ROAS of today against yesterday until the same time (specification §2.6): a part of a day is compared with a part of a day. */
export function judgeRoas(
  summary: Pick<PerformanceSummary, 'roas' | 'spend' | 'yesterdayToNow' | 'trackedSince'>,
): RoasFinding {
  const { spend: spendBefore, roas: before } = summary.yesterdayToNow ?? { spend: null, roas: null };
  const value = summary.roas.today;
  if (value === null) return { level: 'none', reason: 'unknown' };
  if (summary.spend.today <= 0) return { level: 'none', reason: 'no-spend' };
  if (summary.trackedSince === null) return { level: 'none', reason: 'untracked' };
  if (spendBefore === 0) return { level: 'none', reason: 'no-spend-before' };
  if (spendBefore === null || before === null) return { level: 'none', reason: 'before-unknown' };
  // Compared as shown: what rounds to the same figure has neither risen nor fallen.
  const difference = asShown('ratio', value) - asShown('ratio', before);
  const level = difference > 0 ? 'better' : difference < 0 ? 'worse' : 'same';
  return { level, value, before, change: percentChange(value, before) };
}

/** From here on revenue gives back what the ads cost (specification §2.6, §2.8). */
const PAYING_ROAS_MIN = 1;
const GOOD_ROAS_MIN = 2;

export const isPaying = (roas: number): boolean => asShown('ratio', roas) >= PAYING_ROAS_MIN;

/** Null: without spend; that is no loss. */
export function gradeRoas({ roas, spend }: { readonly roas: number; readonly spend: number }) {
  if (spend === 0) return null;
  if (asShown('ratio', roas) >= GOOD_ROAS_MIN) return 'good';
  return isPaying(roas) ? 'paying' : 'loss';
}
