import { describe, expect, test } from 'vitest';
import { type CostFields, costProblem, settingOn, spendTaxOn } from './cost-rules.ts';

describe('setting of a day', () => {
  const always = { name: 'always', from: '2026-01-01', until: null };
  const march = { name: 'march', from: '2026-03-01', until: '2026-03-31' };
  const later = { name: 'later', from: '2026-05-10', until: null };
  const on = (day: string, settings = [march, later, always]) => settingOn(settings, day)?.name;

  test('is the one that began last, with both its days, and the earlier one again after its end', () => {
    expect(['2026-01-01', '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => on(day))).toEqual([
      ...['always', 'always', 'march', 'march', 'always'],
    ]);
    expect(['2026-05-09', '2026-05-10', '2030-01-01'].map((day) => on(day))).toEqual(['always', 'later', 'later']);
    expect(on('2026-03-15', [always, later, march])).toBe('march');
  });

  test('is none before the first and after the last one ended', () => {
    expect([on('2025-12-31'), on('2026-04-01', [march])]).toEqual([undefined, undefined]);
  });
});

describe('tax on the spend of a source', () => {
  const facebook = { name: 'facebook', source: 'facebook', from: '2026-01-01', until: null };
  const google = { name: 'google', source: 'google', from: '2026-03-01', until: '2026-03-31' };
  const all = { name: 'all', from: '2026-03-01', until: '2026-05-31' };
  const on = (source: string | undefined, day: string) => spendTaxOn([all, google, facebook], source, day)?.name;

  test('is its own or that of all sources, the one that began last, and its own of two of one day', () => {
    expect(['2026-02-01', '2026-03-01', '2026-06-01'].map((day) => on('facebook', day))).toEqual([
      ...['facebook', 'all', 'facebook'],
    ]);
    expect(['2026-02-01', '2026-03-01', '2026-04-01', '2026-06-01'].map((day) => on('google', day))).toEqual([
      ...[undefined, 'google', 'all', undefined],
    ]);
    expect([on('kwai', '2026-02-01'), on(undefined, '2026-03-01')]).toEqual([undefined, 'all']);
  });
});

test.each<[CostFields, string | undefined]>([
  [{ kind: 'spend-tax', from: '2026-01-01', percent: '13.83' }, undefined],
  [{ kind: 'gateway-fee', from: '2026-01-01', fixed: '1.00', checkout: 'kiwify', until: null }, undefined],
  [{ kind: 'expense', from: '2026-01-01', fixed: '1.00', every: 'once', until: '2026-01-01' }, undefined],
  [{ kind: 'spend-tax', from: '2026-01-01', percent: '5', source: 'google' }, undefined],
  [{ kind: 'revenue-tax', from: '2026-01-01', percent: '5', source: 'google' }, 'source'],
  [{ kind: 'spend-tax', from: '2026-01-01' }, 'percent'],
  [{ kind: 'revenue-tax', from: '2026-01-01', percent: '5', fixed: '1.00' }, 'fixed'],
  [{ kind: 'gateway-fee', from: '2026-01-01' }, 'percent'],
  [{ kind: 'product-cost', from: '2026-01-01', fixed: '1.00' }, 'productId'],
  [{ kind: 'expense', from: '2026-01-01', fixed: '1.00' }, 'every'],
  [{ kind: 'expense', from: '2026-01-01', fixed: '1.00', every: 'once', until: '2026-01-02' }, 'until'],
  [{ kind: 'revenue-tax', from: '2026-01-02', percent: '5', until: '2026-01-01' }, 'until'],
])('finds what is wrong with %j: %s', (cost, field) => {
  expect(costProblem(cost)?.field).toBe(field);
});
