import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import type { Processor } from '@tracker/processor/app';
import { click, clickIdOf, delivery, pageView } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { STORIES, tries } from '@tracker/test/kit/stories';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EXIT } from './command.ts';

vi.setConfig({ testTimeout: within(120_000) });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 14:00 in São Paulo, 90 days ago: the first day of the story. */
const FIRST = Math.floor(Date.now() / DAY) * DAY - 90 * DAY + 17 * HOUR;

let kit: OpsKit;
let processor: Processor;
let tenant: TestTenant;

beforeAll(async () => {
  kit = await openOpsKit();
  processor = await kit.processor();
  tenant = await createTenant(kit);
});
afterAll(async () => {
  await processor?.stop();
  await kit?.close();
});

const caughtUp = () =>
  eventually(async () => expect(await kit.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n), { timeoutMs: 30_000 });
const read = <Row>(sql: string) =>
  kit.clickhouse.query<Row>({ name: 'test-retention', sql, params: { tenantId: tenant.tenantId } });

/** Clicks and page views of each day as the screens read them: finalized days from their rollups. */
const finalizedFigures = () =>
  read<{ day: string; clicks: string; views: string }>(
    `SELECT toString(day_start) AS day, toString(sum(clicks)) AS clicks, toString(sum(page_views)) AS views
     FROM traffic_daily_by_campaign WHERE tenant_id = {tenantId:String} AND build_id IN (
       SELECT build_id FROM finalized_days FINAL WHERE tenant_id = {tenantId:String} AND state = 2)
     GROUP BY day_start ORDER BY day_start`,
  );
const factsBefore = async (limitMs: number) => {
  const [row] = await read<{ clicks: string; views: string }>(
    `SELECT (SELECT toString(count()) FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli(toInt64(${limitMs}))) AS clicks,
      (SELECT toString(count()) FROM page_views FINAL WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli(toInt64(${limitMs}))) AS views`,
  );
  return row;
};
const keepMonths = (months: number) =>
  kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('retention')
      .values({ tenant_id: tenant.tenantId, clicks_months: months, clicks_kept_from: null })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ clicks_months: months }))
      .execute(),
  );

function story(): object[] {
  const events: object[] = [];
  for (let day = 0; day < 90; day += 1) {
    for (let hour = 0; hour < 3; hour += 1) {
      const atMs = FIRST + day * DAY + hour * HOUR;
      const clickId = clickIdOf(tenant, atMs, day);
      events.push(click(tenant, { atMs, clickId, source: 'facebook' }));
      // The click of a view of the first day never comes.
      events.push(day === 0 ? pageView(tenant, { atMs: atMs + 1_000 }) : viewOf(atMs + 1_000, clickId, day));
      if (hour === 0 && day % 10 === 0) {
        events.push(
          delivery(tenant, { transaction_id: `T-${day}`, amount: 10, status: 'approved', click_id: clickId }, atMs),
        );
      }
    }
  }
  // A visitor who comes back after weeks: the click goes before this page view does.
  events.push(viewOf(FIRST + 89 * DAY + 5 * HOUR, clickIdOf(tenant, FIRST + DAY, 1), 0));
  return events;
}

function viewOf(atMs: number, clickId: ClickId, number: number) {
  const view = pageView(tenant, { atMs, number });
  return { ...view, payload: { ...view.payload, clickId } };
}

let limitMs = 0;
let figures: Awaited<ReturnType<typeof finalizedFigures>> = [];
const beforeLimit = (all: typeof figures) => all.filter(({ day }) => Date.parse(`${day.replace(' ', 'T')}Z`) < limitMs);
/** Page views after the limit that know a click of the first two days. */
const comebacks = () =>
  read(`SELECT source FROM page_views FINAL WHERE tenant_id = {tenantId:String}
    AND toInt64OrZero(substring(click_id, -19, 13)) < ${FIRST + 2 * DAY} AND ts > fromUnixTimestamp64Milli(toInt64(${limitMs}))`);
const conversions = () =>
  read(`SELECT conversion_id, click_id, campaign_id, toString(net_value) AS net FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} ORDER BY conversion_id`);

it('shows first what it would delete, then deletes it, and keeps figures, conversions and their clicks', async () => {
  await kit.append(story());
  await caughtUp();
  const sold = await conversions();
  expect(sold).toHaveLength(9);
  await keepMonths(1);
  const plan = await kit.run('retention plan');
  const planned = plan.data as { rows: number; bytes: number; items: { table: string; clicksKeptFrom: string }[] };
  limitMs = Date.parse(planned.items[0]?.clicksKeptFrom ?? '');
  const before = await factsBefore(limitMs);
  const deletedClicks = Number(before?.clicks) - sold.filter((_, index) => FIRST + index * 10 * DAY < limitMs).length;
  expect(planned.bytes).toBeGreaterThan(0);
  const waitingViews = 3;
  expect(planned.rows).toBe(deletedClicks + Number(before?.views) + waitingViews);
  // Without --yes nothing happens.
  await kit.run('retention run');
  expect(await factsBefore(limitMs)).toEqual(before);

  const run = await kit.run('retention run', { yes: true });
  expect(run).toMatchObject({ data: { rows: planned.rows, postponed: [] } });
  expect(await factsBefore(limitMs)).toEqual({ clicks: String(Number(before?.clicks) - deletedClicks), views: '0' });
  figures = beforeLimit(await finalizedFigures());
  expect(figures.length).toBeGreaterThan(50);
  for (const { clicks, views } of figures) expect([clicks, views]).toEqual(['3', '3']);
  expect(await conversions()).toEqual(sold);
  expect(await kit.run('retention plan')).toMatchObject({ data: { rows: 0 } });
  expect(await comebacks()).toEqual([{ source: 'facebook' }]);
});

it('never recounts a day before the limit, also after late events of any kind', async () => {
  const late = fc.record({
    day: fc.integer({ min: 0, max: 89 }),
    offsetMs: fc.integer({ min: 0, max: DAY }),
    kind: fc.constantFrom('click', 'page-view', 'conversion'),
    number: fc.integer({ min: 1_000, max: 9_999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(late, { minLength: 1, maxLength: 12 }), async (stories) => {
      await kit.append(
        stories.map(({ day, offsetMs, kind, number }) => {
          const atMs = FIRST + day * DAY + offsetMs;
          const clickId = clickIdOf(tenant, atMs, number);
          if (kind === 'click') return click(tenant, { atMs, clickId });
          if (kind === 'page-view') return pageView(tenant, { atMs, number });
          return delivery(
            tenant,
            { transaction_id: `L-${number}`, amount: 1, status: 'approved', click_id: clickId },
            atMs,
          );
        }),
      );
      await caughtUp();
      expect(beforeLimit(await finalizedFigures())).toEqual(figures);
    }),
    { numRuns: tries(3, 5 * STORIES) },
  );
  await kit.run('retention run', { yes: true });
  expect(beforeLimit(await finalizedFigures())).toEqual(figures);
});

it('keeps the attribution of a conversion that is refunded after its click would have gone', async () => {
  const clickId = clickIdOf(tenant, FIRST, 0);
  const body = { transaction_id: 'T-0', amount: 10, status: 'refunded', click_id: clickId };
  await kit.append([delivery(tenant, body, Date.now())]);
  await caughtUp();
  const rows = await read<{ click_id: string; campaign_id: string; net: string }>(
    `SELECT click_id, campaign_id, toString(net_value) AS net FROM conversions FINAL
     WHERE tenant_id = {tenantId:String} AND click_id = '${clickId}'`,
  );
  expect(rows).toEqual([{ click_id: clickId, campaign_id: tenant.campaignId, net: expect.stringMatching(/^0/) }]);
});

it('a replay starts from what is kept: the same figures before the limit, and no deleted click comes back', async () => {
  const [facts, sold] = [await factsBefore(limitMs), await conversions()];
  expect(await kit.run('replay run', { fresh: true, yes: true })).toMatchObject({ data: { status: 'ready' } });
  // Deleted while a replay waits for its swap, days would be missing in both.
  await kit.append([delivery(tenant, { nothing: 'understood' }, Date.now() - 200 * DAY)]);
  await caughtUp();
  expect(await kit.run('retention run', { yes: true })).toMatchObject({ exitCode: EXIT.busy });
  const verified = await kit.run('replay verify');
  expect(verified).toMatchObject({ data: { same: true } });
  expect((await kit.run('replay swap', { yes: true })).exitCode ?? EXIT.ok).toBe(EXIT.ok);
  expect(await factsBefore(limitMs)).toEqual(facts);
  expect(beforeLimit(await finalizedFigures())).toEqual(figures);
  expect(await conversions()).toEqual(sold);
  expect(await comebacks()).toEqual([{ source: 'facebook' }]);
});

it('deletes what others give up in the same run when one tenant cannot be planned, or its rows not be deleted', async () => {
  const owners = [await createTenant(kit), await createTenant(kit), await createTenant(kit)];
  const atMs = Date.now() - 80 * DAY;
  for (const owner of owners) {
    await kit.append([click(owner, { atMs, clickId: clickIdOf(owner, atMs, 1) })]);
    await kit.postgres.withTenant(owner.tenantId, (trx) =>
      trx
        .insertInto('retention')
        .values({ tenant_id: owner.tenantId, clicks_months: 1, clicks_kept_from: null })
        .execute(),
    );
  }
  await caughtUp();
  const [unplanned, undeleted, good] = owners.map(({ tenantId }): string => tenantId) as [string, string, string];
  const clickhouse: ClickHouse = {
    ...kit.clickhouse,
    async query(request) {
      if (request.name === 'retention-plan' && request.sql.includes(unplanned)) throw new TypeError('defect');
      return kit.clickhouse.query(request);
    },
    async command(sql, params) {
      if (sql.startsWith('ALTER TABLE clicks DELETE') && sql.includes(undeleted)) throw new TypeError('defect');
      return kit.clickhouse.command(sql, params);
    },
  };
  const left = async () =>
    (
      await kit.clickhouse.query<{ tenant_id: string }>({
        name: 'test-retention-left',
        sql: `SELECT DISTINCT tenant_id FROM clicks WHERE tenant_id IN {tenants:Array(String)}`,
        params: { tenants: [unplanned, undeleted, good] },
      })
    ).map(({ tenant_id }) => tenant_id);
  const failing = await runWhenFree({ ...kit.deps, clickhouse });
  expect(failing).toMatchObject({ data: { failed: expect.arrayContaining([unplanned, undeleted]) } });
  expect((await left()).sort()).toEqual([unplanned, undeleted].sort());
  await runWhenFree(kit.deps);
  expect(await left()).toEqual([]);
});

/** While days are finalized a run ends as busy, as an operator sees. */
const runWhenFree = (deps: OpsKit['deps']) =>
  eventually(async () => {
    const run = await kit.runWith(deps, 'retention run', { yes: true });
    expect(run.exitCode).not.toBe(EXIT.busy);
    return run;
  });
