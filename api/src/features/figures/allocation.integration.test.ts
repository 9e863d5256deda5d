import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;

/** All spend is of an ad; two conversions are of none. */
beforeAll(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const at = '2036-11-02T15:00:00Z';
  const link = { ad_campaign_id: '7', adset_id: 's', ad_id: 'a' };
  const [, unknownAd, noAd] = await facts.clicks([
    { at, ...link },
    { at, ...link, ad_id: 'made-up' },
    { at, ...link, adset_id: '', ad_id: '' },
  ]);
  await facts.conversion({ at, amount: '100' });
  await facts.conversion({ at, amount: '50', click: noAd });
  await facts.conversion({ at, amount: '20', click: unknownAd });
  const ads = [{ id: 'a', adset: 's', spend: '40' }];
  await facts.spend({ day: '2036-11-02', spend: '40', source: 'facebook/7', ads });
  const payload = { targetCpa: '10.00' };
  const changed = await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });
  expect(changed.statusCode, changed.body).toBe(200);
});

async function ask(query: string): Promise<FigureAnswer> {
  const period = 'from=2036-11-02&to=2036-11-02&compare=previous';
  const response = await tenant.viewer.ask(`/api/figures?${period}&metrics=spend,netRevenue,netProfit&${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const rowOf = ({ rows }: FigureAnswer, key: string | null) => rows.find(({ keys }) => keys.at(-1) === key);

describe('what belongs to no ad, where all spend is allocated', () => {
  test.each([
    ['by=platformCampaign', 100, 0],
    ['by=ad', 150, 0],
    // On the day before the platform reported nothing of them.
    ['by=adset&f=platformCampaign:is:7', 50, null],
    ['by=source,ad&f=source:is:facebook', 50, null],
  ])('cost nothing, and so has a profit: %s', async (query, profit, before) => {
    const rest = rowOf(await ask(query), null);
    expect(rest?.values).toEqual({ spend: 0, netRevenue: profit, netProfit: profit });
    expect(rest).toMatchObject({ previous: { spend: before }, verdict: null });
  });

  test('is known in the total of a filter', async () => {
    expect((await ask('f=ad:none')).total.values).toEqual({ spend: 0, netRevenue: 150, netProfit: 150 });
  });

  test('says nothing of an ad or a source that no platform reports', async () => {
    expect(rowOf(await ask('by=ad'), 'made-up')?.values).toMatchObject({ spend: null, netProfit: null });
    expect(rowOf(await ask('by=source'), 'direct')?.values).toMatchObject({ spend: null, netProfit: null });
    expect((await ask('f=ad:is:made-up')).total.values).toMatchObject({ spend: null });
  });
});
