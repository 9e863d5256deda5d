/** Spend of an ad account in another currency, in the figures of a tenant that counts in BRL. */
import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { BestAd } from '@tracker/schemas/contracts/dashboard.contract';
import { beforeEach, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

type Rate = readonly [currency: string, day: string, rate: string | null];
const setRates = async (tenant: StaffedTenant, ...rates: Rate[]) => {
  const payload = rates.map(([currency, day, rate]) => ({ currency, day, rate }));
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'PUT', url: '/api/exchange-rates', payload: JSON.stringify(payload), headers } as const;
  expect((await tenant.admin.ask(request)).statusCode).toBe(200);
};

async function spendOf(tenant: StaffedTenant) {
  const get = async (path: string) => (await tenant.viewer.ask(path)).json();
  const total = (rows: { spend: number | null }[]) => rows.reduce((sum, { spend }) => sum + (spend ?? 0), 0);
  const summary = await get('/api/performance/summary?startDate=2036-11-01&endDate=2036-11-20');
  const campaigns: Campaign[] = await get('/api/campaigns');
  const breakdown = async (by: string) =>
    total((await get(`/api/analytics/breakdown?groupBy=${by}`)) as BreakdownRow[]);
  const ads: BestAd[] = await get('/api/performance/best-ads');
  return {
    sums: [
      summary.range.spend,
      total(campaigns),
      Number(campaigns.reduce((sum, { totalSpend }) => sum + Number(totalSpend), 0)),
      await breakdown('campaign'),
      await breakdown('ad'),
    ],
    today: [summary.spend.today, total(await get('/api/performance/best-campaigns'))],
    ads: Object.fromEntries(ads.map(({ adId, spend }) => [adId, spend])),
  };
}

const everywhere = (spend: number) => Array.from({ length: 5 }, () => expect.closeTo(spend, 6));

test('converts spend at the rate of its day or the latest before, and leaves it out without a rate', async () => {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const usd = { currency: 'USD', source: 'facebook/1' };
  await facts.spend({ ...usd, day: '2036-11-09', spend: '1000', ads: [{ id: 'ad1', spend: '1000' }] });
  await facts.spend({ ...usd, day: '2036-11-10', spend: '10.00', ads: [{ id: 'ad1', spend: '4.00' }] });
  await facts.spend({ ...usd, day: '2036-11-20', spend: '3.03', ads: [{ id: 'ad2', spend: '3.03' }] });
  await facts.spend({ day: '2036-11-20', spend: '7.00', source: 'facebook/2', ads: [{ id: 'ad2', spend: '7.00' }] });
  await facts.spend({ currency: 'EUR', source: 'facebook/3', day: '2036-11-20', spend: '5000' });
  expect(await spendOf(tenant)).toEqual({ sums: everywhere(7), today: [7, 7], ads: { ad2: 7 } });

  await setRates(tenant, ['USD', '2036-11-10', '5.5'], ['USD', '2036-11-15', '5.43210987'], ['GBP', '2036-11-01', '7']);
  const last = 23.4593;
  expect(await spendOf(tenant)).toEqual({
    sums: everywhere(55 + last),
    today: [last, last],
    ads: { ad1: 22, ad2: last },
  });

  // One from long before the range holds in it, and a rate that is taken away no more.
  await setRates(tenant, ['USD', '2036-01-02', '5'], ['USD', '2036-11-15', null], ['EUR', '2036-11-20', '0.001']);
  expect((await spendOf(tenant)).sums).toEqual(everywhere(5000 + 55 + 3.03 * 5.5 + 7 + 5));
});

test('converts spend at the rates of its own tenant', async () => {
  const [tenant, other] = [await api.tenant(), await api.tenant()];
  const spend = { currency: 'USD', day: '2036-11-20', spend: '10.00' };
  for (const one of [tenant, other]) await factsOf(() => api.stack.clickhouse, one).spend(spend);
  await setRates(other, ['USD', '2036-11-20', '9']);
  expect((await spendOf(tenant)).sums).toEqual(everywhere(0));
  expect((await spendOf(other)).sums).toEqual(everywhere(90));
});

test('rounds converted spend to four digits, also where it has more digits than one amount may', async () => {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  await facts.spend({ currency: 'USD', day: '2036-11-20', spend: '99999999.9999' });
  const total = async () => (await tenant.viewer.ask('/api/campaigns')).json<Campaign[]>()[0]?.totalSpend;
  await setRates(tenant, ['USD', '2036-11-20', '123456.12345678']);
  expect(await total()).toBe('12345612345665.6544');
  await setRates(tenant, ['USD', '2036-11-20', '123456789.12345678']);
  expect(await total()).toBe('12345678912333332.3211');
});

test('converts spend at the rates of the Central Bank before the first own rate of its currency', async () => {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  // Of no tenant: in a currency that no other test has.
  await api.stack.postgres.sql`
    INSERT INTO central_bank_rates (currency, day, rate, version, is_announced, fetched_at)
    VALUES ('DKK', '2036-11-05', 0.8, 1, true, now()), ('DKK', '2036-11-12', 0.9, 2, true, now())
    ON CONFLICT DO NOTHING`;
  const headers = { 'content-type': 'application/json' };
  const enter = (day: string) =>
    tenant.editor.ask({
      ...{ method: 'PUT', url: `/api/campaigns/${tenant.campaignId}/spend`, headers },
      payload: JSON.stringify({ day, source: 'painel', amount: '100', currency: 'DKK' }),
    });
  for (const [day, spend] of Object.entries({ '2036-11-04': '1000', '2036-11-06': '100', '2036-11-14': '10' })) {
    await facts.spend({ currency: 'DKK', source: 'facebook/9', day, spend });
  }
  expect((await spendOf(tenant)).sums).toEqual(everywhere(0));
  // From when spend in the currency is stored.
  expect((await enter('2036-11-19')).statusCode).toBe(200);
  expect((await spendOf(tenant)).sums).toEqual(everywhere(80 + 9));
  const missing = await tenant.admin.ask('/api/exchange-rates/missing');
  expect(missing.json()).toMatchObject([{ currency: 'DKK', day: '2036-11-04', spend: '1000.00' }]);
  const newest = (await tenant.admin.ask('/api/exchange-rates/bank')).json() as { currency: string }[];
  expect(newest.find(({ currency }) => currency === 'DKK')).toEqual({
    currency: 'DKK',
    day: '2036-11-12',
    rate: '0.9',
  });

  await setRates(tenant, ['DKK', '2036-11-10', '2']);
  expect((await spendOf(tenant)).sums).toEqual(everywhere(80 + 20));
  await setRates(tenant, ['DKK', '2036-11-10', null]);
  expect((await spendOf(tenant)).sums).toEqual(everywhere(80 + 9));
});
