import { randomUUID } from 'node:crypto';
import { registerApi } from '@tracker/api/app';
import { type StaffedTenant, useApi } from '@tracker/api/testing/use-api';
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createServer } from '@tracker/infra/http/server';
import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import { addDueNightlyJobs } from '@tracker/infra/jobs/nightly-scheduler';
import { createPgBossJobQueue } from '@tracker/infra/jobs/pg-boss-job-queue';
import { spendSync } from '@tracker/infra/jobs/queues';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { startOfHour } from '@tracker/schemas/primitives/local-hour';
import { addDays, dayOf, daysFrom } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import type { SpendDeps } from '@tracker/worker/ad-platforms/deps';
import { nightlySpendSyncs } from '@tracker/worker/ad-platforms/nightly-spend';
import { createIntradaySync, createSpendSync } from '@tracker/worker/ad-platforms/spend-sync';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { type GraphTest, startGraphTest } from '../kit/use-graph.ts';

/** A spend sync as a user requests it: API, job queue, worker, and the response when it has ended. */
let graph: GraphTest;
let jobs: JobQueue;
const api = useApi({
  before: async (clock) => {
    graph = await startGraphTest({ clock, deadlineMs: 20_000 });
    const { logger } = api.stack;
    jobs = await createPgBossJobQueue({ url: inject('postgresUrl'), logger });
  },
  adPlatforms: () => ({ jobs, adPlatforms: [graph.platform] }),
});

const spendDeps = (): SpendDeps => {
  const { caches, ...stack } = api.stack;
  return { ...stack, tenants: caches.tenants, jobs, adPlatforms: [graph.platform], clock: api.clock };
};
beforeAll(() => jobs.work(spendSync.queue, createSpendSync(spendDeps())));
afterAll(async () => {
  await jobs?.close({ graceMs: 100, deadlineMs: 5_000 });
  await graph?.stub.close();
});

let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
  const { tenantId } = tenant;
  const user = { userId: '1001', accountName: 'Ana Lima' };
  const connection = { ...user, token: graph.stub.tokens.issue(), expiresAtMs: null };
  await api.stack.postgres.withTenant(tenantId, (trx) =>
    saveConnection(trx, api.deps, { tenantId, platform: 'facebook' }, connection),
  );
});

const ZONE = 'America/Sao_Paulo' as TimeZone;
const campaigns = () => graph.stub.accounts[0]!.campaigns;
const post = (url: string, payload?: object) => tenant.admin.ask({ method: 'POST', url, payload });
/** Resolves when the spend of before the link is there, so that the run of the link disturbs no test. */
async function link(facebookCampaignId: string): Promise<void> {
  await post(`/api/campaigns/${tenant.campaignId}/connect-facebook`, { facebookCampaignId });
  await eventually(
    async () => {
      const links: { facebookCampaignId: string; lastSyncTime: string | null }[] = (
        await tenant.admin.ask('/api/facebook/connections')
      ).json();
      expect(links.find((one) => one.facebookCampaignId === facebookCampaignId)?.lastSyncTime).not.toBeNull();
      expect(await status()).toMatchObject({ isRunning: false });
    },
    { timeoutMs: 10_000 },
  );
}
const sync = () => post(`/api/campaigns/${tenant.campaignId}/sync-facebook`);
const status = async () => (await tenant.admin.ask('/api/facebook/sync-status')).json();
/** The runs that people asked for, and those of the night. */
const history = async (): Promise<{ trigger: string; totalSpend: number }[]> =>
  (await status()).syncHistory.filter(({ trigger }: { trigger: string }) => trigger !== 'linked');

/** The platform keeps its next answer about spend until the result is called. */
function holdInsights(): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  graph.stub.faults.next({ kind: 'held', until }, { match: /insights/ });
  return resolve;
}

const days = (count: number) => {
  const today = dayOf(api.clock.now(), 'America/Sao_Paulo' as TimeZone);
  return daysFrom(addDays(today, 1 - count), today);
};
const shown = (id: string, count: number) =>
  days(count).reduce((sum, day) => sum + Math.round(Number(graph.stub.shown(id, day).spend) * 100), 0) / 100;

describe('spend sync on request', { tags: ['§7.4'] }, () => {
  test('answers with days and total spend once it is done, and records the run in the history', async () => {
    await link(campaigns()[0]!.id);
    await link(campaigns()[1]!.id);
    const [one, other] = [campaigns()[0]!.id, campaigns()[1]!.id];
    const answer = await sync();
    const totalSpend = (shown(one, 90) * 100 + shown(other, 90) * 100) / 100;
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { campaignId: tenant.campaignId, success: true, dataPoints: expect.any(Number), totalSpend },
    ]);
    expect(await status()).toMatchObject({
      isRunning: false,
      progress: null,
      lastSyncTime: expect.any(String),
    });
    expect(await history()).toMatchObject([
      { campaignId: tenant.campaignId, trigger: 'manual', success: true, totalSpend, error: null },
    ]);

    const today = await tenant.editor.ask({ method: 'POST', url: `/api/campaigns/${tenant.campaignId}/sync-today` });
    expect(today.json()).toEqual({
      failedAccounts: [],
      success: true,
      campaignId: tenant.campaignId,
      dailySpend: Math.round((shown(one, 1) + shown(other, 1)) * 100) / 100,
      totalDailySpend: Math.round((shown(one, 1) + shown(other, 1)) * 100) / 100,
      date: days(1)[0],
    });
    const created = await post('/api/campaigns', { name: 'Sem conexão' });
    const unlinked = await post(`/api/campaigns/${created.json().campaignId}/sync-today`);
    expect(unlinked.json()).toMatchObject({
      success: true,
      dailySpend: null,
      totalDailySpend: today.json().dailySpend,
    });
    const all = (await post('/api/facebook/sync-all')).json();
    expect(all).toMatchObject({ totalCampaigns: 2, successfulSyncs: 2, failedSyncs: 0, totalSpend });
    const [{ accountSpend, linkedSpend, unallocated }] = (
      await tenant.admin.ask('/api/facebook/reconciliation')
    ).json();
    expect(linkedSpend).toBeCloseTo(shown(one, 28) + shown(other, 28), 2);
    expect(unallocated).toBeCloseTo(accountSpend - linkedSpend, 2);
    const actions = (await tenant.admin.ask('/api/audit-log')).json();
    expect(actions.filter(({ action }: { action: string }) => action === 'spend.sync')).toHaveLength(4);
  });

  test('brings the last 90 days of a campaign as soon as it is linked, once', async () => {
    const [one, other] = [campaigns()[0]!.id, campaigns()[1]!.id];
    await link(one);
    expect((await status()).syncHistory).toMatchObject([
      { campaignId: tenant.campaignId, trigger: 'linked', success: true, totalSpend: shown(one, 90) },
    ]);
    api.clock.advance(60_000);
    await link(other);
    const [newest] = (await status()).syncHistory;
    expect([newest.trigger, newest.totalSpend]).toEqual(['linked', shown(other, 90)]);
  });

  test('rejects a campaign without a link with 409', async () => {
    const refused = await sync();
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Esta campanha não está conectada ao Facebook']);
    expect((await post('/api/facebook/sync-all')).json()).toMatchObject({ totalCampaigns: 0, totalSpend: 0 });
  });

  test('rejects a second sync of the tenant while one runs, and shows its progress', async () => {
    await link(campaigns()[0]!.id);
    const answerNow = holdInsights();
    const first = sync();
    await eventually(async () =>
      expect(await status()).toMatchObject({ isRunning: true, progress: { done: 0, total: 1 } }),
    );
    for (const url of ['/api/facebook/sync-all', `/api/campaigns/${tenant.campaignId}/sync-today`]) {
      const second = await post(url);
      expect([second.statusCode, second.json().message]).toEqual([409, 'Já há uma sincronização em andamento']);
    }
    const other = await api.tenant();
    expect((await other.admin.ask('/api/facebook/sync-status')).json()).toMatchObject({ isRunning: false });
    answerNow();
    expect((await first).statusCode).toBe(200);
    expect(await status()).toMatchObject({ isRunning: false });
  });

  test('answers 502 with the ad platform’s reason in Portuguese, and keeps it in the history', async () => {
    await link(campaigns()[0]!.id);
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { match: /insights/ });
    const refused = await sync();
    const reason = expect.stringContaining('Gerenciador de Negócios');
    expect([refused.statusCode, refused.json().message]).toEqual([502, reason]);
    expect(await history()).toMatchObject([{ success: false, error: reason, dataPoints: 0 }]);
    // Without a valid token nothing can be requested.
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.expiredToken }, { match: /insights/ });
    expect((await sync()).statusCode).toBe(502);
    const gone = await sync();
    expect([gone.statusCode, gone.json().message]).toEqual([409, 'Reconecte o Facebook']);
  });

  test('can be followed by its run, which no other tenant sees', async () => {
    await link(campaigns()[0]!.id);
    const answerNow = holdInsights();
    const started = await post('/api/ad-platforms/facebook/sync');
    expect(started.statusCode).toBe(202);
    const url = `/api/ad-platforms/facebook/sync-runs/${started.json().runId}`;
    expect((await tenant.admin.ask(url)).json()).toEqual({ outcome: null });
    expect((await post(`/api/ad-platforms/facebook/links/${tenant.campaignId}/sync`)).statusCode).toBe(409);
    const other = await api.tenant();
    expect((await other.admin.ask(url)).statusCode).toBe(404);
    answerNow();
    await eventually(async () => {
      const { outcome } = (await tenant.admin.ask(url)).json();
      expect(outcome).toMatchObject({
        links: 1,
        successfulLinks: 1,
        totalSpend: shown(campaigns()[0]!.id, 90),
        error: null,
      });
    });

    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { match: /insights/ });
    const { runId } = (await post(`/api/ad-platforms/facebook/links/${tenant.campaignId}/sync`)).json();
    await eventually(async () => {
      const { outcome } = (await tenant.admin.ask(`/api/ad-platforms/facebook/sync-runs/${runId}`)).json();
      expect(outcome).toMatchObject({ successfulLinks: 0, error: expect.stringContaining('Gerenciador de Negócios') });
    });
    for (const path of ['other/status', `facebook/sync-runs/${randomUUID()}`, 'facebook/sync-runs/1']) {
      expect((await tenant.admin.ask(`/api/ad-platforms/${path}`)).statusCode).toBe(404);
    }
  });

  test('continues as a job when the requesting API server stops', async () => {
    await link(campaigns()[0]!.id);
    const answerNow = holdInsights();
    const other = createServer({ logger: api.stack.logger, trustProxy: false });
    await registerApi(other, api.deps);
    await other.ready();
    const url = `/api/campaigns/${tenant.campaignId}/sync-facebook`;
    const asked = other.inject({ method: 'POST', url, headers: { cookie: tenant.admin.cookie } });
    await eventually(async () => expect(await status()).toMatchObject({ isRunning: true }));
    await other.close();
    const answer = await asked;
    expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringContaining('segundo plano')]);
    answerNow();
    await eventually(async () => expect(await history()).toMatchObject([{ success: true }]), {
      timeoutMs: 10_000,
    });
  });
});

describe('spend of the day', () => {
  const connection = () =>
    api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_connections').selectAll().executeTakeFirstOrThrow(),
    );
  const isDue = async () => (await connection()).spend_due_at.getTime() <= api.clock.now();
  const run = () =>
    createIntradaySync(createSpendSync(spendDeps()))({
      ...{ id: randomUUID(), attempt: 1, signal: new AbortController().signal, progress: () => undefined },
      payload: { tenantId: tenant.tenantId, platform: 'facebook' },
    });
  let read: Positions = new Map();
  /** Into the figures, and the screens that are open hear of it. */
  async function process(): Promise<void> {
    const to = await api.stack.log.ends(EVENTS_TOPIC);
    for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
      await createBatchKit(api.stack, api.clock).process(records);
    }
    read = to;
  }
  const summary = async () => (await tenant.viewer.ask('/api/performance/summary')).json();

  test('follows the ad platform through the day, and asks it once in ten minutes for any number of viewers', async () => {
    api.clock.set(startOfHour(addDays(dayOf(api.clock.now(), ZONE), 1), 9, ZONE));
    tenant = { ...tenant, admin: await api.person(tenant, 'admin'), viewer: await api.person(tenant, 'viewer') };
    const [one, other] = [campaigns()[0]!.id, campaigns()[1]!.id];
    await link(one);
    await link(other);
    await run();
    await process();
    const morning = await summary();
    expect(morning.spend.today).toBeCloseTo(shown(one, 1) + shown(other, 1), 2);
    expect([morning.spendAt, await isDue()]).toEqual([new Date(api.clock.now()).toISOString(), false]);

    api.clock.advance(4 * 3_600_000);
    const insights = () => graph.stub.requests.filter(({ path }) => path.endsWith('/insights')).length;
    const [callsBefore, insightsBefore] = [graph.stub.requests.length, insights()];
    await Promise.all(Array.from({ length: 20 }, summary));
    expect(await isDue()).toBe(true);
    expect(graph.stub.requests.length).toBe(callsBefore); // who looks never asks the platform
    await run();
    await process();
    const noon = await summary();
    expect(noon.spend.today).toBeCloseTo(shown(one, 1) + shown(other, 1), 2);
    expect(noon.spend.today).toBeGreaterThan(morning.spend.today);
    expect(noon.spendAt).toBe(new Date(api.clock.now()).toISOString());
    expect(noon.yesterdayToNow.spend).toBeLessThan(noon.spend.yesterday);
    expect(await isDue()).toBe(false);
    expect(insights() - insightsBefore).toBe(2); // the sums of the campaigns, and, since they changed, their ads
    // In the history only when it fails.
    expect(await history()).toEqual([]);
    expect(await status()).toMatchObject({ isRunning: false });
  });

  test('makes a person who asks for a sync wait for the end of a run of the day', async () => {
    await link(campaigns()[0]!.id);
    graph.stub.faults.next({ kind: 'slow', ms: 700 }, { match: /insights/ });
    const running = run();
    await eventually(async () => expect(await status()).toMatchObject({ isRunning: true }));
    expect((await sync()).statusCode).toBe(200);
    expect(await running).toMatchObject({ links: 1 });
  });
});

describe('nightly spend sync', { tags: ['§9.25'] }, () => {
  /** One check of a process, limited to this tenant, because the store contains tenants of other tests. */
  const look = () => {
    const syncs = nightlySpendSyncs(spendDeps());
    const own = async () => (await syncs.subjects()).filter(({ payload }) => payload.tenantId === tenant.tenantId);
    return addDueNightlyJobs({ ...syncs, subjects: own });
  };
  const runs = async () => (await history()).map(({ trigger }) => trigger);

  test('runs once at 02:00 of the tenant’s time zone, however many processes check, and catches up once after downtime', async () => {
    const zone = 'America/Sao_Paulo' as TimeZone;
    await link(campaigns()[0]!.id);
    expect(await look()).toEqual([]);
    const two = startOfHour(addDays(dayOf(api.clock.now(), zone), 1), 2, zone);
    api.clock.set(two - 60_000);
    expect(await look()).toEqual([]);
    api.clock.set(two + 20 * 60_000);
    tenant = { ...tenant, admin: await api.person(tenant, 'admin') };
    await Promise.all([look(), look(), look()]);
    await eventually(async () => expect(await runs()).toEqual(['nightly']), { timeoutMs: 15_000 });
    expect((await history())[0]!.totalSpend).toBeCloseTo(shown(campaigns()[0]!.id, 28), 2);
    expect(await look()).toEqual([]);

    // Five days without a running process: one run catches up.
    api.clock.advance(5 * 86_400_000 + 3 * 3_600_000);
    tenant = { ...tenant, admin: await api.person(tenant, 'admin') };
    await look();
    await eventually(async () => expect(await runs()).toEqual(['catch-up', 'nightly']), { timeoutMs: 40_000 });
    expect(await look()).toEqual([]);
  });

  test('does not run without a link or after the connection has ended', async () => {
    api.clock.advance(2 * 86_400_000);
    expect(await look()).toEqual([]);
    await link(campaigns()[0]!.id);
    graph.stub.tokens.endAll(refusals.removedApp);
    tenant = { ...tenant, admin: await api.person(tenant, 'admin') };
    expect((await sync()).statusCode).toBe(502);
    api.clock.advance(2 * 86_400_000);
    expect(await look()).toEqual([]);
  });
});
