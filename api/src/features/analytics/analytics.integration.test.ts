import type { BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { DIMENSIONS, type Dimension } from '@tracker/schemas/metrics/dimensions';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

async function setUp(options?: { timeZone?: string }) {
  const tenant = await api.tenant(options);
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

async function ask(tenant: StaffedTenant, query: string): Promise<BreakdownRow[]> {
  const response = await tenant.viewer.ask(`/api/analytics/breakdown?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** The figures of each group, by its keys. */
async function groups(tenant: StaffedTenant, query: string): Promise<Record<string, BreakdownRow>> {
  const rows = await ask(tenant, query);
  return Object.fromEntries(rows.map((row) => [row.keys.map((key) => key ?? '–').join(' · '), row]));
}

const NO_COST = {
  ...{ spend: null, roas: null, cpa: null, roi: null },
  ...{ netProfit: null, netRoas: null, netRoi: null },
};

/** Two campaigns, several ads, places, devices and hours; bots, tests, refunds, foreign money, late views, conversions without a click. */
async function busyMonth(tenant: StaffedTenant, facts: Facts) {
  const created = await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Remarketing' } });
  const other: string = created.json().campaignId;
  const clicks = await facts.clicks([
    { at: '2036-11-01T02:59:00Z', ad_id: 'ad1', adset_id: 'set1', source: 'facebook', channel: 'facebook' },
    { at: '2036-11-02T04:00:00Z', ad_id: 'ad1', adset_id: 'set1', source: 'ig', channel: 'ig', device_type: 'desktop' },
    {
      at: '2036-11-03T15:30:00Z',
      ad_id: 'ad2',
      adset_id: 'set1',
      campaign_id: other,
      country_code: 'PT',
      placement: '',
    },
    { at: '2036-11-08T23:10:00Z', ad_id: '', adset_id: '', source: '', channel: 'google', campaign_id: other },
    { at: '2036-11-09T12:00:00Z', source: '', channel: 'direct', country_code: '', device_type: 'unknown' },
    { at: '2036-11-20T14:59:59Z', source: 'direct', channel: 'direct' },
    { at: '2036-11-10T12:00:00Z', is_bot: true },
    { at: '2036-11-10T12:00:00Z', is_prefetch: true },
    { at: '2036-09-10T12:00:00Z', ad_id: 'ad-velho', source: 'facebook' },
  ]);
  const [first, second, third, fourth] = clicks;
  const bot = clicks[6];
  const old = clicks[8];
  const at = '2036-11-12T18:20:00Z';
  await facts.conversion({ at, amount: '100.10', click: first });
  await facts.conversion({ at: '2036-11-13T02:10:00Z', amount: '0.20', click: second });
  await facts.conversion({
    at,
    amount: '47.00',
    net_value: '40.00',
    revenue: '40.00',
    status: 'partially_refunded',
    click: third,
  });
  await facts.conversion({
    at,
    amount: '97.00',
    net_value: '0',
    revenue: '0',
    is_counted: false,
    status: 'refunded',
    click: fourth,
  });
  await facts.conversion({ at, amount: '10.00', currency: 'USD', revenue: '0', click: second });
  await facts.conversion({ at, amount: '33.33', click: bot });
  await facts.conversion({ at, amount: '1000.00', is_test: true, click: first });
  await facts.conversion({ at, amount: '0', conversion_type: 'lead', click: first });
  await facts.conversion({ at, amount: '250.00' });
  await facts.conversion({ at: '2036-11-20T03:00:00Z', amount: '12.34', click: old });
  await facts.conversion({ at: '2036-10-01T12:00:00Z', amount: '500.00', click: old });
  for (const click of [first, first, third, old]) {
    await facts.pageView({ at: '2036-11-12T10:00:00Z', ...(click && { click, campaign_id: click.campaign_id }) });
  }
  await facts.pageView({ at: '2036-11-12T10:00:00Z', click_id: `mc_${tenant.campaignId}_2095000000000000001` });
  await facts.pageView({ at: '2036-11-12T10:00:00Z', is_bot: true });
  const ads = [
    { id: 'ad1', adset: 'set1', spend: '30.25', name: 'No relatório' },
    { id: 'ad9', adset: 'set9', spend: '20.30', name: 'Sem clicks', adsetName: 'Conjunto 9' },
    { id: 'ad0', spend: '0.00' },
  ];
  // 30 of it the platform names no ad for.
  await facts.spend({ day: '2036-11-01', spend: '80.55', source: 'facebook/238', ads });
  await facts.spend({ day: '2036-11-12', spend: '20.00', source: 'google' });
  const all = [{ id: 'ad2', adset: 'set1', spend: '15.05' }];
  await facts.spend({ day: '2036-11-12', spend: '15.05', source: 'facebook/239', campaignId: other, ads: all });
  await facts.spend({ day: '2036-11-13', spend: '0.00', source: 'kwai/1', campaignId: 'nothing-spent' });
  await facts.spend({ day: '2036-11-12', spend: '99.00', currency: 'USD', source: 'tiktok' });
  await facts.spend({ day: '2036-09-12', spend: '7.00' });
  return { other };
}

const sum = (
  rows: readonly (BreakdownRow | Campaign)[],
  field: 'clicks' | 'pageViews' | 'conversions' | 'revenue' | 'spend',
) => rows.reduce((total, row) => total + (row[field] ?? 0), 0);

const SINGLES: Dimension[][] = DIMENSIONS.map((name) => [name]);
const PAIRS = DIMENSIONS.flatMap((a, index) => DIMENSIONS.slice(index + 1).map((b): Dimension[] => [b, a]));
const KNOWS_SPEND: Dimension[] = ['campaign', 'source', 'channel', 'ad', 'adset', 'weekday'];

describe('dimensions of what was sold', () => {
  test('group conversions by product, payment and checkout, and leave clicks under null', async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-12T18:20:00Z';
    const click = await facts.click({ at, region: 'Bahia' });
    const book = { product_id: 'p1', payment_method: 'pix', provider: 'kiwify' };
    await facts.conversion({ at, amount: '10', click, ...book, product_name: 'Livro' });
    await facts.conversion({ at: '2036-11-13T18:20:00Z', amount: '20', ...book, product_name: 'Livro 2' });
    await facts.conversion({ at, amount: '5', product_name: 'Sem código' });
    const byProduct = await groups(tenant, 'groupBy=product');
    expect(byProduct).toMatchObject({
      p1: { names: ['Livro 2'], conversions: 2, revenue: 30, clicks: 0, spend: null },
      'Sem código': { conversions: 1, revenue: 5 },
      '–': { conversions: 0, clicks: 1 },
    });
    expect(await groups(tenant, 'groupBy=payment')).toMatchObject({ pix: { revenue: 30 }, '–': { revenue: 5 } });
    expect(await groups(tenant, 'groupBy=checkout')).toMatchObject({
      kiwify: { revenue: 30 },
      generic: { revenue: 5 },
    });
    expect(await groups(tenant, 'groupBy=region')).toMatchObject({ Bahia: { clicks: 1, revenue: 10 } });
    expect(await groups(tenant, 'groupBy=product,channel')).toMatchObject({
      'p1 · facebook': { revenue: 10 },
      'p1 · direct': { revenue: 20 },
    });
  });

  test('give an ad and a channel the sales that name them by utm values alone', async () => {
    const { tenant, facts } = await setUp();
    const at = '2036-11-12T18:20:00Z';
    await facts.conversion({
      at,
      amount: '40',
      attribution: 'utm',
      channel: 'facebook',
      ad_id: '240',
      ad_name: 'Vídeo',
    });
    expect(await groups(tenant, 'groupBy=channel')).toMatchObject({ facebook: { conversions: 1, conversionRate: 0 } });
    expect(await groups(tenant, 'groupBy=ad')).toMatchObject({ '240': { names: ['Vídeo'], revenue: 40 } });
    expect(await groups(tenant, 'groupBy=campaign')).toMatchObject({ [tenant.campaignId]: { revenue: 40 } });
  });
});

describe('totals of the analytics breakdown', { tags: ['§2.8'] }, () => {
  let tenant: StaffedTenant;
  beforeAll(async () => {
    tenant = await api.tenant();
    await busyMonth(
      tenant,
      factsOf(() => api.stack.clickhouse, tenant),
    );
  });

  const MONTH = '';
  const DAY = '&startDate=2036-11-12&endDate=2036-11-12';
  const SOME_DAYS = '&startDate=2036-11-09&endDate=2036-11-13';
  const cases: [Dimension[], string][] = [
    ...[...SINGLES, ...PAIRS].map((groupBy): [Dimension[], string] => [groupBy, MONTH]),
    ...SINGLES.map((groupBy): [Dimension[], string] => [groupBy, DAY]),
    ...[['source', 'campaign'], ['ad', 'hour'], ['country']].map((groupBy): [Dimension[], string] => [
      groupBy as Dimension[],
      SOME_DAYS,
    ]),
  ];

  const asked = new Map<string, Promise<Campaign[]>>();
  /** The campaign list of a range, fetched once. */
  function campaignsOf(range: string): Promise<Campaign[]> {
    const list =
      asked.get(range) ?? tenant.viewer.ask(`/api/campaigns?${range.slice(1)}`).then((answer) => answer.json());
    asked.set(range, list);
    return list;
  }

  const SUMS = ['clicks', 'pageViews', 'conversions', 'revenue', 'spend'] as const;
  /** Exact, in parts of a cent; null is 0. */
  const sumsOf = (rows: readonly BreakdownRow[]) =>
    SUMS.map((name) => rows.reduce((all, row) => all + Math.round((row[name] ?? 0) * 10_000), 0));
  /** As `groupBy` splits them: without spend where it cannot. */
  const sumsKnown = (rows: readonly BreakdownRow[], groupBy: readonly Dimension[]) =>
    sumsOf(groupBy.every((name) => KNOWS_SPEND.includes(name)) ? rows : rows.map((row) => ({ ...row, spend: 0 })));

  const alone = new Map<string, Promise<BreakdownRow[]>>();
  /** The groups of one dimension of the month, or its total, fetched once. */
  function groupsBy(groupBy: Dimension | 'total'): Promise<BreakdownRow[]> {
    const rows = alone.get(groupBy) ?? ask(tenant, `groupBy=${groupBy}&limit=1000`);
    alone.set(groupBy, rows);
    return rows;
  }

  test.each(cases)('adds up to the figures of the campaigns for groupBy=%s%s', async (groupBy, range) => {
    const campaigns = await campaignsOf(range);
    const rows = await ask(tenant, `groupBy=${groupBy}&limit=1000${range}`);
    for (const field of ['clicks', 'pageViews', 'conversions'] as const) {
      expect(sum(rows, field), field).toBe(sum(campaigns, field));
    }
    expect(sum(rows, 'revenue'), 'revenue').toBeCloseTo(sum(campaigns, 'revenue'), 6);
    const isKnown = groupBy.every((name) => KNOWS_SPEND.includes(name));
    if (isKnown) expect(sum(rows, 'spend'), 'spend').toBeCloseTo(sum(campaigns, 'spend'), 6);
    else expect(rows).toEqual(rows.map((row) => ({ ...row, ...NO_COST })));
    if (range !== MONTH) return;
    expect(sumsOf(rows), 'total').toEqual(sumsKnown(await groupsBy('total'), groupBy));
    if (groupBy.length < 2) return;
    for (const [place, name] of groupBy.entries()) {
      for (const parent of await groupsBy(name)) {
        const children = rows.filter(({ keys }) => keys[place] === parent.keys[0]);
        expect(sumsOf(children), `${name} ${parent.keys[0]}`).toEqual(sumsKnown([parent], groupBy));
        // Its latest name is that of a report, which no row of another dimension has.
        if (!isKnown && KNOWS_SPEND.includes(name) && name !== 'campaign')
          expect(children.map(({ names }) => names[place])).toEqual(children.map(() => parent.names[0]));
      }
    }
  });

  test('returns the total in one row without keys', async () => {
    const [total, ...others] = await groupsBy('total');
    expect(others).toEqual([]);
    expect(total).toMatchObject({ keys: [], names: [] });
    expect(total?.roas).toBeCloseTo((total?.revenue ?? 0) / (total?.spend ?? 1), 9);
  });

  test('returns the groups below one key alone, also those without it', async () => {
    for (const [pair, key] of [
      ['ad,campaign', 'ad1'],
      ['campaign,hour', tenant.campaignId],
      ['country,source', ''],
    ] as const) {
      const all = await ask(tenant, `groupBy=${pair}&limit=1000`);
      const below = await ask(tenant, `groupBy=${pair}&key=${key}`);
      expect(below.length).toBeGreaterThan(0);
      expect(below).toEqual(all.filter(({ keys }) => (keys[0] ?? '') === key));
    }
    expect(await ask(tenant, 'groupBy=ad,campaign&key=unknown')).toEqual([]);
    const counted = await tenant.viewer.ask('/api/analytics/breakdown?groupBy=ad,hour&key=ad1&limit=1');
    expect(Number(counted.headers['x-total-count'])).toBeGreaterThan(1);
  });

  test('returns for each campaign the figures of the campaign list', async () => {
    const campaigns = await campaignsOf(MONTH);
    const rows = await ask(tenant, 'groupBy=campaign');
    expect(rows).toHaveLength(2);
    for (const { keys, names, trackedSpend, ...figures } of rows) {
      const campaign = campaigns.find(({ campaignId }) => campaignId === keys[0]);
      expect(names).toEqual([campaign?.name]);
      expect(campaign).toMatchObject({ ...figures, ofTrackedDays: { spend: trackedSpend } });
    }
  });
});

describe('groups of the analytics breakdown', () => {
  test('counts direct conversions for the main campaign and the source direct, and leaves them out of conversion rates', async () => {
    const { tenant, facts } = await setUp();
    const { other } = await busyMonth(tenant, facts);
    const main = tenant.campaignId;
    const bySource = await groups(tenant, 'groupBy=campaign,source&startDate=2036-11-09');
    expect(bySource).toMatchObject({
      [`${main} · direct`]: { clicks: 2, conversions: 1, revenue: 250, conversionRate: 0 },
      [`${main} · facebook`]: { clicks: 0, conversions: 4, spend: null },
      [`${main} · google`]: { clicks: 0, revenue: 0, spend: 20, roas: 0 },
      [`${other} · facebook`]: { revenue: 40, spend: 15.05 },
    });
    const payload = { mainCampaignId: other };
    await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });
    expect(await groups(tenant, 'groupBy=campaign,source')).toMatchObject({ [`${other} · direct`]: { revenue: 250 } });
  });

  test('assigns spend to a source only when the ad platform of that name reported it', async () => {
    const { tenant, facts } = await setUp();
    await busyMonth(tenant, facts);
    const rows = await groups(tenant, 'groupBy=source&startDate=2036-10-25');
    expect(rows).toMatchObject({
      facebook: { clicks: 2, pageViews: 4, spend: 95.6, revenue: 185.77 },
      ig: { clicks: 1, ...NO_COST },
      google: { clicks: 0, conversions: 0, spend: 20, roas: 0, cpa: null, roi: -100 },
      // The page view of a click that no one knows.
      direct: { clicks: 3, pageViews: 1, revenue: 250, ...NO_COST },
    });
    expect(rows.facebook?.roas).toBeCloseTo(185.77 / 95.6);
    expect(rows.tiktok).toBeUndefined();
    // Of that name is a channel, too.
    expect(await groups(tenant, 'groupBy=channel&startDate=2036-10-25')).toMatchObject({
      facebook: { spend: 95.6 },
      google: { clicks: 1, spend: 20 },
      ig: { clicks: 1, ...NO_COST },
      direct: NO_COST,
    });
  });

  test('assigns spend to the ads and ad sets that it was reported for, and the rest to no ad', async () => {
    const { tenant, facts } = await setUp();
    const { other } = await busyMonth(tenant, facts);
    const days = 'startDate=2036-11-01&endDate=2036-11-20';
    const byAd = await groups(tenant, `groupBy=ad&${days}`);
    expect(byAd).toMatchObject({
      ad1: { spend: 30.25 },
      ad2: { spend: 15.05, revenue: 40, cpa: 15.05 },
      ad9: { names: ['Sem clicks'], clicks: 0, spend: 20.3, roas: 0, roi: -100 },
      '–': { spend: 50, revenue: 250 },
      'ad-velho': { revenue: 12.34, ...NO_COST },
    });
    expect(byAd.ad2?.roas).toBeCloseTo(40 / 15.05);
    expect(byAd.ad0).toBeUndefined();
    expect(await groups(tenant, `groupBy=campaign,ad&${days}`)).toMatchObject({
      [`${tenant.campaignId} · ad1`]: { spend: 30.25 },
      [`${tenant.campaignId} · –`]: { spend: 50 },
      [`${other} · ad2`]: { spend: 15.05 },
      // All that it cost is some ad's.
      [`${other} · –`]: { clicks: 1, spend: 0, netProfit: 0, roas: 0, cpa: null },
    });
    expect(await groups(tenant, `groupBy=adset&${days}`)).toMatchObject({
      set1: { spend: 45.3 },
      set9: { names: ['Conjunto 9'], spend: 20.3 },
    });
    expect(await groups(tenant, `groupBy=ad,weekday&${days}`)).toMatchObject({ 'ad1 · 6': { spend: 30.25 } });
    expect(await groups(tenant, `groupBy=ad,country&${days}`)).toMatchObject({ 'ad1 · BR': NO_COST });
  });

  test('leaves out groups whose only report is zero spend', async () => {
    const { tenant, facts } = await setUp();
    await busyMonth(tenant, facts);
    expect(Object.keys(await groups(tenant, 'groupBy=campaign'))).toHaveLength(2);
    expect((await groups(tenant, 'groupBy=source')).kwai).toBeUndefined();
  });

  test('shows the latest name of ads and ad sets, and readable names of countries and weekdays', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      {
        at: '2036-11-10T12:00:00Z',
        ad_id: 'ad1',
        ad_name: 'Nome antigo',
        adset_id: 'set1',
        adset_name: 'Conjunto velho',
      },
      { at: '2036-11-12T12:00:00Z', ad_id: 'ad1', ad_name: 'Nome novo', adset_id: 'set1', adset_name: 'Conjunto novo' },
      { at: '2036-11-13T12:00:00Z', ad_id: 'ad1', ad_name: '', adset_id: 'set1', adset_name: '' },
      { at: '2036-11-13T12:00:00Z', ad_id: '', ad_name: '', country_code: '' },
    ]);
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '20', click });
    const named = async (groupBy: string) =>
      (await ask(tenant, `groupBy=${groupBy}`)).map(({ keys, names }) => [keys, names]);
    expect(await named('ad,adset')).toEqual([
      [
        ['ad1', 'set1'],
        ['Nome novo', 'Conjunto novo'],
      ],
      [
        [null, '120210000000000001'],
        [null, 'Conjunto 1'],
      ],
    ]);
    expect(await named('country')).toEqual([
      [['BR'], ['Brasil']],
      [[null], [null]],
    ]);
    expect((await named('weekday')).sort()).toEqual([
      [['1'], ['segunda-feira']],
      [['3'], ['quarta-feira']],
      [['4'], ['quinta-feira']],
    ]);
    expect(await named('device')).toEqual([[['mobile'], [null]]]);
  });

  test('sorts by revenue, then clicks, and returns the total number of groups beyond the limit', async () => {
    const { tenant, facts } = await setUp();
    const [low, high] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', ad_id: 'low' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'high' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'b' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'a' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'c' },
      { at: '2036-11-10T12:00:00Z', ad_id: 'c' },
    ]);
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '20', click: low });
    await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '30', click: high });
    const response = await tenant.viewer.ask('/api/analytics/breakdown?groupBy=ad&limit=4');
    expect(response.json<BreakdownRow[]>().map(({ keys }) => keys[0])).toEqual(['high', 'low', 'c', 'a']);
    expect(response.headers['x-total-count']).toBe('5');
    expect((await tenant.viewer.ask('/api/analytics/breakdown?endDate=2030-01-01')).headers['x-total-count']).toBe('0');
  });
});

describe.each([
  // Clocks go forward at 01:00 and back at 02:00: an hour that is not there, and one that is there twice.
  [
    'Europe/Lisbon',
    '2036-03-30',
    ['2036-03-30T00:59:59.999Z', '2036-03-30T01:00:00Z', '2036-03-30T22:59:59.999Z'],
    ['00', '02', '23'],
    '7',
  ],
  [
    'Europe/Lisbon',
    '2036-10-26',
    ['2036-10-25T23:00:00Z', '2036-10-26T00:30:00Z', '2036-10-26T01:30:00Z'],
    ['00', '01', '01'],
    '7',
  ],
  // Clocks change at midnight: the day begins at 01:00.
  ['America/Santiago', '2036-09-07', ['2036-09-07T04:00:00Z', '2036-09-08T02:59:59.999Z'], ['01', '23'], '7'],
  ['America/Sao_Paulo', '2036-11-19', ['2036-11-19T03:00:00Z', '2036-11-20T02:59:59.999Z'], ['00', '23'], '3'],
  ['Asia/Kolkata', '2036-11-18', ['2036-11-17T18:30:00Z', '2036-11-18T18:29:59.999Z'], ['00', '23'], '2'],
])('hours and weekdays in %s on %s', (timeZone, day, instants, hours, weekday) => {
  test('follows the local clock', async () => {
    const { tenant, facts } = await setUp({ timeZone });
    const [click] = await facts.clicks(instants.map((at) => ({ at })));
    for (const at of instants) {
      await facts.conversion({ at, amount: '1', click });
      await facts.pageView({ at });
    }
    await facts.spend({ day, spend: '9' });
    const expected: Record<string, number> = {};
    for (const hour of hours) expected[hour] = (expected[hour] ?? 0) + 1;
    // Asked for days around it too, so that the change of the clocks lies inside of the range.
    for (const range of [`startDate=${day}&endDate=${day}`, `startDate=2036-02-01&endDate=2036-11-30`]) {
      const byHour = await groups(tenant, `groupBy=hour&${range}`);
      for (const field of ['clicks', 'pageViews', 'conversions'] as const) {
        expect(Object.fromEntries(Object.entries(byHour).map(([hour, row]) => [hour, row[field]]))).toEqual(expected);
      }
      const byWeekday = await groups(tenant, `groupBy=weekday&${range}`);
      expect(byWeekday).toMatchObject({
        [weekday]: { clicks: instants.length, conversions: instants.length, spend: 9 },
      });
      expect(Object.keys(byWeekday)).toEqual([weekday]);
    }
  });
});

describe('GET /api/analytics/export', () => {
  const file = async (tenant: StaffedTenant, query: string) => {
    const response = await tenant.viewer.ask(`/api/analytics/export?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="analytics-export-2036-11-20.csv"');
    return response.body
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n');
  };

  test('exports all rows of the breakdown with keys and names, and escapes formulas', async () => {
    const { tenant, facts } = await setUp();
    const [click] = await facts.clicks([
      { at: '2036-11-10T12:00:00Z', ad_id: '=1+1', ad_name: 'Vídeo, "novo"' },
      { at: '2036-11-10T12:00:00Z', ad_id: '=1+1', ad_name: '' },
      { at: '2036-11-10T12:00:00Z', ad_id: '=1+1', ad_name: '' },
      { at: '2036-11-11T12:00:00Z', ad_id: '', ad_name: '' },
    ]);
    await facts.conversion({ at: '2036-11-10T15:00:00Z', amount: '97.90', click });
    await facts.spend({ day: '2036-11-10', spend: '30.00', ads: [{ id: '=1+1', spend: '20.00' }] });
    const figures = 'Clicks,Page Views,Conversions,Revenue,Spend,ROAS,CPA,ROI,Conv. Rate,Net Profit,Net ROAS,Net ROI';
    expect(await file(tenant, 'groupBy=ad')).toEqual([
      `Ad ID,Ad Name,${figures}`,
      `'=1+1,"Vídeo, ""novo""",3,0,1,97.9,20,4.895,20,389.5,33.3333,75.13,4.2995,329.9517`,
      ',,1,0,0,0,10,0,,-100,0,-11.38,0,-100',
    ]);
    expect(await file(tenant, 'groupBy=weekday,country&startDate=2036-11-10')).toEqual([
      `Weekday,Weekday Name,Country Code,Country,${figures}`,
      '1,segunda-feira,BR,Brasil,3,0,1,97.9,,,,,33.3333,,,',
      '2,terça-feira,BR,Brasil,1,0,0,0,,,,,0,,,',
    ]);
    expect(await file(tenant, '')).toEqual([
      `Campaign ID,Campaign,${figures}`,
      `${tenant.campaignId},Campanha principal,4,0,1,97.9,30,3.2633,30,226.3333,25,63.75,2.8668,186.6764`,
    ]);
  });

  test('exports more groups than one page holds', async () => {
    const { tenant, facts } = await setUp();
    await facts.clicks(
      Array.from({ length: 1_500 }, (_, index) => ({ at: '2036-11-10T12:00:00Z', ad_id: `ad${index}` })),
    );
    expect(await file(tenant, 'groupBy=ad')).toHaveLength(1_501);
  });
});

describe('GET /api/analytics/breakdown with invalid input', () => {
  test.each([
    'groupBy=ad,ad',
    'groupBy=ad,country,device',
    'groupBy=',
    'groupBy=campaign,',
    'groupBy=sub1',
    'limit=0',
    'limit=1001',
    'startDate=2036-02-30',
    'startDate=2035-01-01&endDate=2036-11-01',
  ])('answers %s with 400 and a message', async (query) => {
    const { tenant } = await setUp();
    const response = await tenant.viewer.ask(`/api/analytics/breakdown?${query}`);
    expect(response.statusCode, response.body).toBe(400);
    expect(response.json().message).toMatch(/[a-z]/);
  });
});
