import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import { scheduleSpend, takeDueSpend, wantFreshSpend } from '@tracker/infra/ad-platforms/spend-schedule';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';
import type { SpendDeps } from './deps.ts';
import { addDueSpend } from './sweep-intraday.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();

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

const connection = () => ({ tenantId: tenant.tenantId, platform: 'facebook' });
const request = (trigger: SyncRequest['trigger'] = 'intraday'): SyncRequest => ({
  ...connection(),
  trigger,
  campaignId: null,
});
/** Those of other tests wait in the same table. */
const isDue = async () =>
  (await takeDueSpend(stack.postgres, graph.clock.now(), ['facebook'])).some(
    ({ tenantId }) => tenantId === tenant.tenantId,
  );
const schedule = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('ad_platform_connections').selectAll().executeTakeFirstOrThrow(),
  );
const history = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('ad_platform_sync_runs').selectAll().orderBy('started_at').execute(),
  );
const insightCalls = () => graph.stub.requests.filter(({ path }) => path.endsWith('/insights')).map(({ path }) => path);

let read: Positions = new Map();
/** Processes what the syncs appended; gives the number of this tenant's events. */
async function process(): Promise<number> {
  const to = await stack.log.ends(EVENTS_TOPIC);
  let events = 0;
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    events += records.filter(({ value }) => value.toString().includes(`"${tenant.tenantId}"`)).length;
    await batches.process(records);
  }
  read = to;
  return events;
}

interface Row {
  readonly source: string;
  readonly day: TenantDay;
  readonly spend: string;
  readonly ad_spends: string[];
  readonly hour_starts: string[];
  readonly hour_spends: string[];
}
const rows = async () => (await batches.rows(tenant.tenantId, 'ad_spend')) as unknown as Row[];
const cents = (amount: string) => Math.round(Number(amount) * 100);
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
const shown = (id: string, day: TenantDay) => cents(graph.stub.shown(id, day).spend);

describe('spend of the day', () => {
  it('reads today and yesterday of all links with two calls for each account, and two where a link spent nothing', async () => {
    for (const id of [...ids.slice(0, 3), dollarIds[0]!]) await kit.link(tenant, { platformCampaignId: id });
    const report = await kit.run(request());
    expect(report).toMatchObject({ links: 4, successfulLinks: 4, error: null });
    const [whole, own] = ['/act_111/insights', `/${dollarIds[0]}/insights`];
    expect(insightCalls()).toEqual([whole, whole, whole, whole, own, own, '/act_222/insights', '/act_222/insights']);
    await process();
    const stored = await rows();
    for (const [id, zone] of [
      [ids[0]!, 'America/Sao_Paulo'],
      [ids[1]!, 'America/Sao_Paulo'],
      [dollarIds[0]!, 'America/New_York'],
    ] as const) {
      const today = dayOf(graph.clock.now(), zone as TimeZone);
      for (const day of [today, addDays(today, -1)]) {
        const row = stored.find((one) => one.source === `facebook/${id}` && one.day === day);
        expect([id, day, cents(row!.spend)]).toEqual([id, day, shown(id, day)]);
        expect([sum(row!.ad_spends), sum(row!.hour_spends)]).toEqual([shown(id, day), shown(id, day)]);
        const fromMs = startOfDay(day, zone as TimeZone);
        for (const start of row!.hour_starts) {
          expect((Number(start) * 1000 - fromMs) / HOUR_MS).toBeLessThan(24);
          expect(Number(start) * 1000).toBeGreaterThanOrEqual(fromMs);
        }
      }
    }
    expect(await history()).toEqual([]);
    // Their last 90 days have not come yet: the run of the link was lost.
    expect(kit.added).toEqual([{ ...request('linked') }]);
  });

  it('reads a whole account in as many calls when it has more links than a question may name', async () => {
    const { campaigns } = graph.stub.accounts[0]!;
    const links = [...campaigns.map(({ id }) => id), ...Array.from({ length: 50 }, (_, index) => `99${index}`)];
    for (const id of campaigns.map((one) => one.id)) await kit.link(tenant, { platformCampaignId: id });
    const [row] = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_campaign_links').selectAll().execute(),
    );
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('ad_platform_campaign_links')
        .values(links.slice(campaigns.length).map((id) => ({ ...row!, platform_campaign_id: id, name: id })))
        .execute(),
    );
    await kit.run(request());
    expect(insightCalls()).toEqual(Array(4).fill('/act_111/insights'));
    await process();
    const today = dayOf(graph.clock.now(), 'America/Sao_Paulo' as TimeZone);
    const spent = (await rows()).filter(({ day }) => day === today).map(({ spend }) => spend);
    expect(sum(spent)).toBe(shown('act_111', today));
  });

  it('appends only what changed: nothing at once, the new hours later, once', async () => {
    for (const id of ids) await kit.link(tenant, { platformCampaignId: id });
    await kit.run(request());
    expect(await process()).toBeGreaterThan(0);
    await kit.run(request());
    expect(await process()).toBe(0);
    graph.clock.advance(2 * HOUR_MS);
    await kit.run(request());
    const today = dayOf(graph.clock.now(), 'America/Sao_Paulo' as TimeZone);
    const changed = await process();
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(ids.length); // yesterday is as it was
    const spent = (await rows()).filter(({ day }) => day === today).map(({ spend }) => spend);
    expect(sum(spent)).toBe(shown('act_111', today));
  });

  it('keeps the hours of a day that costs the same in a run of many days, and drops them where it costs another sum', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.run(request());
    await process();
    const yesterday = addDays(dayOf(graph.clock.now(), 'America/Sao_Paulo' as TimeZone), -1);
    const hours = async () => {
      const row = (await rows()).find(({ day }) => day === yesterday);
      return [row!.spend, row!.hour_starts, row!.hour_spends];
    };
    const before = await hours();
    expect(before[1]).not.toEqual([]);
    await kit.run(request('nightly'));
    await process();
    expect(await hours()).toEqual(before);
    // The platform corrects a day within two days.
    graph.clock.advance(2 * 24 * HOUR_MS);
    await kit.run(request('nightly'));
    await process();
    const [spend, starts] = await hours();
    expect(starts).toEqual(spend === before[0] ? before[1] : []);
  });

  it('counts the spend of a moved link once', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.run(request());
    await process();
    const before = sum((await rows()).map(({ spend }) => spend));
    const other = `campanha-do-dia-${tenant.slug.slice(-8)}`;
    await stack.postgres.withTenant(tenant.tenantId, async (trx) => {
      await trx
        .insertInto('campaigns')
        .values({ campaign_id: other, tenant_id: tenant.tenantId, id: other, name: other })
        .execute();
      await trx.updateTable('ad_platform_campaign_links').set({ campaign_id: other }).execute();
    });
    await kit.run(request());
    await process();
    expect(sum((await rows()).map(({ spend }) => spend))).toBe(before);
    // In the new one alone.
    await kit.run(request());
    expect(await process()).toBe(0);
  });

  it('cuts days in the zone of a tenant that asks for it, three zones in the same calls', async () => {
    tenant = await createTenant(stack, { timeZone: 'Asia/Kathmandu' });
    await kit.connect(tenant);
    await kit.link(tenant, { platformCampaignId: ids[0]!, dayBasis: 'company' });
    await kit.link(tenant, { platformCampaignId: ids[1]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]!, dayBasis: 'company' });
    await kit.run(request());
    // Hours of an account's days are held against the sums of these days, and days without any against the account.
    expect(insightCalls()).toHaveLength(10);
    await process();
    const kathmandu = 'Asia/Kathmandu' as TimeZone;
    const today = dayOf(graph.clock.now(), kathmandu);
    for (const row of (await rows()).filter(({ source }) => source !== `facebook/${ids[1]}`)) {
      expect([today, addDays(today, -1)]).toContain(row.day);
      for (const start of row.hour_starts) expect(dayOf(Number(start) * 1000, kathmandu)).toBe(row.day);
      expect(sum(row.hour_spends)).toBe(cents(row.spend));
    }
  });

  it('falls back to days without hours or ads where the platform refuses them', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const refused = { kind: 'refuse', refusal: refusals.badParameter } as const;
    graph.stub.faults.next(refused, { match: /insights/ });
    expect(await kit.run(request())).toMatchObject({ successfulLinks: 1, error: null });
    await process();
    const today = dayOf(graph.clock.now(), 'America/Sao_Paulo' as TimeZone);
    const row = (await rows()).find(({ day }) => day === today);
    expect([cents(row!.spend), row!.hour_starts]).toEqual([shown(ids[0]!, today), []]);
  });
});

describe('schedule of spend', () => {
  const minutes = async () => ((await schedule()).spend_due_at.getTime() - graph.clock.now()) / MINUTE_MS;

  it('is due every 20 minutes, give or take two, once for all processes', async () => {
    expect([await isDue(), await isDue()]).toEqual([true, false]); // a new connection is due at once
    graph.clock.advance(22 * MINUTE_MS);
    const looks = await Promise.all([isDue(), isDue(), isDue()]);
    expect(looks.filter(Boolean)).toHaveLength(1);
    expect(await minutes()).toBeGreaterThanOrEqual(18);
    expect(await minutes()).toBeLessThanOrEqual(22);
    graph.clock.advance(17 * MINUTE_MS);
    expect(await isDue()).toBe(false);
  });

  it('is half as often from 75 % of the platform’s budget on, also for who opens the dashboard', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    graph.stub.usage.dropPerMinutePercent = 0;
    graph.stub.usage.set('111', 80);
    await kit.run(request());
    expect(await minutes()).toBeGreaterThanOrEqual(36);
    graph.clock.advance(30 * MINUTE_MS);
    await wantFreshSpend(stack.postgres, tenant.tenantId, graph.clock.now());
    expect(await isDue()).toBe(false);
    graph.stub.usage.set('111', 10);
    await kit.run(request());
    graph.clock.advance(23 * MINUTE_MS);
    expect(await isDue()).toBe(true);
  });

  it('pauses longer after each throttled run, without a call in between, and recovers', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const throttled = { kind: 'refuse', refusal: { ...refusals.insightsThrottled, regainMinutes: 7 } } as const;
    graph.stub.faults.next(throttled, { times: 2, match: /insights/ });
    expect(await kit.run(request())).toMatchObject({ successfulLinks: 0, error: { code: 'throttled' } });
    expect(insightCalls()).toHaveLength(1);
    expect(await minutes()).toBeCloseTo(40, 3);
    // A person who looks changes nothing about it.
    await wantFreshSpend(stack.postgres, tenant.tenantId, graph.clock.now() + 39 * MINUTE_MS);
    graph.clock.advance(39 * MINUTE_MS);
    expect(await isDue()).toBe(false);
    await kit.run(request());
    expect(await minutes()).toBeCloseTo(80, 3);
    expect(await history()).toMatchObject([{ trigger: 'intraday', success: false, error: { code: 'throttled' } }]);
    graph.clock.advance(80 * MINUTE_MS);
    await kit.run(request());
    expect(await schedule()).toMatchObject({ spend_refusals: 0, spend_at: new Date(graph.clock.now()) });
    expect(await history()).toHaveLength(1);
  });

  it('waits at least as long as the platform says', async () => {
    await scheduleSpend(stack.postgres, connection(), {
      ...{ endedAtMs: graph.clock.now(), isFresh: false, budgetPercent: 100, waitMs: 5 * HOUR_MS },
    });
    expect(await minutes()).toBe(300);
  });

  it('is due when a person looks at spend older than 10 minutes, at most once in 10 minutes', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    graph.clock.advance(20 * MINUTE_MS);
    const looks: number[] = [];
    const beganMs = graph.clock.now();
    for (let second = 0; second < 3_600; second += 30) {
      graph.clock.set(beganMs + second * 1000);
      for (let tab = 0; tab < 3; tab += 1) await wantFreshSpend(stack.postgres, tenant.tenantId, graph.clock.now());
      if (!(await isDue())) continue;
      looks.push(second / 60);
      await kit.run(request());
    }
    expect(looks).toEqual([0, 10, 20, 30, 40, 50]);
    expect(insightCalls()).toHaveLength(2 * looks.length); // campaigns and ads
  });

  it('asks a connection that has ended for nothing', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    graph.stub.tokens.endAll(refusals.expiredToken);
    await kit.run(request());
    graph.clock.advance(24 * HOUR_MS);
    await wantFreshSpend(stack.postgres, tenant.tenantId, graph.clock.now());
    expect(await isDue()).toBe(false);
  });
});

describe('one that fails', () => {
  it('leaves the runs of the other connections to be added in the same look', async () => {
    const other = await createTenant(stack);
    await kit.connect(other);
    graph.clock.advance(25 * MINUTE_MS);
    const own: string[] = [tenant.tenantId, other.tenantId];
    const tried: string[] = [];
    const jobs: SpendDeps['jobs'] = {
      ...kit.deps.jobs,
      async add(_, payload) {
        const { tenantId } = payload as SyncRequest;
        if (own.includes(tenantId)) tried.push(tenantId);
        if (tenantId === tried[0]) throw new TypeError('defect');
        return { id: tenantId, added: true };
      },
    };
    await addDueSpend({ ...kit.deps, jobs });
    expect(tried.sort()).toEqual(own.sort());
  });

  it('leaves the other ad accounts to be read in the same run', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await kit.link(tenant, { platformCampaignId: dollarIds[0]! });
    const platform: AdPlatform = {
      ...graph.platform,
      async hourlySpend(token, query, signal) {
        if (query.adAccountId === 'act_111') throw new TypeError('defect');
        return graph.platform.hourlySpend(token, query, signal);
      },
    };
    await expect(createSpendKit(stack, { ...graph, platform }).attempt(request())).rejects.toThrow('defect');
    await process();
    expect((await rows()).map(({ source }) => source)).not.toEqual([]);
    expect(new Set((await rows()).map(({ source }) => source)).size).toBe(1);
    await kit.run(request());
    await process();
    expect(new Set((await rows()).map(({ source }) => source)).size).toBe(2);
  });
});
