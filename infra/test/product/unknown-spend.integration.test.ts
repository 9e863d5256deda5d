// Days of spend that no run has read are unknown wherever figures are asked for, and an account that refuses is named.
import { factsOf } from '@tracker/api/testing/facts';
import { type StaffedTenant, useApi } from '@tracker/api/testing/use-api';
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount } from '@tracker/standalone/facebook-stub/accounts';
import { createSpendKit, type SpendKit } from '@tracker/worker/testing/spend-kit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type GraphTest, startGraphTest } from '../kit/use-graph.ts';
import { withoutAdPlatforms } from '../kit/without-ad-platforms.ts';

let graph: GraphTest;
const api = useApi({
  before: async (clock) => {
    const account = (id: string, name: string) =>
      createAccount({ id, name, currency: 'BRL', timeZone: 'America/Sao_Paulo' as TimeZone, status: 1 }, [
        [`Campanha de ${name}`, 'ACTIVE'],
      ]);
    graph = await startGraphTest({ clock, accounts: [account('111', 'Conta A'), account('222', 'Conta B')] });
  },
  adPlatforms: (clock, logger) => ({ ...withoutAdPlatforms(clock, logger), adPlatforms: [graph.platform] }),
});
afterAll(() => graph?.stub.close());

const ZONE = 'America/Sao_Paulo' as TimeZone;
const [one, other] = ['23851110000', '23852220000'];
let tenant: StaffedTenant;
let kit: SpendKit;
let second: string;
beforeEach(async () => {
  api.clock.set(startOfHour(addDays(dayOf(api.clock.now(), ZONE), 1), 12, ZONE));
  access(true);
  tenant = await api.tenant();
  kit = createSpendKit(api.stack, { ...graph, clock: api.clock as GraphTest['clock'] });
  await connect();
  const made = await tenant.admin.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Segunda' } });
  second = made.json().campaignId;
  await kit.link(tenant, { platformCampaignId: one! });
  await kit.link(tenant, { platformCampaignId: other!, campaignId: second });
});

/** Of the person to the second account. */
const access = (isAccessible: boolean) => Object.assign(graph.stub.accounts[1]!, { isAccessible });

async function connect(): Promise<void> {
  const connection = { token: graph.stub.tokens.issue(), userId: '1001', accountName: 'Ana', expiresAtMs: null };
  await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    saveConnection(trx, api.deps, { tenantId: tenant.tenantId, platform: 'facebook' }, connection),
  );
}
const today = () => dayOf(api.clock.now(), ZONE);
let read: Positions = new Map();
async function run(trigger: SyncRequest['trigger']) {
  const report = await kit.run({ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null });
  const to = await api.stack.log.ends(EVENTS_TOPIC);
  for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await createBatchKit(api.stack, api.clock).process(records);
  }
  read = to;
  return report;
}
const get = async (path: string) => (await tenant.viewer.ask(`/api/${path}`)).json();
const summary = (first?: TenantDay, last = today()) =>
  get(`performance/summary${first ? `?startDate=${first}&endDate=${last}` : ''}`);
const figures = (query: string) => get(`figures?${query}`);
const cents = (amount: number) => Math.round(amount * 100);
const spent = (id: string, days: readonly TenantDay[]) =>
  days.reduce((sum, day) => sum + cents(Number(graph.stub.shown(id, day).spend)), 0);

describe('an account that refuses', () => {
  test('leaves the figures of all unknown, is named with its campaigns and since when, and hides nothing of the other', async () => {
    await run('linked');
    const at = new Date(api.clock.now()).toISOString();
    expect(await summary()).toMatchObject({
      spendKnown: { today: true, yesterday: true, thisMonth: true },
      spendAt: at,
      refusedSpend: [],
    });
    api.clock.advance(86_400_000);
    tenant = { ...tenant, viewer: await api.person(tenant, 'viewer') };
    const from = new Date(api.clock.now()).toISOString();
    access(false);
    await run('intraday');
    const seen = await summary();
    expect(seen).toMatchObject({
      spendKnown: { today: false, yesterday: false, thisMonth: false },
      roas: { today: null, yesterday: null, thisMonth: null },
      yesterdayToNow: { spend: null, roas: null },
      todaySoFar: { profit: null },
      spendAt: at,
      refusedSpend: [
        {
          account: 'Conta B',
          since: from,
          reason: expect.stringContaining('não tem acesso'),
          campaigns: [{ campaignId: second, name: 'Segunda' }],
        },
      ],
    });
    expect(cents(seen.spend.today)).toBe(spent(one!, [today()]));
    const rows = await figures(`from=${today()}&to=${today()}&by=campaign&metrics=spend,roas`);
    const known = new Map<string, { spend: number | null; roas: number | null }>(
      rows.rows.map((row: { keys: string[]; values: object }) => [row.keys[0], row.values]),
    );
    expect(known.get(second)).toEqual({ spend: null, roas: null });
    expect(cents(known.get(tenant.campaignId)?.spend ?? 0)).toBe(spent(one!, [today()]));
    expect(rows.total.values).toEqual({ spend: null, roas: null });
    const campaigns = await get(`campaigns?startDate=${today()}&endDate=${today()}`);
    const listed = campaigns.find((row: { campaignId: string }) => row.campaignId === second);
    expect(listed).toMatchObject({ spend: null, roas: null, cpa: null, roi: null, netProfit: null });
  });

  test('leaves no cent of rounding for what belongs to no campaign, where the total is unknown', async () => {
    const first = addDays(today(), -60);
    await factsOf(() => api.stack.clickhouse, tenant).clicks([{ at: `${first}T12:00:00Z` }]);
    const tax = { kind: 'spend-tax', from: first, percent: '12.15' };
    const saved = await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload: tax });
    expect(saved.statusCode, saved.body).toBe(201);
    await run('linked');
    api.clock.advance(86_400_000);
    tenant = { ...tenant, viewer: await api.person(tenant, 'viewer') };
    access(false);
    await run('intraday');
    const rests = [];
    for (let back = 2; back <= 30; back += 4) {
      const { total, withoutCampaign } = await get(
        `performance/net?startDate=${addDays(today(), -back)}&endDate=${today()}`,
      );
      expect(total.profit).toBeNull();
      rests.push([back, withoutCampaign.spendTax, withoutCampaign.profit]);
    }
    expect(rests).toEqual(rests.map(([back]) => [back, 0, 0]));
  });

  test('makes no success of a sync of its campaign, and says of all which account is missing', async () => {
    const { platform } = graph;
    expect(platform.isConfigured).toBe(true);
    await run('linked');
    access(false);
    const report = await kit.run({
      ...{ tenantId: tenant.tenantId, platform: 'facebook', trigger: 'today', campaignId: second },
    });
    expect(report).toMatchObject({
      ownError: { code: 'no_account_access' },
      failedAccounts: [{ name: 'Conta B', error: { code: 'no_account_access' } }],
    });
  });
});

describe('days before and between what was read', () => {
  test('are unknown in sums, by day and by ad, and known again once a run has read them', async () => {
    await run('linked');
    const days = daysFrom(addDays(today(), -89), today());
    const first = addDays(today(), -91);
    expect(await summary(days[0])).toMatchObject({ spendKnown: { range: true }, unknownSpendDays: { range: 0 } });
    const wide = await summary(first);
    expect(wide).toMatchObject({ spendKnown: { range: false }, unknownSpendDays: { range: 2 }, range: { roas: null } });
    expect(cents(wide.range.spend)).toBe(spent(one!, days) + spent(other!, days));
    const byDay = await figures(`from=${first}&to=${today()}&by=day&metrics=spend&limit=200`);
    const values = new Map(
      byDay.rows.map((row: { keys: string[]; values: { spend: number | null } }) => [row.keys[0], row.values.spend]),
    );
    for (const day of days) {
      expect([day, cents(Number(values.get(day) ?? 0))]).toEqual([day, spent(one!, [day]) + spent(other!, [day])]);
    }
    expect(values.get(first) ?? null).toBeNull();
    const byAd = await figures(`from=${first}&to=${today()}&by=ad&metrics=spend&limit=200`);
    expect(byAd).toMatchObject({ rows: expect.any(Array) });
    expect(new Set(byAd.rows.map((row: { values: { spend: number | null } }) => row.values.spend))).toEqual(
      new Set([null]),
    );

    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('tenants').set({ spend_history_days: 120 }).execute(),
    );
    await run('linked');
    expect(await summary(first)).toMatchObject({ spendKnown: { range: true }, unknownSpendDays: { range: 0 } });
  });

  test('have no verdict, and those of which people entered spend are known', async () => {
    await run('linked');
    const day = addDays(today(), -100);
    const query = `from=${day}&to=${day}&by=campaign&metrics=spend`;
    expect((await figures(query)).total.values.spend).toBeNull();
    for (const campaignId of [tenant.campaignId, second]) {
      const entered = { day, source: 'tiktok', amount: '12.50' };
      const saved = await tenant.editor.ask({
        method: 'PUT',
        url: `/api/campaigns/${campaignId}/spend`,
        payload: entered,
      });
      expect(saved.statusCode, saved.body).toBe(200);
    }
    await run('today');
    expect((await figures(query)).total.values.spend).toBe(25);
  });
});
