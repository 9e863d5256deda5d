import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACTS } from './facts.ts';
import {
  FIGURE_METRIC_NAMES,
  type FigureMetric,
  metricFrom,
  metricOf,
  SUMS,
  type Sum,
  type Sums,
  sumsOf,
} from './metrics.ts';

const SUM_NAMES = Object.keys(SUMS) as Sum[];
const sumsWith = (given: Partial<Sums>, others: number | null = 0): Sums =>
  Object.fromEntries(SUM_NAMES.map((sum) => [sum, given[sum] === undefined ? others : given[sum]])) as Sums;
const money = fc.integer({ min: 0, max: 1e10 }).map((cents) => cents / 100);
const someSums = fc
  .tuple(...SUM_NAMES.map(() => fc.option(fc.oneof(fc.constant(0), money), { freq: 6 })))
  .map((values) => Object.fromEntries(SUM_NAMES.map((sum, index) => [sum, values[index]])) as unknown as Sums);
const name = fc.constantFrom(...FIGURE_METRIC_NAMES);
const ratios = FIGURE_METRIC_NAMES.filter((metric) => metricOf(metric).kind === 'ratio');

describe('a metric', () => {
  it('is null where one of its sums is unknown, and else a number or null, never NaN or infinite', () => {
    fc.assert(
      fc.property(name, someSums, (metric, sums) => {
        const value = metricFrom(metric, sums);
        if (metricOf(metric).of.some((sum) => sums[sum] === null)) expect(value).toBeNull();
        else expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  it('of one sum is that sum, and of several is of another kind', () => {
    for (const metric of FIGURE_METRIC_NAMES) {
      const { kind, of } = metricOf(metric);
      expect(kind === 'sum', metric).toBe(of.length === 1);
      if (kind === 'sum') expect(metricFrom(metric, sumsWith({ [of[0] as Sum]: 7 }))).toBe(7);
    }
  });

  it('is unknown of a group that lacks its sums', () => {
    for (const metric of FIGURE_METRIC_NAMES) expect(metricFrom(metric, {}), metric).toBeNull();
  });

  it('is null over zero, but for ROAS, which is 0 without spend', () => {
    const nothing = Object.fromEntries(ratios.map((metric) => [metric, metricFrom(metric, sumsWith({}))]));
    const { roas, netRoas, ...others } = nothing;
    expect([roas, netRoas]).toEqual([0, 0]);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it.each<[FigureMetric, Partial<Sums>, number]>([
    ['ticket', { revenue: 300, conversions: 4 }, 75],
    ['conversionRate', { attributed: 3, clicks: 60, conversions: 9 }, 5],
    ['epc', { revenue: 30, clicks: 60 }, 0.5],
    ['approvalRate', { approved: 6, pending: 3, lost: 1 }, 60],
    ['refundRate', { refunds: 1, chargebacks: 1, approved: 8 }, 25],
    ['cpm', { spend: 5, impressions: 2000 }, 2.5],
    ['ctr', { platformClicks: 5, impressions: 200 }, 2.5],
    ['cpc', { spend: 5, platformClicks: 20, clicks: 1 }, 0.25],
    ['roas', { revenue: 30, spend: 20 }, 1.5],
    ['cpa', { spend: 20, conversions: 8 }, 2.5],
    ['roi', { revenue: 30, spend: 20 }, 50],
    ['netRevenue', { roundedRevenue: 100.1, revenueTax: 6.01, gatewayFees: 4.99, productCosts: 12.34 }, 76.76],
  ])('%s of %j is %d', (metric, given, expected) => {
    expect(metricFrom(metric, sumsWith(given))).toBe(expected);
  });

  it('of cost is no price of what cost nothing', () => {
    expect(metricFrom('cpa', sumsWith({ spend: 0, conversions: 8 }))).toBeNull();
  });

  it('of net profit takes off expenses where they are known, and is before them where they are not', () => {
    const lines = {
      roundedRevenue: 100,
      revenueTax: 6,
      gatewayFees: 4,
      productCosts: 10,
      roundedSpend: 40,
      spendTax: 10,
    };
    const net = (expenses: number | null) =>
      (['netProfit', 'netRoas', 'netRoi'] as const).map((metric) =>
        metricFrom(metric, sumsWith({ ...lines, expenses })),
      );
    expect(net(5)).toEqual([25, 1.5, 50]);
    expect(net(null)).toEqual([30, 1.6, 60]);
  });

  it('of money in cents shows no digits of a float', () => {
    const amounts = fc.record({ roundedRevenue: money, revenueTax: money, roundedSpend: money, expenses: money });
    fc.assert(
      fc.property(amounts, (given) => {
        const profit = metricFrom('netProfit', sumsWith(given)) ?? Number.NaN;
        expect(profit).toBe(Number(profit.toFixed(2)));
      }),
    );
  });
});

describe('the sums of metrics', () => {
  it('are all that their formulas read, each once and in one order', () => {
    expect(sumsOf(['roas', 'cpa', 'revenue'])).toEqual(['conversions', 'revenue', 'spend']);
    expect(sumsOf(['netProfit'])).toContain('expenses');
    // Verdicts alone read the evidence.
    expect(sumsOf(FIGURE_METRIC_NAMES)).toEqual(SUM_NAMES.filter((sum) => !sum.startsWith('evidence')));
  });

  it('are made of every fact', () => {
    expect(new Set(Object.values(SUMS))).toEqual(new Set(FACTS));
  });
});
