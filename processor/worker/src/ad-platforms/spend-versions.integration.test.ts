import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { LogRecord, Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { playsOf, purchasesOf } from '@tracker/standalone/facebook-stub/results';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();
const zone = 'America/Sao_Paulo' as TimeZone;

let tenant: TestTenant;
let kit: SpendKit;
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
});

const campaigns = () => graph.stub.accounts[0]!.campaigns;
const id = () => campaigns()[0]!.id;
const today = () => dayOf(graph.clock.now(), zone);

let read: Positions = new Map();
let records: LogRecord[] = [];
beforeEach(() => {
  records = [];
});
/** A sync, and what the processor makes of it; gives the moment of the sync. */
async function sync(trigger: SyncRequest['trigger']): Promise<number> {
  const atMs = graph.clock.now();
  await kit.run({ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null });
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const some of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    const own = some.filter(({ value }) => value.toString().includes(`"${tenant.tenantId}"`));
    await batches.process(own);
    records.push(...own);
  }
  read = to;
  return atMs;
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const shown = (day: TenantDay, campaign = id()) => cents(graph.stub.shown(campaign, day).spend);
const ms = (text: unknown) => (text === null ? null : Date.parse(`${String(text).replace(' ', 'T')}Z`));
/** Of one day, in the order of their moments. */
async function versions(day: TenantDay) {
  const rows = await batches.rows(tenant.tenantId, 'spend_reports');
  return rows
    .filter((row) => row.day === day && row.campaign_id === tenant.campaignId)
    .map((row) => ({
      spend: cents(row.spend),
      reported: ms(row.reported_at),
      confirmed: ms(row.confirmed_at),
      whole: ms(row.whole_at),
    }));
}
const nightAfter = (day: TenantDay, days: number) => startOfDay(addDays(day, days), zone) + 2 * HOUR_MS;

it('keeps each version of a day that is corrected twice, and repeats none', async () => {
  await kit.link(tenant, { platformCampaignId: id() });
  // A day that the stand-in corrects twice within some days.
  const day = today();
  const moments: number[] = [];
  const amounts: number[] = [];
  for (let night = 0; new Set(amounts).size < 3; night += 1) {
    if (night > 0) graph.clock.set(nightAfter(day, night));
    moments.push(await sync('nightly'));
    amounts.push(shown(day));
    expect(night).toBeLessThan(20);
  }
  graph.clock.advance(MINUTE_MS);
  const again = await sync('nightly');

  const expected: { spend: number; reported: number; confirmed: number; whole: number | null }[] = [];
  for (const [index, amount] of [...amounts, amounts.at(-1)!].entries()) {
    const atMs = [...moments, again][index]!;
    const whole = index === 0 ? null : atMs;
    const last = expected.at(-1);
    if (last?.spend === amount) Object.assign(last, { confirmed: atMs, whole: last.whole ?? whole });
    else expected.push({ spend: amount, reported: atMs, confirmed: atMs, whole });
  }
  expect(expected).toHaveLength(3);
  expect(await versions(day)).toEqual(expected);
  const rows = await batches.rows(tenant.tenantId, 'ad_spend');
  expect(rows.filter((row) => row.day === day).map((row) => cents(row.spend))).toEqual([shown(day)]);
  expect((await batches.rows(tenant.tenantId, 'spend_reports'))[0]).toMatchObject({
    ...{ platform: 'facebook', account_id: 'act_111', source: `facebook/${id()}`, kind: 'reported', currency: 'BRL' },
  });

  const live = await batches.tables(tenant.tenantId);
  await batches.onEmptyTables(async (clickhouse) => {
    await batches.process(records.toReversed(), clickhouse);
    expect(await batches.tables(tenant.tenantId, clickhouse)).toEqual(live);
  });
});

it('says when a day that costs the same was first read whole, by runs of the day, too', async () => {
  const silent = campaigns()[0] ?? expect.fail();
  const { delivers } = silent;
  Object.assign(silent, { delivers: 0 });
  onTestFinished(() => void Object.assign(silent, { delivers }));
  await kit.link(tenant, { platformCampaignId: id() });
  const day = today();
  const first = await sync('intraday');
  graph.clock.advance(20 * MINUTE_MS);
  await sync('intraday');
  expect(await versions(day)).toEqual([{ spend: 0, reported: first, confirmed: first, whole: null }]);
  graph.clock.set(startOfDay(addDays(day, 1), zone) + 5 * MINUTE_MS);
  const over = await sync('intraday');
  const read = { spend: 0, reported: first, confirmed: over, whole: over };
  expect(await versions(day)).toEqual([read]);
  const events = records.length;
  graph.clock.advance(20 * MINUTE_MS);
  await sync('intraday');
  expect(await versions(day)).toEqual([read]);
  expect(records).toHaveLength(events);
});

it.each([1, 3])('gives the spend of a sync of now after syncs while the clock was %s days ahead', async (days) => {
  await kit.link(tenant, { platformCampaignId: id() });
  const day = today();
  const nowMs = graph.clock.now();
  graph.clock.advance(days * DAY_MS);
  await sync('nightly');
  const ahead = shown(day);
  graph.clock.set(nowMs + MINUTE_MS);
  const spends = async () => (await batches.rows(tenant.tenantId, 'ad_spend')).filter((row) => row.day === day);
  for (const at of [0, HOUR_MS]) {
    graph.clock.advance(at);
    await sync('nightly');
    expect(shown(day)).not.toBe(ahead);
    expect((await spends()).map((row) => cents(row.spend))).toEqual([shown(day)]);
    expect((await versions(day)).at(-1)).toMatchObject({ spend: shown(day) });
  }
  graph.clock.set(nowMs);
});

it('keeps what the platform claims of each ad by window, and how its video was watched; a run by hour leaves it', async () => {
  await kit.link(tenant, { platformCampaignId: id() });
  await sync('nightly');
  const ads = campaigns()[0]!.adsets.flatMap((adset) => adset.ads);
  const day = addDays(today(), -1);
  const stored = async () => {
    const rows = await batches.rows(tenant.tenantId, 'ad_results');
    return rows.find((row) => row.day === day) as Record<string, (string | number)[]>;
  };
  const row = await stored();
  const purchases = row.claim_actions!.flatMap((action, at) =>
    action === 'purchase'
      ? [`${row.claim_ad_ids![at]} ${row.claim_windows![at]} ${Number(row.claim_conversions![at])}`]
      : [],
  );
  const expected = ads.flatMap((ad) => {
    const counts = purchasesOf(graph.stub.shown(ad.id, day));
    return ['1d_click', '7d_click', '1d_view'].flatMap((window) =>
      counts[window] ? [`${ad.id} ${window} ${counts[window]}`] : [],
    );
  });
  expect(expected.length).toBeGreaterThan(0);
  expect(purchases.sort()).toEqual(expected.sort());
  const videos = row.video_ad_ids!.map((ad, at) => [
    ad,
    ...['plays', 'views_3s', 'thruplays', 'p25', 'p50', 'p75', 'p100'].map((name) => Number(row[`video_${name}`]![at])),
  ]);
  const played = ads.flatMap((ad) => {
    const counts = playsOf({ ad }, graph.stub.shown(ad.id, day));
    return counts ? [[ad.id, ...Object.values(counts)]] : [];
  });
  expect(played.length).toBeGreaterThan(0);
  expect(videos.sort()).toEqual(played.sort());

  graph.clock.advance(HOUR_MS);
  await sync('intraday');
  expect(await stored()).toEqual(row);
});
