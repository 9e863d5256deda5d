// A day that an answer leaves out is zero only when the sum of the account says so; else it is unknown, and asked for again.
import { readGaps, readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
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
const HOUR = 'hourly_stats_aggregated_by_advertiser_time_zone';

let tenant: TestTenant;
let kit: SpendKit;
let ids: string[];
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  ids = graph.stub.accounts[0]!.campaigns.map(({ id }) => id);
});

const request = (trigger: SyncRequest['trigger']): SyncRequest => ({
  ...{ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null },
});
const run = (trigger: SyncRequest['trigger']) => kit.run(request(trigger));
const today = () => dayOf(graph.clock.now(), SAO_PAULO);
const cents = (text: unknown) => Math.round(Number(text) * 100);
const shown = (id: string, day: TenantDay) => cents(graph.stub.shown(id, day).spend);
/** The last day before `back` on which the campaign spent something, or did not. */
const dayOfSpend = (id: string, back: number, isSpent = true): TenantDay =>
  daysFrom(addDays(today(), -80), addDays(today(), -back))
    .reverse()
    .find((day) => shown(id, day) > 0 === isSpent)!;

let read: Positions = new Map();
/** Cents by campaign of the platform and day. */
async function stored(): Promise<Map<string, number>> {
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await batches.process(records);
  }
  read = to;
  const rows = (await batches.rows(tenant.tenantId, 'ad_spend')) as unknown as {
    source: string;
    day: TenantDay;
    spend: string;
  }[];
  return new Map(rows.map(({ source, day, spend }) => [`${source.split('/')[1]} ${day}`, cents(spend)]));
}
const gaps = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    readGaps(trx, { tenantId: tenant.tenantId, platform: 'facebook' }, graph.clock.now()),
  );
async function unknown(): Promise<string[]> {
  const window = { first: addDays(today(), -89), last: addDays(today(), -1) };
  const found = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    readUnknownDays(trx, window, { nowMs: graph.clock.now(), tenantZone: SAO_PAULO }),
  );
  return found.flatMap(({ source, since, days }) =>
    daysFrom(since, addDays(since, days - 1)).map((day) => `${source.split('/')[1]} ${day}`),
  );
}
/** Lists leave out what fits; the sum of the account has it all the same. */
const leaveOut = (fits: (row: Row) => boolean) => {
  graph.stub.lists.rewrite = (rows, params) =>
    params.get('level') === 'account' ? rows : rows.filter((row) => !fits(row));
};
const leaveNothingOut = () => {
  graph.stub.lists.rewrite = (rows) => rows;
};

describe.each([1, 3])('a day that is left out of the first load of %i links', (many) => {
  let id: string;
  beforeEach(async () => {
    for (const one of ids.slice(0, many)) await kit.link(tenant, { platformCampaignId: one });
    id = ids[0]!;
  });

  it('is unknown, with a word of it, and the next night brings it', async () => {
    const day = dayOfSpend(id, 10);
    leaveOut((row) => row.date_start === day);
    const report = await run('linked');
    expect(report).toMatchObject({ links: many, successfulLinks: many });
    const before = await stored();
    const spent = ids.slice(0, many).filter((one) => shown(one, day) > 0);
    expect(spent.map((one) => before.get(`${one} ${day}`))).toEqual(spent.map(() => undefined));
    expect(before.get(`${id} ${addDays(day, 1)}`)).toBe(shown(id, addDays(day, 1)));
    expect(await unknown()).toEqual(spent.map((one) => `${one} ${day}`));
    expect(await outcomeOf(id)).toMatchObject({ warnings: [{ code: 'days_left_out', days: 1 }] });
    await run('nightly');
    expect(await unknown()).toEqual(spent.map((one) => `${one} ${day}`));
    leaveNothingOut();
    await run('nightly');
    expect((await stored()).get(`${id} ${day}`)).toBe(shown(id, day));
    expect(await unknown()).toEqual([]);
  });

  it('and was stored as zero is mended by the next night, or unknown again', async () => {
    const [first, second] = [dayOfSpend(id, 5), dayOfSpend(id, 12)];
    const days: unknown[] = [first, second];
    graph.stub.lists.rewrite = (rows) => rows.filter((row) => !days.includes(row.date_start));
    await run('linked');
    expect((await stored()).get(`${id} ${first}`)).toBe(0);
    leaveOut((row) => row.date_start === second);
    await run('nightly');
    expect((await stored()).get(`${id} ${first}`)).toBe(shown(id, first));
    expect(await unknown()).toContain(`${id} ${second}`);
    leaveNothingOut();
    await run('nightly');
    expect((await stored()).get(`${id} ${second}`)).toBe(shown(id, second));
    expect(await unknown()).toEqual([]);
  });
});

it('is asked for again by runs of the day, in growing pauses, however old the day', async () => {
  const [id] = ids as [string];
  await kit.link(tenant, { platformCampaignId: id });
  const day = dayOfSpend(id, 40);
  leaveOut((row) => row.date_start === day);
  await run('linked');
  await stored();
  const asked: number[] = [];
  const runOfDay = async (hours: number) => {
    graph.clock.advance(hours * HOUR_MS + 1);
    kit.added.length = 0;
    await run('intraday');
    const added = kit.added.splice(0) as SyncRequest[];
    for (const one of added) await kit.run(one);
    asked.push(added.length);
  };
  for (const hours of [1, 1, 1, 3, 1, 5, 1]) await runOfDay(hours);
  expect(asked).toEqual([1, 0, 1, 0, 1, 0, 1]);
  leaveNothingOut();
  await runOfDay(6);
  expect((await stored()).get(`${id} ${day}`)).toBe(shown(id, day));
  expect(await gaps()).toEqual([]);
});

it('keeps what is stored where the account has less of it by now: a day that is left out may have been corrected', async () => {
  for (const one of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: one });
  await run('all');
  const before = await stored();
  const yesterday = addDays(today(), -1);
  const spent = ids.slice(0, 2).filter((one) => shown(one, yesterday) > 0);
  // The platform credits a part.
  graph.clock.advance(48 * HOUR_MS);
  const lower = spent.filter((one) => shown(one, yesterday) < before.get(`${one} ${yesterday}`)!);
  expect(lower.length).toBeGreaterThan(0);
  leaveOut((row) => row.date_start === yesterday);
  await run('all');
  const after = await stored();
  for (const one of spent)
    expect([one, after.get(`${one} ${yesterday}`)]).toEqual([one, before.get(`${one} ${yesterday}`)]);
});

describe('a day without spend', () => {
  it('is zero while what the account spent on it is that of a deleted campaign', async () => {
    graph.stub.lists.omitDeleted = true;
    const deleted = graph.stub.accounts[0]!.campaigns.find(({ status }) => status === 'DELETED')!.id;
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const day = daysFrom(addDays(today(), -60), today()).find(
      (one) => shown(ids[0]!, one) === 0 && shown(deleted, one) > 0,
    )!;
    await run('linked');
    expect((await stored()).get(`${ids[0]} ${day}`)).toBe(0);
    expect(await unknown()).toEqual([]);
  });
});

describe('days of the tenant, cut from hours', () => {
  const CHICAGO = 'America/Chicago' as TimeZone;
  beforeEach(() => Object.assign(graph.stub.accounts[0]!, { timeZone: CHICAGO }));
  const linkAll = async () => {
    for (const one of ids.slice(0, 2)) await kit.link(tenant, { platformCampaignId: one, dayBasis: 'company' });
  };

  it.each(['nightly', 'linked', 'intraday'] as const)(
    'are unknown while hours are missing in the sum of the account’s day, in a run of trigger %s',
    async (trigger) => {
      await linkAll();
      const day = addDays(dayOf(graph.clock.now(), CHICAGO), -1);
      leaveOut((row) => row.date_start === day && /^(0[6-9]|1)/.test(String(row[HOUR] ?? '')));
      await run(trigger);
      const spent = ids.slice(0, 2).filter((one) => shown(one, day) > 0);
      expect(spent.length).toBeGreaterThan(0);
      const found = await stored();
      for (const one of spent) expect([one, day, found.get(`${one} ${day}`)]).toEqual([one, day, undefined]);
      leaveNothingOut();
      graph.clock.advance(2 * HOUR_MS);
      await run('nightly');
      const whole = await stored();
      for (const one of spent) expect(whole.get(`${one} ${day}`)).toBeGreaterThan(0);
    },
  );

  it('keep what is stored of a day that lacks hours now', async () => {
    await linkAll();
    await run('nightly');
    const before = await stored();
    leaveOut((row) => /^(0[6-9]|1)/.test(String(row[HOUR] ?? '')));
    await run('intraday');
    await run('nightly');
    expect(await stored()).toEqual(before);
  });
});

const outcomeOf = async (id: string) => {
  const row = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .selectFrom('ad_platform_campaign_links')
      .select('last_outcome')
      .where('platform_campaign_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return row.last_outcome;
};
