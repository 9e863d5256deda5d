// How many conversions of some clicks are still to come: a boleto is paid days after its click, and an ad is judged too early by what came until now.
import { DAY_MS } from '../primitives/durations.ts';

/** Conversions whose lag is measured: of the last days, as many as a boleto and its buyer take at most. */
export const LAG_DAYS = 90;
/** With fewer of them no lag is given. */
export const LAG_CONVERSIONS_MIN = 30;

/** How long approvals took after their click, by hour, ascending. */
export interface Lag {
  readonly hours: number;
  readonly conversions: number;
}

/** Clicks of one day. */
export interface ClicksOfDay {
  /** From its middle until now. */
  readonly ageMs: number;
  readonly clicks: number;
}

/**
 * In percent of all conversions of these clicks, by how long conversions took before. A lag of an hour has passed at the end of that hour.
 * @returns null where too few conversions show it, or there are no clicks
 */
export function stillToCome(lags: readonly Lag[], days: readonly ClicksOfDay[]): number | null {
  const all = lags.reduce((sum, { conversions }) => sum + conversions, 0);
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0);
  if (all < LAG_CONVERSIONS_MIN || clicks === 0) return null;
  const cameWithin = (ageMs: number) =>
    lags.reduce((sum, { hours, conversions }) => (((hours + 1) * DAY_MS) / 24 <= ageMs ? sum + conversions : sum), 0) /
    all;
  const came = days.reduce((sum, day) => sum + day.clicks * cameWithin(day.ageMs), 0);
  return (1 - came / clicks) * 100;
}
