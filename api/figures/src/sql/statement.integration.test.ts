// The text of statements is made from parts, and no statement is written down in the code: these are read in a review instead.
import { sampleParams } from '@tracker/infra/clickhouse/param-types';
import { SUMS, type Sum } from '@tracker/schemas/figures/metrics';
import { useStack } from '@tracker/test/kit/stack';
import { describe, expect, test } from 'vitest';
import { type Shape, statementOf } from './statement.ts';

const stack = useStack();

const by = (...dimensions: Shape['by']): Partial<Shape> => ({ by: dimensions });
const sums = (...names: Sum[]): Partial<Shape> => ({ sums: names });
const filter = (...filters: Shape['filters']): Partial<Shape> => ({ filters });
const order = (figure: Shape['order'][number]['figure'], descending = true): Partial<Shape> => ({
  order: [{ figure, descending }],
});
const ALL = sums(...(Object.keys(SUMS) as Sum[]));
const NET = sums('roundedRevenue', 'revenueTax', 'gatewayFees', 'productCosts', 'roundedSpend', 'spendTax');
const COSTS = { hasCosts: true, hasSpendTaxes: true };
const RATES = { hasRates: true };
const CHANGING = { clock: 'changing' } as const;

/** A range of the past, and one that lies in today alone. */
const FINALIZED = {
  parts: { traffic: { isFinalized: true, isOpen: false }, money: { isFinalized: true, isOpen: false } },
};
const OPEN = { parts: { traffic: { isFinalized: false, isOpen: true }, money: { isFinalized: false, isOpen: true } } };

const STATEMENTS: readonly (readonly [label: string, ...parts: Partial<Shape>[]])[] = [
  ['total'],
  ['total of all sums', ALL],
  ['total of all sums, with costs', ALL, COSTS],
  ['profit, with taxes on spend', NET, { hasSpendTaxes: true }],
  ['total of all sums, with costs and rates, where clocks change', ALL, COSTS, RATES, CHANGING],
  ['orders', sums('pending', 'pendingValue', 'approved', 'lost', 'refunds', 'chargebacks')],
  ['by day', by('day')],
  ['by day where clocks change', by('day'), CHANGING],
  ['by week', by('week')],
  ['by month', by('month')],
  ['by weekday', by('weekday')],
  ['by hour', by('hour')],
  ['page views by hour where clocks change', by('hour'), sums('pageViews'), CHANGING],
  ['by campaign', by('campaign')],
  ['profit by campaign, with costs', by('campaign'), NET, COSTS],
  ['by source, with rates', by('source'), RATES],
  ['by channel', by('channel')],
  ['by ad account', by('adAccount')],
  ['by campaign of the platform', by('platformCampaign')],
  ['by ad set', by('adset')],
  ['by ad', by('ad')],
  ['reach by ad, with rates', by('ad'), sums('impressions', 'platformClicks'), RATES],
  ['profit by ad, with costs and rates', by('ad'), NET, COSTS, RATES],
  ['profit by campaign until a time of day', by('campaign'), NET, { isCut: true }],
  ['reach by ad until a time of day, with rates', by('ad'), sums('spend', 'impressions'), RATES, { isCut: true }],
  ['by placement', by('placement')],
  ['by value of utm_campaign', by('utmCampaign')],
  ['page views by page', by('landing'), sums('pageViews')],
  ['clicks by the page of their first view', by('landing'), sums('clicks')],
  ['by country', by('country')],
  ['clicks by region', by('region'), sums('clicks')],
  ['clicks and page views by city', by('city'), sums('clicks', 'pageViews')],
  ['by product', by('product'), sums('conversions', 'revenue')],
  ['profit by product, with costs', by('product'), NET, COSTS],
  ['by number of instalments', by('installments'), sums('revenue')],
  ['by ad of finalized days', by('ad'), FINALIZED],
  ['by ad of open days', by('ad'), OPEN],
  ['by campaign and day', by('campaign', 'day')],
  ['by channel and hour', by('channel', 'hour')],
  ['by campaign, ad and day', by('campaign', 'ad', 'day')],
  ['by product, offer and payment', by('product', 'offer', 'payment'), sums('conversions', 'revenue', 'refunds')],
  ['where it is', by('campaign'), filter({ dim: 'country', op: 'is' })],
  ['where it is not', filter({ dim: 'source', op: 'not' })],
  ['where it has', by('campaign'), filter({ dim: 'ad', op: 'has' })],
  ['where it has none', by('day'), filter({ dim: 'coupon', op: 'none' })],
  ['under two filters', by('ad'), filter({ dim: 'campaign', op: 'is' }, { dim: 'hour', op: 'not' })],
  ['of some keys', by('country'), { onlyKeys: true }],
  ['of some keys of days where clocks change', by('campaign', 'day'), { onlyKeys: true }, CHANGING],
  ['most pending first', by('campaign'), sums('pending', 'revenue'), order('pending')],
  ['fewest page views first', by('landing'), sums('pageViews'), order('page_views', false)],
];

const shapeOf = (parts: readonly Partial<Shape>[]): Shape => ({
  by: [],
  filters: [],
  sums: ['clicks', 'conversions', 'revenue', 'spend'],
  order: [
    { figure: 'revenue', descending: true },
    { figure: 'clicks', descending: true },
  ],
  ...{ onlyKeys: false, hasCosts: false, hasSpendTaxes: false, hasRates: false, clock: 'steady', isCut: false },
  parts: { traffic: { isFinalized: true, isOpen: true }, money: { isFinalized: true, isOpen: true } },
  ...Object.assign({}, ...parts),
});

const made = STATEMENTS.map(([label, ...parts]) => ({ label, statement: statementOf(shapeOf(parts)) }));

describe('statements of figures', () => {
  test('match the agreed ones', async () => {
    const texts = made.map(({ label, statement }) => `-- ${label}\n${statement?.sql.trim()};\n`);
    await expect(texts.join('\n')).toMatchFileSnapshot('__snapshots__/statements.sql');
  });

  test.each(made)('$label is accepted by the engine, and has a tenant', async ({ label, statement }) => {
    const sql = statement?.sql ?? '';
    expect(sql).toContain('tenant_id = {tenantId:String}');
    expect(await stack.clickhouse.query({ name: label, sql, params: sampleParams(sql) })).toBeInstanceOf(Array);
  });

  test('have different names, since answers are kept by name', () => {
    expect(new Set(made.map(({ statement }) => statement?.name)).size).toBe(made.length);
  });

  test('are not made where no fact can be split as asked', () => {
    expect(statementOf(shapeOf([by('coupon'), sums('clicks', 'spend')]))).toBeNull();
    expect(statementOf(shapeOf([sums('leads', 'expenses')]))).toBeNull();
  });
});
