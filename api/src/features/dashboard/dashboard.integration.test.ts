import type { BestAd, HourMetric } from '@tracker/schemas/contracts/dashboard.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

const get = async (tenant: StaffedTenant, path: string) => {
  const response = await tenant.viewer.ask(`/api/performance/${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

describe('GET /api/performance/summary', () => {
  test('sums revenue by the day of the conversion and spend by the day of the ad, and divides the sums for ROAS', {
    tags: ['§7.2'],
  }, async () => {
    const { tenant, facts } = await setUp();
    // São Paulo is three hours behind UTC: its 20th begins at 03:00Z.
    await facts.conversion({ at: '2036-11-20T03:00:00.000Z', amount: '100.10' });
    await facts.conversion({ at: '2036-11-20T02:59:59.999Z', amount: '50.05' });
    await facts.conversion({ at: '2036-11-19T03:00:00.000Z', amount: '25.01' });
    await facts.conversion({ at: '2036-11-01T03:00:00.000Z', amount: '10' });
    await facts.conversion({ at: '2036-11-01T02:59:59.999Z', amount: '7777' });
    await facts.spend({ day: '2036-11-20', spend: '40' });
    await facts.spend({ day: '2036-11-19', spend: '30.02' });
    await facts.spend({ day: '2036-11-01', spend: '5' });
    await facts.spend({ day: '2036-10-31', spend: '999' });

    expect(await get(tenant, 'summary')).toEqual({
      revenue: { today: 100.1, yesterday: 75.06, thisMonth: 185.16 },
      spend: { today: 40, yesterday: 30.02, thisMonth: 75.02 },
      roas: { today: 100.1 / 40, yesterday: 75.06 / 30.02, thisMonth: 185.16 / 75.02 },
      // Without hours it is unknown what was spent until noon.
      yesterdayToNow: { revenue: 25.01, spend: null, roas: null },
      spendAt: '2036-11-20T12:00:00.000Z',
      spendKnown: { today: true, yesterday: true, thisMonth: true, range: true },
      unknownSpendDays: { today: 0, yesterday: 0, thisMonth: 0, range: 0 },
      refusedSpend: [],
      trackedSince: '2036-10-31',
      trackedFrom: '2036-11-01T02:59:59.999Z',
      spendSource: 'entered',
      todaySoFar: {
        // Of spend, the tax of a new tenant: 5.53.
        ...{ conversions: 1, profit: 54.57, expenses: { soFar: 0, ofDay: 0 } },
        hours: [100.1, ...Array(12).fill(0)],
        hoursOfYesterday: [25.01, ...Array(22).fill(0), 50.05],
      },
    });
  });

  test('gives the profit of today as the range of today does with any costs and range, but expenses by the hour', async () => {
    const { tenant, facts } = await setUp();
    for (const cost of [
      { kind: 'revenue-tax', from: '2036-11-20', percent: '6' },
      { kind: 'gateway-fee', from: '2036-11-01', percent: '4.99', fixed: '0.39' },
      { kind: 'expense', from: '2036-11-01', every: 'month', fixed: '100' },
      { kind: 'expense', from: '2036-11-10', every: 'once', fixed: '1000' },
    ]) {
      const added = await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload: cost });
      expect(added.statusCode, added.body).toBe(201);
    }
    for (const day of ['10', '19', '20']) {
      await facts.conversion({ at: `2036-11-${day}T04:30:00.000Z`, amount: '297.33' });
      await facts.conversion({ at: `2036-11-${day}T14:59:00.000Z`, amount: '97.77' });
      await facts.spend({ day: `2036-11-${day}`, spend: '40.01' });
    }
    const range = (first: string, last: string) =>
      get(tenant, `summary?startDate=2036-11-${first}&endDate=2036-11-${last}`);
    const { net } = (await range('20', '20')).range;
    expect(net).toMatchObject({ revenue: 395.1, expenses: 3.33 });
    for (const [first, last] of [
      ['20', '20'],
      ['10', '19'],
      ['01', '20'],
    ] as const) {
      const { todaySoFar } = await range(first, last);
      // Thirteen hours of the day have begun.
      const profit = Math.round((net.profit + 3.33 - 1.8) * 100) / 100;
      const soFar = { conversions: 2, profit, expenses: { soFar: 1.8, ofDay: 3.33 } };
      expect([first, todaySoFar]).toMatchObject([first, soFar]);
      expect(todaySoFar.hours).toEqual([0, 297.33, ...Array(9).fill(0), 97.77, 0]);
    }
    const { tenant: stranger } = await setUp();
    expect((await get(stranger, 'summary')).todaySoFar).toMatchObject({ conversions: 0, profit: 0 });
  });

  test('compares with yesterday until the same minute, and counts a begun hour of spend by its share', async () => {
    const { tenant, facts } = await setUp();
    const { tenant: stranger } = await setUp();
    api.clock.set('2036-11-20T15:15:00.000Z');
    await facts.conversion({ at: '2036-11-19T15:14:59.000Z', amount: '100' });
    await facts.conversion({ at: '2036-11-19T15:15:00.000Z', amount: '1000' });
    await facts.spend({
      ...{ day: '2036-11-19', spend: '48' },
      hours: [
        { at: Date.parse('2036-11-19T03:00:00Z'), spend: '10.10' },
        { at: Date.parse('2036-11-19T15:00:00Z'), spend: '20' },
        { at: Date.parse('2036-11-19T16:00:00Z'), spend: '17.90' },
      ],
    });
    // Another account, in dollars; its day began three hours later.
    await tenant.admin.ask({
      ...{ method: 'PUT', url: '/api/exchange-rates' },
      payload: [{ currency: 'USD', day: '2036-11-01', rate: '5' }],
    });
    await facts.spend({
      ...{ day: '2036-11-19', spend: '3', currency: 'USD', source: 'facebook/2' },
      hours: [{ at: Date.parse('2036-11-19T08:00:00Z'), spend: '3' }],
    });
    const { yesterdayToNow, spend } = await get(tenant, 'summary');
    expect(yesterdayToNow).toEqual({ revenue: 100, spend: 30.1, roas: 100 / 30.1 });
    expect(spend.yesterday).toBe(63);
    expect((await get(stranger, 'summary')).yesterdayToNow).toEqual({ revenue: 0, spend: 0, roas: 0 });
  });

  test('returns the figures of a range outside the month', async () => {
    const { tenant, facts } = await setUp();
    await facts.conversion({ at: '2036-02-01T12:00:00Z', amount: '300' });
    await facts.conversion({ at: '2036-03-01T12:00:00Z', amount: '500' });
    await facts.spend({ day: '2036-02-10', spend: '100' });
    const summary = await get(tenant, 'summary?startDate=2036-02-01&endDate=2036-02-29');
    expect(summary.range).toEqual({
      ...{ revenue: 300, spend: 100, roas: 3, roi: 200 },
      net: {
        ...{ revenue: 300, spend: 100, spendTax: 13.83, revenueTax: 0, gatewayFees: 0, productCosts: 0, expenses: 0 },
        ...{ profit: 186.17, roas: 300 / 113.83, roi: expect.closeTo((186.17 / 113.83) * 100, 9) },
      },
    });
    expect(summary.revenue).toEqual({ today: 0, yesterday: 0, thisMonth: 0 });
  });

  test('takes yesterday from the previous month on the first of a month', async () => {
    api.clock.set('2036-12-01T15:00:00Z');
    const { tenant, facts } = await setUp();
    await facts.conversion({ at: '2036-11-30T15:00:00Z', amount: '11' });
    await facts.conversion({ at: '2036-12-01T14:00:00Z', amount: '5' });
    await facts.spend({ day: '2036-11-30', spend: '2' });
    const { revenue, spend } = await get(tenant, 'summary');
    expect(revenue).toEqual({ today: 5, yesterday: 11, thisMonth: 5 });
    expect(spend).toEqual({ today: 0, yesterday: 2, thisMonth: 0 });
  });

  test('leaves out tests, refunds and foreign currency without a rate, and returns no NaN', async () => {
    const { tenant, facts } = await setUp();
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '10', is_test: true });
    await facts.conversion({
      at: '2036-11-20T12:00:00Z',
      amount: '10',
      is_counted: false,
      revenue: '0',
      status: 'refunded',
    });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '10', currency: 'USD', revenue: '0' });
    await facts.spend({ day: '2036-11-20', spend: '10', currency: 'USD' });
    const zeros = { today: 0, yesterday: 0, thisMonth: 0 };
    expect(await get(tenant, 'summary')).toMatchObject({ revenue: zeros, spend: zeros, roas: zeros });
  });

  test('leaves out clicks of bots but counts conversions after them', async () => {
    const { tenant, facts } = await setUp();
    const bot = await facts.click({ at: '2036-11-20T12:00:00Z', is_bot: true });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '10', click: bot });
    expect((await get(tenant, 'summary')).revenue.today).toBe(10);
    expect((await get(tenant, 'metrics-chart?days=1'))[0]).toMatchObject({ clicks: 0, conversions: 1 });
  });

  test('counts a repeated row once, and takes the later version', async () => {
    const { tenant, facts } = await setUp();
    const given = { at: '2036-11-20T12:00:00Z', amount: '80', conversion_id: `cv_${'0'.repeat(20)}${Date.now()}` };
    await facts.conversion(given);
    await facts.conversion(given);
    expect((await get(tenant, 'summary')).revenue.today).toBe(80);
    await facts.conversion({ ...given, status: 'refunded', is_counted: false, revenue: '0', ver: 2 });
    expect((await get(tenant, 'summary')).revenue.today).toBe(0);
  });

  test('sums many conversions exactly to the cent', async () => {
    const { tenant, facts } = await setUp();
    for (let conversion = 0; conversion < 30; conversion += 1)
      await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '0.10' });
    expect((await get(tenant, 'summary')).revenue.today).toBe(3);
  });
});

describe.each([
  ['America/Sao_Paulo', '2036-11-20T15:00:00Z'],
  ['Asia/Kolkata', '2036-11-20T20:00:00Z'],
  // Clocks go forward on 30 March and back on 26 October.
  ['Europe/Lisbon', '2036-03-31T10:00:00Z'],
  ['Europe/Lisbon', '2036-10-27T10:00:00Z'],
  // Its day of change begins at 01:00.
  ['America/Santiago', '2036-09-08T12:00:00Z'],
])('days in %s at %s', (zone, now) => {
  const timeZone = zone as TimeZone;

  test('contains the first and the last millisecond of each day', async () => {
    api.clock.set(now);
    const { tenant, facts } = await setUp({ timeZone: zone });
    const today = dayOf(api.clock.now(), timeZone);
    const days = [-2, -1, 0].map((offset) => addDays(today, offset));
    const expected: { date: TenantDay; clicks: number; conversions: number }[] = [];
    for (const [index, date] of days.entries()) {
      const first = new Date(startOfDay(date, timeZone)).toISOString();
      const last = new Date(startOfDay(addDays(date, 1), timeZone) - 1).toISOString();
      const [click] = await facts.clicks([{ at: first }, { at: last }]);
      for (let conversion = 0; conversion <= index; conversion += 1)
        await facts.conversion({ at: conversion === 0 ? first : last, amount: '1', click });
      expected.push({ date, clicks: 2, conversions: index + 1 });
    }
    expect((await get(tenant, 'metrics-chart?days=7')).slice(4)).toEqual(expected);
    const hours = (await get(tenant, 'hours-chart?days=3')) as HourMetric[];
    expect(hours[0]?.at).toBe(new Date(startOfDay(days[0] as TenantDay, timeZone)).toISOString());
    const ofDay = (date: TenantDay, of: 'clicks' | 'conversions') =>
      hours.filter(({ at }) => dayOf(Date.parse(at), timeZone) === date).reduce((sum, hour) => sum + hour[of], 0);
    expect(
      days.map((date) => ({ date, clicks: ofDay(date, 'clicks'), conversions: ofDay(date, 'conversions') })),
    ).toEqual(expected);
    expect((await get(tenant, 'summary')).revenue).toMatchObject({ today: 3, yesterday: 2 });
    const [, yesterday] = days;
    const { range } = await get(tenant, `summary?startDate=${yesterday}&endDate=${yesterday}`);
    expect(range.revenue).toBe(2);
  });
});

describe('GET /api/performance/metrics-chart', () => {
  test('returns exactly the requested days with zeros, and only tracked conversions without bots and prefetches', {
    tags: ['§7.2'],
  }, async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-18T12:00:00Z', is_bot: true });
    await facts.click({ at: '2036-11-18T12:00:00Z', is_prefetch: true });
    await facts.conversion({ at: '2036-11-18T12:00:00Z', amount: '10' });
    const chart = await get(tenant, 'metrics-chart?days=14');
    expect(chart).toHaveLength(14);
    expect([chart[0].date, chart[13].date]).toEqual(['2036-11-07', '2036-11-20']);
    expect(chart.every((day: { clicks: number; conversions: number }) => day.clicks + day.conversions === 0)).toBe(
      true,
    );
    expect(await get(tenant, 'metrics-chart')).toHaveLength(30);
  });

  test.each(['0', '91', '7.5', '-7', 'sete', ''])('answers days=%s with 400', async (days) => {
    const { tenant } = await setUp();
    expect((await tenant.viewer.ask(`/api/performance/metrics-chart?days=${days}`)).statusCode).toBe(400);
  });
});

describe('GET /api/performance/hours-chart', () => {
  test('returns every hour of the days up to the asked one', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([{ at: '2036-11-18T12:20:00Z' }, { at: '2036-11-18T13:00:00Z' }]);
    await facts.conversion({ at: '2036-11-18T13:59:59Z', amount: '10', click });
    const hours = (await get(tenant, 'hours-chart?endDate=2036-11-18')) as HourMetric[];
    expect(hours).toHaveLength(24);
    expect(hours.filter(({ clicks }) => clicks > 0)).toEqual([
      { at: '2036-11-18T12:00:00.000Z', clicks: 1, conversions: 0 },
      { at: '2036-11-18T13:00:00.000Z', clicks: 1, conversions: 1 },
    ]);
    expect(await get(tenant, 'hours-chart?days=8')).toHaveLength(192);
  });

  test.each(['days=0', 'days=9', 'endDate=ontem'])('answers %s with 400', async (query) => {
    const { tenant } = await setUp();
    expect((await tenant.viewer.ask(`/api/performance/hours-chart?${query}`)).statusCode).toBe(400);
  });
});

describe('GET /api/performance/best-campaigns', () => {
  async function twoDays(facts: Facts, tenant: StaffedTenant) {
    const other = (
      await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Outra' } })
    ).json();
    const click = await facts.click({ at: '2036-11-10T12:00:00Z', campaign_id: other.campaignId });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '100', click });
    await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '50', click });
    await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '40' });
    await facts.spend({ day: '2036-11-20', spend: '75', campaignId: other.campaignId });
    await facts.conversion({ at: '2036-11-19T13:00:00Z', amount: '9' });
    return other.campaignId as string;
  }

  test('sorts by revenue, and counts direct conversions for the main campaign', { tags: ['§7.2', '§5'] }, async () => {
    const { tenant, facts } = await setUp();
    const other = await twoDays(facts, tenant);
    expect(await get(tenant, 'best-campaigns?period=today&limit=3')).toEqual([
      { campaignId: other, name: 'Outra', conversions: 2, revenue: 150, spend: 75, roas: 2 },
      { campaignId: tenant.campaignId, name: 'Campanha principal', conversions: 1, revenue: 40, spend: 0, roas: 0 },
    ]);
    expect(await get(tenant, 'best-campaigns?period=yesterday')).toEqual([
      { campaignId: tenant.campaignId, name: 'Campanha principal', conversions: 1, revenue: 9, spend: 0, roas: 0 },
    ]);
  });

  test('uses the main campaign that the tenant chose', async () => {
    const { tenant, facts } = await setUp();
    const other = await twoDays(facts, tenant);
    const payload = { mainCampaignId: other };
    await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });
    expect(await get(tenant, 'best-campaigns?period=today&limit=1')).toMatchObject([
      { campaignId: other, revenue: 190 },
    ]);
    expect(await get(tenant, 'best-campaigns?period=yesterday')).toMatchObject([{ campaignId: other, revenue: 9 }]);
  });

  test('lists campaigns with spend but not with clicks alone, and breaks ties by conversions, then id', async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-20T12:00:00Z' });
    expect(await get(tenant, 'best-campaigns')).toEqual([]);
    await facts.spend({ day: '2036-11-20', spend: '5', campaignId: 'zz-spend' });
    await facts.spend({ day: '2036-11-20', spend: '5', campaignId: 'aa-spend' });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '0', conversion_type: 'lead' });
    const found = await get(tenant, 'best-campaigns');
    expect(found.map((one: { campaignId: string }) => one.campaignId)).toEqual([
      tenant.campaignId,
      'aa-spend',
      'zz-spend',
    ]);
  });

  test('leaves out campaigns and ads whose reported spend is zero', async () => {
    const { tenant, facts } = await setUp();
    await facts.spend({ day: '2036-11-20', spend: '0.00', campaignId: 'idle', ads: [{ id: 'ad1', spend: '0.00' }] });
    await facts.spend({ day: '2036-11-19', spend: '5.00', campaignId: 'idle' });
    expect(await get(tenant, 'best-campaigns?period=today')).toEqual([]);
    expect(await get(tenant, 'best-ads')).toEqual([]);
    expect(await get(tenant, 'best-campaigns?period=yesterday')).toHaveLength(1);
  });

  test.each(['limit=0', 'limit=101', 'period=week', 'limit=x'])('answers %s with 400', async (query) => {
    const { tenant } = await setUp();
    expect((await tenant.viewer.ask(`/api/performance/best-campaigns?${query}`)).statusCode).toBe(400);
  });
});

const UNKNOWN = { trackedSpend: null, spend: null, roas: null, netProfit: null, netRoas: null };
const OF_MAIN = { campaignName: 'Campanha principal', adsetName: 'Conjunto 1' };
const WITHOUT_ADSET = { campaignName: 'Campanha principal', adsetName: null };
const NO_CONVERSION = { conversions: 0, revenue: 0, conversionRate: 0 };

describe('GET /api/performance/best-ads and best-channels', () => {
  test('sorts ads by revenue, then clicks, and shows their latest name', { tags: ['§7.2'] }, async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', ad_id: 'ad1', ad_name: 'Nome antigo', adset_id: 'as2', adset_name: 'Público frio' },
      { at: '2036-11-12T12:00:00Z', ad_id: 'ad1', ad_name: 'Nome novo' },
      { at: '2036-11-13T12:00:00Z', ad_id: 'ad1', ad_name: '' },
      { at: '2036-11-13T12:00:00Z', ad_id: 'ad1', ad_name: '' },
      { at: '2036-11-13T12:00:00Z', ad_id: 'ad2', ad_name: '' },
      { at: '2036-11-13T12:00:00Z', ad_id: '', ad_name: '' },
      { at: '2036-10-01T12:00:00Z', ad_id: 'ad3', ad_name: 'fora do período' },
    ]);
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '20', click });
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '500' });
    expect(await get(tenant, 'best-ads?limit=10')).toEqual([
      // Of its ad sets the one that sold.
      {
        ...{ adId: 'ad1', adName: 'Nome novo', ...OF_MAIN, adsetName: 'Público frio' },
        ...{ clicks: 4, conversions: 1, revenue: 20, conversionRate: 25, ...UNKNOWN },
      },
      { adId: 'ad2', adName: 'ad2', ...OF_MAIN, clicks: 1, ...NO_CONVERSION, ...UNKNOWN },
    ]);
    expect(await get(tenant, 'best-ads?limit=1&startDate=2036-10-01&endDate=2036-10-01')).toMatchObject([
      { adId: 'ad3', adName: 'fora do período' },
    ]);
  });

  test('shows spend and ROAS of each ad, also of one without clicks', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', ad_id: 'ad1', ad_name: 'Nome do link' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'ad2', ad_name: '' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'ad3', ad_name: '' },
    ]);
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '90.00', click });
    const [day, next] = ['2036-11-10', '2036-11-11'];
    const first = [
      { id: 'ad1', spend: '20.10', name: 'Nome no relatório' },
      { id: 'ad2', spend: '5.00', name: 'Nome antigo' },
      { id: 'ad0', spend: '0', name: 'Sem entrega' },
    ];
    await facts.spend({ day, spend: '30.10', source: 'facebook/1', ads: first });
    await facts.spend({ day, spend: '9.90', source: 'facebook/2', ads: [{ id: 'ad1', spend: '9.90' }] });
    const second = [
      { id: 'ad2', spend: '0', name: 'Nome novo' },
      { id: 'ad4', spend: '2.50', name: 'Sem clicks' },
    ];
    await facts.spend({ day: next, spend: '2.50', source: 'facebook/1', ads: second });
    await facts.spend({ day: '2036-10-01', spend: '7', ads: [{ id: 'ad1', spend: '7' }] });
    expect(await get(tenant, 'best-ads')).toEqual([
      {
        ...{
          adId: 'ad1',
          adName: 'Nome do link',
          ...OF_MAIN,
          clicks: 1,
          conversions: 1,
          revenue: 90,
          conversionRate: 100,
        },
        // Of the spend, 13.83 % tax.
        ...{ spend: 30, trackedSpend: 30, roas: 3, netProfit: 55.85, netRoas: 90 / 34.15 },
      },
      {
        adId: 'ad2',
        adName: 'Nome novo',
        ...OF_MAIN,
        clicks: 1,
        ...NO_CONVERSION,
        spend: 5,
        trackedSpend: 5,
        roas: 0,
        netProfit: -5.69,
        netRoas: 0,
      },
      // No platform reported anything of it.
      { adId: 'ad3', adName: 'ad3', ...OF_MAIN, clicks: 1, ...NO_CONVERSION, ...UNKNOWN },
      {
        adId: 'ad4',
        adName: 'Sem clicks',
        ...WITHOUT_ADSET,
        clicks: 0,
        ...NO_CONVERSION,
        spend: 2.5,
        trackedSpend: 2.5,
        roas: 0,
        netProfit: -2.85,
        netRoas: 0,
      },
    ]);
    expect(await get(tenant, `best-ads?startDate=${next}&endDate=${next}`)).toMatchObject([
      { adId: 'ad1', revenue: 90, ...UNKNOWN },
      { adId: 'ad4', spend: 2.5 },
    ]);
  });

  test('takes the spend of an ad from the latest sync of the day, and shows none without a report for the ad', async () => {
    const { tenant, facts } = await setUp();
    await facts.click({ at: '2036-11-10T12:00:00Z', ad_id: 'ad1', ad_name: '' });
    const reported = (ver: number, ...ads: [string, string][]) =>
      facts.spend({ day: '2036-11-10', spend: '10', ver, ads: ads.map(([id, spend]) => ({ id, spend })) });
    const ads = async () => (await get(tenant, 'best-ads')).map((ad: BestAd) => [ad.adId, ad.spend, ad.roas]);
    await reported(2, ['ad1', '4'], ['ad2', '6']);
    await reported(1, ['ad3', '10']);
    expect(await ads()).toEqual([
      ['ad1', 4, 0],
      ['ad2', 6, 0],
    ]);
    await reported(3, ['ad2', '10']);
    expect(await ads()).toEqual([
      ['ad1', null, null],
      ['ad2', 10, 0],
    ]);
    await reported(4);
    expect(await ads()).toEqual([['ad1', null, null]]);
  });

  test('counts conversions that name an ad by utm values alone in the ad but not in its conversion rate', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', ad_id: 'ad1', ad_name: 'Vídeo' },
      { at: '2036-11-10T13:00:00Z', ad_id: 'ad1', ad_name: 'Vídeo' },
    ]);
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '20', click });
    for (const amount of ['30', '40']) {
      await facts.conversion({
        at: '2036-11-11T12:00:00Z',
        amount,
        attribution: 'utm',
        ad_id: 'ad1',
        ad_name: 'Vídeo',
      });
    }
    expect(await get(tenant, 'best-ads')).toMatchObject([
      { adId: 'ad1', clicks: 2, conversions: 3, revenue: 90, conversionRate: 50 },
    ]);
  });

  test('counts direct conversions in the channel direct but not in its conversion rate', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', channel: 'facebook' },
      { at: '2036-11-10T13:00:00Z', channel: 'facebook' },
      { at: '2036-11-10T14:00:00Z', channel: 'direct', source: '' },
      { at: '2036-11-10T14:00:00Z', channel: 'google', is_bot: true },
    ]);
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '20', click });
    await facts.conversion({ at: '2036-11-11T12:00:00Z', amount: '90' });
    expect(await get(tenant, 'best-channels')).toEqual([
      { channel: 'direct', clicks: 1, conversions: 1, revenue: 90, conversionRate: 0 },
      { channel: 'facebook', clicks: 2, conversions: 1, revenue: 20, conversionRate: 50 },
    ]);
  });

  test.each([
    'startDate=2036-02-30',
    'startDate=20-11-2036',
    'startDate=2036-11-02&endDate=2036-11-01',
    'startDate=2035-01-01&endDate=2036-11-01',
    'limit=200',
  ])('answers %s with 400', async (query) => {
    const { tenant } = await setUp();
    expect((await tenant.viewer.ask(`/api/performance/best-channels?${query}`)).statusCode).toBe(400);
  });
});
