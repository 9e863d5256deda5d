import type { JobQueue } from '@tracker/infra/jobs/job-queue';
import { createPgBossJobQueue } from '@tracker/infra/jobs/pg-boss-job-queue';
import { lookUps } from '@tracker/infra/jobs/queues';
import { click, clickIdOf, NOON, record } from '@tracker/processor/testing/events';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { LOOK_UPS_A_MINUTE_MAX } from '@tracker/schemas/look-ups/limits';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type LookUpKit, openLookUpKit, PAYMENT, payment, TOKEN } from '../testing/look-up-kit.ts';
import { lookUpDue } from './look-up-due.ts';
import { handleLookUp, startLookUpSweep } from './sweep-look-ups.ts';

// Of its own: a processor of another test would ask for what is due here.
const stack = useStack({ ownPostgres: true });
let kit: LookUpKit;
const MINUTE = 60_000;
const notice = (id: string) => ({ ...EXAMPLES['mercado-pago'][1]!.body, data: { id } });

beforeEach(async () => {
  kit = await openLookUpKit(stack);
  return () => kit.close();
});

test('makes a conversion with its click of the payment that a delivery names', async () => {
  const tenant = await createTenant(stack);
  const clickId = clickIdOf(tenant, NOON - MINUTE);
  await kit.token(tenant);
  kit.apis.put(TOKEN, PAYMENT, payment({ external_reference: clickId, metadata: {} }));
  await kit.kit.process([record(click(tenant, { atMs: NOON - MINUTE, clickId })), record(kit.reported(tenant))]);
  expect(await kit.kit.rows(tenant.tenantId, 'webhook_deliveries')).toMatchObject([
    { verdict: 'look-up', reason_code: 'awaits_look_up', reason_params: JSON.stringify({ resource: PAYMENT }) },
  ]);
  expect(await kit.conversions(tenant)).toEqual([]);

  expect(await kit.ask(tenant)).toBe(1);
  await kit.processAnswers(tenant);
  expect(kit.apis.calls).toEqual([{ path: PAYMENT, token: TOKEN }]);
  expect(await kit.conversions(tenant)).toMatchObject([
    {
      transaction_id: '20359978123',
      status: 'approved',
      click_id: clickId,
      campaign_id: tenant.campaignId,
      is_counted: 1,
    },
  ]);
  expect(await kit.lookUps(tenant)).toMatchObject([
    { resource: PAYMENT, state: 'answered', attempts: 1, problem: null },
  ]);
  // The buyer is encrypted, and nothing else of a person was kept.
  const [event] = kit.appended;
  expect(event?.payload).toMatchObject({ lookedUp: PAYMENT, verified: true, person: { personId: expect.any(String) } });
  expect(event?.payload.body).not.toMatch(/ana\.lima|Lima|999998888/);
});

test('counts a payment once after the platform was away for two minutes', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant);
  kit.apis.put(TOKEN, PAYMENT, payment());
  await kit.kit.process([record(kit.reported(tenant))]);
  const failures = [503, 'cut', 429, '<html>', 500] as const;
  let tries = 0;
  for (let second = 0; second <= 120; second += 5) {
    kit.apis.fail(failures[tries % failures.length]);
    const before = kit.apis.calls.length;
    expect(await kit.ask(tenant)).toBe(0);
    tries += kit.apis.calls.length - before;
    kit.clock.advance(5_000);
  }
  // Half a minute, a minute, two.
  expect(tries).toBe(3);
  expect(await kit.lookUps(tenant)).toMatchObject([
    { state: 'waiting', attempts: 3, problem: { code: 'platform_busy' } },
  ]);
  expect(await kit.conversions(tenant)).toEqual([]);

  kit.apis.fail(undefined);
  await kit.kit.process([record(kit.reported(tenant))]); // Sent again meanwhile, as the platform does.
  for (let second = 0; second < 600; second += 5) {
    await kit.ask(tenant);
    kit.clock.advance(5_000);
  }
  await kit.processAnswers(tenant);
  expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'answered' }]);
  expect(await kit.conversions(tenant)).toMatchObject([{ status: 'approved', is_counted: 1, event_count: 1 }]);
});

test('is given up after three days, and asked again when a delivery or a person wants it', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant);
  kit.apis.fail(503);
  await kit.kit.process([record(kit.reported(tenant))]);
  await kit.ask(tenant);
  const giveUp = () =>
    stack.postgres
      .sql`SELECT end_look_ups(${new Date(kit.clock.now())}, '{"code":"token_missing"}'::jsonb, ${new Date(0)})`;
  kit.clock.advance(3 * 24 * 60 * MINUTE - 1_000);
  await giveUp();
  expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'waiting' }]);
  kit.clock.advance(1_000);
  await giveUp();
  expect(await kit.lookUps(tenant)).toMatchObject([
    { state: 'failed', problem: { code: 'server_error', status: 503 } },
  ]);
  await kit.kit.process([record(kit.reported(tenant))]);
  expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'waiting', attempts: 0, problem: null }]);
});

describe('the token of a company', () => {
  test('is not used any more after 401, until it is replaced, and nothing is lost', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant, 'mercado-pago', `${TOKEN.slice(0, -1)}1`);
    kit.apis.put(TOKEN, PAYMENT, payment());
    await kit.kit.process([record(kit.reported(tenant))]);
    expect(await kit.ask(tenant)).toBe(0);
    expect(await kit.tokenOf(tenant)).toMatchObject({
      stop_reason: { code: 'token_refused' },
      stopped_at: expect.any(Date),
    });
    kit.clock.advance(60 * MINUTE);
    await kit.ask(tenant);
    expect(kit.apis.calls).toHaveLength(1);
    await kit.token(tenant);
    expect(await kit.ask(tenant)).toBe(1);
    await kit.processAnswers(tenant);
    expect(await kit.conversions(tenant)).toHaveLength(1);
  });

  test('is stopped when it cannot be decrypted', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .updateTable('checkout_tokens')
        .set({ token_encrypted: Buffer.from('damaged') })
        .execute(),
    );
    await kit.kit.process([record(kit.reported(tenant))]);
    await kit.ask(tenant);
    expect(await kit.tokenOf(tenant)).toMatchObject({ stop_reason: { code: 'token_unreadable' } });
    expect(kit.apis.calls).toEqual([]);
  });

  test('is of its company alone', async () => {
    const [one, other] = [await createTenant(stack), await createTenant(stack)];
    await kit.token(one);
    kit.apis.put(TOKEN, PAYMENT, payment());
    await kit.kit.process([record(kit.reported(other))]);
    expect([await kit.ask(one), await kit.ask(other)]).toEqual([0, 0]);
    expect(kit.apis.calls).toEqual([]);
    expect([await kit.lookUps(one), await kit.tokenOf(other)]).toEqual([[], undefined]);
    expect(await kit.lookUps(other)).toMatchObject([{ tenant_id: other.tenantId, state: 'waiting', attempts: 0 }]);
    expect(await stack.postgres.db.selectFrom('checkout_tokens').selectAll().execute()).toEqual([]);
    expect(await stack.postgres.db.selectFrom('look_ups').selectAll().execute()).toEqual([]);
  });
});

describe('a forged delivery', () => {
  test('makes no sale of an id that the account does not know, and gives it up after three calls', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    kit.apis.put(TOKEN, PAYMENT, payment());
    await kit.kit.process([record(kit.reported(tenant, 'mercado-pago', notice('99999')))]);
    for (let hour = 0; hour < 10; hour += 1) {
      await kit.ask(tenant);
      kit.clock.advance(60 * MINUTE);
    }
    expect(kit.apis.calls).toHaveLength(3);
    expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'failed', problem: { code: 'look_up_not_found' } }]);
    expect(kit.appended).toEqual([]);
  });

  test.each([
    [403, 'look_up_forbidden'],
    [400, 'server_error'],
  ] as const)('does not stop the token with status %s', async (status, code) => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    kit.apis.fail(status);
    await kit.kit.process([record(kit.reported(tenant))]);
    await kit.ask(tenant);
    expect(await kit.tokenOf(tenant)).toMatchObject({ stopped_at: null });
    expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'waiting', problem: { code } }]);
  });

  test('makes no sale of a payment that the seller made to others', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    kit.apis.put(TOKEN, PAYMENT, payment({ collector_id: 5 }));
    await kit.kit.process([record(kit.reported(tenant))]);
    await kit.ask(tenant);
    expect(await kit.lookUps(tenant)).toMatchObject([{ state: 'failed', problem: { code: 'other_account' } }]);
    expect(kit.appended).toEqual([]);
  });

  test('makes no sale when it holds the answer itself, and none when it has no key', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    const keyless = kit.reported(tenant);
    await kit.kit.process([
      record(kit.reported(tenant, 'mercado-pago', payment())),
      record({ ...keyless, id: 'keyless', payload: { ...keyless.payload, verified: false } }),
    ]);
    expect(await kit.conversions(tenant)).toEqual([]);
    expect(await kit.lookUps(tenant)).toEqual([]);
    const rows = await kit.kit.rows(tenant.tenantId, 'webhook_deliveries');
    expect(rows.map(({ reason_code }) => reason_code).sort()).toEqual(['look_up_without_key', 'not_looked_up']);
  });

  test('spends no more than so many calls a minute of the quota of the company', async () => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    kit.apis.put(TOKEN, PAYMENT, payment());
    const many = Array.from({ length: LOOK_UPS_A_MINUTE_MAX + 20 }, (_, index) =>
      record(kit.reported(tenant, 'mercado-pago', notice(String(1_000 + index)))),
    );
    await kit.kit.process(many);
    await kit.ask(tenant);
    await kit.ask(tenant);
    expect(kit.apis.calls).toHaveLength(LOOK_UPS_A_MINUTE_MAX);
    // The true one is not the last: what was never tried goes before what was refused.
    await kit.kit.process([record(kit.reported(tenant))]);
    kit.clock.advance(2 * MINUTE);
    expect(await kit.ask(tenant)).toBe(1);
  });
});

test('asks once for all deliveries of a payment, and again for one that came meanwhile', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant);
  kit.apis.put(TOKEN, PAYMENT, payment({ status: 'pending', status_detail: 'pending_waiting_transfer' }));
  const [first, second] = [
    kit.reported(tenant),
    kit.reported(tenant, 'mercado-pago', { topic: 'payment', resource: '20359978123' }),
  ];
  await kit.kit.process([record(first), record(second)]);
  await kit.kit.process([record(first)]); // As after a crash.
  await kit.ask(tenant);
  await kit.ask(tenant);
  expect(kit.apis.calls).toHaveLength(1);
  await kit.kit.process([record(first), record(second)]);
  await kit.ask(tenant);
  expect(kit.apis.calls).toHaveLength(1);

  kit.clock.advance(MINUTE);
  const updated = { date_last_updated: '2026-11-20T15:00:30Z' };
  kit.apis.put(TOKEN, PAYMENT, payment(updated));
  await kit.kit.process([record({ ...kit.reported(tenant), id: 'later' })]);
  await kit.ask(tenant);
  expect(kit.apis.calls).toHaveLength(2);
  await kit.processAnswers(tenant);
  expect(await kit.conversions(tenant)).toMatchObject([{ status: 'approved' }]);
});

describe('states of a payment', () => {
  const at = (minute: number) => ({ date_last_updated: `2026-11-20T16:${String(minute).padStart(2, '0')}:00Z` });
  const STATES = [
    payment({ ...at(0), status: 'in_process', status_detail: 'pending_contingency' }),
    payment(at(1)),
    payment({ ...at(2), transaction_amount_refunded: 10 }),
    payment({ ...at(3), transaction_amount_refunded: 47 }),
    payment({ ...at(4), status: 'charged_back', status_detail: 'in_process', transaction_amount_refunded: 47 }),
    payment({ ...at(5), status: 'charged_back', status_detail: 'reimbursed', transaction_amount_refunded: 47 }),
    payment({ ...at(6), status: 'refunded', status_detail: 'refunded', transaction_amount_refunded: 197 }),
  ];

  test.each([
    [1, 'pending', '0.00'],
    [2, 'approved', '197.00'],
    [3, 'partially_refunded', '187.00'],
    [4, 'partially_refunded', '150.00'],
    [5, 'chargeback', '0.00'],
    [6, 'partially_refunded', '150.00'],
    [7, 'refunded', '0.00'],
  ])('after %i of them, in any order, the newest counts: %s', async (count, status, net) => {
    const tenant = await createTenant(stack);
    await kit.token(tenant);
    for (const state of STATES.slice(0, count).reverse()) {
      kit.apis.put(TOKEN, PAYMENT, state);
      kit.clock.advance(2 * MINUTE);
      await kit.kit.process([record({ ...kit.reported(tenant), id: `d${kit.clock.now()}` })]);
      expect(await kit.ask(tenant)).toBe(1);
    }
    await kit.processAnswers(tenant);
    await kit.processAnswers(tenant);
    const [conversion] = await kit.conversions(tenant);
    expect([conversion?.status, Number(conversion?.net_value).toFixed(2)]).toEqual([status, net]);
  });
});

test('gives the same figures in a replay without a call', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant);
  kit.apis.put(TOKEN, PAYMENT, payment());
  const reported = kit.reported(tenant);
  await kit.kit.process([record(reported)]);
  await kit.ask(tenant);
  await kit.processAnswers(tenant);
  const before = await kit.kit.tables(tenant.tenantId);
  expect(before.conversions).toHaveLength(1);
  const lookUps = await kit.lookUps(tenant);
  await kit.kit.onEmptyTables(async (clickhouse) => {
    await kit.kit.process(
      [reported, ...kit.appended].map((event) => record(event)),
      clickhouse,
    );
    expect(await kit.kit.tables(tenant.tenantId, clickhouse)).toEqual(before);
  });
  expect(await kit.lookUps(tenant)).toEqual(lookUps);
  await kit.ask(tenant);
  expect(kit.apis.calls).toHaveLength(1);
});

test('asks Nuvemshop for an order of the own store, and never for one of another store', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant, 'nuvemshop', 'nuvem-token', '805793');
  const path = '/805793/orders/871254203';
  kit.apis.put('nuvem-token', path, EXAMPLES.nuvemshop[0]!.body);
  await kit.kit.process([
    record(kit.reported(tenant, 'nuvemshop')),
    record(kit.reported(tenant, 'nuvemshop', { store_id: 1, event: 'order/paid', id: 2 })),
  ]);
  expect(await kit.ask(tenant, 'nuvemshop')).toBe(1);
  expect(kit.apis.calls).toEqual([{ path, token: 'nuvem-token' }]);
  await kit.processAnswers(tenant);
  expect(await kit.conversions(tenant)).toMatchObject([
    { provider: 'nuvemshop', transaction_id: '871254203', status: 'approved' },
  ]);
  expect(await kit.lookUps(tenant)).toMatchObject([
    { resource: '/1/orders/2', state: 'failed', problem: { code: 'other_account' } },
    { resource: path, state: 'answered' },
  ]);
});

test('stores the other answers in the same turn when one cannot be made an event', async () => {
  const tenant = await createTenant(stack);
  await kit.token(tenant);
  const paths = ['1', '2', '3'].map((id) => `/v1/payments/${id}`);
  for (const [index, path] of paths.entries()) kit.apis.put(TOKEN, path, payment({ id: index + 1 }));
  await kit.kit.process(['1', '2', '3'].map((id) => record(kit.reported(tenant, 'mercado-pago', notice(id)))));
  let failed = 0;
  const persons: typeof kit.deps.persons = {
    encrypt(...given) {
      if (failed > 0) return kit.deps.persons.encrypt(...given);
      failed += 1;
      throw new TypeError('defect');
    },
  };
  const name = { tenantId: tenant.tenantId, checkout: 'mercado-pago' } as const;
  expect(await lookUpDue({ ...kit.deps, persons }, name, new AbortController().signal)).toBe(2);
  expect(await kit.lookUps(tenant)).toMatchObject([
    { state: 'waiting', attempts: 1, problem: { code: 'answer_unreadable' } },
    { state: 'answered' },
    { state: 'answered' },
  ]);
});

test('adds the jobs of the other tenants in the same sweep when one cannot be added', async () => {
  const queue = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  const tenants = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  for (const tenant of tenants) {
    await kit.token(tenant);
    await kit.kit.process([record(kit.reported(tenant))]);
  }
  const added: string[] = [];
  let bad: string | undefined;
  const jobs: JobQueue = {
    ...queue,
    async add(_, payload) {
      const { tenantId } = payload as { tenantId: string };
      if (tenants.some((tenant) => tenant.tenantId === tenantId)) bad ??= tenantId;
      if (tenantId === bad) throw new TypeError('defect');
      added.push(tenantId);
      return { id: tenantId, added: true };
    },
  };
  const sweeps = startLookUpSweep({ ...kit.deps, jobs });
  onTestFinished(async () => {
    await sweeps.stop();
    await queue.close();
  });
  await sweeps.sweep();
  expect(added).toEqual(expect.arrayContaining(tenants.map(({ tenantId }) => tenantId).filter((id) => id !== bad)));
  expect(added).not.toContain(bad);
});

test('asks by jobs, and one company whose token is refused keeps no other one waiting', async () => {
  const jobs = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  const [bad, good] = [await createTenant(stack), await createTenant(stack)];
  await kit.token(bad, 'mercado-pago', 'refused');
  await kit.token(good);
  kit.apis.put(TOKEN, PAYMENT, payment());
  await kit.kit.process([record(kit.reported(bad)), record(kit.reported(good))]);
  for (const queue of lookUps.queues.values()) await jobs.work(queue, handleLookUp(kit.deps));
  const sweeps = startLookUpSweep({ ...kit.deps, jobs });
  onTestFinished(async () => {
    await sweeps.stop();
    await jobs.close();
  });
  await eventually(async () => expect(await kit.lookUps(good)).toMatchObject([{ state: 'answered' }]), {
    timeoutMs: 20_000,
  });
  await eventually(
    async () => expect(await kit.tokenOf(bad)).toMatchObject({ stop_reason: { code: 'token_refused' } }),
    {
      timeoutMs: 20_000,
    },
  );
});
