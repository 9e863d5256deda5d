import type { HourMetric } from '@tracker/schemas/contracts/dashboard.contract';
import type { Instant, TimeZone } from '@tracker/schemas/primitives/time';
import { describe, expect, it } from 'vitest';
import { paceOf } from './pace.ts';

const timeZone = 'America/Sao_Paulo' as TimeZone;
/** Seven days, each with this many clicks in each hour from 12 to 15 o'clock, and none in the others. */
const hours = (clicks: number): HourMetric[] =>
  [13, 14, 15, 16, 17, 18, 19].flatMap((day) =>
    [12, 13, 14, 15].map((hour) => ({
      at: new Date(Date.UTC(2026, 10, day, hour + 3)).toISOString() as Instant,
      clicks,
      conversions: 1,
    })),
  );
const at = (time: string) => Date.parse(`2026-11-20T${time}:00-03:00`);
const pace = (time: string, clicks = 10) =>
  paceOf({ hours: hours(clicks), now: at(time), timeZone, today: { clicks: 30, conversions: 2 } });

describe('paceOf', () => {
  it('divides what today has by the share that the last days had at the same minute', () => {
    expect(pace('14:00').clicks).toBe(60);
    expect(pace('14:30').clicks).toBe(48);
    expect(pace('23:00').clicks).toBe(30);
  });

  it('says nothing early in the day, and nothing of a handful of events', () => {
    expect(pace('12:30').clicks).toBeUndefined();
    expect(pace('14:00', 1).clicks).toBeUndefined();
    expect(pace('14:00').conversions).toBeUndefined();
  });
});
