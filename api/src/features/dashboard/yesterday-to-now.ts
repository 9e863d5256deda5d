import type { NetFigures, TodaySoFar, YesterdayToNow } from '@tracker/schemas/contracts/dashboard.contract';
import { roas } from '@tracker/schemas/metrics/formulas';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';

/** As `periodTotals` gives them. */
interface Parts {
  /** Revenue of yesterday and today: minutes since yesterday began. Spend of yesterday: seconds since 1970 in which an hour begins. */
  readonly part_starts: readonly number[];
  readonly parts: readonly number[];
}

interface SpendOfYesterday extends Parts {
  /** Reports of spend without hours: then the part of a day is unknown. */
  readonly without_hours: number;
}

interface Moment {
  readonly yesterdayMs: number;
  readonly todayMs: number;
  /** Since today began. */
  readonly elapsedMs: number;
}

/**
 * Yesterday until the same time as now, so that a part of a day is compared with a part of a day. Revenue to the whole minute. An hour of
 * spend counts by its share, since platforms report no parts of it. Where the clocks changed in between, the same time since midnight.
 */
export function yesterdayToNow(
  revenue: Parts,
  spend: SpendOfYesterday,
  { yesterdayMs, todayMs, elapsedMs }: Moment,
): YesterdayToNow {
  const cutMs = Math.min(todayMs, yesterdayMs + Math.floor(elapsedMs / MINUTE_MS) * MINUTE_MS);
  const earned = sumOf(revenue, (minute) => (yesterdayMs + minute * MINUTE_MS < cutMs ? 1 : 0));
  if (spend.without_hours > 0) return { revenue: earned, spend: null, roas: null };
  const spent = sumOf(spend, (second) => Math.max(0, Math.min(1, (cutMs - second * 1000) / HOUR_MS)));
  return { revenue: earned, spend: spent, roas: roas(earned, spent) };
}

/** Hours since midnight. Today's last one is not over; what lies in the future is left out. */
export function revenueByHour(
  { part_starts, parts }: Parts,
  { yesterdayMs, todayMs, elapsedMs }: Moment,
): Pick<TodaySoFar, 'hours' | 'hoursOfYesterday'> {
  const hoursIn = (durationMs: number) => Array.from({ length: Math.ceil(durationMs / HOUR_MS) }, () => 0);
  const [hours, hoursOfYesterday] = [hoursIn(elapsedMs + 1), hoursIn(todayMs - yesterdayMs)];
  for (const [index, minute] of part_starts.entries()) {
    const ms = yesterdayMs + minute * MINUTE_MS;
    const [day, startMs] = ms < todayMs ? [hoursOfYesterday, yesterdayMs] : [hours, todayMs];
    const hour = Math.floor((ms - startMs) / HOUR_MS);
    if (hour < day.length) day[hour] = (day[hour] ?? 0) + (parts[index] ?? 0);
  }
  return { hours: hours.map(toCents), hoursOfYesterday: hoursOfYesterday.map(toCents) };
}

/** Rent is not paid at midnight: each begun hour takes its share of the day's expenses, or each day would open at a loss. */
export function profitSoFar(
  { profit, expenses }: Pick<NetFigures, 'profit' | 'expenses'>,
  hours: { readonly begun: number; readonly ofDay: number },
): Pick<TodaySoFar, 'profit' | 'expenses'> {
  const soFar = toCents((expenses * hours.begun) / hours.ofDay);
  return { profit: profit === null ? null : toCents(profit + expenses - soFar), expenses: { soFar, ofDay: expenses } };
}

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

/** To the cent. */
const sumOf = ({ part_starts, parts }: Parts, shareOf: (start: number) => number): number =>
  toCents(part_starts.reduce((sum, start, at) => sum + (parts[at] ?? 0) * shareOf(start), 0));
