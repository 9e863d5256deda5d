// No parameter of one tenant may be left where several are asked for.
import { paramTypesOf, sampleParams } from '@tracker/infra/clickhouse/param-types';
import { SUMS, type Sum } from '@tracker/schemas/figures/metrics';
import { useStack } from '@tracker/test/kit/stack';
import { describe, expect, test } from 'vitest';
import { valuesOfAll } from '../bind-totals.ts';
import { textOf } from './statement.ts';
import { ofTenants, shapeOfTotals, type TotalsShape } from './totals-of-tenants.ts';

const stack = useStack();

const BOTH = { isFinalized: true, isOpen: true };
const FULL: TotalsShape = {
  sums: Object.keys(SUMS) as Sum[],
  ...{ hasCosts: true, hasSpendTaxes: true, hasRates: true, isCut: true, startsLate: true, hasUnknown: true },
  parts: { traffic: BOTH, money: BOTH },
};
const PLAIN: TotalsShape = {
  ...{ ...FULL, hasCosts: false, hasSpendTaxes: false, hasRates: false },
  ...{ isCut: false, startsLate: false, hasUnknown: false },
};
const SHAPES: readonly (readonly [string, TotalsShape])[] = [
  ['that need nothing', PLAIN],
  ['that need everything', FULL],
  ['of finalized days', { ...FULL, parts: { traffic: { ...BOTH, isOpen: false }, money: { ...BOTH, isOpen: false } } }],
];

describe.each(SHAPES)('totals %s', (_, shape) => {
  const sql = ofTenants(textOf(shapeOfTotals(shape)).sql ?? '');

  test('bind what is known of several tenants alone', () => {
    const bound = new Set(['tenantIds', ...Object.keys(valuesOfAll([]))]);
    expect([...paramTypesOf(sql).keys()].filter((name) => !bound.has(name))).toEqual([]);
    expect(sql).not.toMatch(/\(campaign_id, day|SELECT (?:toString\()?campaign_id/);
  });

  test('are accepted by the engine', async () => {
    await stack.clickhouse.query({ name: 'totals-of-tenants', sql, params: sampleParams(sql) });
  });
});
