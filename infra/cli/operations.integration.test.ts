import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecorder } from '@tracker/infra/event-log/create-recorder';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { createPostgres } from '@tracker/infra/postgres/client';
import type { Processor } from '@tracker/processor/app';
import { adSpend, click, clickIdOf, delivery, NOON, spendOfAd } from '@tracker/processor/testing/events';
import { DEAD_LETTERS_TOPIC, EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { eventually } from '@tracker/test/kit/eventually';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EXIT, type OpsDeps } from './command.ts';
import { runCommand } from './run-command.ts';

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
  eventually(async () => {
    for (const topic of [EVENTS_TOPIC, DEAD_LETTERS_TOPIC] as const) {
      expect(await kit.log.lag(topic, PROCESSOR_GROUP)).toBe(0n);
    }
  });

it('exits as unreachable when Postgres does not answer, and still reports the spool', async () => {
  const peers: Socket[] = [];
  const silent = createServer((peer) => void peers.push(peer)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const postgres = createPostgres({ url: `postgres://u:p@127.0.0.1:${port}/d`, logger: kit.deps.logger });
  onTestFinished(async () => {
    for (const peer of peers) peer.destroy();
    silent.close();
    await postgres.close();
  });
  const during = { ...kit.deps, postgres };
  const report = { say: () => undefined, bar: () => undefined, item: () => undefined };
  const run = (command: string) =>
    runCommand(during, { command, options: {}, actor: 'a' }, { report, signal: new AbortController().signal });
  const [lag, spool] = await Promise.all([run('lag'), run('spool status')]);
  expect(lag).toMatchObject({ exitCode: EXIT.unreachable });
  expect(spool).toMatchObject({ data: { spools: [{ spooledEvents: 0 }] } });
});

it('looks at everything while Postgres is read-only, and records that as soon as it takes something', async () => {
  const { databaseUrl, logger } = kit.deps;
  const postgres = createPostgres({ url: `${databaseUrl}?default_transaction_read_only=on`, logger });
  onTestFinished(() => postgres.close());
  const report = { say: () => undefined, bar: () => undefined, item: () => undefined };
  const actor = 'operator:read-only';
  const run = (deps: OpsDeps, command: string, options = {}) =>
    runCommand(deps, { command, options, actor }, { report, signal: new AbortController().signal });
  const during = { ...kit.deps, postgres };

  for (const command of ['lag', 'spool status', 'company list', 'dead-letters list']) {
    const outcome = await run(during, command);
    expect([command, outcome.exitCode ?? EXIT.ok, outcome.lines.at(-1)]).toEqual([
      command,
      EXIT.ok,
      'The database takes nothing; the line of this run in the audit log is stored by the next command that reaches it.',
    ]);
  }
  const change = await run(during, 'dead-letters retry', { all: true });
  expect(change.exitCode).toBe(EXIT.unreachable);
  expect(change.lines.join()).toContain('takes nothing: cannot execute INSERT in a read-only transaction');

  // The disk was full, too.
  appendFileSync(join(kit.deps.dataDir, 'ops-runs.jsonl'), '{"actor":"operator:re');
  expect((await run(kit.deps, 'lag')).exitCode ?? EXIT.ok).toBe(EXIT.ok);
  expect(existsSync(join(kit.deps.dataDir, 'ops-runs.jsonl'))).toBe(false);
  const cut = await kit.deps.postgres.sql`SELECT details FROM audit_log WHERE action = 'ops.unreadable'`;
  expect(cut).toEqual([{ details: { line: '{"actor":"operator:re' } }]);
  const rows = await kit.deps.postgres.sql`SELECT action, outcome FROM audit_log WHERE actor = ${actor} ORDER BY id`;
  expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual(
    ['lag', 'spool.status', 'company.list', 'dead-letters.list', 'lag'].map((action) => [action, 'ok']),
  );
});

it.each(['status', 'drain'])('leaves the spool of a running program alone and names it (spool %s)', async (verb) => {
  const { code, printed } = await kit.spawnOps('spool', verb).ended;
  expect(code).toBe(EXIT.ok);
  expect(printed).toContain(`in use by process ${process.pid} on ${hostname()}`);
  // It still takes events, and its lock.
  const again = await kit.spawnOps('spool', verb).ended;
  expect(again.printed).toBe(printed);
});

it('says how much waits in the spool of a running program', async () => {
  // As the program that holds it writes it while the log is away.
  const segment = join(kit.deps.dataDir, 'spool', '000000000001-0123abcd.segment');
  writeFileSync(segment, Buffer.alloc(3_072));
  onTestFinished(() => rmSync(segment));
  const { printed } = await kit.spawnOps('spool', 'status').ended;
  expect(printed).toContain('3.0 KiB wait');
});

it('says that the log is away when it does not answer, also for a spool that was only just opened', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const log = createPostgresEventLog<Topic>({ url: `postgres://u:p@127.0.0.1:${port}/d`, logger: kit.deps.logger });
  const dir = mkdtempSync(join(tmpdir(), 'tracker-spool-'));
  onTestFinished(async () => {
    await log.close();
    rmSync(dir, { recursive: true });
  });
  const { persons, keyring, logger } = kit.deps;
  const options = { log, spoolDir: dir, persons, keyring, logger };
  const event = { id: 'e-1', type: 'click', tenantId: tenant.tenantId, receivedAt: '2026-11-20T15:00:00.000Z' };
  const ingest = await createRecorder(options);
  await ingest.record({ key: 'k', event: { ...event, payload: {} } });
  await ingest.close();
  const recorder = await createRecorder(options);
  onTestFinished(() => recorder.close());
  const eachSpool: OpsDeps['eachSpool'] = async (work) => [await work({ dir, recorder })];
  const outcome = await kit.runWith({ ...kit.deps, log, eachSpool }, 'spool status');
  expect(outcome.data).toMatchObject({ logAvailable: false, spools: [{ spooledEvents: 1 }] });
  expect(outcome.lines.join(' ')).toContain('The log is away');
});

describe('reconcile', () => {
  it('recounts a day from the log, confirms matching tables and reports a difference', async () => {
    const first = click(tenant);
    const body = { transaction_id: 'T-1', amount: 100, status: 'approved', click_id: first.payload.clickId };
    const euros = { transaction_id: 'T-2', amount: '10.50', currency: 'EUR', status: 'approved' };
    const day = 24 * 3_600_000;
    const retried = click(tenant, { atMs: NOON + 2, clickId: clickIdOf(tenant, NOON + 2, 2_417) });
    const spentOn = '2026-11-20' as TenantDay;
    await kit.append([
      first,
      first,
      click(tenant, { atMs: NOON + 1, clickId: clickIdOf(tenant, NOON + 1, 1) }),
      // The day before, in the tenant's time zone.
      click(tenant, { atMs: NOON - 13 * 3_600_000, clickId: clickIdOf(tenant, NOON - 13 * 3_600_000) }),
      // A request that the gateway sent on to another instance is one click.
      click(tenant, { atMs: NOON + 2, clickId: clickIdOf(tenant, NOON + 2, 1_417) }),
      { ...retried, payload: { ...retried.payload, retryOf: '417' } },
      delivery(tenant, { ...body, occurred_at: new Date(NOON).toISOString() }),
      delivery(tenant, { ...euros, occurred_at: new Date(NOON).toISOString() }),
      // Days later, for the conversion of that day.
      delivery(
        tenant,
        {
          ...body,
          status: 'partially_refunded',
          refund_amount: 25,
          occurred_at: new Date(NOON + 3 * day).toISOString(),
        },
        NOON + 3 * day,
      ),
      delivery(tenant, { transaction_id: 'T-3', amount: 5, status: 'approved', is_test: true }),
      adSpend(tenant, spentOn, '12.00' as Money, NOON + 2, [spendOfAd('ad-1', '7.25'), spendOfAd('ad-2', '2.50')]),
      // An older sync that is read later.
      adSpend(tenant, spentOn, '99.00' as Money, NOON + 1, [spendOfAd('ad-1', '99.00')]),
      adSpend(tenant, '2026-11-19' as TenantDay, '0.00' as Money, NOON + 2),
    ]);
    await caughtUp();
    const expected = {
      ...{ clicks: 3, views: 0, conversions: 2, revenue: { BRL: '75.0000', EUR: '10.5000' } },
      ...{ spend: { BRL: '12.0000' }, spendOfAds: { BRL: '9.7500' } },
    };
    expect(await kit.run('reconcile', { day: '2026-11-20' })).toMatchObject({
      exitCode: EXIT.ok,
      data: { same: true, companies: [{ tenantId: tenant.tenantId, log: expected, tables: expected }] },
    });

    await kit.clickhouse.command(
      `INSERT INTO conversions SELECT * REPLACE (net_value + 1 AS net_value, ver + 1 AS ver) FROM conversions FINAL WHERE transaction_id = 'T-1'`,
    );
    expect(await kit.run('reconcile', { day: '2026-11-20', tenant: tenant.tenantId })).toMatchObject({
      exitCode: EXIT.failed,
      data: { same: false, companies: [{ log: expected, tables: { revenue: { BRL: '76.0000' } } }] },
    });
    expect(await kit.run('reconcile', { day: '2026-11-19' })).toMatchObject({
      exitCode: EXIT.ok,
      data: { companies: [{ log: { clicks: 1, conversions: 0, spend: {} } }] },
    });

    await kit.clickhouse.command(
      `INSERT INTO ad_spend SELECT * REPLACE ([ad_spends[1], 0.01] AS ad_spends, ver + 1 AS ver) FROM ad_spend FINAL WHERE day = '2026-11-20'`,
    );
    expect(await kit.run('reconcile', { day: '2026-11-20', tenant: tenant.tenantId })).toMatchObject({
      data: { companies: [{ tables: { spend: { BRL: '12.0000' }, spendOfAds: { BRL: '7.2600' } } }] },
    });
  });

  it('counts entered spend as the tables do: not where the platform reports, and not what was removed', async () => {
    const day = '2026-11-18' as TenantDay;
    const entered = (source: string, spend: string, atMs: number, kind: 'entered' | 'removed' = 'entered') => {
      const event = adSpend(tenant, day, spend as Money, atMs);
      return { ...event, payload: { ...event.payload, source, kind, impressions: 0, clicks: 0 } };
    };
    const reported = adSpend(tenant, day, '12.00' as Money, NOON);
    await kit.append([
      { ...reported, payload: { ...reported.payload, source: 'facebook/1' } },
      entered('facebook', '50.00', NOON + 1),
      entered('google', '30.00', NOON + 2),
      entered('tiktok', '8.00', NOON + 3),
      entered('tiktok', '0.00', NOON + 4, 'removed'),
    ]);
    await caughtUp();
    const expected = { spend: { BRL: '42.0000' } };
    expect(await kit.run('reconcile', { day, tenant: tenant.tenantId })).toMatchObject({
      exitCode: EXIT.ok,
      data: { same: true, companies: [{ log: expected, tables: expected }] },
    });
  });
});

describe('dead letters', () => {
  it('lists, shows, retries and purges dead letters', async () => {
    await kit.log.append(EVENTS_TOPIC, [
      { key: 'k1', value: '{"broken' },
      { key: 'k2', value: JSON.stringify(delivery(tenant, { amount: 'muito' })) },
    ]);
    await caughtUp();
    const listed = (await kit.run('dead-letters list')).data as {
      total: number;
      deadLetters: { id: string; key: string }[];
    };
    expect(listed.total).toBe(2);
    const { id } = listed.deadLetters.find((one) => one.key === 'k1') ?? { id: '' };
    const shown = await kit.run('dead-letters show', { id });
    expect(shown.lines).toContain('{"broken');
    expect(shown.data).toMatchObject({ reasons: ['not JSON'], key: 'k1' });

    expect(await kit.run('dead-letters retry')).toMatchObject({ exitCode: EXIT.usage });
    expect(await kit.run('dead-letters retry', { all: true })).toMatchObject({ data: { total: 2, sent: 0 } });
    expect(await kit.run('dead-letters retry', { all: true, yes: true })).toMatchObject({ data: { sent: 2 } });
    await caughtUp();
    // Nothing was repaired, so they fail again: new dead letters with the same bytes.
    const again = (await kit.run('dead-letters list')).data as typeof listed;
    expect(again.total).toBe(2);
    expect(again.deadLetters.map((one) => one.id)).not.toContain(id);

    expect(await kit.run('dead-letters purge', { reason: 'not JSON', yes: true })).toMatchObject({
      data: { purged: 1 },
    });
    expect(await kit.run('dead-letters list')).toMatchObject({ data: { total: 1 } });
    expect(await kit.run('dead-letters show', { id })).toMatchObject({ exitCode: EXIT.usage });
  });
});

describe('log seek', () => {
  it('moves the offset only while no processor reads, and replayed events count once', async () => {
    const figures = async () => (await kit.run('reconcile', { day: '2026-11-19' })).data;
    const before = await figures();
    expect(await kit.run('log seek', { to: 'start' })).toMatchObject({ data: { moved: false, skipped: 0 } });
    expect(await kit.run('log seek', { to: 'start', yes: true })).toMatchObject({ exitCode: EXIT.busy });
    await processor.stop();
    expect(await kit.run('log seek', { to: '999999', yes: true })).toMatchObject({ exitCode: EXIT.usage });
    expect(await kit.run('log seek', { to: 'start', yes: true })).toMatchObject({ data: { moved: true } });
    const behind = (await kit.run('lag')).data as { topics: { lag: number }[] };
    expect(behind.topics[0]?.lag).toBeGreaterThan(10);
    processor = await kit.processor();
    await caughtUp();
    expect({ ...((await figures()) as object), records: 0 }).toEqual({ ...(before as object), records: 0 });
  });
});

describe('command line', () => {
  it('rejects wrong arguments before it does anything, and prints JSON lines of the log tail', async () => {
    expect(await kit.run('replay run', { rate: 'fast' })).toMatchObject({
      exitCode: EXIT.usage,
      lines: ['--rate: must be a whole number'],
    });
    expect(await kit.run('replay swap', { now: true })).toMatchObject({ exitCode: EXIT.usage });
    expect(await kit.run('nothing')).toMatchObject({ exitCode: EXIT.usage });
    const child = kit.spawnOps('log', 'tail', '--count', '2', '--json');
    const { code, printed } = await child.ended;
    expect(code).toBe(EXIT.ok);
    const lines = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ partition: 0, position: expect.stringMatching(/^\d+$/), key: expect.any(String) });
    expect(lines[2]).toEqual({ records: 2 });
  });
});
