import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapsOf } from './gaps.ts';

const aRange = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
  .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length }));
const holds = (ranges: readonly { fromMs: number; toMs: number }[], ms: number) =>
  ranges.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);

test('puts every moment of the range either in a gap or in a covered range', () => {
  fc.assert(
    fc.property(fc.array(aRange, { maxLength: 6 }), (covered) => {
      const gaps = gapsOf({ fromMs: 10, toMs: 50 }, covered);
      for (let ms = 0; ms < 80; ms += 1) {
        expect(holds(gaps, ms)).toBe(ms >= 10 && ms < 50 && !holds(covered, ms));
      }
    }),
  );
});

test('returns the fewest possible gaps, in order', () => {
  const covered = [
    { fromMs: 30, toMs: 40 },
    { fromMs: 0, toMs: 20 },
    { fromMs: 20, toMs: 25 },
  ];
  expect(gapsOf({ fromMs: 10, toMs: 50 }, covered)).toEqual([
    { fromMs: 25, toMs: 30 },
    { fromMs: 40, toMs: 50 },
  ]);
  expect(gapsOf({ fromMs: 10, toMs: 10 }, [])).toEqual([]);
});
