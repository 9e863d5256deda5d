// Days that no run has read are asked for by the next run, from the first one on, and are known to be missing until then.
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import { readGaps } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, countDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;

let tenant: TestTenant;
let kit: SpendKit;
let id: string;
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  id = graph.stub.accounts[0]!.campaigns[0]!.id;
});

const request = (trigger: SyncRequest['trigger']): SyncRequest => ({
  ...{ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null },
});
const today = () => dayOf(graph.clock.now(), SAO_PAULO);
/** A run of the day, and what it asked for. */
async function runOfDay() {
  kit.added.length = 0;
  const report = await kit.run(request('intraday'));
  for (const asked of kit.added.splice(0)) await kit.run(asked as SyncRequest);
  return report;
}
const night = () => kit.run(request('nightly'));
const gaps = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    readGaps(trx, { tenantId: tenant.tenantId, platform: 'facebook' }, graph.clock.now()),
  );
const wantDays = (days: number) =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.updateTable('tenants').set({ spend_history_days: days }).execute(),
  );

let read: Positions = new Map();
/** Cents by day, of the days with a row. */
async function stored(): Promise<Map<string, number>> {
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await batches.process(records);
  }
  read = to;
  const rows = (await batches.rows(tenant.tenantId, 'ad_spend')) as { day: string; spend: string }[];
  return new Map(rows.map(({ day, spend }) => [day, Math.round(Number(spend) * 100)]));
}
const books = (days: readonly TenantDay[]) =>
  new Map(days.map((day) => [day, Math.round(Number(graph.stub.shown(id, day).spend) * 100)]));
const windows = () =>
  graph.stub.requests
    .filter(({ path, params }) => path === `/${id}/insights` && params.get('level') === 'campaign')
    .map(({ params }) => JSON.parse(params.get('time_range') ?? '{}') as { since: TenantDay; until: TenantDay })
    .map(({ since, until }) => [since, countDays(since, until)]);

describe('days that were read', () => {
  it('brings the days of a broken connection from the last one that was read, with their late corrections', async () => {
    await kit.link(tenant, { platformCampaignId: id });
    const first = addDays(today(), -89);
    await runOfDay();
    await night();
    graph.clock.advance(45 * DAY_MS);
    await kit.connect(tenant, graph.stub.tokens.issue());
    await runOfDay();
    await night();
    const days = daysFrom(first, today());
    expect([...(await stored())].sort()).toEqual([...books(days)].sort());
    expect(await gaps()).toEqual([]);
    await runOfDay();
    expect(kit.added).toEqual([]);
  });

  it('brings what a first load was refused, once the platform permits it', async () => {
    const every = { times: 100, match: /insights/ };
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { ...every, times: 3 });
    await kit.link(tenant, { platformCampaignId: id });
    await kit.run(request('linked'));
    expect(await gaps()).toMatchObject([{ platformCampaignId: id, days: 89, isTriedLately: true }]);
    graph.clock.advance(HOUR_MS + 1);
    await runOfDay();
    expect(await gaps()).toEqual([]);
    const days = daysFrom(addDays(today(), -89), today());
    expect([...(await stored())].sort()).toEqual([...books(days)].sort());
  });

  it('asks again once an hour, not in each run, while the missing days alone are refused', async () => {
    await kit.link(tenant, { platformCampaignId: id });
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { times: 2, match: /insights/ });
    await kit.run(request('linked'));
    await runOfDay();
    expect(await gaps()).toMatchObject([{ isTriedLately: true }]);
    graph.clock.advance(HOUR_MS + 1);
    await runOfDay();
    expect(await gaps()).toEqual([]);
  });

  it('reads as far back as the company chose, in windows, and keeps those that were read before it was stopped', async () => {
    await wantDays(365);
    await kit.link(tenant, { platformCampaignId: id });
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { after: 8, times: 2, match: /insights/ });
    await kit.run(request('linked'));
    const first = addDays(today(), -364);
    expect(windows()).toEqual([0, 90, 180].map((day) => [addDays(first, day), 90]));
    expect(await gaps()).toMatchObject([{ since: addDays(first, 180), days: 184 }]);
    graph.clock.advance(HOUR_MS + 1);
    await runOfDay();
    expect(await gaps()).toEqual([]);
    const days = daysFrom(addDays(today(), -364), today());
    expect([...(await stored())].sort()).toEqual([...books(days)].sort());
  });

  it('lacks nothing in a healthy life: a run of each night keeps all days read', async () => {
    await kit.link(tenant, { platformCampaignId: id });
    await runOfDay();
    for (let count = 0; count < 30; count += 1) {
      graph.clock.advance(DAY_MS);
      await night();
    }
    kit.added.length = 0;
    await kit.run(request('intraday'));
    expect([kit.added, await gaps()]).toEqual([[], []]);
  });

  it('is due at once after a person connected', async () => {
    await stack.postgres.withTenant(tenant.tenantId, async (trx) => {
      const connection = { token: graph.token, userId: '1', accountName: 'Ana', expiresAtMs: null };
      await saveConnection(
        trx,
        { ...stack, clock: graph.clock },
        { tenantId: tenant.tenantId, platform: 'facebook' },
        connection,
      );
      const row = await trx.selectFrom('ad_platform_connections').select('spend_due_at').executeTakeFirstOrThrow();
      expect(row.spend_due_at.getTime()).toBeLessThanOrEqual(graph.clock.now());
    });
  });
});
