import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JudgedGroup, judgeGroup, type Proof, type Targets } from './judge-group.ts';

const NONE: Targets = { ofTenant: null, campaigns: new Map(), products: new Map() };
const NOTHING: Proof = { evidence: 0, evidenceValued: 0, evidencePriced: 0, evidenceRevenue: 0, evidenceKept: 0 };
const sold = (count: number, ticket: number, kept: number): Proof => ({
  ...{
    evidence: count,
    evidenceValued: count,
    evidencePriced: count,
    evidenceRevenue: count * ticket,
    evidenceKept: count * kept,
  },
});
const group = (change: Partial<JudgedGroup>): JudgedGroup => ({
  ...{ spend: 100, spendTax: 0, proof: NOTHING, products: [], base: NOTHING, baseProducts: [] },
  parts: [['main', change.spend ?? 100]],
  ...change,
});

/** [ticket, what is left after tax, fee and product cost, spend, its tax, sales, expected, verdict, certainty], by Python's decimal with 60 digits. */
const BREAK_EVEN = [
  [97, 80.4897, 541.3, 0, 1, 6.725084079, 'below', 0.990726657],
  [297, 210.257, 1253.7, 152.32455, 2, 6.687171176, 'below', 0.962538129],
  [297, 210.257, 1253.7, 152.32455, 11, 6.687171176, 'on-target', null],
  [37, 37, 99.9, 0, 0, 2.7, 'little-data', null],
  [37, 37, 111, 0, 0, 3, 'below', 0.950212932],
  [197, 46.6347, 800, 110.64, 40, 19.527090343, 'above', 0.999967891],
  [1997, 1676.6797, 14900.63, 2060.757129, 22, 10.116056829, 'above', 0.999190401],
] as const;

describe('without a target', () => {
  test.each(BREAK_EVEN)(
    'judges sales of %d that leave %d by an independent break-even table (spend %d, tax %d, %i sales)',
    (...row) => {
      const [ticket, kept, spend, spendTax, count, expected, verdict, probability] = row;
      const base = sold(50, ticket, kept);
      const judged = judgeGroup(NONE, group({ spend, spendTax, proof: sold(count, ticket, kept), base }));
      expect(judged?.verdict).toBe(verdict);
      expect(judged?.expected).toBeCloseTo(expected, 6);
      if (probability === null) expect(judged?.probability).toBeNull();
      else expect(judged?.probability).toBeCloseTo(probability, 6);
      expect(judged).toMatchObject({ counts: 'sales', conversions: count, targets: [{ of: 'break-even', id: null }] });
      expect(judged?.kept).toBeCloseTo(kept, 6);
    },
  );

  test('says below of profit that is lost beyond chance, and never of a row that earns', () => {
    const amount = fc.double({ min: 1, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 200 }), (spend, kept, count) => {
        const judged = judgeGroup(NONE, group({ spend, proof: sold(count, kept * 1.2, kept) }));
        const profit = count * kept - spend;
        if (judged?.verdict === 'below') expect(profit).toBeLessThan(0);
        if (judged?.verdict === 'above') expect(profit).toBeGreaterThan(0);
      }),
    );
  });

  test('is silent before the first sale of the company, and about what cost nothing', () => {
    expect(judgeGroup(NONE, group({}))).toBeNull();
    expect(judgeGroup(NONE, group({ spend: 0, proof: sold(3, 97, 80) }))).toBeNull();
  });

  test('measures a row without a sale by those of the company', () => {
    expect(judgeGroup(NONE, group({ spend: 400, base: sold(9, 120, 100) }))).toMatchObject({
      ...{ verdict: 'below', expected: 4, kept: 100, conversions: 0 },
    });
  });

  test('takes what a conversion is worth from those with a rate, and counts the others, too', () => {
    const proof = { ...sold(2, 100, 80), evidence: 6, evidenceValued: 6 };
    expect(judgeGroup(NONE, group({ spend: 400, proof }))).toMatchObject({ conversions: 6, expected: 5, kept: 80 });
  });

  test('counts no leads as sales', () => {
    const proof = { ...sold(0, 0, 0), evidence: 90 };
    expect(judgeGroup(NONE, group({ spend: 900, proof, base: sold(5, 100, 90) }))).toMatchObject({
      ...{ verdict: 'below', conversions: 0, counts: 'sales', expected: 10 },
    });
  });

  test('says below where each sale costs more than it brings, once three of them show it', () => {
    expect(judgeGroup(NONE, group({ proof: sold(3, 50, -5) }))).toMatchObject({
      ...{ verdict: 'below', probability: null, expected: null, kept: -5 },
    });
    expect(judgeGroup(NONE, group({ proof: sold(2, 50, -5) }))?.verdict).toBe('little-data');
  });
});

describe('a target', () => {
  const proof = sold(6, 100, 80);
  const cpa = (amount: number) => ({ cpa: amount, roas: null });

  test('of a product goes before that of its campaign, and that before the company’s', () => {
    const targets: Targets = {
      ofTenant: cpa(50),
      campaigns: new Map([['own', cpa(20)]]),
      products: new Map([['course', cpa(10)]]),
    };
    const of = (change: Partial<JudgedGroup>) => judgeGroup(targets, group({ proof, ...change }));
    expect(of({})).toMatchObject({ expected: 2, targets: [{ of: 'tenant', id: null }] });
    expect(of({ parts: [['own', 100]] })).toMatchObject({ expected: 5, targets: [{ of: 'campaign', id: 'own' }] });
    expect(of({ products: [{ ...proof, product: 'course' }] })).toMatchObject({
      ...{ expected: 10, targets: [{ of: 'product', id: 'course' }] },
    });
  });

  test('of one product leaves the others at break-even, by what was sold of each', () => {
    const targets: Targets = { ...NONE, products: new Map([['course', cpa(40)]]) };
    const products = [
      { ...sold(6, 100, 80), product: 'course' },
      { ...sold(2, 50, 20), product: 'book' },
    ];
    // (6 × 40 + 2 × 20) ÷ 8
    expect(judgeGroup(targets, group({ spend: 350, proof: sold(8, 87.5, 65), products }))).toMatchObject({
      ...{ expected: 10, counts: 'sales' },
      targets: [
        { of: 'product', id: 'course' },
        { of: 'break-even', id: null },
      ],
    });
  });

  test('CPA counts leads, too, as CPA does everywhere', () => {
    const targets = { ...NONE, ofTenant: cpa(10) };
    expect(judgeGroup(targets, group({ proof: { ...NOTHING, evidence: 19 } }))).toMatchObject({
      ...{ verdict: 'above', counts: 'conversions', conversions: 19, expected: 10 },
    });
  });

  test('of each campaign is added up for an ad that runs in several', () => {
    const targets: Targets = { ...NONE, campaigns: new Map([['a', cpa(50)]]) };
    expect(
      judgeGroup(
        targets,
        group({
          spend: 300,
          proof,
          parts: [
            ['a', 100],
            ['b', 200],
          ],
        }),
      )?.expected,
    ).toBeCloseTo(100 / 50 + 200 / 80, 9);
  });
});
