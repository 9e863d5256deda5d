import { HOUR_MS } from '../primitives/durations.ts';
import { startOfHour } from '../primitives/local-hour.ts';
import { addDays, dayOf } from '../primitives/tenant-day.ts';
import type { TimeZone } from '../primitives/time.ts';
import { zoneOffsets } from '../primitives/zone-offsets.ts';

/** Hours of local clocks, 0 to 23: from the beginning of the first until the beginning of the second, over midnight where that is earlier. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** When the quiet hours around this instant end, in Unix milliseconds; null outside of them. By what local clocks show, also over their change. */
export function quietUntil(nowMs: number, { from, until }: QuietHours, timeZone: TimeZone): number | null {
  const [{ offsetMs } = { offsetMs: 0 }] = zoneOffsets({ fromMs: nowMs, toMs: nowMs + 1 }, timeZone);
  const hour = new Date(nowMs + offsetMs).getUTCHours();
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return null;
  const today = dayOf(nowMs, timeZone);
  const end = startOfHour(hour < until ? today : addDays(today, 1), until, timeZone);
  // A clock that was put back into its quiet hours shows this end for the second time.
  return end > nowMs ? end : nowMs + HOUR_MS;
}
