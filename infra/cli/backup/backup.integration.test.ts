import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { openSpool } from '@tracker/infra/event-log/spool/spool';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import { watchBackups } from '@tracker/infra/postgres/tables/backup-state';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { renderMetrics } from '@tracker/infra/telemetry/metrics';
import type { Processor } from '@tracker/processor/app';
import { adSpend, click, clickIdOf, delivery, NOON, pageView, spendOfAd } from '@tracker/processor/testing/events';
import { lead } from '@tracker/processor/testing/lead-events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { startS3Server } from '@tracker/test/kit/s3-server';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { EXIT } from '../command.ts';

vi.setConfig({ testTimeout: within(120_000) });

const DAY = 24 * 3_600_000;
/** Long before the limit of a retention of one month. */
const OLD = Math.floor(Date.now() / DAY) * DAY - 60 * DAY + 17 * 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'tracker-backup-'));
const backups = { url: pathToFileURL(join(folder, 'kept')).href, keepDays: 30 };
let kit: OpsKit;
let processor: Processor;
let tenant: TestTenant;
let sequence = 0;

beforeAll(async () => {
  kit = await openOpsKit({ backups });
  processor = await kit.processor();
  tenant = await createTenant(kit);
});

afterAll(async () => {
  await processor?.stop();
  await kit?.close();
  rmSync(folder, { recursive: true, force: true });
});

function story(clicks: number, startMs = NOON): object[] {
  const events: object[] = [];
  for (let index = 0; index < clicks; index += 1) {
    sequence += 1;
    const atMs = startMs + sequence * 1_000;
    const clickId = clickIdOf(tenant, atMs, sequence);
    events.push(click(tenant, { atMs, clickId, source: 'facebook' }), pageView(tenant, { atMs, number: sequence }));
    if (index % 7 === 0)
      events.push(
        delivery(
          tenant,
          { transaction_id: `T-${sequence}`, amount: 97.9, status: 'approved', click_id: clickId },
          atMs,
        ),
      );
  }
  events.push(
    adSpend(tenant, '2026-11-20' as TenantDay, `${sequence}.00` as Money, startMs, [spendOfAd('ad-1', '1.00')]),
  );
  return events;
}

const caughtUp = () =>
  eventually(async () => expect(await kit.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n), { timeoutMs: 30_000 });

/** Every row that screens read, as hashes of all columns, and the leads. */
async function figures() {
  const tables: Record<string, unknown> = {};
  for (const table of [
    'clicks',
    'page_views',
    'conversion_ledger',
    'conversion_links',
    'conversions',
    'ad_spend',
    'spend_reports',
    'ad_results',
    'webhook_deliveries',
    'dead_letters',
  ]) {
    tables[table] = await kit.clickhouse.query({
      name: 'test-figures',
      sql: `SELECT toString(count()) AS rows, toString(groupBitXor(cityHash64(*))) AS hash FROM ${table} FINAL`,
    });
  }
  tables.finalized = await kit.clickhouse.query({
    name: 'test-figures',
    sql: `SELECT toString(day_start) AS day, toString(sum(clicks)) AS clicks FROM traffic_daily
      WHERE build_id IN (SELECT build_id FROM finalized_days FINAL WHERE state = 2) AND day_start < '2026-11-01'
      GROUP BY day_start ORDER BY day_start`,
  });
  return tables;
}

const leads = () =>
  kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .selectFrom('leads')
      .select(['person_id', 'person_key_id', 'person_encrypted', 'status'])
      .orderBy('id')
      .execute(),
  );

/** The e-mails of leads that can still be read. */
const emails = async () =>
  Promise.all(
    (await leads()).map(async ({ person_id: personId, person_key_id: keyId, person_encrypted: sealed }) => {
      const fields = await kit.deps.persons.decrypt(tenant.tenantId, { personId, keyId, sealed });
      return fields?.email;
    }),
  );

/** Of the last backup and archive, in seconds. */
const ages = async () => {
  const text = await renderMetrics();
  return ['backup', 'archive'].map((of) => Number(new RegExp(`^tracker_${of}_age_seconds (.*)$`, 'm').exec(text)?.[1]));
};

it('shows how old the last backup and archive are, from the first time that they are set up until they are given up', async () => {
  onTestFinished(await watchBackups(kit.postgres, { isSetUp: false }));
  expect(await ages()).toEqual([NaN, NaN]);
  (await watchBackups(kit.postgres, { isSetUp: true }))();
  await asOwner(kit.deps, (sql) => sql`UPDATE backup_state SET since = now() - interval '3 days'`);
  const young = expect.closeTo(0, -2);
  const old = expect.closeTo((3 * DAY) / 1_000, -2);
  expect(await ages()).toEqual([old, old]);
  await kit.run('archive run');
  expect(await ages()).toEqual([old, young]);
  const { runWith, deps } = kit;
  await kit.run('backup create');
  expect(await ages()).toEqual([young, young]);
  expect(await kit.run('backup end', { yes: true })).toMatchObject({ exitCode: EXIT.usage });
  const without = { ...deps, backups: undefined };
  expect(await runWith(without, 'backup end', { yes: true })).toMatchObject({ data: { ended: true } });
  expect(await runWith(without, 'backup create')).toMatchObject({ exitCode: EXIT.usage });
  expect(await ages()).toEqual([NaN, NaN]);
  rmSync(join(folder, 'kept'), { recursive: true });
});

it('restores every figure into an empty installation, from a backup that was made while events came in', async () => {
  await kit.append(story(60, OLD));
  await caughtUp();
  await kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('retention')
      .values({ tenant_id: tenant.tenantId, clicks_months: 1, clicks_kept_from: null })
      .execute(),
  );
  expect(await kit.run('retention run', { yes: true })).toMatchObject({ data: { postponed: [] } });
  await getsNotices();
  await invites();
  const stays = await lead(kit.deps, tenant, { email: 'fica@x.co' });
  const erased = await lead(kit.deps, tenant, { email: 'some@x.co' });
  await kit.append([...story(200), stays, erased, delivery(tenant, { nothing: 'to understand' })]);
  await caughtUp();

  // What an ended ingest left behind.
  const left = await openSpool({ dir: join(kit.deps.dataDir, 'spool-2'), logger: kit.deps.logger });
  await left.append([{ key: 'k', value: 'spooled' }]);
  await left.close();
  const coming = (async () => {
    for (let round = 0; round < 10; round += 1) await kit.append(story(20));
  })();
  const created = await kit.run('backup create');
  expect(created).toMatchObject({ exitCode: EXIT.ok, data: { archived: { holes: [] } } });
  await coming;
  expect(await kit.run('erase', { email: 'some@x.co', yes: true })).toMatchObject({
    data: { companies: [{ leads: 1 }] },
  });
  await caughtUp();
  expect(await kit.run('archive run')).toMatchObject({ exitCode: EXIT.ok });
  expect(await kit.run('backup verify')).toMatchObject({ exitCode: EXIT.ok, data: { whole: true } });
  const before = await figures();
  expect(await emails()).toEqual(['fica@x.co']);
  // An installation that has something is never overwritten.
  expect(await kit.run('backup restore', { yes: true })).toMatchObject({
    exitCode: EXIT.usage,
    lines: [expect.stringContaining('not empty')],
  });
  await processor.stop();
  await kit.close();

  kit = await openOpsKit({ backups });
  expect(await kit.run('backup restore')).toMatchObject({ data: { restored: false } });
  const restored = await kit.run('backup restore', { yes: true });
  expect(restored).toMatchObject({ data: { restored: true } });
  expect(restored.lines).toContain(`  ${tenant.slug}: admin ana@x.co`);
  expect(await asOwner(kit.deps, (sql) => sql`SELECT email FROM invites`)).toEqual([]);
  processor = await kit.processor();
  await caughtUp();
  expect(await figures()).toEqual(before);
  expect(await emails()).toEqual(['fica@x.co']);
  // Whether its person signed out since then, no one knows.
  expect(await devices()).toEqual({ devices: 0, destinations: 0 });
  expect(await kit.run('replay run')).toMatchObject({ data: { status: 'ready', left: 0 } });
  expect(await kit.run('replay verify')).toMatchObject({ exitCode: EXIT.ok, data: { same: true } });
  const spool = await openSpool({ dir: join(kit.deps.dataDir, 'spool-2'), logger: kit.deps.logger });
  expect((await spool.peek(10))?.records.map(({ value }) => Buffer.from(value).toString())).toEqual(['spooled']);
  await spool.close();
});

/** A person's phone gets notices of sales. */
async function getsNotices(): Promise<void> {
  const { tenantId: tenant_id } = tenant;
  const [user_id, id, now] = [newUserId(), 'ds_phone', new Date()];
  const person = { email: 'ana@x.co', first_name: 'Ana', last_name: 'Lima', password_hash: '-' };
  await kit.postgres.withTenant(tenant_id, async (trx) => {
    await createUser(trx, { id: user_id, tenant_id, role: 'admin', ...person });
    await trx
      .insertInto('destinations')
      .values({
        ...{ id, tenant_id, kind: 'web-push', is_on: true, since: now, created_at: now },
        token_encrypted: Buffer.from('-'),
      })
      .execute();
    await trx
      .insertInto('push_devices')
      .values({
        ...{ destination_id: id, tenant_id, user_id, mode: 'each', min_cents: 0 },
        session_hash: Buffer.from('session'),
        endpoint_hash: Buffer.from('endpoint'),
      })
      .execute();
  });
  expect(await devices()).toEqual({ devices: 1, destinations: 1 });
}

/** Of a colleague whom the company no longer wants when the backup is restored. */
async function invites(): Promise<void> {
  const { tenantId } = tenant;
  await asOwner(
    kit.deps,
    (sql) => sql`
      INSERT INTO invites (id, tenant_id, email, role, token_hash, inviter_id, inviter_name, created_at, expires_at)
      SELECT 'iv_1', ${tenantId}, 'beto@x.co', 'editor', 'hash', user_id, 'Ana', now(), now() + interval '7 days'
      FROM memberships WHERE tenant_id = ${tenantId} LIMIT 1`,
  );
}

const devices = () =>
  asOwner(kit.deps, async (sql) => {
    const [row] = await sql`
      SELECT (SELECT count(*)::int FROM push_devices) AS devices, (SELECT count(*)::int FROM destinations) AS destinations`;
    return row;
  });

it('finds a damaged and a missing file', async () => {
  const copy = join(folder, 'copy');
  cpSync(join(folder, 'kept'), copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const deps = { ...kit.deps, backups: { ...backups, url: pathToFileURL(copy).href } };
  const [id = ''] = readdirSync(join(copy, 'backups'));
  const tables = join(copy, 'backups', id, 'postgres');
  const damaged = join(tables, 'tenants.1');
  const bytes = readFileSync(damaged);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  rmSync(join(tables, 'campaigns.1'));
  expect(await kit.runWith(deps, 'backup verify')).toMatchObject({
    exitCode: EXIT.failed,
    data: {
      problems: [expect.stringMatching(/campaigns\.1 is missing/), expect.stringMatching(/tenants\.1 is damaged/)],
    },
  });
});

it('makes and verifies a backup in S3', async () => {
  const server = await startS3Server(join(folder, 's3'));
  onTestFinished(() => server.close());
  const deps = { ...kit.deps, backups: { url: server.url, keepDays: 30 } };
  expect(await kit.runWith(deps, 'backup verify')).toMatchObject({
    exitCode: EXIT.usage,
    lines: [expect.stringMatching(/^There is no backup in s3:\/\/127\.0\.0\.1:\d+\/kept\/tracker\/\.$/)],
  });
  expect(await kit.runWith(deps, 'backup create')).toMatchObject({ exitCode: EXIT.ok });
  expect(await kit.runWith(deps, 'backup verify')).toMatchObject({ data: { whole: true } });
});

it('expires backups by their age, but never the newest, and only with --yes', async () => {
  const expire = (days: number, yes: boolean) => {
    const clock = { ...kit.deps.clock, now: () => Date.now() + days * DAY };
    return kit.runWith({ ...kit.deps, clock }, 'backup expire', { yes });
  };
  const ids = async () =>
    ((await kit.run('backup list')).data as { backups: { id: string }[] }).backups.map(({ id }) => id);
  const [old = ''] = await ids();
  expect(await kit.run('backup create')).toMatchObject({ exitCode: EXIT.ok });
  const [, newest] = await ids();
  expect(await expire(29, true)).toMatchObject({ data: { expired: [] } });
  expect(await expire(31, false)).toMatchObject({ data: { expired: [old], deleted: false } });
  expect(await ids()).toEqual([old, newest]);
  expect(await expire(31, true)).toMatchObject({ data: { expired: [old], deleted: true } });
  expect(await ids()).toEqual([newest]);
  expect(await kit.run('backup verify')).toMatchObject({ data: { whole: true } });
});

it('replays from the archive what the log has forgotten, and refuses a log with a hole', async () => {
  const middle = await kit.log.ends(EVENTS_TOPIC);
  await kit.append(story(10));
  await caughtUp();
  expect(await kit.run('archive run')).toMatchObject({ exitCode: EXIT.ok });
  await kit.log.deleteBefore(EVENTS_TOPIC, middle);
  const begins = await kit.log.begins(EVENTS_TOPIC);
  expect(begins.get(0)).toBeGreaterThan(0n);
  for (const command of ['replay plan', 'replay run']) {
    expect(
      await kit.runWith(
        { ...kit.deps, backups: undefined },
        command,
        command === 'replay run' ? { fresh: true, yes: true } : {},
      ),
    ).toMatchObject({
      exitCode: EXIT.usage,
      lines: [
        expect.stringContaining(
          `Partition 0 of the log begins at ${begins.get(0)}, and no archive has the records from 0 on`,
        ),
      ],
    });
  }
  expect(await kit.run('replay run', { fresh: true, yes: true })).toMatchObject({ data: { status: 'ready', left: 0 } });
  expect(await kit.run('replay verify')).toMatchObject({ exitCode: EXIT.ok, data: { same: true } });
});
