import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { shadowOf } from '@tracker/infra/clickhouse/shadow';
import { TRAFFIC_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import { watchBackups } from '@tracker/infra/postgres/tables/backup-state';
import type { Processor } from '@tracker/processor/app';
import {
  adSpend,
  click,
  clickIdOf,
  delivery,
  identification,
  keyless,
  pageView,
} from '@tracker/processor/testing/events';
import { PROCESSOR_VERSION } from '@tracker/processor/version';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { STORIES } from '@tracker/test/kit/stories';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { MOMENTS, snapshotTable } from '@tracker/worker/snapshots/snapshot-tables';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXIT } from '../command.ts';

vi.setConfig({ testTimeout: within(240_000 * STORIES) });

const DAY = 86_400_000;
/** 14:00 in São Paulo, 65 days ago: the first day of the stories. */
const FIRST = Math.floor(Date.now() / DAY) * DAY - 65 * DAY + 17 * 3_600_000;
/** LOG_RETENTION_DAYS; null: off. */
const OLD = 365;
const runWith = (logRetentionDays: number | null, command: string, options: Record<string, boolean> = {}) =>
  kit.runWith({ ...kit.deps, logRetentionDays }, command, options);

let kit: OpsKit;
let processor: Processor;
let tenant: TestTenant;

beforeAll(async () => {
  kit = await openOpsKit();
  processor = await kit.processor();
  tenant = await createTenant(kit);
  await asOwner(kit.deps, (sql) => sql`CREATE TABLE whole_log (LIKE event_log INCLUDING ALL)`);
});
afterAll(async () => {
  await processor?.stop();
  await kit?.close();
});

const caughtUp = () =>
  eventually(async () => expect(await kit.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n), { timeoutMs: 30_000 });
async function appendAll(events: readonly object[]) {
  await kit.append(events);
  await caughtUp();
}

/** One number gives one click, one conversion, one day: later events of the same number are about the same. */
interface Reported {
  readonly kind:
    | 'click'
    | 'page-view'
    | 'identity'
    | 'sale'
    | 'sale without a key'
    | 'refund'
    | 'partial refund'
    | 'spend';
  readonly number: number;
  readonly amount: number;
}
const reported = fc.record<Reported>({
  kind: fc.constantFrom(
    'click',
    'click',
    'page-view',
    'identity',
    'sale',
    'sale',
    'sale without a key',
    'refund',
    'partial refund',
    'spend',
  ),
  number: fc.integer({ min: 0, max: 39 }),
  amount: fc.integer({ min: 1, max: 99_999 }),
});

function eventOf({ kind, number, amount }: Reported): object {
  const atMs = FIRST + (number % 20) * 3 * DAY + number * 1_000;
  const clickId = clickIdOf(tenant, atMs, number);
  const money = (amount / 100).toFixed(2);
  const body = { transaction_id: `T-${number}`, amount: money, status: 'approved', click_id: clickId };
  switch (kind) {
    case 'click':
      return click(tenant, { atMs, clickId, source: 'facebook', sub1: `ad-${number % 3}` });
    case 'page-view':
      return pageView(tenant, { atMs, number });
    case 'identity':
      return identification(click(tenant, { atMs, clickId }), { fbp: `fb.${amount}` }, atMs + amount);
    case 'sale':
      return delivery(tenant, body, atMs + amount);
    case 'sale without a key':
      return keyless(tenant, { ...body, transaction_id: `U-${number}` }, atMs + amount);
    case 'refund':
      return delivery(tenant, { ...body, status: 'refunded' }, atMs + 30 * DAY + amount);
    case 'partial refund':
      return delivery(
        tenant,
        { ...body, status: 'partially_refunded', refund_amount: (amount / 200).toFixed(2) },
        atMs + 20 * DAY + amount,
      );
    case 'spend': {
      const day = new Date(FIRST + number * DAY).toISOString().slice(0, 10) as TenantDay;
      return adSpend(tenant, day, money as Money, FIRST + number * DAY + amount);
    }
  }
}

/** Each conversion to the cent, spend and clicks of each day; of the live tables, or of the shadows. */
async function figures(nameOf: (table: string) => string = (table) => table) {
  const read = (sql: string) =>
    kit.clickhouse.query({ name: 'test-figures', sql, params: { tenantId: tenant.tenantId } });
  const own = 'WHERE tenant_id = {tenantId:String}';
  return {
    conversions:
      await read(`SELECT conversion_id, status, toString(net_value) AS net, toString(revenue) AS revenue, click_id,
      campaign_id, is_counted, uncounted_reason, toString(ts) AS at FROM ${nameOf('conversions')} FINAL ${own} ORDER BY conversion_id`),
    spend:
      await read(`SELECT toString(day) AS day, toString(sum(spend)) AS spend FROM ${nameOf('ad_spend')} FINAL ${own}
      GROUP BY day ORDER BY day`),
    clicks:
      await read(`SELECT toString(toDate(ts)) AS on, toString(count()) AS clicks FROM ${nameOf('clicks')} FINAL ${own}
      GROUP BY on ORDER BY on`),
    views: await read(`SELECT toString(count()) AS views FROM ${nameOf('page_views')} FINAL ${own}`),
  };
}

const freshReplay = async () => {
  const run = await kit.run('replay run', { fresh: true, yes: true });
  expect(run.lines.join(' '), run.lines.join(' ')).toContain('filled');
  return run.data as { id: string; snapshotId: string | null; events: number };
};
async function snapshot() {
  await freshReplay();
  const made = await kit.run('replay snapshot', { yes: true });
  expect(made.data, made.lines.join(' ')).toMatchObject({ made: true });
  return (made.data as { snapshot: { id: string } }).snapshot.id;
}
/** As if this part of the log had been appended long ago; the whole log is kept apart. */
const age = (share: number) =>
  asOwner(kit.deps, async (sql) => {
    await sql`INSERT INTO whole_log SELECT * FROM event_log ON CONFLICT DO NOTHING`;
    await sql`
      UPDATE event_log SET appended_at = appended_at - interval '1000 days'
      WHERE topic = ${EVENTS_TOPIC} AND appended_at > now() - interval '900 days' AND first_position <= ${share}::float * (
        SELECT next_position FROM log_head WHERE topic = ${EVENTS_TOPIC})`;
  });
const wholeLogAgain = () =>
  asOwner(kit.deps, (sql) => sql`INSERT INTO event_log SELECT * FROM whole_log ON CONFLICT DO NOTHING`);
const keepMonths = (months: number) =>
  kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('retention')
      .values({ tenant_id: tenant.tenantId, clicks_months: months, clicks_kept_from: null })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ clicks_months: months }))
      .execute(),
  );
/** The tables of a snapshot that have clicks or page views from before the limit of their tenant. */
async function expiredIn(id: string): Promise<string[]> {
  const [row] = await kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('retention').select('clicks_kept_from').execute(),
  );
  const limitMs = row?.clicks_kept_from?.getTime() ?? 0;
  const found: string[] = [];
  for (const table of TRAFFIC_TABLES) {
    const rows = await kit.clickhouse.query({
      name: 'test-expired',
      sql: `SELECT 1 FROM ${snapshotTable(table, id)} WHERE tenant_id = {tenantId:String} AND toUnixTimestamp64Milli(${MOMENTS[table]}) < ${limitMs}`,
      params: { tenantId: tenant.tenantId },
    });
    if (rows.length > 0) found.push(table);
  }
  return found;
}
/** Again when days are being finalized at that moment. */
const retention = (days: number | null, deps: Partial<OpsKit['deps']> = {}) =>
  eventually(
    async () => {
      const surroundings = { ...kit.deps, ...deps, logRetentionDays: days };
      const { data } = await kit.runWith(surroundings, 'retention run', { yes: true });
      expect(data).toMatchObject({ deleted: true });
      return data as { log: object | null; failed: string[] };
    },
    { timeoutMs: 30_000 },
  );
const begin = async () => Number((await kit.log.begins(EVENTS_TOPIC)).get(0));

describe('log retention', () => {
  const plan = async (days: number | null) =>
    ((await runWith(days, 'retention plan')).data as { log: { records: number; held: number } | null }).log;
  const run = async () => (await retention(OLD)).log;
  const about = (number: number, kind: Reported['kind'] = 'sale') => eventOf({ kind, number, amount: 9_700 + number });

  it('deletes nothing without the setting, without a snapshot, or behind a snapshot that was changed', async () => {
    tenant = await createTenant(kit);
    await appendAll([about(1, 'click'), about(1), about(2, 'click'), about(2)]);
    await age(1);
    expect(await plan(null)).toBeNull();
    const held = (await plan(OLD))?.held;
    expect(held).toBeGreaterThan(0);
    expect(await run()).toMatchObject({ records: 0, held, heldBy: 'no-snapshot' });

    const id = await snapshot();
    await kit.clickhouse.command(
      `INSERT INTO ${snapshotTable('conversions', id)} SELECT * REPLACE (net_value + 1 AS net_value, ver + 1 AS ver)
       FROM conversions FINAL WHERE tenant_id = '${tenant.tenantId}' LIMIT 1`,
    );
    expect(await plan(OLD)).toMatchObject({ records: held, held: 0 });
    expect(await run()).toMatchObject({ records: 0, held, heldBy: 'damaged-snapshot' });
    expect(await begin()).toBe(0);
  });

  it('makes no snapshot of a replay that differs, and completes one that was interrupted', async () => {
    await freshReplay();
    await kit.clickhouse.command(
      `INSERT INTO conversions_replay SELECT * REPLACE (net_value + 1 AS net_value, ver + 1 AS ver)
       FROM conversions_replay FINAL WHERE tenant_id = '${tenant.tenantId}' LIMIT 1`,
    );
    expect(await kit.run('replay snapshot', { yes: true })).toMatchObject({
      exitCode: EXIT.failed,
      data: { made: false },
    });

    const { id } = await freshReplay();
    // What a killed process leaves: the replay is given up, and the first table is renamed.
    await kit.postgres.sql`UPDATE replay_runs SET status = 'snapshot' WHERE id = ${id}`;
    await kit.clickhouse.command(`RENAME TABLE clicks_replay TO ${snapshotTable('clicks', id)}`);
    expect(await kit.run('replay snapshot', { yes: true })).toMatchObject({ data: { made: true, snapshot: { id } } });
  });

  it('keeps what the archive lacks, from the first time that backups are set up until they are given up', async () => {
    const { records } = (await plan(OLD)) ?? {};
    expect(records).toBeGreaterThan(0);
    (await watchBackups(kit.postgres, { isSetUp: true }))();
    expect(await plan(OLD)).toMatchObject({ records: 0, held: records, heldBy: 'archive' });
    expect(await run()).toMatchObject({ records: 0, held: records, heldBy: 'archive' });
    expect(await begin()).toBe(0);

    const folder = mkdtempSync(join(tmpdir(), 'tracker-archive-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const backups = { url: pathToFileURL(folder).href, keepDays: 30 };
    expect(await kit.runWith({ ...kit.deps, backups }, 'archive run')).toMatchObject({ exitCode: EXIT.ok });
    expect(await plan(OLD)).toMatchObject({ records, held: 0, heldBy: null });
    expect(await kit.run('backup end', { yes: true })).toMatchObject({ data: { ended: true } });
  });

  it('keeps what came after the snapshot; a day before the log is not recounted, and nothing is replayed with a hole', async () => {
    const yesterday = Date.now() - DAY;
    const partial = { transaction_id: 'T-1', amount: '97.01', status: 'partially_refunded', refund_amount: '10.00' };
    await appendAll([about(3, 'click'), about(3), delivery(tenant, partial, yesterday)]);
    await age(1);
    expect(await run()).toMatchObject({ held: 3, heldBy: 'snapshot' });
    expect(await begin()).toBe(Number((await kit.log.ends(EVENTS_TOPIC)).get(0)) - 3);
    // Now the log begins five days ago. The sale of the partial refund is not in it any more, and belongs to another day.
    await asOwner(kit.deps, (sql) => sql`UPDATE event_log SET appended_at = now() - interval '5 days'`);
    const reconcile = (atMs: number) => kit.run('reconcile', { day: new Date(atMs).toISOString().slice(0, 10) });
    expect(await reconcile(yesterday)).toMatchObject({ exitCode: EXIT.ok, data: { same: true } });
    expect(await reconcile(yesterday - 5 * DAY)).toMatchObject({
      exitCode: EXIT.usage,
      lines: [expect.stringContaining('The log was cut')],
    });

    expect(await kit.run('replay plan')).toMatchObject({
      data: { events: 3, snapshot: { processorVersion: PROCESSOR_VERSION } },
    });
    expect(await freshReplay()).toMatchObject({ events: 3 });
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
    await kit.log.deleteBefore(EVENTS_TOPIC, await kit.log.ends(EVENTS_TOPIC));
    expect(await reconcile(yesterday)).toMatchObject({
      exitCode: EXIT.usage,
      lines: [expect.stringContaining('is empty')],
    });
    expect(await kit.run('replay run', { fresh: true, yes: true })).toMatchObject({ exitCode: EXIT.usage });
  });
});

describe('replay from a snapshot', () => {
  const events = fc.array(reported, { minLength: 1, maxLength: 60 });

  it('gives the same rows and cents as a replay of the whole log, with late events and deleted clicks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          before: events,
          between: events,
          after: events,
          /** What the retention deletes of clicks before and after the snapshot, in months; it only grows. */
          months: fc.option(fc.constantFrom(1, 2), { nil: null }),
          deletesBefore: fc.boolean(),
          share: fc.double({ min: 0.3, max: 1, noNaN: true }),
          isSwapped: fc.boolean(),
        }),
        async ({ before, between, after, months, deletesBefore, share, isSwapped }) => {
          await wholeLogAgain();
          // The replay of the test before, which the retention would wait for.
          await kit.postgres.sql`DELETE FROM replay_runs`;
          tenant = await createTenant(kit);
          await appendAll(before.map(eventOf));
          if (months !== null && deletesBefore) {
            await keepMonths(2);
            await retention(null);
          }
          const id = await snapshot();
          await appendAll(between.map(eventOf));
          if (months !== null) await keepMonths(months);
          await age(share);
          await retention(OLD);
          expect(await begin()).toBeGreaterThan(0);
          expect(await expiredIn(id)).toEqual([]);
          await appendAll(after.map(eventOf));

          const replay = await freshReplay();
          expect(replay.snapshotId).not.toBeNull();
          const live = await figures();
          // Both compare all rows. Once swapped, the live tables are those that began with the snapshot.
          const compared = isSwapped ? await kit.run('replay swap', { yes: true }) : await kit.run('replay verify');
          expect(compared).toMatchObject({ data: { differences: [] } });
          expect(await figures()).toEqual(live);
          if (!isSwapped) expect(await figures(shadowOf)).toEqual(live);

          await wholeLogAgain();
          expect(await freshReplay()).toMatchObject({ snapshotId: null });
          expect(await kit.run('replay verify')).toMatchObject({ data: { differences: [] } });
          expect(await figures(shadowOf)).toEqual(live);
        },
      ),
      { numRuns: STORIES, endOnFailure: true },
    );
  });
});

it('deletes old clicks of the others from the snapshot when those of one tenant cannot be deleted', async () => {
  await wholeLogAgain();
  await kit.postgres.sql`DELETE FROM replay_runs`;
  const owners = [await createTenant(kit), await createTenant(kit)] as const;
  for (const owner of owners) {
    tenant = owner;
    await appendAll([eventOf({ kind: 'click', number: 0, amount: 1 })]);
  }
  const id = await snapshot();
  const [bad, good] = owners;
  for (const owner of owners) {
    tenant = owner;
    await keepMonths(1);
  }
  const clickhouse: ClickHouse = {
    ...kit.clickhouse,
    async command(sql, params) {
      if (sql.includes(snapshotTable('clicks', id)) && sql.includes(bad.tenantId)) throw new TypeError('defect');
      return kit.clickhouse.command(sql, params);
    },
  };
  expect(await retention(null, { clickhouse })).toMatchObject({ failed: [bad.tenantId] });
  const expired = async (owner: TestTenant) => {
    tenant = owner;
    return expiredIn(id);
  };
  expect([await expired(bad), await expired(good)]).toEqual([['clicks'], []]);
  await retention(null);
  expect(await expired(bad)).toEqual([]);
});
