// Finalizing a day must change no figure: for any events in any order, and wherever a count or a batch dies.

import { askFigures } from '@tracker/figures/ask-figures';
import { orZero } from '@tracker/figures/groups';
import { askerOfWorker } from '@tracker/figures/make-asker';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createFigureVersions, figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { assignment, click, clickIdOf, delivery, NOON, pageView, record } from '@tracker/processor/testing/events';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { FigureQuery, questionFromSearch } from '@tracker/schemas/figures/figure-query';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { within } from '../kit/machine.ts';
import { useStack } from '../kit/stack.ts';
import { STORIES, tries } from '../kit/stories.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';
import { type AnEvent, anEvent, eventOf } from './day-stories.ts';
import { breakdowns, clicksOf, eventsOnly, everyFigure, mainFigures } from './every-figure.ts';
import { spendOfEvents, spendOfFigures } from './spend-of-events.ts';

vi.setConfig({ testTimeout: within(240_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A time when all days of the tests are over. */
let laterMs = NOON + 6 * DAY;
/** Each count has a later time than the one before. */
const later = () => (laterMs += 1);

async function setUp(timeZone = 'America/Sao_Paulo') {
  const tenant = await createTenant(stack, { timeZone });
  return { tenant, timeZone: timeZone as TimeZone };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;

const openDays = ({ tenant: { tenantId }, timeZone }: SetUp, nowMs = later(), earlyFactsMin?: number) =>
  findOpenDays(stack.clickhouse, {
    ...{ tenantId, timeZone, nowMs, partFactsMin: 1, rebuildAfterMs: 0 },
    ...(earlyFactsMin && { earlyFactsMin }),
  });

/** Counts all open days that are over at `nowMs`; `between` runs after the count and before the days are finalized. */
async function finalize(
  setting: SetUp,
  between: () => Promise<unknown> = async () => undefined,
  nowMs = later(),
): Promise<number> {
  const built = [];
  for (const run of await openDays(setting, nowMs)) built.push(...(await buildRollups(stack.clickhouse, run, later())));
  await between();
  return finalizeDays(stack.clickhouse, built);
}

/** At that time, also parts of the last two hours. */
async function finalizeEarly(setting: SetUp, nowMs: number, between: () => Promise<unknown> = async () => undefined) {
  const built = [];
  for (const run of await openDays(setting, nowMs, 1))
    built.push(...(await buildRollups(stack.clickhouse, run, nowMs)));
  await between();
  await finalizeDays(stack.clickhouse, built);
}

const clickOn = (owner: TestTenant, day: number, number = 0, tags: Parameters<typeof click>[1] = {}) => {
  const atMs = NOON + day * DAY + number * 1_000;
  return click(owner, { atMs, clickId: clickIdOf(owner, atMs, number), ...tags });
};

const asked = ({ tenant: { tenantId }, timeZone }: SetUp) => ({ tenantId, timeZone, nowMs: NOON + 5 * DAY });
const figures = (setting: SetUp) => mainFigures(stack.clickhouse, asked(setting));
type Figures<All> = (store: ClickHouse, of: ReturnType<typeof asked>) => Promise<All>;

/** Figures of a store that withholds the finalized days. */
async function fromEventsAlone<All>(setting: SetUp, read: Figures<All>) {
  const oracle = eventsOnly(stack.clickhouse);
  const fromEvents = await read(oracle, asked(setting));
  expect(oracle.asked()).toBeGreaterThan(0);
  return fromEvents;
}

async function expectSame<All>(setting: SetUp, read: Figures<All>) {
  const fromEvents = await fromEventsAlone(setting, read);
  expect(await read(stack.clickhouse, asked(setting))).toEqual(fromEvents);
  return fromEvents;
}

/** Gives the figures. */
const expectSameFromEvents = (setting: SetUp) => expectSame(setting, mainFigures);
/** Tables of days are built and reopened together: one example and the random sequences read all of them. */
const expectSameBreakdowns = (setting: SetUp) => expectSame(setting, breakdowns);

const clicksIn = (setting: SetUp) => clicksOf(stack.clickhouse, asked(setting));
/** Changes only rollups: shows which days are read from them. */
const forgeRollups = ({ tenant }: SetUp) =>
  stack.clickhouse.command(
    `INSERT INTO traffic_daily_by_campaign (tenant_id, day_start, build_id, campaign_id, source, channel, is_bot, clicks)
     SELECT tenant_id, day_start, build_id, 'forged', '', '', 0, 1000000 FROM finalized_days FINAL
     WHERE tenant_id = '${tenant.tenantId}' AND state = 2`,
  );

/** The length of each finalized part, in order. */
const finalizedPartsOf = ({ tenant: { tenantId } }: SetUp) =>
  stack.clickhouse.query<{ hours: number; minutes: number }>({
    name: 'test-finalized-parts',
    sql: `SELECT toUInt8(dateDiff('hour', day_start, day_end)) AS hours, toUInt16(dateDiff('minute', day_start, day_end)) AS minutes FROM finalized_days FINAL
          WHERE tenant_id = {tenantId:String} AND state = 2 ORDER BY day_start`,
    params: { tenantId },
  });

describe('finalized day', () => {
  it('is read from its rollups, and an open day from its facts', async () => {
    const setting = await setUp();
    await kit.process([clickOn(setting.tenant, 0), clickOn(setting.tenant, 1)].map(record));
    expect(await finalize(setting)).toBeGreaterThanOrEqual(2);
    await expectSameFromEvents(setting);
    expect(await clicksIn(setting)).toBe(2);
    await forgeRollups(setting);
    expect(await clicksIn(setting)).toBeGreaterThan(1_000_000);
  });

  it('is reopened by a late fact within the same batch, and recounted', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0))]);
    await finalize(setting);
    await forgeRollups(setting);
    const forged = await clicksIn(setting);
    await kit.process([record(pageView(setting.tenant))]);
    // One day fewer is read from the changed rollups.
    expect(await clicksIn(setting)).toBe(forged - 1_000_000);
    expect(await finalize(setting)).toBe(1);
    // The rows of the first count appear in no figure.
    expect(await clicksIn(setting)).toBe(forged - 1_000_000);
  });

  it('loses a click whose second attempt arrives late', async () => {
    const setting = await setUp();
    const first = clickOn(setting.tenant, 0, 1, { source: 'facebook' });
    const id = clickIdOf(setting.tenant, NOON + 1_000, 1_001);
    const second = { ...first, id, payload: { ...first.payload, clickId: id, retryOf: first.id.slice(-3) } };
    await kit.process([first, clickOn(setting.tenant, 0, 2)].map(record));
    await finalize(setting);
    await kit.process([record(second)]);
    expect(await clicksIn(setting)).toBe(2);
    await finalize(setting);
    await kit.process([record(first)]);
    expect(await clicksIn(setting)).toBe(2);
    await expectSameFromEvents(setting);
  });

  it('stays finalized when facts of another day or another tenant arrive', async () => {
    const [setting, other] = [await setUp(), await setUp()];
    await kit.process([clickOn(setting.tenant, 0), clickOn(other.tenant, 0)].map(record));
    await finalize(setting);
    await kit.process([clickOn(setting.tenant, 20), clickOn(other.tenant, 0, 5)].map(record));
    await forgeRollups(setting);
    expect(await clicksIn(setting)).toBeGreaterThan(1_000_000);
  });

  it('drops rows that a newer processor version no longer counts', async () => {
    const setting = await setUp();
    const mistaken = clickOn(setting.tenant, 0, 1, { source: 'gone', sub1: 'gone' });
    await kit.process([record(clickOn(setting.tenant, 0)), record(mistaken)]);
    await finalize(setting);
    expect(await clicksIn(setting)).toBe(2);
    const bot = {
      ...mistaken,
      payload: { ...mistaken.payload, request: { ...mistaken.payload.request, userAgent: 'Googlebot/2.1' } },
    };
    // An earlier receipt wins, as a newer processor's row would.
    await kit.process([record({ ...bot, receivedAt: new Date(NOON).toISOString() })]);
    await finalize(setting);
    expect(await clicksIn(setting)).toBe(1);
    await expectSameFromEvents(setting);
  });

  it('is reopened by a late click of another day only when one of its page views names that click', async () => {
    const setting = await setUp();
    const late = clickOn(setting.tenant, 0, 0, { source: 'facebook' });
    const view = pageView(setting.tenant, { atMs: NOON + 2 * DAY });
    const named = { ...view, payload: { ...view.payload, clickId: late.payload.clickId } };
    await kit.process([record(named), record(clickOn(setting.tenant, 1))]);
    await finalize(setting);
    const days = (await finalizedPartsOf(setting)).length;
    await kit.process([record(late)]);
    expect(await finalizedPartsOf(setting)).toHaveLength(days - 1);
    await expectSameFromEvents(setting);
    await finalize(setting);
    const { byAd } = await expectSameBreakdowns(setting);
    const ofFacebook = byAd.filter(({ keys }) => keys[0] === 'facebook').map(({ sums }) => sums);
    expect(ofFacebook).toContainEqual(expect.objectContaining({ clicks: 1, pageViews: 1 }));
  });

  it('has a group only where something of what is asked happened', async () => {
    const setting = await setUp();
    const seen = pageView(setting.tenant, { atMs: NOON + 3 * HOUR });
    await kit.process([record(clickOn(setting.tenant, 0)), record(seen)]);
    await finalize(setting);
    const groupsOf = async (store: ClickHouse, metrics: string) => {
      const deps = {
        clickhouse: store,
        postgres: stack.postgres,
        clock: systemClock,
        campaignNames: async () => new Map(),
      };
      const day = dayOf(NOON, setting.timeZone);
      const question = questionFromSearch({ from: day, to: day, by: 'hour', metrics });
      const { rows, groups } = await askFigures(deps, askerOfWorker(asked(setting)), FigureQuery.parse(question));
      expect(groups).toBe(rows.length);
      return groups;
    };
    for (const [metrics, groups] of [
      ['clicks', 1],
      ['pageViews', 2],
      ['clicks,conversions', 1],
      ['clicks,pageViews', 2],
    ] as const) {
      expect(await groupsOf(eventsOnly(stack.clickhouse), metrics), metrics).toBe(groups);
      expect(await groupsOf(stack.clickhouse, metrics), metrics).toBe(groups);
    }
  });

  it('is finalized in parts while it is under way, and as a whole when it is over', async () => {
    const setting = await setUp();
    const finalizedHours = async () => (await finalizedPartsOf(setting)).map(({ hours }) => hours);
    await kit.process([-3, 0, 8].map((hours) => record(clickOn(setting.tenant, hours / 24))));
    // Half past one: more events may arrive for the last two hours.
    await finalize(setting, undefined, NOON + 1.5 * HOUR);
    expect(await finalizedHours()).toEqual([11]);
    await finalize(setting, undefined, NOON + 4 * HOUR);
    expect(await finalizedHours()).toEqual([11, 3]);
    await expectSameFromEvents(setting);
    await forgeRollups(setting);
    expect(await clicksIn(setting)).toBe(2_000_003);
    // A late page view reopens only its part.
    await kit.process([record(pageView(setting.tenant, { atMs: NOON + HOUR }))]);
    expect(await finalizedHours()).toEqual([11]);
    await finalize(setting, undefined, NOON + 4 * HOUR);
    expect(await finalizedHours()).toEqual([11, 3]);
    await finalize(setting, undefined, NOON + DAY);
    expect(await finalizedHours()).toEqual([24]);
    await expectSameFromEvents(setting);
    expect(await clicksIn(setting)).toBe(3);
  });

  it('is finalized to the minute while very many facts arrive, and these hours as a whole two hours later', async () => {
    const setting = await setUp();
    const minutes = async () => (await finalizedPartsOf(setting)).map((part) => part.minutes);
    const at = (minute: number) => NOON + minute * MINUTE;
    const view = (minute: number) => record(pageView(setting.tenant, { atMs: at(minute) }));
    await kit.process([-3, 0].map((hours) => record(clickOn(setting.tenant, hours / 24))));
    await kit.process([view(-90), view(11)]);
    await finalizeEarly(setting, at(12.6));
    expect(await minutes()).toEqual([600, 60, 60, 12]);
    await expectSameFromEvents(setting);
    // The part ends before this minute, and has the one before that.
    await kit.process([view(12)]);
    expect(await minutes()).toEqual([600, 60, 60, 12]);
    await kit.process([view(11.9)]);
    expect(await minutes()).toEqual([600, 60, 60]);
    await expectSameFromEvents(setting);
    await finalizeEarly(setting, at(20.4), () => kit.process([view(15)]));
    expect(await minutes()).toEqual([600, 60, 60]);
    await finalizeEarly(setting, at(20.6));
    expect(await minutes()).toEqual([600, 60, 60, 20]);
    await finalizeEarly(setting, at(200));
    expect(await minutes()).toEqual([600, 180]);
    await expectSameFromEvents(setting);
    await finalizeEarly(setting, NOON + DAY);
    expect(await minutes()).toEqual([1440]);
    await expectSameFromEvents(setting);
  });

  it('is finalized early in parts that end within an hour and a day', async () => {
    const setting = await setUp('Asia/Kolkata');
    const midnight = Date.parse('2026-11-20T18:30:00Z');
    await kit.process([-30, 5].map((minute) => record(pageView(setting.tenant, { atMs: midnight + minute * MINUTE }))));
    const days = await openDays(setting, midnight + 15.6 * MINUTE, 1);
    expect(days.map(({ bounds }) => bounds.map((ms) => (ms - midnight) / MINUTE))).toEqual([[-150, -90, -30, 0, 15]]);
  });

  it('is not finalized in parts that hold few facts', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0))]);
    const atSix = { ...asked(setting), nowMs: NOON + 6 * HOUR };
    expect(await findOpenDays(stack.clickhouse, atSix)).toEqual([]);
    expect(await findOpenDays(stack.clickhouse, { ...atSix, partFactsMin: 1 })).toHaveLength(1);
  });

  it('belongs to the time zone that defined it, and is dropped when the tenant changes its zone', async () => {
    const setting = await setUp();
    await kit.process([clickOn(setting.tenant, 0), clickOn(setting.tenant, 1)].map(record));
    await finalize(setting);
    await forgeRollups(setting);
    const moved = { ...setting, timeZone: 'Asia/Kolkata' as TimeZone };
    expect(await clicksIn(moved)).toBe(2);
    expect(await finalize(moved)).toBeGreaterThanOrEqual(2);
    await expectSameFromEvents(moved);
    // The days of the old zone are dropped.
    expect(await clicksIn(setting)).toBe(2);
  });
});

describe('money of a finalized day', () => {
  const conversion = ({ tenant }: SetUp, day: number, change: object = {}) =>
    record(
      delivery(
        tenant,
        {
          ...{ transaction_id: 'T1', amount: '97.90', status: 'approved', click_id: clickIdOf(tenant, NOON) },
          ...{ occurred_at: new Date(NOON + day * DAY).toISOString(), ...change },
        },
        NOON + day * DAY,
      ),
    );
  const openHalves = async (setting: SetUp) =>
    (await openDays(setting)).map(({ half, bounds }) => [half, ...bounds.slice(0, -1).map(utcDayOf)]);
  const utcDayOf = (ms: number) => new Date(ms).toISOString().slice(8, 10);
  /** Changes only rollups of money. */
  const forgeMoney = ({ tenant }: SetUp) =>
    stack.clickhouse.command(
      `INSERT INTO money_daily_by_campaign (tenant_id, day_start, build_id, campaign_id, source, channel, conversions, revenue)
       SELECT tenant_id, day_start, build_id, 'forged', '', '', 1000, 0 FROM finalized_days FINAL
       WHERE tenant_id = '${tenant.tenantId}' AND state = 2 AND half = 'money'`,
    );
  const conversionsIn = async (setting: SetUp) =>
    (await figures(setting)).groups.reduce((sum, group) => sum + orZero(group).conversions, 0);

  it('is read from its rollups, and reopened by a refund, which reopens no traffic', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0)), conversion(setting, 1)]);
    await finalize(setting);
    expect(await openHalves(setting)).toEqual([]);
    await expectSameFromEvents(setting);
    await forgeMoney(setting);
    expect(await conversionsIn(setting)).toBeGreaterThan(1_000);
    const forged = await conversionsIn(setting);

    await kit.process([conversion(setting, 4, { status: 'refunded' })]);
    expect(await openHalves(setting)).toEqual([
      ['money', '21'],
      ['money', '24'],
    ]);
    // The sale, and the two forged days.
    expect(await conversionsIn(setting)).toBe(forged - 2_001);
    await finalize(setting);
    expect(await openHalves(setting)).toEqual([]);
    expect(await conversionsIn(setting)).toBe(forged - 2_001);
  });

  it('is reopened when the click of a conversion arrives late', async () => {
    const setting = await setUp();
    await kit.process([conversion(setting, 2)]);
    await finalize(setting);
    await expectSameFromEvents(setting);
    await kit.process([record(clickOn(setting.tenant, 0, 0, { source: 'google' }))]);
    const { groups } = await expectSameFromEvents(setting);
    const { campaignId } = setting.tenant;
    expect(groups).toMatchObject([
      { keys: [campaignId, 'google', '2026-11-22'], sums: { clicks: 0, conversions: 1, attributed: 1, revenue: 97.9 } },
      { keys: [campaignId, 'google', '2026-11-20'], sums: { clicks: 1, conversions: 0 } },
    ]);
    await finalize(setting);
    await expectSameFromEvents(setting);
  });

  it('is reopened when a person assigns a conversion, and when they take that away', async () => {
    const setting = await setUp();
    await kit.process([conversion(setting, 2)]);
    await finalize(setting);
    const { groups: direct } = await figures(setting);
    await kit.process([record(assignment(setting.tenant, 'T1', { channel: 'facebook' }, NOON + 4 * DAY))]);
    expect(await openHalves(setting)).toEqual([['money', '22']]);
    await expectSameFromEvents(setting);
    await finalize(setting);
    const { groups } = await expectSameFromEvents(setting);
    const assigned = { conversions: 1, attributed: 0, revenue: 97.9 };
    expect(groups).toMatchObject([{ keys: [setting.tenant.campaignId, 'facebook', '2026-11-22'], sums: assigned }]);
    await kit.process([record(assignment(setting.tenant, 'T1', { campaignId: null }, NOON + 4 * DAY + 1))]);
    await finalize(setting);
    expect((await figures(setting)).groups).toEqual(direct);
    expect(direct.map(({ keys }) => keys[0])).toEqual(['']);
  });

  it('is reopened on both days when a conversion moves to another one', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0)), conversion(setting, 3)]);
    await finalize(setting);
    // An earlier approval that comes later.
    await kit.process([conversion(setting, 1)]);
    const { groups } = await expectSameFromEvents(setting);
    expect(groups.filter((group) => orZero(group).conversions > 0)).toHaveLength(1);
    await finalize(setting);
    expect((await expectSameFromEvents(setting)).groups).toEqual(groups);
  });

  it('is rebuilt an hour after its last build, so that refunds do not rebuild it all the time', async () => {
    const setting = await setUp();
    await kit.process([conversion(setting, 1)]);
    await finalize(setting);
    await kit.process([conversion(setting, 1, { status: 'refunded' })]);
    const openAt = (nowMs: number) =>
      findOpenDays(stack.clickhouse, { ...setting.tenant, timeZone: setting.timeZone, nowMs });
    expect(await openAt(laterMs + HOUR / 2)).toEqual([]);
    expect(await openAt(laterMs + HOUR)).toEqual([expect.objectContaining({ half: 'money' })]);
    await expectSameFromEvents(setting);
  });
});

describe('day count that runs while a batch is processed', () => {
  it('does not finalize a day that received facts during the count', async () => {
    const setting = await setUp();
    await kit.process([clickOn(setting.tenant, 0), clickOn(setting.tenant, 1)].map(record));
    const days = (await openDays(setting)).flatMap(({ bounds }) => bounds.slice(1)).length;
    const finalized = await finalize(setting, () => kit.process([record(pageView(setting.tenant))]));
    expect(finalized).toBe(days - 1);
    expect(await finalize(setting, () => kit.process([record(clickOn(setting.tenant, 0, 3))]))).toBe(0);
    expect(await clicksIn(setting)).toBe(3);
    await expectSameFromEvents(setting);
  });

  it('leaves the day open when it dies at any statement, and the next count is right', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0))]);
    const fromEvents = await fromEventsAlone(setting, mainFigures);
    for (let step = 1; step <= 6; step += 1) {
      const mortal = dyingAt(stack.clickhouse, step);
      for (const run of await openDays(setting))
        await expect(buildRollups(mortal, run, later())).rejects.toThrow('died');
      expect(await figures(setting)).toEqual(fromEvents);
    }
    expect(await clicksIn(setting)).toBe(1);
    await finalize(setting);
    expect(await clicksIn(setting)).toBe(1);
    await expectSameFromEvents(setting);
  });

  it('gives right figures after a batch that died between its facts and the reopening, and was repeated', async () => {
    const setting = await setUp();
    await kit.process([record(clickOn(setting.tenant, 0))]);
    await finalize(setting);
    const late = [record(clickOn(setting.tenant, 0, 9))];
    await expect(kit.process(late, withoutReopening(stack.clickhouse))).rejects.toThrow('died');
    await kit.process(late);
    expect(await clicksIn(setting)).toBe(2);
    await expectSameFromEvents(setting);
  });

  it('counts each day once when several counts run at the same time', async () => {
    const setting = await setUp();
    await kit.process([clickOn(setting.tenant, 0), clickOn(setting.tenant, 2)].map(record));
    await Promise.all([finalize(setting), finalize(setting), finalize(setting)]);
    expect(await clicksIn(setting)).toBe(2);
    await expectSameFromEvents(setting);
  });
});

describe('random sequence of events and counts', () => {
  it('gives the figures of its facts, however its days were finalized, reopened and repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('America/Sao_Paulo', 'Asia/Kolkata', 'UTC'),
        fc.array(
          fc.oneof(
            {
              weight: 4,
              arbitrary: fc.record({
                kind: fc.constant('events' as const),
                events: fc.array(anEvent, { maxLength: 8 }),
              }),
            },
            {
              weight: 2,
              arbitrary: fc.record({
                kind: fc.constant('count' as const),
                meanwhile: fc.array(anEvent, { maxLength: 3 }),
                /** During the days of the events, or after them. */
                atMinute: fc.option(fc.integer({ min: 0, max: 5 * 24 * 60 })),
                early: fc.boolean(),
              }),
            },
          ),
          { minLength: 2, maxLength: tries(3, 7) },
        ),
        async (timeZone, steps) => {
          const setting = await setUp(timeZone);
          const cached = withAnswerCache(stack.clickhouse, createFigureVersions(stack.postgres.sql));
          const process = async (events: readonly AnEvent[]) =>
            figuresChanged(stack.postgres.sql, await kit.process(toRecords(events)));
          const syncs: AdSpendEvent[] = [];
          let last: Awaited<ReturnType<typeof everyFigure>> | undefined;
          const toRecords = (events: readonly AnEvent[]) =>
            events.map((one) => {
              const event = eventOf(setting.tenant, one);
              if (event.type === 'ad-spend') syncs.push(event);
              return record(event);
            });
          for (const step of steps) {
            if (step.kind === 'events') await process(step.events);
            else {
              const [atMs, meanwhile] = [NOON + (step.atMinute ?? 0) * MINUTE, () => process(step.meanwhile)];
              if (step.atMinute === null) await finalize(setting, meanwhile);
              else if (step.early) await finalizeEarly(setting, atMs, meanwhile);
              else await finalize(setting, meanwhile, atMs);
            }
            const fromEvents = await fromEventsAlone(setting, everyFigure);
            last = fromEvents;
            // Events change the version: the first answer is the store's, the second is the kept one. A count changes none.
            expect(await everyFigure(cached, asked(setting))).toEqual(fromEvents);
            expect(await everyFigure(step.kind === 'events' ? cached : stack.clickhouse, asked(setting))).toEqual(
              fromEvents,
            );
          }
          const all = await expectSameBreakdowns(setting);
          expect(last && spendOfFigures(last)).toEqual(spendOfEvents(syncs));
          expect(await revenueOfConversions(setting)).toBe(
            all.groups.reduce((sum, group) => sum + Math.round(orZero(group).revenue * 100), 0),
          );
          for (const rows of [all.byAd, all.byAdSet]) {
            const sum = rows.reduce((total, { spend }) => total + Number(spend), 0);
            expect(Math.round(sum * 100)).toBe(spendOfEvents(syncs).total);
          }
        },
      ),
      { numRuns: tries(1, 2 * STORIES), endOnFailure: true },
    );
  });
});

/** In cents. */
async function revenueOfConversions({ tenant: { tenantId } }: SetUp): Promise<number> {
  const rows = await stack.clickhouse.query<{ revenue: string }>({
    name: 'test-revenue',
    sql: 'SELECT toString(sum(revenue)) AS revenue FROM conversions FINAL WHERE tenant_id = {tenantId:String} AND is_counted = 1 AND is_test = 0',
    params: { tenantId },
  });
  return Math.round(Number(rows[0]?.revenue) * 100);
}

/** Its n-th write fails. */
function dyingAt(store: ClickHouse, step: number): ClickHouse {
  let written = 0;
  const mortal =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      written += 1;
      if (written === step) throw died();
      return write(...args);
    };
  return { ...store, insert: mortal(store.insert), command: mortal(store.command) };
}

/** As the store's own errors: what is away is repeated, and nothing is set aside for it. */
const died = () => Object.assign(new Error('died'), { code: 'ECONNRESET' });

const withoutReopening = (store: ClickHouse): ClickHouse => ({
  ...store,
  insert: (request) => (request.table === 'finalized_days' ? Promise.reject(died()) : store.insert(request)),
});
