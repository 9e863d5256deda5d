import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversionRate, cpa, percentChange, roas, roi } from './formulas.ts';

const total = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e9, noNaN: true }));
const isFigure = (value: number | null) => value === null || Number.isFinite(value);

describe('metric formulas', () => {
  it('returns no NaN and no infinity for any totals', () => {
    fc.assert(
      fc.property(total, total, (a, b) => {
        expect([roas(a, b), cpa(a, b), roi(a, b), conversionRate(a, b)].every(isFigure)).toBe(true);
        const change = percentChange(a, b);
        expect(change.kind !== 'change' || Number.isFinite(change.percent)).toBe(true);
      }),
    );
  });

  it('gives an ROI that equals ROAS minus one, in percent', () => {
    fc.assert(
      fc.property(total, fc.double({ min: 0.01, max: 1e6, noNaN: true }), (revenue, spend) => {
        const expected = (roas(revenue, spend) - 1) * 100;
        expect(roi(revenue, spend)).toBeCloseTo(expected, -Math.ceil(Math.log10(Math.abs(expected) + 1)) + 9);
      }),
    );
  });

  it('follows the specification, also for a divisor of zero', () => {
    expect(roas(500, 200)).toBe(2.5);
    expect(cpa(200, 8)).toBe(25);
    expect(roi(500, 200)).toBe(150);
    expect(conversionRate(3, 100)).toBe(3);
    expect([roas(5, 0), cpa(5, 0), cpa(0, 5), roi(5, 0), conversionRate(5, 0)]).toEqual([0, null, null, null, 0]);
  });

  it('distinguishes "new" from "no change" when the previous value is zero', () => {
    expect(percentChange(0, 0)).toEqual({ kind: 'none' });
    expect(percentChange(5, 0)).toEqual({ kind: 'new' });
    expect(percentChange(0, 5)).toEqual({ kind: 'change', percent: -100 });
    expect(percentChange(6, 5)).toEqual({ kind: 'change', percent: 20 });
  });
});
