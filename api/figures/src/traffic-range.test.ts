import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpen, openBetween, withoutOverlaps } from './traffic-range.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2026, 10, 1, 3);
const TO = FROM + 10 * DAY;
const days = (...numbers: number[]) =>
  numbers.map((number) => ({ fromMs: FROM + number * DAY, toMs: FROM + (number + 1) * DAY }));

const isFinalized = (finalized: readonly { fromMs: number; toMs: number }[], ms: number) =>
  finalized.some((day) => ms >= day.fromMs && ms < day.toMs);

test('covers every moment outside a finalized day as open, and opens or closes a finalized day as a whole', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 9 })), (numbers) => {
      const finalized = days(...numbers.sort((a, b) => a - b));
      const open = openBetween({ fromMs: FROM, toMs: TO }, finalized);
      for (let at = FROM; at < TO; at += HOUR) {
        for (const moment of [at, at + HOUR - 1]) {
          if (!isFinalized(finalized, moment)) expect(isOpen(open, moment)).toBe(true);
          const startOfDay = moment - ((moment - FROM) % DAY);
          expect(isOpen(open, moment)).toBe(isOpen(open, startOfDay));
        }
      }
    }),
  );
});

test('closes all finalized days with up to two gaps, and beyond that the longest stretch and the outer days', () => {
  const closed = (...numbers: number[]) => {
    const finalized = days(...numbers);
    const open = openBetween({ fromMs: FROM, toMs: TO }, finalized);
    return numbers.filter((_, index) => !isOpen(open, finalized[index]?.fromMs ?? 0));
  };
  expect(closed()).toEqual([]);
  expect(closed(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(closed(0, 1, 2, 3, 4, 5, 6, 7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(closed(0, 1, 3, 4, 5, 6, 7, 8)).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
  expect(closed(0, 2, 4, 5, 7, 8, 9)).toEqual([0, 4, 5, 7, 8, 9]);
});

test('opens the first part of a range that starts within a day', () => {
  const open = openBetween({ fromMs: FROM - 5 * HOUR, toMs: TO }, days(0, 1, 2));
  expect([isOpen(open, FROM - 1), isOpen(open, FROM), isOpen(open, FROM + 3 * DAY)]).toEqual([true, false, true]);
});

test('prefers whole days over their parts, and covers no moment twice', () => {
  const part = (from: number, to: number, buildId: bigint) => ({
    ...{ fromMs: FROM + from * HOUR, toMs: FROM + to * HOUR },
    buildId,
  });
  const [morning, noon, whole, again] = [part(0, 6, 1n), part(6, 12, 2n), part(0, 24, 3n), part(0, 24, 4n)];
  expect(withoutOverlaps([noon, morning])).toEqual([morning, noon]);
  expect(withoutOverlaps([morning, noon, whole])).toEqual([whole]);
  expect(withoutOverlaps([again, morning, whole, part(24, 30, 5n)])).toEqual([again, part(24, 30, 5n)]);
});
