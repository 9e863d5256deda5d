import { CLAIM_WINDOWS } from '@tracker/schemas/events/ad-spend';
import { sumMoney } from '@tracker/schemas/primitives/money';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { playsOf, purchasesOf } from '@tracker/standalone/facebook-stub/results';
import { startGraphTest, useGraph } from '@tracker/test/kit/use-graph';
import { expect, test } from 'vitest';
import type { AccountDay } from '../ad-platform.ts';

const t = useGraph();
const adAccountId = 'act_111';
const today = () => dayOf(t.clock.now(), 'America/Sao_Paulo' as TimeZone);
const back = (days: number) => addDays(today(), -days);
const month = () => ({ since: back(27), until: today() });
const campaignsOf = (id: string) => t.stub.accounts.find((account) => account.id === id)?.campaigns ?? [];
const liveCampaigns = () => campaignsOf('111').filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED');
const insightCalls = () => t.stub.requests.filter(({ path }) => path.endsWith('/insights'));

/** The stub's figures of an object on the days of a window, without days without delivery. */
const shown = (objectId: string, since: TenantDay, until: TenantDay) =>
  daysFrom(since, until)
    .map((day) => ({ day, ...t.stub.shown(objectId, day) }))
    .filter(({ impressions }) => impressions > 0);
const plain = (rows: readonly AccountDay[]) =>
  rows.map(({ day, spend, impressions, clicks }) => ({ day, spend, impressions, clicks }));

test('lists all ad accounts with time zone and currency, across pages and empty pages', async () => {
  t.stub.limits.pageRowsMax = 1;
  expect(await t.graph.adAccounts(t.token)).toEqual([
    { id: 'act_111', name: 'Conta BR', currency: 'BRL', accountStatus: 1, timeZone: 'America/Sao_Paulo' },
    { id: 'act_222', name: 'US account', currency: 'USD', accountStatus: 1, timeZone: 'America/New_York' },
    { id: 'act_333', name: 'Conta de cliente', currency: 'BRL', accountStatus: 2, timeZone: 'America/Sao_Paulo' },
  ]);
  expect(t.stub.requests).toHaveLength(4);
});

test('lists all campaigns of an account except archived and deleted ones', async () => {
  t.stub.limits.pageRowsMax = 2;
  const campaigns = await t.graph.campaigns(t.token, adAccountId);
  expect(campaigns).toEqual(liveCampaigns().map(({ id, name, status }) => ({ id, name, status, adAccountId })));
});

test('sends the appsecret proof with every page, and the token only in the header', async () => {
  t.stub.limits.pageRowsMax = 2;
  await t.graph.campaigns(t.token, adAccountId);
  expect(t.stub.requests.length).toBeGreaterThan(2);
  for (const { url, headers } of t.stub.requests) {
    expect(url.searchParams.get('appsecret_proof')).toMatch(/^[0-9a-f]{64}$/);
    expect(url.href).not.toContain(t.token);
    expect(headers.authorization).toBe(`Bearer ${t.token}`);
  }
});

test('rejects an account without access and a malformed account id, the latter without a call', async () => {
  const refusal = { action: 'permission', code: expect.stringMatching(/^(no_account_access|object_not_seen)$/) };
  await expect(t.graph.campaigns(t.token, 'act_333')).rejects.toMatchObject(refusal);
  await expect(t.graph.campaigns(t.token, 'act_999')).rejects.toMatchObject(refusal);
  const calls = t.stub.requests.length;
  await expect(t.graph.campaigns(t.token, '../me/permissions')).rejects.toMatchObject(refusal);
  expect(t.stub.requests).toHaveLength(calls);
});

test('reads the days of each campaign, without empty days and not beyond today', async () => {
  const rows = await t.graph.dailyInsights(t.token, {
    adAccountId,
    ...month(),
    until: addDays(today(), 5),
    level: 'campaign',
  });
  for (const { id, name } of liveCampaigns()) {
    const own = rows.filter((row) => row.campaignId === id);
    expect(plain(own)).toEqual(shown(id, back(27), today()));
    expect(own[0]).toMatchObject({ accountId: 'act_111', currency: 'BRL', campaignName: name });
  }
  expect(new Set(rows.map((row) => row.campaignId)).size).toBe(liveCampaigns().length);
});

test('reads the same rows in one page and in many, empty pages included', async () => {
  const query = { adAccountId, ...month(), level: 'ad' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  t.stub.limits.pageRowsMax = 7;
  expect(await t.graph.dailyInsights(t.token, query)).toEqual(whole);
  expect(insightCalls().length).toBeGreaterThan(whole.length / 7);
});

test('counts a row that comes on two pages once, with the values of the later page', async () => {
  const row = {
    account_id: '111',
    account_currency: 'BRL',
    campaign_id: '1',
    date_start: '2026-11-01',
    date_stop: '2026-11-01',
    clicks: '0',
  };
  const next = 'https://graph.example/v26.0/act_111/insights?after=x';
  const moved = await startGraphTest({
    graphUrl: 'https://graph.example',
    fetch: async (url) =>
      String(url).includes('after=')
        ? Response.json({
            data: [
              { ...row, spend: '2.50' },
              { ...row, campaign_id: '2', spend: '1' },
            ],
          })
        : Response.json({ data: [{ ...row, spend: '2.40' }], paging: { next } }),
  });
  const rows = await moved.graph.dailyInsights(moved.token, { adAccountId, ...month(), level: 'campaign' });
  expect(rows.map(({ campaignId, spend }) => [campaignId, spend])).toEqual([
    ['1', '2.50'],
    ['2', '1.00'],
  ]);
  await moved.stub.close();
});

test('names ad set and campaign of each ad, and ads add up to their campaign to the cent', async () => {
  const [campaign] = liveCampaigns();
  const query = { adAccountId, campaignIds: [campaign!.id], ...month() };
  const days = await t.graph.dailyInsights(t.token, { ...query, level: 'campaign' });
  for (const level of ['adset', 'ad'] as const) {
    const rows = await t.graph.dailyInsights(t.token, { ...query, level });
    for (const { day, spend } of days) {
      expect(sumMoney(rows.filter((row) => row.day === day).map((row) => row.spend))).toBe(spend);
    }
    expect(rows.every(({ adsetId, adsetName }) => adsetId && adsetName)).toBe(true);
    expect(rows.every(({ adId, adName }) => Boolean(adId && adName) === (level === 'ad'))).toBe(true);
  }
});

test('reads hours that add up to their day to the cent, and today only up to the last full hour', async () => {
  const query = { adAccountId, since: back(2), until: today(), level: 'campaign' } as const;
  const hours = await t.graph.hourlyInsights(t.token, query);
  const days = await t.graph.dailyInsights(t.token, query);
  expect(days.length).toBeGreaterThan(3);
  for (const { campaignId, day, spend } of days) {
    const own = hours.filter((row) => row.campaignId === campaignId && row.day === day);
    expect(sumMoney(own.map((row) => row.spend))).toBe(spend);
    expect(new Set(own.map(({ hour }) => hour)).size).toBe(own.length);
  }
  // The clock is at 12:00 in São Paulo.
  expect(Math.max(...hours.filter(({ day }) => day === today()).map(({ hour }) => hour))).toBe(11);
});

test('reads the same rows by account and by campaign ids, and no other campaigns', async () => {
  const campaignIds = liveCampaigns()
    .slice(1, 3)
    .map(({ id }) => id);
  const query = { campaignIds, ...month(), level: 'campaign' } as const;
  const ofAccount = await t.graph.dailyInsights(t.token, { adAccountId, ...query });
  expect(new Set(ofAccount.map((row) => row.campaignId))).toEqual(new Set(campaignIds));
  expect(await t.graph.dailyInsights(t.token, query)).toEqual(ofAccount);
  expect(await t.graph.dailyInsights(t.token, { ...query, campaignIds: [] })).toEqual([]);
});

test.each(['ARCHIVED', 'DELETED'])('reads a linked campaign with status %s at every level', async (status) => {
  const { id } = campaignsOf('111').find((campaign) => campaign.status === status)!;
  const expected = shown(id, back(27), today());
  expect(expected.length).toBeGreaterThan(3);
  for (const target of [{ adAccountId, campaignIds: [id] }, { campaignIds: [id] }]) {
    expect(plain(await t.graph.dailyInsights(t.token, { ...target, ...month(), level: 'campaign' }))).toEqual(expected);
    for (const level of ['adset', 'ad'] as const) {
      const rows = await t.graph.dailyInsights(t.token, { ...target, ...month(), level });
      const total = sumMoney(rows.map((row) => row.spend));
      expect(total).toBe(sumMoney(expected.map(({ spend }) => spend as typeof total)));
    }
  }
});

test('includes the spend of deleted campaigns in the days of the account', async () => {
  const total = await t.graph.accountInsights(t.token, { adAccountId, ...month() });
  const rows = await t.graph.dailyInsights(t.token, { adAccountId, ...month(), level: 'campaign' });
  expect(plain(total)).toEqual(shown(adAccountId, back(27), today()));
  const gone = campaignsOf('111').filter((campaign) => !liveCampaigns().includes(campaign));
  for (const { day, spend } of total) {
    const parts = [
      ...rows.filter((row) => row.day === day).map((row) => row.spend),
      ...gone.map(({ id }) => t.stub.shown(id, day).spend as typeof spend),
    ];
    expect(sumMoney(parts)).toBe(spend);
  }
  expect(Number(sumMoney(total.map((row) => row.spend)))).toBeGreaterThan(
    Number(sumMoney(rows.map((row) => row.spend))),
  );
});

test('reads each account in its own currency', async () => {
  const rows = await t.graph.dailyInsights(t.token, { adAccountId: 'act_222', ...month(), level: 'campaign' });
  expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['USD']));
});

test('splits a window with too much data in halves, down to an asynchronous report for one day', async () => {
  const query = { adAccountId, since: back(9), until: back(1), level: 'ad' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  const perDay = Math.max(...[...Map.groupBy(whole, (row) => row.day).values()].map((rows) => rows.length));
  t.stub.limits.rowsMax = perDay - 1;
  const byDay = (rows: typeof whole) => rows.toSorted((a, b) => `${a.day}${a.adId}`.localeCompare(`${b.day}${b.adId}`));
  expect(byDay(await t.graph.dailyInsights(t.token, query))).toEqual(byDay(whole));
  expect(t.stub.requests.some(({ method }) => method === 'POST')).toBe(true);
});

test('splits a window when paging fails with "reduce the amount of data", without duplicate rows', async () => {
  const query = { adAccountId, ...month(), level: 'campaign' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  t.stub.limits.pageRowsMax = 10;
  const calls = insightCalls().length;
  t.stub.faults.next({ kind: 'slow', ms: 0 }, { times: 2, match: /insights/ });
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.reduceData }, { match: /insights/ });
  const rows = await t.graph.dailyInsights(t.token, query);
  expect(rows.length).toBe(whole.length);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(whole.map((row) => JSON.stringify(row))));
  expect(insightCalls().length - calls).toBeGreaterThan(4);
});

test('reads a large window by an asynchronous report, and waits for its status instead of 100 %', async () => {
  const query = { adAccountId, since: back(199), until: today(), level: 'campaign' } as const;
  t.stub.runs.nextStallsFor = 3;
  const rows = await t.graph.dailyInsights(t.token, query);
  for (const { id } of liveCampaigns()) {
    expect(plain(rows.filter((row) => row.campaignId === id))).toEqual(shown(id, query.since, query.until));
  }
  // Three status calls for a report that does not start, four until 100 %, one that says completed; then the pages.
  const calls = t.stub.requests.map(({ method, path }) => `${method} ${path.replace(/\d+/g, 'N')}`);
  expect(calls.slice(0, 10)).toEqual(['POST /act_N/insights', ...Array(8).fill('GET /N'), 'GET /N/insights']);
});

test.each([
  [1, 99],
  [2, 1_504_018],
])(
  'halves the window when it is refused with code %i, subcode %i, and asks no question twice',
  async (code, subcode) => {
    const query = { adAccountId, ...month(), level: 'campaign' } as const;
    const whole = await t.graph.dailyInsights(t.token, query);
    const before = insightCalls().length;
    const refusal = { status: 500, code, subcode, message: 'Service temporarily unavailable', isTransient: true };
    t.stub.faults.next({ kind: 'refuse', refusal }, { times: 2, match: /insights/ });
    const rows = await t.graph.dailyInsights(t.token, query);
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(whole.map((row) => JSON.stringify(row))));
    const asked = insightCalls()
      .slice(before)
      .map(({ params }) => `${params.get('time_range')} ${params.get('after')}`);
    expect(new Set(asked).size).toBe(asked.length);
    expect(t.pauses).toEqual([]);
  },
);

test('asks a window that is never answered four times, then its first half four times, and no more', async () => {
  const query = { adAccountId, ...month(), level: 'campaign' } as const;
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.service }, { times: 100, match: /insights/ });
  await expect(t.graph.dailyInsights(t.token, query)).rejects.toMatchObject({ action: 'retry' });
  const asked = Map.groupBy(insightCalls(), ({ params }) => params.get('time_range'));
  expect([...asked.values()].map((calls) => calls.length)).toEqual([4, 4]);
});

test('looks at a run again that is not known yet', async () => {
  const query = { adAccountId, since: back(199), until: today(), level: 'campaign' } as const;
  const refusal = { status: 400, code: 2601, subcode: 1_815_107, message: 'Report is not ready yet' };
  t.stub.faults.next({ kind: 'refuse', refusal }, { times: 2, match: /^GET \/\d+$/ });
  t.stub.faults.next({ kind: 'refuse', refusal }, { match: /^GET \/\d+\/insights/ });
  expect((await t.graph.dailyInsights(t.token, query)).length).toBeGreaterThan(500);
});

test('splits the window of a failed report, and gives up a report that never starts after five minutes', async () => {
  const query = { adAccountId, since: back(199), until: today(), level: 'campaign' } as const;
  t.stub.runs.nextEndsAs = 'Job Failed';
  expect((await t.graph.dailyInsights(t.token, query)).length).toBeGreaterThan(500);
  t.stub.runs.nextStallsFor = 1_000;
  const before = t.clock.now();
  await expect(t.graph.dailyInsights(t.token, query)).rejects.toMatchObject({ action: 'retry' });
  expect(t.clock.now() - before).toBeLessThan(6 * 60_000);
});

test('reads what is claimed by attribution window and how videos were watched with the calls that read the spend of ads', async () => {
  const window = { since: back(5), until: back(1) };
  const rows = await t.graph.dailyInsights(t.token, { adAccountId, ...window, level: 'ad' });
  expect(insightCalls()).toHaveLength(1);
  expect(rows.some(({ results }) => (results?.claims ?? []).length > 0 && results?.video)).toBe(true);
  for (const row of rows) {
    const [claimed, played] = [purchasesOf(row), playsOf({ ad: { id: row.adId!, name: row.adName! } }, row)];
    const found = row.results!.claims!.filter(({ action }) => action === 'purchase');
    expect(found.map(({ window: name, conversions }) => [name, Number(conversions)])).toEqual(
      CLAIM_WINDOWS.map((name) => [name, claimed[name]]).filter(([, count]) => count !== 0),
    );
    expect(row.results!.video).toEqual(played);
  }
  // Other sites are left out of answers by hour, and nothing of it is summed by campaign.
  for (const others of [
    await t.graph.dailyInsights(t.token, { adAccountId, ...window, level: 'campaign' }),
    await t.graph.hourlyInsights(t.token, { adAccountId, ...window, level: 'ad' }),
  ]) {
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ results }) => results)).toEqual([]);
  }
  expect(insightCalls().map(({ url }) => url.searchParams.has('action_attribution_windows'))).toEqual([
    true,
    ...Array(insightCalls().length - 1).fill(false),
  ]);
});

test.each([
  ['is not seen yet', { status: 400, code: 100, subcode: 33, message: 'Unsupported get request' }],
  [
    'lacks what was asked for',
    {
      status: 400,
      code: 100,
      message: "Cannot include spend in fields param because they weren't there while creating the report run.",
    },
  ],
])('looks again at a run that %s, and never takes it for an account without access', async (_, refusal) => {
  const query = { adAccountId, since: back(199), until: today(), level: 'campaign' } as const;
  t.stub.faults.next({ kind: 'refuse', refusal }, { times: 2, match: /^GET \/\d+$/ });
  t.stub.faults.next({ kind: 'refuse', refusal }, { times: 2, match: /^GET \/\d+\/insights/ });
  expect((await t.graph.dailyInsights(t.token, query)).length).toBeGreaterThan(500);
  t.stub.faults.next({ kind: 'refuse', refusal }, { times: 100, match: /^GET \/\d+\/insights/ });
  await expect(t.graph.dailyInsights(t.token, query)).rejects.toMatchObject({ action: 'retry', code: 'no_answer' });
});

test('reads the rows of a run in smaller pages when they are refused as too much', async () => {
  const query = { adAccountId, since: today(), until: today(), level: 'ad' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.reduceData }, { match: /^GET \/act_111\/insights/ });
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.reduceData }, { times: 2, match: /^GET \/\d+\/insights/ });
  expect(await t.graph.dailyInsights(t.token, query)).toEqual(whole);
  const limits = insightCalls().flatMap(({ path, params }) => (path.startsWith('/act') ? [] : [params.get('limit')]));
  expect(limits).toEqual(['500', '250', '125']);
});

test('asks for each day alone where rows are of several days at once', async () => {
  const query = { adAccountId, since: back(2), until: today(), level: 'campaign' } as const;
  const whole = await t.graph.hourlyInsights(t.token, query);
  t.stub.lists.rewrite = (rows, params) => {
    const { since, until } = JSON.parse(params.get('time_range') ?? '{}');
    return rows.map((row) => ({ ...row, date_start: since, date_stop: until }));
  };
  const plainly = (rows: typeof whole) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(plainly(await t.graph.hourlyInsights(t.token, query))).toEqual(plainly(whole));
});

test('lists ads without their pictures when one creative makes Facebook refuse the list', async () => {
  const whole = await t.graph.adObjects(t.token, adAccountId);
  const refusal = { status: 400, code: 100, subcode: 2_446_289, message: 'Invalid parameter' };
  t.stub.faults.next({ kind: 'refuse', refusal }, { match: /^GET \/act_111\/ads\b/ });
  expect(await t.graph.adObjects(t.token, adAccountId)).toEqual(
    whole.map((object) => ({ ...object, thumbnailUrl: null })),
  );
});

// airbytehq/airbyte#38835: '(#100) Tried accessing nonexisting field' refuses the whole question.
test('brings the spend of ads without claims when a field of these is known no more', async () => {
  const query = { adAccountId, since: back(2), until: today(), level: 'ad' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  t.stub.faults.next({ kind: 'refuse', refusal: { status: 400, code: 100, message: 'nonexisting field' } });
  const without = whole.map(({ results: _, ...row }) => row);
  expect(await t.graph.dailyInsights(t.token, query)).toEqual(without);
});

// airbytehq/airbyte#69150: ids of lower levels come as null.
test('reads what is null as absent', async () => {
  const query = { adAccountId, since: back(2), until: today(), level: 'campaign' } as const;
  const whole = await t.graph.dailyInsights(t.token, query);
  t.stub.lists.rewrite = (rows) =>
    rows.map((row) => ({ ...row, ad_id: null, adset_id: null, ad_name: null, campaign_name: null, clicks: null }));
  expect(await t.graph.dailyInsights(t.token, query)).toEqual(
    whole.map((row) => ({ ...row, campaignName: '', clicks: 0 })),
  );
});

// airbytehq/airbyte#86316: a limit of an account that says it is not transient, with its wait in a header of the refusal alone.
test('waits for the limit of an account that is called permanent', async () => {
  const refusal = { ...refusals.userThrottled, isTransient: false, regainMinutes: 9 };
  t.stub.faults.next({ kind: 'refuse', refusal });
  const asked = () => t.graph.accountInsights(t.token, { adAccountId, ...month() });
  await expect(asked()).rejects.toMatchObject({ action: 'throttled', waitMs: 9 * 60_000 });
  const calls = insightCalls().length;
  await expect(asked()).rejects.toMatchObject({ action: 'throttled' });
  expect(insightCalls()).toHaveLength(calls);
});

// jitsucom/jitsu#559: the last day is part of the window; a day of two would be twice as much.
test('asks for single days of which the last is part', async () => {
  const [day, next] = [back(3), back(2)];
  const one = { adAccountId, since: day, until: day };
  const both = await t.graph.accountInsights(t.token, { adAccountId, since: day, until: next });
  expect(await t.graph.accountInsights(t.token, one)).toEqual(both.filter((row) => row.day === day));
});
