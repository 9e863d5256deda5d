import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { roas } from '@tracker/schemas/metrics/formulas';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';

/** Yesterday in parts, as `periodTotals` gives them. */
interface PartsOfYesterday {
  /** Revenue: minutes since midnight. Spend: seconds since 1970 in which an hour begins. */
  readonly part_starts: readonly number[];
  readonly parts: readonly number[];
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
 * spend counts by its share, since platforms tell no parts of it. Where the clocks changed in between, the same time since midnight.
 */
export function yesterdayToNow(
  revenue: PartsOfYesterday,
  spend: PartsOfYesterday,
  { yesterdayMs, todayMs, elapsedMs }: Moment,
): PerformanceSummary['yesterdayToNow'] {
  const minutes = Math.floor(elapsedMs / MINUTE_MS);
  const cutMs = Math.min(todayMs, yesterdayMs + minutes * MINUTE_MS);
  const earned = sumOf(revenue, (minute) => (minute < minutes ? 1 : 0));
  if (spend.without_hours > 0) return { revenue: earned, spend: null, roas: null };
  const spent = sumOf(spend, (second) => Math.max(0, Math.min(1, (cutMs - second * 1000) / HOUR_MS)));
  return { revenue: earned, spend: spent, roas: roas(earned, spent) };
}

/** In cents. */
const sumOf = ({ part_starts, parts }: PartsOfYesterday, shareOf: (start: number) => number): number =>
  Math.round(part_starts.reduce((sum, start, at) => sum + (parts[at] ?? 0) * shareOf(start), 0) * 100) / 100;
