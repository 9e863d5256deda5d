import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBetween } from './sealed-days.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2026, 10, 1, 3);
const TO = FROM + 10 * DAY;
const days = (...numbers: number[]) =>
  numbers.map((number) => ({ fromMs: FROM + number * DAY, toMs: FROM + (number + 1) * DAY }));

/** What `IN_OPEN_DAYS` says of a moment. */
function isOpen(open: ReturnType<typeof openBetween>, at: number): boolean {
  const { openFromMs, openToMs, openUntilMs, openAgainMs, openDates, gapStartsMs, gapEndsMs } = open;
  if (at < openFromMs || at >= openToMs || (at >= openUntilMs && at < openAgainMs)) return false;
  if (openDates.length === 0) return true;
  if (!openDates.includes(new Date(at).toISOString().slice(0, 10))) return false;
  const start = gapStartsMs.filter((one) => one <= at).at(-1) ?? gapStartsMs[0] ?? 0;
  return (gapEndsMs[gapStartsMs.indexOf(start)] ?? 0) > at;
}

test('exactly the moments that are in no sealed day are open, whichever days are sealed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 9 })), (numbers) => {
      const sealed = days(...numbers.sort((a, b) => a - b));
      const open = openBetween({ fromMs: FROM, toMs: TO }, sealed);
      for (let at = FROM; at < TO; at += HOUR) {
        for (const moment of [at, at + HOUR - 1]) {
          expect(isOpen(open, moment)).toBe(!sealed.some((day) => moment >= day.fromMs && moment < day.toMs));
        }
      }
    }),
  );
});

test('a range that begins within a day has its first part open', () => {
  const open = openBetween({ fromMs: FROM - 5 * HOUR, toMs: TO }, days(0, 1, 2));
  expect([isOpen(open, FROM - 1), isOpen(open, FROM), isOpen(open, FROM + 3 * DAY)]).toEqual([true, false, true]);
});
