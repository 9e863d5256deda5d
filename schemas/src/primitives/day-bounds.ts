import { DAY_MS } from './durations.ts';
import { addDays, countDays, dayOf, startOfDay, type TenantDay } from './tenant-day.ts';
import type { TimeZone } from './time.ts';

/**
 * The first instants of the days `first` to `last`, both inclusive, and the end of the last: one more than there are days,
 * ascending. Most days have 24 hours, so a guess that two calendar look-ups confirm is cheaper than `startOfDay`, which needs
 * thirty.
 */
export function dayBounds(first: TenantDay, last: TenantDay, timeZone: TimeZone): number[] {
  const bounds = [startOfDay(first, timeZone)];
  for (let number = 1; number <= countDays(first, last); number += 1) {
    const day = addDays(first, number);
    const guess = (bounds[number - 1] ?? 0) + DAY_MS;
    const isRight = dayOf(guess, timeZone) === day && dayOf(guess - 1, timeZone) !== day;
    bounds.push(isRight ? guess : startOfDay(day, timeZone));
  }
  return bounds;
}
