import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSyncState } from '@tracker/infra/ad-platforms/sync-state';
import { lastClockJump, probePostgres } from '@tracker/infra/postgres/probe';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { withinUsualDay } from '../retention/usual-day.ts';
import { mendClock } from './mend-clock.ts';

// It mends the rows of all.
const stack = useStack({ ownPostgres: true });
const clock = createFakeClock('2026-11-20T15:00:00Z');
const { logger } = stack;

const AHEAD = [HOUR_MS, DAY_MS, 3_650 * DAY_MS];

test.each(AHEAD)(
  'gives a finished sync free at once, and a crashed one in two hours, after a clock %s ms ahead',
  async (aheadMs) => {
    const { tenantId } = await createTenant(stack);
    const state = createSyncState({ postgres: stack.postgres, clock }, 'facebook');
    const nowMs = clock.now();
    clock.advance(aheadMs);
    const finished = randomUUID();
    await state.claim(tenantId, finished, 60_000);
    await state.release(tenantId, finished);
    clock.set(nowMs);
    expect(await state.read(tenantId)).toBeUndefined();
    expect(await state.claim(tenantId, randomUUID(), 60_000)).toBeDefined();
    clock.advance(aheadMs);
    await state.claim(tenantId, randomUUID(), 60_000);
    clock.set(nowMs + (aheadMs > 2 * HOUR_MS ? 0 : 2 * HOUR_MS));
    await mendClock({ postgres: stack.postgres, clock, logger });
    expect(await state.claim(tenantId, randomUUID(), 60_000)).toBeDefined();
    clock.set(nowMs);
  },
);

test('pulls back a limit, and leaves what lies ahead by its own rule', async () => {
  const { sql } = stack.postgres;
  await sql`INSERT INTO login_attempts (kind, network, attempted_at) VALUES
    ('login', 'ahead', ${new Date(clock.now() + 3_650 * DAY_MS)}), ('login', 'now', ${new Date(clock.now() + 60_000)})`;
  expect(await mendClock({ postgres: stack.postgres, clock, logger })).toEqual({ 'login_attempts.attempted_at': 1 });
  const rows = await sql`SELECT network, attempted_at AS at FROM login_attempts ORDER BY network`;
  expect(rows).toEqual([
    { network: 'ahead', at: new Date(clock.now()) },
    { network: 'now', at: new Date(clock.now() + 60_000) },
  ]);
  expect(await mendClock({ postgres: stack.postgres, clock, logger })).toEqual({});
});

test('gives up nothing that expired only because the clock was ahead, and lets a rule hold that was set then', async () => {
  const { sql } = stack.postgres;
  const { tenantId } = await createTenant(stack);
  const nowMs = clock.now();
  const at = (ms: number) => new Date(nowMs + ms);
  await stack.postgres.withTenant(tenantId, async (trx) => {
    await trx
      .insertInto('destinations')
      .values({
        ...{ id: `ds_${tenantId}`, tenant_id: tenantId, kind: 'postback', is_on: true },
        ...{ since: at(-9 * DAY_MS), created_at: at(-9 * DAY_MS), url_template: 'https://parceiro.example/{clickid}' },
      })
      .execute();
    await trx
      .insertInto('unverified_rules')
      .values(
        (['count', 'refuse'] as const).map((mode, index) => ({
          ...{ tenant_id: tenantId, mode, max_age_days: 7, per_day: 10, changed_by: 'us_1' },
          from_at: at(3_650 * DAY_MS + index),
        })),
      )
      .execute();
  });
  const enqueue = (id: string, approvedAt: Date) => {
    const row = {
      tenant_id: tenantId,
      conversion_id: id,
      approved_at: approvedAt,
      at: approvedAt,
      next_at: approvedAt,
    };
    return sql`SELECT enqueue_conversions(${JSON.stringify([row])}::text::jsonb)`;
  };
  await enqueue('new', at(-DAY_MS));
  await enqueue('old', at(-8 * DAY_MS));
  const wanted = [{ tenant_id: tenantId, provider: 'hotmart', resource: '/1', wanted_at: at(0) }];
  await sql`SELECT want_look_ups(${JSON.stringify(wanted)}::text::jsonb, ${at(0)}, ${at(DAY_MS)})`;
  const ahead = at(3_650 * DAY_MS);
  for (let sweeps = 0; sweeps < 2; sweeps += 1) {
    await sql`SELECT expire_outbox(${at(3_643 * DAY_MS)}, ${ahead}, ${'{"code": "send_expired"}'}::text::jsonb)`;
    await sql`SELECT end_look_ups(${ahead}, ${'{"code": "look_up_not_found"}'}::text::jsonb, ${at(3_640 * DAY_MS)})`;
  }
  await mendClock({ postgres: stack.postgres, clock, logger });
  // Of a time in which the clock was right: too old to be sent.
  await sql`SELECT expire_outbox(${at(-7 * DAY_MS)}, ${at(0)}, ${'{"code": "send_expired"}'}::text::jsonb)`;
  const read = await stack.postgres.withTenant(tenantId, async (trx) => ({
    outbox: await trx.selectFrom('outbox').select(['conversion_id', 'state']).orderBy('conversion_id').execute(),
    lookUps: await trx.selectFrom('look_ups').select(['state', 'problem']).execute(),
    rules: await trx.selectFrom('unverified_rules').select(['mode', 'from_at']).execute(),
  }));
  expect(read).toEqual({
    outbox: [
      { conversion_id: 'new', state: 'waiting' },
      { conversion_id: 'old', state: 'expired' },
    ],
    lookUps: [{ state: 'waiting', problem: null }],
    rules: [{ mode: 'refuse', from_at: at(0) }],
  });
});

test('deletes two days more than the night before at most, and asks for the rest', async () => {
  const { sql } = stack.postgres;
  const days: number[] = [];
  const night = () =>
    withinUsualDay({ sql, clock }, async (by, behindDays) => {
      days.push(behindDays);
      return by.now();
    });
  const nowMs = clock.now();
  expect(await night()).toBe(nowMs);
  clock.advance(3_650 * DAY_MS);
  expect(await night()).toBe(nowMs + 2 * DAY_MS);
  clock.set(nowMs);
  expect(await night()).toBe(nowMs);
  clock.advance(DAY_MS);
  expect(await night()).toBe(nowMs + DAY_MS);
  expect(days).toEqual([0, 3_648, 0, 0]);
  clock.set(nowMs);
});

test('knows by how much the clock of the database was ahead', async () => {
  const { sql } = stack.postgres;
  await probePostgres(sql);
  expect(await lastClockJump(sql)).toBeNull();
  await sql`UPDATE store_probe SET written_at = clock_timestamp() + interval '40 days'`;
  await probePostgres(sql);
  await probePostgres(sql);
  const jump = await lastClockJump(sql);
  expect(Math.round((jump?.aheadMs ?? 0) / DAY_MS)).toBe(40);
  expect(jump?.ageMs).toBeLessThan(60_000);
});

test('clocks.md names every moment and day that the database stores, and each one that is pulled back', async () => {
  const text = readFileSync(new URL('../../../../infra/docs/clocks.md', import.meta.url), 'utf8');
  const { sql } = stack.postgres;
  const columns = await sql<{ name: string }[]>`
    SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND a.atttypid IN ('timestamptz'::regtype, 'date'::regtype)
    ORDER BY 1`;
  expect(columns.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const [, mended = ''] = text.split('## Pulled back');
  const rules = await sql<{ name: string }[]>`SELECT column_of AS name FROM mend_clock(${new Date(clock.now())})
    UNION ALL SELECT column_of FROM mend_given_up(${new Date(clock.now())})`;
  expect(rules.map(({ name }) => name).filter((name) => !mended.includes(`\`${name}\``))).toEqual([]);
});
