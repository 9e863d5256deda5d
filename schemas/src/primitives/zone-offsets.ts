import type { InstantRange } from './tenant-day.ts';
import type { TimeZone } from './time.ts';

/** From `fromMs` on, local clocks show UTC plus `offsetMs`. */
export interface ZoneOffset {
  readonly fromMs: number;
  readonly offsetMs: number;
}

/** No zone changes its clocks twice within it. */
const STEP_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The offsets of a zone over a range, the first at its beginning, and one more for each change of the clocks. With them a store
 * can give the local hour of an instant without a table of zones of its own, which could disagree with ours.
 */
export function zoneOffsets({ fromMs, toMs }: InstantRange, timeZone: TimeZone): ZoneOffset[] {
  const offsets = [{ fromMs, offsetMs: offsetAt(fromMs, timeZone) }];
  for (let before = fromMs; before < toMs; before += STEP_MS) {
    const after = Math.min(toMs - 1, before + STEP_MS);
    const known = offsetAt(before, timeZone);
    const offsetMs = offsetAt(after, timeZone);
    if (offsetMs !== known) offsets.push({ fromMs: changeBetween(before, after, known, timeZone), offsetMs });
  }
  return offsets;
}

/** The first instant of the new offset, by bisection. */
function changeBetween(beforeMs: number, afterMs: number, known: number, timeZone: TimeZone): number {
  let before = beforeMs;
  let after = afterMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timeZone) === known) before = middle;
    else after = middle;
  }
  return after;
}

function offsetAt(instantMs: number, timeZone: TimeZone): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const part = Object.fromEntries(formatter.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000;
}
