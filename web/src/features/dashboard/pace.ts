import type { HourMetric } from '@tracker/schemas/contracts/dashboard.contract';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Below that, the start of a day says little about its end. */
const SHARE_MIN = 0.25;
/** In seven days; of fewer events the share of an hour is chance. */
const EVENTS_MIN = 50;

export interface Pace {
  clicks: number | undefined;
  conversions: number | undefined;
}

interface Asked {
  /** Of the days before today; hours of today are left out. */
  hours: readonly HourMetric[];
  now: number;
  timeZone: TimeZone;
  /** Until now. */
  today: { clicks: number; conversions: number };
}

/** Where today ends if it goes on as the last days did: its figures divided by the share that those days had at the same minute. */
export function paceOf({ hours, now, timeZone, today }: Asked): Pace {
  const day = dayOf(now, timeZone);
  const elapsedMs = now - startOfDay(day, timeZone);
  const starts = new Map<string, number>();
  const sums = { clicks: { all: 0, soFar: 0 }, conversions: { all: 0, soFar: 0 } };
  for (const hour of hours) {
    const ms = Date.parse(hour.at);
    const ofDay = dayOf(ms, timeZone);
    if (ofDay >= day) continue;
    const start = starts.get(ofDay) ?? startOfDay(ofDay, timeZone);
    starts.set(ofDay, start);
    const share = Math.max(0, Math.min(1, (elapsedMs - (ms - start)) / HOUR_MS));
    for (const figure of ['clicks', 'conversions'] as const) {
      sums[figure].all += hour[figure];
      sums[figure].soFar += hour[figure] * share;
    }
  }
  const of = (figure: keyof typeof sums) => {
    const { all, soFar } = sums[figure];
    return all >= EVENTS_MIN && soFar / all >= SHARE_MIN ? Math.round((today[figure] * all) / soFar) : undefined;
  };
  return { clicks: of('clicks'), conversions: of('conversions') };
}
