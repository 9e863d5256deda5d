import { HOUR_MS } from './durations.ts';
import { startOfDay, type TenantDay } from './tenant-day.ts';
import type { TimeZone } from './time.ts';
import { zoneOffsets } from './zone-offsets.ts';

/**
 * When an hour (0 to 23) of a local day begins, in Unix milliseconds. Where clocks skip it, the first instant after the gap;
 * where it repeats, the first of the two.
 */
export function startOfHour(day: TenantDay, hour: number, timeZone: TimeZone): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const fromMs = startOfDay(day, timeZone);
  // Longer than any change of clocks could put it off.
  const offsets = zoneOffsets({ fromMs, toMs: fromMs + (hour + 4) * HOUR_MS }, timeZone);
  for (const [index, { fromMs: changedMs, offsetMs }] of offsets.entries()) {
    const atMs = Math.max(changedMs, wanted - offsetMs); // the change itself when it went past the hour
    if (atMs < (offsets[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY)) return atMs;
  }
  return fromMs;
}
