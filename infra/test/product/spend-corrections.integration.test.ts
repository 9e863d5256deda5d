// Six weeks of syncs with a platform that corrects its days, pages its lists, throttles, breaks connections and sends broken JSON.

import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import type { Processor } from '@tracker/processor/app';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { addDays, dayOf, daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { sourceOf } from '@tracker/worker/ad-platforms/spend-events';
import { createSpendKit } from '@tracker/worker/testing/spend-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { within } from '../kit/machine.ts';
import { type OpsKit, openOpsKit } from '../kit/ops-kit.ts';
import { STORIES, tries } from '../kit/stories.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';
import { startGraphTest } from '../kit/use-graph.ts';

vi.setConfig({ testTimeout: within(300_000) });

/** A day is settled after four weeks; so many days are. */
const SETTLED = tries(6, 12 * STORIES);
const DAYS_SYNCED = 28 + SETTLED;
const HOUR_MS = 3_600_000;
const zone = 'America/Sao_Paulo' as TimeZone;

let ops: OpsKit;
let processor: Processor;
let graph: Awaited<ReturnType<typeof startGraphTest>>;
let tenant: TestTenant;

beforeAll(async () => {
  ops = await openOpsKit();
  processor = await ops.processor();
  graph = await startGraphTest();
  tenant = await createTenant(ops);
});
afterAll(async () => {
  await processor?.stop();
  await graph?.stub.close();
  await ops?.close();
});

const caughtUp = () =>
  eventually(async () => expect(await ops.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n), { timeoutMs: 60_000 });

type Spent = Map<string, string>;

/** By source and day; ads are listed under their own id. */
async function spentInTables(): Promise<Spent> {
  const params = { tenantId: tenant.tenantId };
  const rows = await ops.clickhouse.query<{ place: string; total: string }>({
    name: 'test-spend',
    params,
    sql: `SELECT concat(source, ' ', toString(day)) AS place, toDecimalString(sum(spend), 2) AS total
          FROM ad_spend FINAL WHERE tenant_id = {tenantId:String} AND spend != 0 GROUP BY place`,
  });
  const ads = await ops.clickhouse.query<{ place: string; total: string }>({
    name: 'test-spend-of-ads',
    params,
    sql: `SELECT concat(ad_id, ' ', toString(day)) AS place, toDecimalString(sum(one_spend), 2) AS total
          FROM (SELECT day, ad_ids, ad_spends FROM ad_spend FINAL WHERE tenant_id = {tenantId:String})
          ARRAY JOIN ad_ids AS ad_id, ad_spends AS one_spend WHERE one_spend != 0 GROUP BY place`,
  });
  return new Map([...rows, ...ads].map(({ place, total }) => [place, total]));
}

/** The stub's figures for the linked campaigns and their ads; `of` is 'truth' for final figures or 'shown' for those shown now. */
function spentAtPlatform(ids: readonly string[], days: readonly TenantDay[], of: 'truth' | 'shown'): Spent {
  const campaigns = graph.stub.accounts.flatMap((account) => account.campaigns).filter(({ id }) => ids.includes(id));
  const places = campaigns.flatMap(({ id, adsets }) => [
    { id, name: sourceOf('facebook', id) },
    ...adsets.flatMap(({ ads }) => ads).map((ad) => ({ id: ad.id, name: ad.id })),
  ]);
  return new Map(
    places
      .flatMap(({ id, name }) => days.map((day): [string, string] => [`${name} ${day}`, graph.stub[of](id, day).spend]))
      .filter(([, spend]) => Number(spend) !== 0),
  );
}

const onDays = (spent: Spent, days: readonly TenantDay[]): Spent =>
  new Map([...spent].filter(([place]) => days.includes(place.slice(-10) as TenantDay)));

it('stores the final spend to the cent while a third of all calls fail, and identical spend after a replay', async () => {
  const { clock, stub } = graph;
  const kit = createSpendKit(ops.deps, graph);
  const token = stub.tokens.issue({ expiresInMs: null });
  const linked = [
    stub.accounts[0]!.campaigns[0]!,
    stub.accounts[0]!.campaigns[1]!,
    stub.accounts[0]!.campaigns[3]!,
    stub.accounts[1]!.campaigns[0]!,
  ];
  const ids = linked.map(({ id }) => id);
  const first = dayOf(clock.now(), zone);
  await kit.connect(tenant, token);
  for (const platformCampaignId of ids) await kit.link(tenant, { platformCampaignId });
  stub.faults.rate = 1 / 3;

  let failed = 0;
  for (let night = 1; night <= DAYS_SYNCED; night += 1) {
    clock.set(startOfDay(addDays(first, night), zone) + 2 * HOUR_MS);
    // Days that are open are as the last night read them, so all of its links must be read.
    if (night === DAYS_SYNCED) stub.faults.rate = 0;
    const report = await kit.run({
      tenantId: tenant.tenantId,
      platform: 'facebook',
      trigger: 'nightly',
      campaignId: null,
    });
    failed += report.links - report.successfulLinks;
  }
  // No question is asked more than four times in a run: what that leaves out, the next night reads.
  expect(failed).toBeLessThan((DAYS_SYNCED * ids.length) / 10);
  expect(stub.requests.length).toBeGreaterThan(DAYS_SYNCED * 8);
  await caughtUp();

  // The stub settles a day within 27 days: the first days are final, later ones are as shown at the last sync.
  const today = dayOf(clock.now(), zone);
  const settled = daysFrom(first, addDays(today, -28));
  const open = daysFrom(addDays(today, -27), addDays(today, -1));
  expect(settled.length).toBeGreaterThan(SETTLED);
  const spent = await spentInTables();
  expect(onDays(spent, settled)).toEqual(spentAtPlatform(ids, settled, 'truth'));
  expect(onDays(spent, open)).toEqual(spentAtPlatform(ids, open, 'shown'));

  expect(await ops.run('replay run', { fresh: true, yes: true })).toMatchObject({
    data: { status: 'ready', left: 0, failed: 0 },
  });
  expect(await ops.run('replay verify')).toMatchObject({ data: { same: true, differences: [] } });
  expect(await ops.run('replay swap', { yes: true })).toMatchObject({ data: { swapped: true } });
  expect(await spentInTables()).toEqual(spent);
});
