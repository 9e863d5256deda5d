// What a list leaves out is asked of the level above, in every run; and an answer that does not fit its question changes nothing.
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Row } from '@tracker/standalone/facebook-stub/insights';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;
const RUNS = ['intraday', 'today', 'nightly', 'all', 'manual'] as const;

let tenant: TestTenant;
let kit: SpendKit;
let ids: string[];
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  ids = graph.stub.accounts[0]!.campaigns.map(({ id }) => id);
});

const run = (trigger: SyncRequest['trigger']) =>
  kit.run({ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null });
const today = () => dayOf(graph.clock.now(), SAO_PAULO);
const daysOf = (trigger: (typeof RUNS)[number]) =>
  daysFrom(addDays(today(), { intraday: -1, today: 0, nightly: -27, all: -89, manual: -89 }[trigger]), today());
const cents = (text: unknown) => Math.round(Number(text) * 100);
const shown = (id: string, day: TenantDay) => cents(graph.stub.shown(id, day).spend);

let read: Positions = new Map();
/** Cents of campaigns by source and day, with those of their ads. */
async function stored() {
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await batches.process(records);
  }
  read = to;
  const rows = (await batches.rows(tenant.tenantId, 'ad_spend')) as unknown as {
    source: string;
    day: TenantDay;
    spend: string;
    ad_spends: string[];
  }[];
  return new Map(
    rows.map(({ source, day, spend, ad_spends }) => [
      `${source.split('/')[1]} ${day}`,
      { whole: cents(spend), ads: ad_spends.reduce((sum, ad) => sum + cents(ad), 0) },
    ]),
  );
}
const insightLevels = (from: number) =>
  graph.stub.requests
    .slice(from)
    .filter(({ path }) => path.endsWith('/insights'))
    .map(({ params }) => params.get('level') ?? '');

describe('an ad that was deleted', () => {
  it.each(RUNS)('leaves its money in the campaign in a run of trigger %s, and by ad with the rest', async (trigger) => {
    const [campaign] = graph.stub.accounts[0]!.campaigns;
    await kit.link(tenant, { platformCampaignId: campaign!.id });
    await kit.link(tenant, { platformCampaignId: ids[1]! });
    const [gone, ...others] = campaign!.adsets.flatMap(({ ads }) => ads);
    gone!.status = 'DELETED';
    await run(trigger);
    const found = await stored();
    for (const day of daysOf(trigger)) {
      const listed = others.reduce((sum, ad) => sum + shown(ad.id, day), 0);
      expect([day, found.get(`${campaign!.id} ${day}`)]).toEqual([
        day,
        { whole: shown(campaign!.id, day), ads: listed },
      ]);
    }
  });

  it('is not undone by the next run of the day', async () => {
    const [campaign] = graph.stub.accounts[0]!.campaigns;
    await kit.link(tenant, { platformCampaignId: campaign!.id });
    await run('all');
    campaign!.adsets[0]!.ads[0]!.status = 'DELETED';
    await run('all');
    const before = await stored();
    await run('intraday');
    expect(await stored()).toEqual(before);
  });
});

describe('a campaign that was deleted', () => {
  it.each(RUNS)('keeps what it spent in a run of trigger %s, though no list names it', async (trigger) => {
    for (const id of ids.slice(0, 3)) await kit.link(tenant, { platformCampaignId: id });
    await run('all');
    const before = await stored();
    graph.stub.accounts[0]!.campaigns[0]!.status = 'DELETED';
    graph.stub.lists.omitDeleted = true;
    await run(trigger);
    const after = await stored();
    expect([...after].map(([key, { whole }]) => [key, whole])).toEqual(
      [...before].map(([key, { whole }]) => [key, whole]),
    );
  });

  it.each(RUNS)(
    'before its day was first read is in a run of trigger %s what the platform says of it',
    async (trigger) => {
      for (const id of ids.slice(0, 3)) await kit.link(tenant, { platformCampaignId: id });
      graph.stub.accounts[0]!.campaigns[0]!.status = 'DELETED';
      graph.stub.lists.omitDeleted = true;
      await run(trigger);
      const found = await stored();
      for (const day of daysOf(trigger)) {
        expect([day, found.get(`${ids[0]} ${day}`)?.whole]).toEqual([day, shown(ids[0]!, day)]);
      }
    },
  );

  it.each(['intraday', 'nightly'] as const)(
    'after a morning without spend is not zero once its day is over, in a run of trigger %s',
    async (trigger) => {
      for (const id of ids.slice(0, 3)) await kit.link(tenant, { platformCampaignId: id });
      await run('all');
      const [gone] = ids;
      graph.clock.advance(DAY_MS);
      const day = today();
      graph.stub.lists.rewrite = (rows) => rows.filter((row) => row.campaign_id !== gone || row.date_start !== day);
      await run('intraday');
      graph.stub.lists.rewrite = (rows) => rows;
      graph.stub.accounts[0]!.campaigns[0]!.status = 'DELETED';
      graph.stub.lists.omitDeleted = true;
      graph.clock.advance(DAY_MS);
      await run(trigger);
      expect((await stored()).get(`${gone} ${day}`)?.whole).toBe(shown(gone!, day));
    },
  );

  it('brings its first load as well, in the platform’s own sum', async () => {
    for (const id of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: id });
    graph.stub.accounts[0]!.campaigns[0]!.status = 'DELETED';
    graph.stub.lists.omitDeleted = true;
    await run('linked');
    const found = await stored();
    for (const day of daysOf('all')) expect(found.get(`${ids[0]} ${day}`)?.whole).toBe(shown(ids[0]!, day));
  });
});

describe('an empty answer', () => {
  const empty = (levels: readonly string[]) => {
    graph.stub.lists.rewrite = (rows, params) => (levels.includes(params.get('level') ?? '') ? [] : rows);
  };

  it.each(RUNS)(
    'changes nothing while the account’s own sum has the spend, in a run of trigger %s',
    async (trigger) => {
      for (const many of [1, 2]) {
        await kit.link(tenant, { platformCampaignId: ids[many - 1]! });
        graph.stub.lists.rewrite = (rows) => rows;
        await run('all');
        const before = await stored();
        empty(['campaign', 'ad']);
        const report = await run(trigger);
        expect(report).toMatchObject({ links: many, successfulLinks: 0, error: { code: 'spend_vanished' } });
        expect(await stored()).toEqual(before);
      }
    },
  );

  it('is no first load while the account’s own sum has spend', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    empty(['campaign', 'ad']);
    expect(await run('linked')).toMatchObject({ successfulLinks: 0, error: { code: 'spend_vanished' } });
    expect(await stored()).toEqual(new Map());
  });

  it('is believed when the account’s own sum is empty, too', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await run('all');
    empty(['campaign', 'ad', 'account']);
    expect(await run('all')).toMatchObject({ successfulLinks: 1, error: null });
    expect([...(await stored()).values()].every(({ whole }) => whole === 0)).toBe(true);
  });
});

describe('an answer to another question', () => {
  const first = (change: (row: Row) => Row) => (rows: Row[]) => rows.map((row, at) => (at === 0 ? change(row) : row));
  const later = (day: unknown) => addDays(day as TenantDay, 1);
  const MISFITS = [
    ['of two days in one row', first((row) => ({ ...row, date_stop: later(row.date_stop) }))],
    [
      'of a day that was not asked for',
      first((row) => ({ ...row, date_start: '2020-01-01', date_stop: '2020-01-01' })),
    ],
    ['in another currency', first((row) => ({ ...row, account_currency: 'USD' }))],
    ['of another account', first((row) => ({ ...row, account_id: '999' }))],
    ['of another campaign', first((row) => ({ ...row, campaign_id: '4711' }))],
    ['of ads in the place of campaigns', first((row) => ({ ...row, ad_id: row.ad_id ? undefined : '1' }))],
  ] as const;

  it.each(MISFITS)('%s changes nothing in any run', async (_, rewrite) => {
    for (const id of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: id });
    await run('all');
    const before = await stored();
    graph.clock.advance(DAY_MS);
    for (const trigger of RUNS) {
      graph.stub.lists.rewrite = rewrite;
      const report = await run(trigger);
      expect([trigger, report.successfulLinks, report.error]).toEqual([
        trigger,
        0,
        { code: 'answer_misfits', account: 'Conta BR' },
      ]);
    }
    expect(await stored()).toEqual(before);
  });
});

describe('an answer by hour that lacks hours', () => {
  const HOUR = 'hourly_stats_aggregated_by_advertiser_time_zone';
  const withoutTens = (rows: Row[]) => rows.filter((row) => !String(row[HOUR] ?? '').startsWith('1'));

  it.each(['intraday', 'today'] as const)('takes no money from a day in a run of trigger %s', async (trigger) => {
    for (const id of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: id });
    await run('nightly');
    const before = await stored();
    graph.stub.lists.rewrite = withoutTens;
    for (const _ of ['once', 'and again']) {
      await run(trigger);
      expect([...(await stored())].map(([key, { whole }]) => [key, whole])).toEqual(
        [...before].map(([key, { whole }]) => [key, whole]),
      );
    }
  });

  it.each(['intraday', 'today'] as const)('is no whole day in the first run of all, of trigger %s', async (trigger) => {
    for (const id of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: id });
    graph.stub.lists.rewrite = withoutTens;
    await run(trigger);
    const found = await stored();
    expect(found.size).toBeGreaterThan(1);
    for (const [key, { whole }] of found) {
      const [id = '', day = ''] = key.split(' ');
      expect([key, whole]).toEqual([key, shown(id, day as TenantDay)]);
    }
  });

  it('believes a day that costs less in the sum of the platform, too', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await run('intraday');
    const before = await stored();
    graph.stub.lists.rewrite = (rows) => rows.map((row) => ({ ...row, spend: '0.01' }));
    await run('intraday');
    const after = await stored();
    const key = `${ids[0]} ${addDays(today(), -1)}`;
    expect(after.get(key)!.whole).toBeLessThan(before.get(key)!.whole);
  });
});

describe('calls for a healthy account', () => {
  it('are one in a run of the day without news, and two with it', async () => {
    for (const id of ids.slice(0, 3)) await kit.link(tenant, { platformCampaignId: id });
    const callsOf = async (trigger: (typeof RUNS)[number]) => {
      const from = graph.stub.requests.length;
      await run(trigger);
      await stored();
      return insightLevels(from);
    };
    // One of them spends nothing on some days: whether the list left it out is asked once for each day, of the account and not by campaign.
    const once = ['account', 'campaign'];
    expect(await callsOf('intraday')).toEqual(['campaign', 'ad', ...once]);
    expect(await callsOf('intraday')).toEqual(['campaign']);
    // What is compared with the account's sum in the night answers for the days without spend, too.
    expect(await callsOf('nightly')).toEqual(['campaign', 'ad', ...once]);
    expect(await callsOf('nightly')).toEqual(['campaign', 'ad', ...once]);
    expect(await callsOf('today')).toEqual(['campaign', 'ad']);
  });
});

describe('the sum of an account', () => {
  it('is compared with its campaigns day by day, and what no campaign is listed for is kept as a difference', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const totals = () =>
      stack.postgres.withTenant(tenant.tenantId, (trx) =>
        trx.selectFrom('ad_platform_account_totals').selectAll().executeTakeFirstOrThrow(),
      );
    await run('nightly');
    const whole = await totals();
    expect(whole).toMatchObject({ listed_spend: whole.account_spend, differing_days: 0 });
    graph.stub.lists.omitDeleted = true;
    await run('nightly');
    const deleted = graph.stub.accounts[0]!.campaigns.find(({ status }) => status === 'DELETED')!;
    const days = daysOf('nightly').filter((day) => shown(deleted.id, day) > 0);
    const { account_spend, listed_spend, differing_days } = await totals();
    const amount = days.reduce((sum, day) => sum + shown(deleted.id, day), 0);
    expect([cents(account_spend) - cents(listed_spend), differing_days]).toEqual([amount, days.length]);
  });
});
