import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import type { Processor } from '@tracker/processor/app';
import { adSpend, click, clickIdOf, delivery, NOON, spendOfAd } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { eventually } from '@tracker/test/kit/eventually';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT, type OpsDeps } from '../command.ts';

// A swap exchanges every table with several statements each.

let kit: OpsKit;
let processor: Processor;
let tenant: TestTenant;
let sequence = 0;

beforeAll(async () => {
  kit = await openOpsKit();
  processor = await kit.processor();
  tenant = await createTenant(kit);
});

afterAll(async () => {
  await processor?.stop();
  await kit?.close();
});

/** Clicks, and a conversion for every tenth; some are refunded, some arrive before their click, some twice. */
function story(clicks: number): object[] {
  const events: object[] = [];
  for (let index = 0; index < clicks; index += 1) {
    sequence += 1;
    const atMs = NOON + sequence * 1_000;
    const clickId = clickIdOf(tenant, atMs, sequence);
    const clickEvent = click(tenant, { atMs, clickId, source: 'facebook' });
    if (index % 10 !== 0) {
      events.push(clickEvent);
      continue;
    }
    const body = { transaction_id: `T-${sequence}`, amount: 97.9, status: 'approved', click_id: clickId };
    const conversion = delivery(tenant, body, atMs + 500);
    events.push(...(index % 20 === 0 ? [conversion, clickEvent, conversion] : [clickEvent, conversion]));
    if (index % 50 === 0) events.push(delivery(tenant, { ...body, status: 'refunded' }, atMs + 900));
  }
  events.push(
    adSpend(tenant, '2026-11-20' as TenantDay, `${sequence}.00` as Money, NOON + sequence, [
      spendOfAd(`ad-${sequence % 3}`, `${sequence}.00`),
      spendOfAd('ad-9', '0.00'),
    ]),
  );
  return events;
}

const caughtUp = () =>
  eventually(async () => expect(await kit.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n), { timeoutMs: 20_000 });

/** All figures of the tenant. */
async function figures() {
  const read = async (sql: string) =>
    kit.clickhouse.query({ name: 'test-figures', sql, params: { tenantId: tenant.tenantId } });
  return {
    clicks: await read('SELECT toString(count()) AS n FROM clicks FINAL WHERE tenant_id = {tenantId:String}'),
    conversions: await read(
      `SELECT conversion_id, status, toString(net_value) AS net, click_id, event_count FROM conversions FINAL
       WHERE tenant_id = {tenantId:String} ORDER BY conversion_id`,
    ),
  };
}

async function freshReplay() {
  expect(await kit.run('replay run', { fresh: true, yes: true })).toMatchObject({ data: { status: 'ready', left: 0 } });
}

describe('replay', () => {
  it('rebuilds identical tables, and verify compares each tenant and day', async () => {
    const events = [...story(400), delivery(tenant, { nothing: 'to understand' })];
    await kit.append(events);
    await caughtUp();
    expect(await kit.run('replay plan')).toMatchObject({ data: { events: events.length } });
    expect(await kit.run('replay run')).toMatchObject({ data: { status: 'ready', left: 0, failed: 1 } });
    // Events arrive meanwhile: verify finds the log position that both table sets have reached.
    await kit.append(story(50));
    const verified = await kit.run('replay verify');
    expect(verified).toMatchObject({ exitCode: EXIT.ok, data: { same: true, differences: [] } });
    expect((verified.data as { rows: number }).rows).toBeGreaterThan(450);
  });

  it('adds nothing to the outbox, and repeated events add nothing either', async () => {
    const sender = await createTenant(kit);
    const now = Date.now();
    const reported = [1, 2, 3].map((one) =>
      delivery(sender, { transaction_id: `B-${one}`, amount: 10, status: 'approved' }, now - one),
    );
    await kit.append(reported);
    await caughtUp();
    // Enabled later, with a start of an hour ago: in live processing each conversion would now be sent.
    await kit.postgres.withTenant(sender.tenantId, (trx) =>
      trx
        .insertInto('destinations')
        .values({
          id: `ds_${sender.slug}`,
          tenant_id: sender.tenantId,
          kind: 'postback',
          is_on: true,
          since: new Date(now - 3_600_000),
          created_at: new Date(now),
          url_template: 'https://parceiro.example/{clickid}',
        })
        .execute(),
    );
    const waiting = () =>
      kit.postgres.withTenant(sender.tenantId, (trx) => trx.selectFrom('outbox').select('conversion_id').execute());
    await freshReplay();
    expect(await waiting()).toEqual([]);
    await kit.append(reported.slice(0, 1));
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    // The same events again add nothing.
    await kit.append(reported);
    await eventually(async () => expect(await waiting()).toHaveLength(3));
    await kit.append(reported);
    await caughtUp();
    expect(await waiting()).toHaveLength(3);
  });

  it('names tenant, day and table of a planted difference, and refuses the swap', async () => {
    await kit.clickhouse.command(
      `INSERT INTO conversions SELECT * REPLACE (net_value + 1 AS net_value, ver + 1 AS ver)
       FROM conversions FINAL WHERE tenant_id = '${tenant.tenantId}' AND status = 'approved' LIMIT 1`,
    );
    const before = await figures();
    for (const outcome of [await kit.run('replay verify'), await kit.run('replay swap', { yes: true })]) {
      expect(outcome.exitCode).toBe(EXIT.failed);
      const { differences } = outcome.data as { differences: { live: { money: object }; shadow: { money: object } }[] };
      expect(differences).toMatchObject([{ table: 'conversions', tenantId: tenant.tenantId, day: '2026-11-20' }]);
      expect(differences[0]?.live.money).not.toEqual(differences[0]?.shadow.money);
    }
    expect(await figures()).toEqual(before);
  });

  it('corrects the live tables by a forced swap, rolls back, and keeps events that arrive meanwhile in both', async () => {
    const versionOf = createFigureVersions(kit.postgres.sql);
    const wrong = await figures();
    const wrongVersion = await versionOf('no-tenant');
    const forced = kit.run('replay swap', { yes: true, force: true });
    // Live traffic continues all the time.
    await kit.append(story(60));
    expect(await forced).toMatchObject({ data: { swapped: true } });
    // Of every tenant, also of those without an event.
    const correctedVersion = await versionOf('no-tenant');
    expect(correctedVersion).not.toBe(wrongVersion);
    await caughtUp();
    await kit.append(story(60));
    await caughtUp();
    const corrected = await figures();
    expect(corrected.clicks).toEqual([{ n: String(Number((wrong.clicks as { n: string }[])[0]?.n) + 120) }]);

    expect(await kit.run('replay rollback')).toMatchObject({ data: { rolledBack: false } });
    const back = kit.run('replay rollback', { yes: true });
    await kit.append(story(60));
    expect(await back).toMatchObject({ data: { rolledBack: true } });
    expect(await versionOf('no-tenant')).not.toBe(correctedVersion);
    await caughtUp();
    const rolledBack = await figures();
    expect(rolledBack.clicks).toEqual([{ n: String(Number((corrected.clicks as { n: string }[])[0]?.n) + 60) }]);
    // The planted difference is back, and nothing else differs from the history.
    await freshReplay();
    expect(await kit.run('replay verify')).toMatchObject({ data: { differences: [{ table: 'conversions' }] } });
    expect(await kit.run('replay swap', { yes: true, force: true })).toMatchObject({ data: { swapped: true } });
    await freshReplay();
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
  });

  it('resumes after kill -9 where it stopped, and pauses on request from another terminal', async () => {
    await kit.append(story(1_000));
    await caughtUp();
    const child = kit.spawnOps('replay', 'run', '--fresh', '--yes', '--rate', '300');
    const atWork = await eventually(
      async () => {
        const { data } = await kit.run('replay status');
        expect(data).toMatchObject({ run: { status: 'running', isFilling: true } });
        const { run } = data as { run: { events: number; left: number } };
        expect(run.events).toBeGreaterThan(0);
        return run;
      },
      { timeoutMs: 20_000 },
    );
    expect(await kit.run('replay resume')).toMatchObject({ data: { isFilling: true } });
    expect(await kit.run('replay verify')).toMatchObject({ exitCode: EXIT.busy });
    await kit.run('replay pause');
    child.kill();
    expect((await child.ended).code).toBe(null);
    expect(atWork.left).toBeGreaterThan(0);
    await eventually(async () =>
      expect(await kit.run('replay status')).toMatchObject({
        data: { run: { status: 'running', isFilling: false, paused: true } },
      }),
    );
    expect(await kit.run('replay run')).toMatchObject({ exitCode: EXIT.usage });
    const resumed = await kit.run('replay resume', { rate: '1000000' });
    expect(resumed).toMatchObject({ data: { status: 'ready', left: 0, paused: false } });
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
  });

  it('compares a range of the log by its facts, and cannot be swapped', async () => {
    const [row] = await kit.postgres.sql<{ middle: Date }[]>`
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY appended_at) AS middle FROM event_log WHERE topic = ${EVENTS_TOPIC}`;
    const from = row?.middle.toISOString() ?? '';
    expect(await kit.run('replay run', { from, fresh: true, yes: true })).toMatchObject({ data: { status: 'ready' } });
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
    expect(await kit.run('replay swap', { yes: true })).toMatchObject({ exitCode: EXIT.usage });
  });
});

describe('swap that died halfway', () => {
  it('is completed by the next swap, which also corrects what was processed into a half-swapped set of tables', async () => {
    await freshReplay();
    const [run] = await kit.postgres.sql<{ id: string }[]>`SELECT id FROM replay_runs ORDER BY started_at DESC LIMIT 1`;
    // The state that a killed process leaves: recorded, and the first tables exchanged.
    await kit.postgres.sql`UPDATE replay_runs SET status = 'swapping' WHERE id = ${run?.id ?? ''}`;
    for (const table of REPLAYED_TABLES.slice(0, 4)) {
      await kit.clickhouse.command(`EXCHANGE TABLES ${table} AND ${table}_replay`);
    }
    await kit.append(story(100));
    await caughtUp();
    expect(await kit.run('replay run', { fresh: true, yes: true })).toMatchObject({ exitCode: EXIT.usage });
    expect(await kit.run('replay swap', { yes: true })).toMatchObject({ data: { swapped: true } });
    await freshReplay();
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
  });
});

describe('rollback that died halfway', () => {
  it('is completed by the next rollback, and no event that was processed meanwhile is missing', async () => {
    await kit.append(story(50));
    await caughtUp();
    expect(await kit.run('replay swap', { yes: true })).toMatchObject({ data: { swapped: true } });
    for (const table of REPLAYED_TABLES.slice(0, 4)) {
      await kit.clickhouse.command(`EXCHANGE TABLES ${table} AND ${table}_replay`);
    }
    expect(await kit.run('replay status')).toMatchObject({ data: { isHalfPlaced: true } });
    await kit.append(story(100));
    await caughtUp();
    expect(await kit.run('replay rollback', { yes: true })).toMatchObject({ data: { rolledBack: true } });
    await freshReplay();
    expect(await kit.run('replay verify')).toMatchObject({ data: { same: true } });
  });
});

describe('audit log of replays', () => {
  it('records every command with its options and outcome', async () => {
    const rows = await kit.postgres.sql<{ action: string; outcome: string; details: object }[]>`
      SELECT actor, action, outcome, details FROM audit_log ORDER BY id`;
    expect(rows).toContainEqual({
      actor: 'operator:test@host',
      action: 'replay.swap',
      outcome: 'failed',
      details: { yes: true },
    });
    expect(rows.some((row) => row.action === 'replay.rollback' && row.outcome === 'ok')).toBe(true);
  });
});

describe('row that a replay cannot compute', () => {
  const poisoned = async (): Promise<OpsDeps> => {
    const [row] = await kit.clickhouse.query<{ id: string }>({
      name: 'test-poison',
      sql: `SELECT conversion_id AS id FROM conversions FINAL WHERE tenant_id = {tenantId:String} AND transaction_id = 'POISON'`,
      params: { tenantId: tenant.tenantId },
    });
    const clickhouse: OpsDeps['clickhouse'] = {
      ...kit.clickhouse,
      async query(request) {
        const isPoison =
          request.name === 'ledger-of-conversions' && JSON.stringify(request.params).includes(row?.id ?? '');
        if (isPoison) throw new TypeError('not a decimal amount');
        return kit.clickhouse.query(request);
      },
    };
    return { ...kit.deps, clickhouse };
  };
  const soldIds = async () => (await figures()).conversions.length;
  const deadLettersOf = async () =>
    (await kit.run('dead-letters list', { stream: 'recompute', tenant: tenant.tenantId })).data as {
      deadLetters: { id: string; reasons: string[] }[];
    };

  it('is listed and refuses the swap; accepted, it is set aside and computed by a retry', async () => {
    await kit.append([
      ...story(20),
      delivery(tenant, { transaction_id: 'POISON', amount: 10, status: 'approved' }, NOON),
    ]);
    await caughtUp();
    const sold = await soldIds();
    const bad = await poisoned();
    const uncomputed = {
      count: 1,
      rows: [{ tenantId: tenant.tenantId, row: expect.stringMatching(/^conversion:/), reason: 'not a decimal amount' }],
    };
    const filled = await kit.runWith(bad, 'replay run', { fresh: true, yes: true });
    expect(filled).toMatchObject({ data: { status: 'ready', left: 0, uncomputed } });
    expect(await kit.run('replay status')).toMatchObject({ data: { uncomputed } });
    expect(await kit.run('replay verify')).toMatchObject({ exitCode: EXIT.failed, data: { uncomputed } });

    const refused = await kit.run('replay swap', { yes: true, force: true });
    expect(refused).toMatchObject({ exitCode: EXIT.failed, data: { swapped: false, uncomputed } });
    expect(refused.lines.at(-1)).toContain('--accept-uncomputed');
    expect(await soldIds()).toBe(sold);
    expect((await deadLettersOf()).deadLetters).toEqual([]);

    const accepted = await kit.run('replay swap', { yes: true, force: true, acceptUncomputed: true });
    expect(accepted).toMatchObject({ data: { swapped: true, uncomputed } });
    expect(await soldIds()).toBe(sold - 1);
    await eventually(async () =>
      expect((await deadLettersOf()).deadLetters).toMatchObject([{ reasons: ['not a decimal amount'] }]),
    );
    await kit.run('dead-letters retry', { stream: 'recompute', tenant: tenant.tenantId, yes: true });
    await eventually(async () => expect(await soldIds()).toBe(sold));
  });

  it('is no longer listed when a later event of the replay computes it', async () => {
    const bad = await poisoned();
    expect(await kit.runWith(bad, 'replay run', { fresh: true, yes: true })).toMatchObject({
      data: { uncomputed: { count: 1 } },
    });
    await kit.append([delivery(tenant, { transaction_id: 'POISON', amount: 10, status: 'refunded' }, NOON + 1)]);
    await caughtUp();
    expect(await kit.run('replay verify')).toMatchObject({ exitCode: EXIT.ok, data: { uncomputed: { count: 0 } } });
    expect(await kit.run('replay swap', { yes: true })).toMatchObject({ data: { swapped: true } });
  });
});
