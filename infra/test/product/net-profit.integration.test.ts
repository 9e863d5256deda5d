/** Net profit of sixty days with changing rates, refunds and expenses: the API's figures equal an independent recount, to the cent. */
import { type StaffedTenant, useApi } from '@tracker/api/testing/use-api';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { adSpend, click, clickIdOf, delivery, record, spendOfAd } from '@tracker/processor/testing/events';
import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { BestAd, NetFigures, NetOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Books, recount, type Scope, type SpendOfDay } from './recount-profit.ts';

const api = useApi();
const kit = createBatchKit(api.stack);
const DAY = 86_400_000;
/** Noon in São Paulo on the first day. */
const START = Date.parse('2036-09-22T15:00:00Z');
const [FIRST, LAST] = ['2036-09-22', '2036-11-20'];
const dayAt = (index: number) => new Date(START + index * DAY).toISOString().slice(0, 10) as TenantDay;
const money = (cents: number) => (cents / 100).toFixed(2) as Money;

let tenant: StaffedTenant;
let campaigns: readonly [main: CampaignId, other: CampaignId];
let books: Books;

/** The same numbers in each run: a linear congruential generator. */
function createNumbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const COSTS = (other: string) => [
  { kind: 'spend-tax', from: '2036-10-10', until: '2036-10-25', percent: '12.5' },
  { kind: 'revenue-tax', from: '2036-09-01', percent: '6' },
  { kind: 'revenue-tax', from: '2036-10-15', percent: '8.2537' },
  { kind: 'gateway-fee', from: '2036-01-01', percent: '4.99', fixed: '0.39' },
  { kind: 'gateway-fee', from: '2036-11-03', percent: '3.49' },
  {
    kind: 'gateway-fee',
    from: '2036-10-01',
    until: '2036-10-31',
    checkout: 'own-checkout',
    percent: '8.99',
    fixed: '2.49',
  },
  { kind: 'product-cost', from: '2036-09-01', productId: 'p1', fixed: '12.34' },
  { kind: 'product-cost', from: '2036-10-20', productId: 'p1', fixed: '15' },
  { kind: 'product-cost', from: '2036-10-01', productId: 'Curso sem id', fixed: '3.33' },
  { kind: 'expense', every: 'once', from: '2036-10-05', fixed: '100.01', campaignId: other },
  { kind: 'expense', every: 'month', from: '2036-09-28', fixed: '777.77' },
  { kind: 'expense', every: 'month', from: '2036-10-10', until: '2036-11-05', fixed: '50', campaignId: other },
];

/** Sales of every kind of the campaigns' ads, and some without a click. */
function deliveriesOf(tenantId: StaffedTenant, number: ReturnType<typeof createNumbers>) {
  return Array.from({ length: 60 }, (_, day) =>
    Array.from({ length: 5 }, (__, nth) => {
      const atMs = START + day * DAY + (number(22) - 11) * 3_600_000;
      const [campaign, ad] = [number(2), number(3)];
      const owner = { ...tenantId, campaignId: campaigns[campaign] as CampaignId };
      const cents = 1_000 + number(90_000);
      const product = number(3);
      const body = {
        ...{ transaction_id: `T${day}-${nth}`, amount: money(cents), occurred_at: new Date(atMs).toISOString() },
        status: number(12) === 0 ? 'pending' : 'approved',
        ...(number(6) > 0 && { click_id: clickIdOf(owner, START - 3_600_000, ad) }),
        ...(product === 0 ? { product_id: 'p1', product_name: 'Curso' } : product === 1 && { product: 'Curso sem id' }),
        ...(number(3) === 0 && { gateway_fee: money(number(900)) }),
        ...(number(15) === 0 && { currency: 'USD' }),
      };
      const sold = delivery(owner, body, atMs);
      const of = <Event extends typeof sold>(event: Event, provider: string): Event => ({
        ...event,
        payload: { ...event.payload, provider },
      });
      const provider = number(2) === 0 ? 'generic' : 'own-checkout';
      const back = number(8);
      const { amount: _, occurred_at: __unused, ...rest } = body;
      const after = {
        ...rest,
        ...(back === 0 && { status: 'refunded' }),
        ...(back === 1 && { status: 'chargeback' }),
        ...(back === 2 && { status: 'partially_refunded', refund_amount: money(Math.floor(cents / 3)) }),
      };
      return [of(sold, provider), ...(back < 3 ? [of(delivery(owner, after, atMs + 2 * DAY), provider)] : [])];
    }).flat(),
  ).flat();
}

function spendOf(number: ReturnType<typeof createNumbers>): SpendOfDay[] {
  return Array.from({ length: 60 }, (_, index) =>
    campaigns.map((campaignId) => {
      const ads = Object.fromEntries(['ad0', 'ad1', 'ad2'].map((ad) => [ad, number(20_000)]));
      // Some of it the platform names no ad for.
      const cents = Object.values(ads).reduce((sum, one) => sum + one, number(3_000));
      return { day: dayAt(index), campaignId, cents, ads };
    }),
  ).flat();
}

const post = async (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') => {
  const answer = await tenant.admin.ask({ method, url, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
};
const ask = async <Answer>(url: string): Promise<Answer> => {
  const answer = await tenant.viewer.ask(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

async function allConversions(): Promise<Conversion[]> {
  const all: Conversion[] = [];
  let url: string | undefined = `/api/conversions?startDate=${FIRST}&endDate=${LAST}`;
  while (url !== undefined) {
    const page = await tenant.viewer.ask(url);
    all.push(...page.json<Conversion[]>());
    const next: string | undefined = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
    url = next?.replace(/^https?:\/\/[^/]+/, '');
  }
  return all;
}

beforeAll(async () => {
  tenant = await api.tenant();
  const { campaignId: other } = await post('/api/campaigns', { name: 'Outra' });
  campaigns = [tenant.campaignId, other];
  for (const cost of COSTS(other)) await post('/api/costs', cost);
  await post('/api/exchange-rates', [{ currency: 'USD', day: FIRST, rate: '5' }], 'PUT');
  const number = createNumbers(63);
  const spend = spendOf(number);
  const clicks = campaigns.flatMap((campaignId) =>
    [0, 1, 2].map((ad) => {
      const owner = { ...tenant, campaignId };
      const atMs = START - 3_600_000;
      return click(owner, { atMs, clickId: clickIdOf(owner, atMs, ad), sub1: `ad${ad}`, source: 'facebook' });
    }),
  );
  const reports = spend.map(({ day, campaignId, cents, ads }) =>
    adSpend(
      { ...tenant, campaignId: campaignId as CampaignId },
      day as TenantDay,
      money(cents),
      START,
      Object.entries(ads).map(([ad, part]) => spendOfAd(ad, money(part))),
    ),
  );
  await kit.process([...clicks, ...deliveriesOf(tenant, number), ...reports].map(record));
  books = {
    ...{ conversions: await allConversions(), costs: await ask('/api/costs'), spend, dollar: 5 },
    mainCampaignId: tenant.campaignId,
  };
});

/** Days whose figures come from rollups from then on. */
async function finalize(): Promise<number> {
  const days = await findOpenDays(api.stack.clickhouse, {
    ...{ tenantId: tenant.tenantId, timeZone: 'America/Sao_Paulo' as TimeZone },
    ...{ nowMs: START + 58 * DAY, partFactsMin: 1, rebuildAfterMs: 0 },
  });
  let count = 0;
  for (const run of days) {
    count += await finalizeDays(api.stack.clickhouse, await buildRollups(api.stack.clickhouse, run, START + 61 * DAY));
  }
  return count;
}

const inCents = ({ roas: _, roi: __, ...lines }: NetFigures) =>
  Object.fromEntries(Object.entries(lines).map(([line, amount]) => [line, Math.round((amount ?? Number.NaN) * 100)]));
const whole: Scope = { first: FIRST, last: LAST };
const range = (first = FIRST, last = LAST) => `startDate=${first}&endDate=${last}`;
const netOf = async (first?: string, last?: string) =>
  (await ask<{ range: { net: NetFigures } }>(`/api/performance/summary?${range(first, last)}`)).range.net;
const profitOf = (scope: Partial<Scope>) => recount(books, { ...whole, ...scope }).profit / 100;

async function expectEqualFigures() {
  expect(inCents(await netOf())).toEqual(recount(books, whole));
  const net = await ask<NetOfCampaigns>(`/api/performance/net?${range()}`);
  expect(inCents(net.total)).toEqual(recount(books, whole));
  const list = await ask<Campaign[]>(`/api/campaigns?${range()}`);
  const byCampaign = await ask<BreakdownRow[]>(`/api/analytics/breakdown?groupBy=campaign&${range()}`);
  for (const campaignId of campaigns) {
    const lines = recount(books, { ...whole, campaignId });
    const { name: _, campaignId: __, ...own } = net.campaigns.find((one) => one.campaignId === campaignId)!;
    expect(inCents(own)).toEqual(lines);
    expect(list.find((one) => one.campaignId === campaignId)?.netProfit).toBe(lines.profit / 100);
    expect(byCampaign.find(({ keys }) => keys[0] === campaignId)?.netProfit).toBe(lines.profit / 100);
  }
  const none = byCampaign.find(({ keys }) => keys[0] === null);
  expect(none?.netProfit ?? 0).toBe(profitOf({ isOfNone: true }));
  const byWeekday = await ask<BreakdownRow[]>(`/api/analytics/breakdown?groupBy=weekday&${range()}`);
  expect(byWeekday.map(({ keys, netProfit }) => [keys[0], netProfit]).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => [String(weekday), profitOf({ weekday })]),
  );
  const ads = await ask<BestAd[]>(`/api/performance/best-ads?${range()}`);
  const byAd = await ask<BreakdownRow[]>(`/api/analytics/breakdown?groupBy=campaign,ad&${range()}`);
  for (const adId of ['ad0', 'ad1', 'ad2']) {
    expect(ads.find((one) => one.adId === adId)?.netProfit).toBe(profitOf({ adId }));
    for (const campaignId of campaigns) {
      const row = byAd.find(({ keys }) => keys[0] === campaignId && keys[1] === adId);
      expect(row?.netProfit).toBe(profitOf({ adId, campaignId }));
    }
  }
}

describe('net profit of sixty days', () => {
  test('equals a recount to the cent, by line, campaign and ad', expectEqualFigures);

  test('equals a recount of single days, around each change of a setting', async () => {
    // All sixty take a call each.
    for (const index of [0, 6, 9, 13, 18, 23, 28, 33, 34, 40, 42, 44, 45, 59]) {
      const day = dayAt(index);
      expect(inCents(await netOf(day, day)), day).toEqual(recount(books, { first: day, last: day }));
    }
  });

  test('adds up from the campaigns and what belongs to none', async () => {
    const { total, campaigns: own, withoutCampaign } = await ask<NetOfCampaigns>(`/api/performance/net?${range()}`);
    const cents = [...own, withoutCampaign].map(({ profit }) => Math.round(Number(profit) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(Number(total.profit) * 100));
    const rent = COSTS('').find(({ fixed }) => fixed === '777.77');
    expect(rent && withoutCampaign.expenses).toBeCloseTo(777.77 * (3 / 30 + 1 + 20 / 30), 1);
    expect(Math.abs(Number(withoutCampaign.profit) + withoutCampaign.expenses)).toBeLessThan(0.1);
  });

  test('is the same from rollups of finalized days', async () => {
    expect(await finalize()).toBeGreaterThan(100);
    await expectEqualFigures();
  });

  test('follows a change of a setting at once, also for a range that was asked for before', async () => {
    const before = await netOf();
    const tax = books.costs.find(({ kind, percent }) => kind === 'revenue-tax' && percent === '6');
    await tenant.admin.ask({ method: 'PATCH', url: `/api/costs/${tax?.id}`, payload: { percent: '7' } });
    books = { ...books, costs: await ask('/api/costs') };
    expect((await netOf()).revenueTax).toBeGreaterThan(before.revenueTax);
    await expectEqualFigures();
  });

  test('has no more costs than spend and its tax without settings', async () => {
    for (const { id } of books.costs.filter(({ percent }) => percent !== '13.83')) {
      await tenant.admin.ask({ method: 'DELETE', url: `/api/costs/${id}` });
    }
    books = { ...books, costs: await ask('/api/costs') };
    expect(books.costs).toHaveLength(1);
    await expectEqualFigures();
    expect(await netOf()).toMatchObject({ revenueTax: 0, productCosts: 0, expenses: 0 });
  });
});
