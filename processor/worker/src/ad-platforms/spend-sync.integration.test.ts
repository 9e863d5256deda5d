import { randomUUID } from 'node:crypto';
import { type AdPlatform, AdPlatformError, type SpendQuery } from '@tracker/infra/ad-platforms/ad-platform';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { addDays, dayOf, daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;

let tenant: TestTenant;
let kit: SpendKit;
let ids: string[];
let dollarIds: string[];
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  [ids, dollarIds] = graph.stub.accounts.map(({ campaigns }) => campaigns.map(({ id }) => id)) as [string[], string[]];
});

const request = (trigger: SyncRequest['trigger'] = 'manual', campaignId: string | null = null): SyncRequest => ({
  tenantId: tenant.tenantId,
  platform: 'facebook',
  trigger,
  campaignId,
});

let read: Positions = new Map();
/** Processes what the syncs appended. */
async function process(): Promise<void> {
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await batches.process(records);
  }
  read = to;
}

/** Cents by campaign and day. */
async function spent(): Promise<Map<string, number>> {
  await process();
  const ad_spend = await batches.rows(tenant.tenantId, 'ad_spend');
  const sums = new Map<string, number>();
  for (const row of ad_spend as { campaign_id: string; day: string; spend: string }[]) {
    const place = `${row.campaign_id} ${row.day}`;
    const cents = (sums.get(place) ?? 0) + Math.round(Number(row.spend) * 100);
    if (cents !== 0) sums.set(place, cents);
  }
  return sums;
}
const sum = (sums: Map<string, number>) => [...sums.values()].reduce((total, cents) => total + cents, 0);

const today = () => dayOf(graph.clock.now(), SAO_PAULO);
const lastDays = (count: number, until: TenantDay = today()) => daysFrom(addDays(until, 1 - count), until);
const shownCents = (id: string, days: readonly TenantDay[]) =>
  days.reduce((total, day) => total + Math.round(Number(graph.stub.shown(id, day).spend) * 100), 0);

const history = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('ad_platform_sync_runs').selectAll().orderBy('campaign_id').execute(),
  );
const asksOf = (id: string) => graph.stub.requests.filter(({ path }) => path === `/${id}/insights`).length;
const insightCalls = () => graph.stub.requests.filter(({ path }) => path.endsWith('/insights')).length;

describe('spend sync', () => {
  it('reads today and the 89 days before, and reports the number of days and their cost', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const report = await kit.run(request());
    const days = lastDays(90);
    const sent = days.filter((day) => graph.stub.shown(ids[0]!, day).impressions > 0);
    const cents = shownCents(ids[0]!, days);
    expect(report).toMatchObject({ error: null, links: 1, successfulLinks: 1, dataPoints: sent.length });
    expect(Math.round(Number(report.totalSpend) * 100)).toBe(cents);
    const sums = await spent();
    expect(sum(sums)).toBe(cents);
    expect([...sums.keys()].map((place) => place.slice(-10)).sort()[0]).toBe(sent[0]);
    expect(await history()).toMatchObject([
      {
        campaign_id: tenant.campaignId,
        trigger: 'manual',
        success: true,
        data_points: sent.length,
        error: null,
        warnings: [],
      },
    ]);
  });

  it.each([
    ['nightly', 28],
    ['today', 1],
    ['all', 90],
  ] as const)('reads the window of a %s sync: %i days', async (trigger, count) => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const report = await kit.run(request(trigger));
    expect(sum(await spent())).toBe(shownCents(ids[0]!, lastDays(count)));
    expect(Math.round(Number(report.todaySpend) * 100)).toBe(shownCents(ids[0]!, [today()]));
  });

  it('changes nothing when repeated, and sets a day to zero that the ad platform credits later', async () => {
    const isCredited = (id: string) => (day: TenantDay) =>
      graph.stub.shown(id, day).spend !== '0.00' && graph.stub.truth(id, day).spend === '0.00';
    const findCredited = () => ids.find((id) => lastDays(28).some(isCredited(id)));
    while (findCredited() === undefined) graph.clock.advance(86_400_000);
    const credited = findCredited()!;
    const recent = lastDays(28);
    await kit.link(tenant, { platformCampaignId: credited });
    await kit.run(request());
    const first = await spent();
    await kit.run(request());
    expect(await spent()).toEqual(first);
    graph.clock.advance(28 * 86_400_000);
    await kit.run(request());
    const settled = await spent();
    for (const day of recent) {
      const cents = Math.round(Number(graph.stub.truth(credited, day).spend) * 100);
      expect([day, settled.get(`${tenant.campaignId} ${day}`) ?? 0]).toEqual([day, cents]);
    }
    expect([...first.keys()].some((place) => !settled.has(place))).toBe(true);
  });

  it('adds up all links of one campaign, and does not sync other campaigns', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: ids[1]! });
    await kit.run(request('manual', tenant.campaignId));
    const days = lastDays(90);
    expect(sum(await spent())).toBe(shownCents(ids[0]!, days) + shownCents(ids[1]!, days));
    expect(await kit.run(request('manual', 'outra'))).toMatchObject({ links: 0, successfulLinks: 0 });
  });

  it('moves the spend of a moved link to its new campaign, and counts nothing twice', async () => {
    const other = `campanha-movida-${tenant.slug.slice(-8)}`;
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('campaigns')
        .values({ campaign_id: other, tenant_id: tenant.tenantId, id: other, name: other })
        .execute(),
    );
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.run(request());
    const before = await spent();
    await stack.postgres.withTenant(tenant.tenantId, (trx) => trx.deleteFrom('ad_platform_campaign_links').execute());
    await kit.link(tenant, { platformCampaignId: ids[0]!, campaignId: other });
    await kit.run(request('nightly'));
    const after = await spent();
    expect(sum(after)).toBe(sum(before));
    const [oldest] = lastDays(28);
    for (const place of after.keys()) {
      const [campaignId, day] = [place.slice(0, -11), place.slice(-10)];
      expect([place, campaignId]).toEqual([place, day >= oldest! ? other : tenant.campaignId]);
    }
  });
});

describe('spend in another currency', () => {
  it('is converted with the tenant’s rates; without a rate the sync succeeds with a warning', async () => {
    await kit.link(tenant, { platformCampaignId: dollarIds[0]!, dayBasis: 'company' });
    const without = await kit.run(request());
    expect(without).toMatchObject({ error: null, totalSpend: '0.00' });
    expect(without.dataPoints).toBeGreaterThan(10);
    expect((await history())[0]!.warnings).toEqual(
      expect.arrayContaining([{ code: 'rate_missing', currency: 'USD', days: expect.any(Number) }]),
    );
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('exchange_rates')
        .values({
          tenant_id: tenant.tenantId,
          currency: 'USD',
          day: '2020-01-01',
          rate: '5',
          version: '1',
          changed_by: 'test',
        })
        .execute(),
    );
    const dollars = sum(await spent()) / 100;
    expect(Number((await kit.run(request())).totalSpend)).toBeCloseTo(dollars * 5, 2);
  });
});

describe('ad account in another time zone', () => {
  it('says all warnings of all links of a campaign, each once', async () => {
    for (const platformCampaignId of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId });
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('ad_platform_campaign_links').set({ time_zone: 'America/New_York' }).execute(),
    );
    await kit.link(tenant, { platformCampaignId: dollarIds[0]!, dayBasis: 'company' });
    await kit.run(request('all'));
    const warnings = (await history()).flatMap((row) => row.warnings).map(({ code }) => code);
    expect(warnings.toSorted()).toEqual(['days_of_account', 'rate_missing']);
  });

  it('calls a link as the platform calls its campaign now', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    Object.assign(graph.stub.accounts[0]!.campaigns[0]!, { name: 'Outro nome' });
    await kit.run(request('intraday'));
    const { rows } = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      sql<{ name: string }>`SELECT name FROM ad_platform_campaign_links`.execute(trx),
    );
    expect(rows).toEqual([{ name: 'Outro nome' }]);
  });

  it('keeps the days of the account, with a warning', async () => {
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
    await kit.run(request());
    expect((await history())[0]!.warnings).toEqual(
      expect.arrayContaining([{ code: 'days_of_account', accountZone: 'America/New_York', companyZone: SAO_PAULO }]),
    );
    const accountToday = dayOf(graph.clock.now(), 'America/New_York' as TimeZone);
    expect(sum(await spent())).toBe(shownCents(dollarIds[0]!, lastDays(90, accountToday)));
  });

  it('assigns hourly spend to the tenant’s days when the link asks for it', async () => {
    const moved = await createTenant(stack, { timeZone: 'Asia/Kathmandu' });
    tenant = moved;
    await kit.connect(tenant);
    await kit.link(tenant, { platformCampaignId: ids[0]!, dayBasis: 'company' });
    await kit.run(request('nightly'));
    const sums = await spent();
    const kathmandu = 'Asia/Kathmandu' as TimeZone;
    const here = dayOf(graph.clock.now(), kathmandu);
    // Independent of the implementation: the platform's hours one by one.
    const hours = await graph.graph.hourlyInsights(graph.token, {
      adAccountId: 'act_111',
      campaignIds: [ids[0]!],
      since: addDays(here, -30),
      until: dayOf(graph.clock.now(), SAO_PAULO),
      level: 'campaign',
    });
    const wanted = new Map<string, number>();
    for (const { day, hour, spend } of hours) {
      // São Paulo has no daylight saving now: UTC minus three hours; Kathmandu is UTC plus 5:45.
      const beganMs = Date.parse(`${day}T00:00:00Z`) + (hour + 3) * 3_600_000;
      const there = new Date(beganMs + 5.75 * 3_600_000).toISOString().slice(0, 10) as TenantDay;
      if (there < addDays(here, -27) || spend === '0.00') continue;
      const place = `${tenant.campaignId} ${there}`;
      wanted.set(place, (wanted.get(place) ?? 0) + Math.round(Number(spend) * 100));
    }
    expect(sums).toEqual(wanted);
    expect((await history())[0]!.warnings).toEqual([]);
  });
});

describe('failing spend sync', () => {
  it('ends the connection of an invalid token, reports it for each link, and makes no further calls', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
    graph.stub.tokens.endAll(refusals.expiredToken);
    const report = await kit.run(request('all'));
    expect(report).toMatchObject({
      successfulLinks: 0,
      links: 2,
      error: { code: 'connection_expired' },
    });
    expect(insightCalls()).toBe(1);
    expect(await kit.run(request('nightly'))).toMatchObject({
      error: { code: 'connection_expired' },
      successfulLinks: 0,
    });
    expect(insightCalls()).toBe(1);
    // Connected again while an old run still reports an invalid token.
    await kit.connect(tenant, graph.stub.tokens.issue());
    expect(await kit.run(request('all'))).toMatchObject({ successfulLinks: 2, error: null });
  });

  it('fails only the links of an account without access, and says what to do', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: graph.stub.accounts[2]!.campaigns[0]!.id });
    expect(await kit.run(request('all'))).toMatchObject({
      links: 2,
      successfulLinks: 1,
      error: { code: 'no_account_access' },
    });
    expect(sum(await spent())).toBe(shownCents(ids[0]!, lastDays(90)));
  });

  it('succeeds with a warning when only the spend of ads cannot be read', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const refused = { kind: 'refuse', refusal: refusals.badParameter } as const;
    graph.stub.faults.next(refused, { after: 1, times: 2, match: /insights/ });
    expect(await kit.run(request())).toMatchObject({ successfulLinks: 1, error: null });
    expect(sum(await spent())).toBe(shownCents(ids[0]!, lastDays(90)));
    expect((await history())[0]).toMatchObject({ success: true, warnings: [{ code: 'ad_spend_missing' }] });
  });

  it('waits as long as the ad platform says when throttled, shows it, and resumes where it stopped', async () => {
    const state = createSyncState({ postgres: stack.postgres, clock: graph.clock }, 'facebook');
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
    const throttled = { ...refusals.insightsThrottled, regainMinutes: 7 };
    graph.stub.faults.next({ kind: 'refuse', refusal: throttled }, { match: new RegExp(`${dollarIds[0]}/insights`) });
    const runId = randomUUID();
    const pause = await kit.attempt(request('manual'), { runId }).catch((error: unknown) => error);
    expect(pause).toBeInstanceOf(RetryJobLater);
    const untilMs = graph.clock.now() + (pause as RetryJobLater).afterMs;
    expect((pause as RetryJobLater).afterMs).toBe(7 * 60_000);
    expect(await state.read(tenant.tenantId)).toMatchObject({ runId, done: 1, total: 2, waitingUntilMs: untilMs });
    // No other sync starts meanwhile.
    expect(await kit.attempt(request('all')).catch((error: unknown) => error)).toBeInstanceOf(RetryJobLater);

    graph.clock.set(untilMs);
    const asked = insightCalls();
    const report = await kit.run(request('manual'), { runId });
    expect(report).toMatchObject({ links: 2, successfulLinks: 2, error: null });
    // Of the second account alone: its campaigns and ads, and its sums for the days without spend.
    expect(insightCalls() - asked).toBe(4);
    expect(await state.read(tenant.tenantId)).toBeUndefined();
    expect(await history()).toHaveLength(1);
  });

  it('fails after hours of throttling, and says why', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.insightsThrottled }, { times: 100, match: /insights/ });
    const beganMs = graph.clock.now();
    expect(await kit.run(request('all'))).toMatchObject({
      successfulLinks: 0,
      error: { code: 'throttled' },
    });
    expect(graph.clock.now() - beganMs).toBeLessThan(8 * 3_600_000);
  });

  it('resumes a killed run without a second history entry, duplicate spend or repeated calls', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
    const runId = randomUUID();
    const killed = new AbortController();
    graph.stub.faults.next({ kind: 'hang' }, { match: new RegExp(`${dollarIds[0]}/insights`) });
    const attempt = kit.attempt(request('all'), { runId, signal: killed.signal });
    await expect.poll(() => asksOf(dollarIds[0]!) > 0).toBe(true);
    killed.abort(new Error('killed'));
    await expect(attempt).rejects.toThrow('killed');
    const asked = asksOf(ids[0]!);
    expect(await kit.run(request('all'), { runId })).toMatchObject({ links: 2, successfulLinks: 2 });
    // The share of the account that is linked is asked of the account.
    expect(asksOf(ids[0]!) - asked).toBe(0);
    expect(await history()).toHaveLength(1);
    const accountToday = dayOf(graph.clock.now(), 'America/New_York' as TimeZone);
    expect(sum(await spent())).toBe(
      shownCents(ids[0]!, lastDays(90)) + shownCents(dollarIds[0]!, lastDays(90, accountToday)),
    );
  });

  it('releases a lease that is not renewed', async () => {
    const state = createSyncState({ postgres: stack.postgres, clock: graph.clock }, 'facebook');
    expect(await state.claim(tenant.tenantId, randomUUID(), 60_000)).toBeDefined();
    expect(await state.claim(tenant.tenantId, randomUUID(), 60_000)).toBeUndefined();
    graph.clock.advance(60_000);
    expect(await state.read(tenant.tenantId)).toBeUndefined();
    expect(await state.claim(tenant.tenantId, randomUUID(), 60_000)).toBeDefined();
  });
});

describe('total of an ad account', () => {
  it('holds the spend of the whole account and of its linked campaigns, deleted campaigns included', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.run(request('all'));
    const days = lastDays(28);
    const [row] = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_account_totals').selectAll().execute(),
    );
    expect(Math.round(Number(row!.account_spend) * 100)).toBe(shownCents('act_111', days));
    expect(Math.round(Number(row!.linked_spend) * 100)).toBe(shownCents(ids[0]!, days));
    expect(Number(row!.account_spend)).toBeGreaterThan(Number(row!.linked_spend));
  });
});

describe('nightly spend sync', () => {
  it('is recorded as catch-up when it runs late', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const two = startOfDay(addDays(today(), 1), SAO_PAULO) + 2 * 3_600_000;
    for (const [afterMs, trigger] of [
      [10 * 60_000, 'nightly'],
      [5 * 3_600_000, 'catch-up'],
    ] as const) {
      graph.clock.set(two + afterMs);
      await kit.run(request('nightly'));
      const runs = await history();
      expect(runs.some((run) => run.trigger === trigger)).toBe(true);
    }
  });
});

describe('an ad account that fails', () => {
  const failing = (method: 'dailySpend' | 'accountSpend', error: Error): SpendKit => {
    const platform: AdPlatform = {
      ...graph.platform,
      async [method](token: string, query: SpendQuery, signal?: AbortSignal) {
        if (query.adAccountId === 'act_111') throw error;
        return graph.platform[method](token, query, signal);
      },
    };
    return createSpendKit(stack, { ...graph, platform });
  };
  beforeEach(async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
  });

  it('leaves the others to be read in the same run, and is read by the next attempt', async () => {
    const runId = randomUUID();
    await expect(failing('dailySpend', new TypeError('defect')).attempt(request(), { runId })).rejects.toThrow(
      'defect',
    );
    await process();
    const sources = async () =>
      new Set(((await batches.tables(tenant.tenantId)).ad_spend as { source: string }[]).map(({ source }) => source))
        .size;
    expect(await sources()).toBe(1);
    expect(await kit.run(request(), { runId })).toMatchObject({ links: 2, successfulLinks: 2 });
    await process();
    expect(await sources()).toBe(2);
  });

  it('leaves the totals of the others to be compared', async () => {
    const refused = new AdPlatformError('permanent', { code: 'refused', number: 1 }, 'refused');
    expect(await failing('accountSpend', refused).run(request('all'))).toMatchObject({ links: 2, successfulLinks: 2 });
    const totals = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_account_totals').select('ad_account_id').execute(),
    );
    expect(totals).toHaveLength(1);
  });
});
