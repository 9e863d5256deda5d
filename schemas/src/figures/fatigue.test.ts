import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type TenantDay } from '../primitives/tenant-day.ts';
import { type AdDay, binomialAtMost, fatigueOf } from './fatigue.ts';

const BEGIN = '2036-10-01' as TenantDay;
const LAST = '2036-10-30' as TenantDay;
/** Thirty days with the same spend; conversions of the first seven, of those between, and of the last seven. */
const daysWith = (first: number, last: number, spend = 100): AdDay[] =>
  Array.from({ length: 30 }, (_, index) => ({
    day: addDays(BEGIN, index),
    spend,
    conversions: index === 0 ? first : index === 29 ? last : index > 6 && index < 23 ? 3 : 0,
  }));

describe('a binomial tail', () => {
  /** [k, n, p, P(X ≤ k)], by Python's fractions. */
  test.each([
    [2, 20, 1 / 2, 0.000_201_225_280_761_718_75],
    [0, 7, 2 / 5, 0.027_993_6],
    [4, 24, 7 / 15, 0.002_193_133_979_327_315_7],
    [30, 130, 1 / 3, 0.007_169_584_504_111_565],
    [400, 1000, 9 / 20, 0.000_793_369_369_664_344_5],
    [8, 32, 2 / 5, 0.057_484_898_816_612_14],
  ])('of at most %i in %i is that of an independent table', (k, n, p, probability) => {
    expect(Math.abs(binomialAtMost(k, n, p) / probability - 1)).toBeLessThan(1e-9);
  });
});

describe('an ad', () => {
  test('tires where its last week brings fewer for the same money than chance explains', () => {
    expect(fatigueOf(daysWith(20, 5), LAST)).toEqual({
      first: { from: BEGIN, to: '2036-10-07', spend: 700, conversions: 20 },
      last: { from: '2036-10-24', to: LAST, spend: 700, conversions: 5 },
      chance: expect.closeTo(0.002_038_657_67, 9),
    });
    expect(fatigueOf(daysWith(20, 13), LAST)).toBeNull();
    expect(fatigueOf(daysWith(20, 30), LAST)).toBeNull();
  });

  test('is not called tired by a first week of luck, nor without enough to judge by', () => {
    // A Poisson of 7 calls 2 too few; that 7 came in the first week was chance, too.
    expect(fatigueOf(daysWith(7, 2), LAST)).toBeNull();
    expect(fatigueOf(daysWith(2, 0), LAST)).toBeNull();
    expect(fatigueOf(daysWith(0, 0), LAST)).toBeNull();
  });

  test('is not judged before two whole weeks, nor after it stopped', () => {
    expect(fatigueOf(daysWith(20, 0).slice(0, 13), addDays(BEGIN, 12))).toBeNull();
    expect(fatigueOf(daysWith(20, 0), addDays(LAST, 30))).toBeNull();
    expect(fatigueOf([], LAST)).toBeNull();
  });

  test('is given the conversions of its last week that are still to come', () => {
    expect(fatigueOf(daysWith(20, 8), LAST)).not.toBeNull();
    expect(fatigueOf(daysWith(20, 8), LAST, 0.4)).toBeNull();
  });

  test('never tires by chance more often than in 5 % of what it may show', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), (first, last) => {
        const fatigue = fatigueOf(daysWith(first, last), LAST);
        if (fatigue) expect(binomialAtMost(last, first + last, 0.5)).toBeLessThan(0.05);
        if (last >= first) expect(fatigue).toBeNull();
      }),
    );
  });
});
