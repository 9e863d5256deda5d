import type { Clock } from '@tracker/infra/lifecycle/clock';

/** A clock that changes only when a test sets it. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(to: number | string | Date): void;
}

/** `startAt`: Unix milliseconds, or a text that `Date` parses. */
export function createFakeClock(startAt: number | string | Date = '2026-11-20T15:00:00.000Z'): FakeClock {
  let ms = new Date(startAt).getTime();
  return {
    now: () => ms,
    advance(by) {
      ms += by;
    },
    set(to) {
      ms = new Date(to).getTime();
    },
  };
}
