import { NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { DIMENSIONS } from '@tracker/schemas/metrics/dimensions';
import { tries } from '@tracker/test/kit/stories';
import { expect, test } from 'vitest';
import { factsOf } from './testing/facts.ts';
import { requestFor, type StaffedTenant, useApi } from './testing/use-api.ts';

/** One amount has at most fourteen whole digits. Anyone may send a few of the greatest, and their sums have more. */
const api = useApi();
const GREATEST = '99999999999999.9999';
const AT = '2036-11-20T12:00:00.000Z';

/** Some of the amounts are in a currency with a rate, some in one without; fees and taxes are set. */
async function tenantWithGreatSums({ withCosts }: { withCosts: boolean }): Promise<StaffedTenant> {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const { campaignId } = tenant;
  const waiting = { status: 'pending', is_counted: false, net_value: '0', revenue: '0' } as const;
  const held = {
    net_value: '0',
    revenue: '0',
    verified: false,
    is_counted: false,
    uncounted_revenue: GREATEST,
  } as const;
  for (const source of ['facebook', 'google', 'tiktok']) {
    const click = await facts.click({ at: AT, source, channel: source });
    await facts.conversion({ at: AT, amount: GREATEST, click, was_pending: true });
    await facts.conversion({ at: AT, amount: GREATEST, click });
    await facts.conversion({ at: AT, amount: GREATEST, currency: 'USD', revenue: '0' });
    await facts.conversion({ at: AT, amount: GREATEST, ...waiting, gross_brl: GREATEST });
    await facts.conversion({ at: AT, amount: GREATEST, ...held, uncounted_reason: 'daily-limit' });
    await facts.conversion({ at: AT, amount: GREATEST, ...waiting, status: 'refunded', gross_brl: GREATEST });
    const ads = [{ id: `ad-${source}`, spend: GREATEST }];
    await facts.spend({ day: '2036-11-20', spend: GREATEST, source: `facebook/${source}`, campaignId, ads });
    await facts.spend({ day: '2036-11-19', spend: GREATEST, source: `facebook/${source}`, currency: 'EUR' });
  }
  if (withCosts) {
    const cost = { from: '2036-11-01', percent: '12.5' };
    for (const payload of [
      { ...cost, kind: 'spend-tax' },
      { ...cost, kind: 'revenue-tax' },
      { ...cost, kind: 'gateway-fee', fixed: '2.49' },
      { kind: 'product-cost', from: '2036-11-10', productId: 'P1', fixed: '10' },
    ]) {
      const answer = await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload });
      expect(answer.statusCode, answer.body).toBe(201);
    }
  }
  return tenant;
}

const routes = CONTRACTS.filter(({ method, stream }) => method === 'GET' && !stream);

// With costs the same sums are added up, and more: without them only at night.
test.each(tries([{ withCosts: true }], [{ withCosts: true }, { withCosts: false }]))(
  'answers every question about a company whose sums have more digits than one amount, %j',
  async (given) => {
    const tenant = await tenantWithGreatSums(given);
    const params = { tenantId: tenant.tenantId, campaignId: tenant.campaignId };
    const days = { startDate: '2036-11-01', endDate: '2036-11-20' };
    const failed: string[] = [];
    for (const contract of routes) {
      const asks = Object.keys(contract.query?.shape ?? {});
      const query = asks.includes('startDate') ? days : undefined;
      const groups = asks.includes('groupBy') ? [...DIMENSIONS, NO_GROUPS] : [undefined];
      for (const groupBy of groups) {
        const request = requestFor(contract, { params, query: { ...query, ...(groupBy && { groupBy }) } });
        const response = await tenant.admin.ask(request);
        if (response.statusCode >= 500) failed.push(`${contract.name} ${groupBy ?? ''} ${response.body}`);
      }
    }
    expect(failed).toEqual([]);
    const [campaign] = (await tenant.viewer.ask({ url: '/api/campaigns', query: days })).json();
    expect(campaign.totalSpend).toBe('299999999999999.9997');
  },
);
