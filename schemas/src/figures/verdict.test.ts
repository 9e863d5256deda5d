import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedCost, judge, poissonTails } from './verdict.ts';

/** [n, λ, P(X ≤ n), P(X ≥ n)], by Python's decimal with 60 digits. */
const TABLE = [
  [0, 3, 4.978706836786394e-2, 1],
  [0, 0.5, 6.065306597126334e-1, 1],
  [1, 5, 4.04276819945128e-2, 9.932620530009145e-1],
  [4, 10, 2.925268807696107e-2, 9.896639493240743e-1],
  [5, 10, 6.708596287903178e-2, 9.707473119230389e-1],
  [10, 10, 5.830397501929855e-1, 5.420702855281478e-1],
  [15, 10, 9.512595966960213e-1, 8.34584729346628e-2],
  [17, 10, 9.857223864029504e-1, 2.704160978480113e-2],
  [2, 6.4783, 4.373034256346364e-2, 9.885101875089479e-1],
  [15, 25.5, 1.78149183537772e-2, 9.902591757506639e-1],
  [16, 25.5, 3.068300583273015e-2, 9.821850816462228e-1],
  [40, 30, 9.676904258341257e-1, 4.625303764584204e-2],
  [80, 100, 2.264917664225561e-2, 9.82548677483725e-1],
  [130, 100, 9.982931596294985e-1, 2.282093054316955e-3],
  [1000, 900, 9.99509367267142e-1, 5.499022657117829e-4],
  [850, 900, 4.846990031620793e-2, 9.548527152562241e-1],
  [9000, 10_000, 1.389635090659424e-24, 1],
  [10_300, 10_000, 9.986132822429136e-1, 1.432365367466765e-3],
] as const;

describe('tails of a Poisson distribution', () => {
  test.each(TABLE)('of %i at λ = %d are those of an independent table', (n, lambda, atMost, atLeast) => {
    const [below, above] = poissonTails(n, lambda);
    expect(Math.abs(below / atMost - 1)).toBeLessThan(1e-9);
    expect(Math.abs(above / atLeast - 1)).toBeLessThan(1e-9);
  });

  test('overlap in the one count, are probabilities, and grow with it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.double({ min: 0.01, max: 5_000, noNaN: true }),
        (n, lambda) => {
          const [atMost, atLeast] = poissonTails(n, lambda);
          const [more, fewer] = poissonTails(n + 1, lambda);
          expect(Math.abs(atMost + fewer - 1)).toBeLessThan(1e-9);
          expect(more).toBeGreaterThanOrEqual(atMost - 1e-12);
          for (const tail of [atMost, atLeast]) expect(tail).toBeGreaterThan(-1e-9);
          for (const tail of [atMost, atLeast]) expect(tail).toBeLessThan(1 + 1e-9);
        },
      ),
    );
  });

  test('of more than a million sales are answered at once', () => {
    const [atMost] = poissonTails(999e9, 1e12);
    expect(atMost).toBeLessThan(0.5);
    expect(atMost).toBeGreaterThan(0);
  });
});

describe('verdict', () => {
  test('needs three expected conversions, however many came', () => {
    expect(judge(0, 2.99)).toEqual({ verdict: 'little-data', probability: null });
    expect(judge(9, 2.99)).toEqual({ verdict: 'little-data', probability: null });
    expect(judge(0, 3).verdict).toBe('below');
  });

  test('says below or above only where chance gives that in less than 5 %, and how sure it is', () => {
    expect(judge(2, 6.4783)).toEqual({ verdict: 'below', probability: expect.closeTo(0.956_269_7, 6) });
    expect(judge(3, 6.4783)).toEqual({ verdict: 'on-target', probability: null });
    expect(judge(40, 30)).toEqual({ verdict: 'above', probability: expect.closeTo(0.953_747, 6) });
    expect(judge(39, 30).verdict).toBe('on-target');
  });

  test('never becomes worse with one sale more, nor better with more spend', () => {
    const order = ['below', 'on-target', 'above'];
    const rank = (conversions: number, expected: number) => order.indexOf(judge(conversions, expected).verdict);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.double({ min: 3, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (conversions, expected, more) => {
          expect(rank(conversions + 1, expected)).toBeGreaterThanOrEqual(rank(conversions, expected));
          expect(rank(conversions, expected + more)).toBeLessThanOrEqual(rank(conversions, expected));
        },
      ),
    );
  });
});

describe('what a sale may cost', () => {
  test('is the target CPA, or for a ROAS what the ticket pays', () => {
    expect(allowedCost({ cpa: 60, roas: null }, null)).toBe(60);
    expect(allowedCost({ cpa: null, roas: 2 }, 100)).toBe(50);
    expect(allowedCost({ cpa: 30, roas: 2 }, 100)).toBe(30);
  });

  test('is unknown without a target, and for a ROAS without a ticket', () => {
    expect(allowedCost(null, 100)).toBeNull();
    expect(allowedCost({ cpa: null, roas: null }, 100)).toBeNull();
    expect(allowedCost({ cpa: null, roas: 2 }, null)).toBeNull();
    expect(allowedCost({ cpa: null, roas: 2 }, 0)).toBeNull();
  });
});
