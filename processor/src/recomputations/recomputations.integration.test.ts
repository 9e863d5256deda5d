import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { delivery, type EventOwner, ratesChanged, record } from '../testing/events.ts';
import { storeRate } from '../testing/rates.ts';
import { createRecomputations } from './recomputations.ts';

vi.setConfig({ testTimeout: within(120_000) });

const stack = useStack({ ownPostgres: true });
const SLICE = 20;
const kit = createBatchKit(stack, systemClock, { sliceMax: SLICE });
const DAY = '2026-11-01';

const conversionOf = (owner: EventOwner, transaction: string, currency = 'USD') =>
  record(delivery(owner, { transaction_id: transaction, status: 'approved', amount: 10, currency }));

/** One slice and a half. */
const MANY = SLICE * 1.5;
async function sellerOf(conversions: number): Promise<EventOwner & { tenantId: TenantId }> {
  const tenant = await createTenant(stack);
  await kit.process(Array.from({ length: conversions }, (_, index) => conversionOf(tenant, `T${index}`)));
  return tenant;
}

async function change(owner: EventOwner & { tenantId: TenantId }, rate: string): Promise<void> {
  await storeRate(stack, owner.tenantId, { currency: 'USD', day: DAY, rate });
  await kit.process([record(ratesChanged(owner, 'USD'))]);
}

/** How many conversions have each revenue. */
async function revenues({ tenantId }: EventOwner): Promise<Record<number, number>> {
  const rows = await kit.rows(tenantId, 'conversions');
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => Number(row.revenue))].map(([key, some]) => [key, some.length]),
  );
}

async function computeAll(): Promise<number> {
  let slices = 0;
  while (await kit.computeSlice()) slices += 1;
  return slices;
}

const running = () => createRecomputations(stack.postgres.sql).next();

describe('a change of rates', () => {
  test('of many conversions leaves its batch at once, and each slice leaves others their turn', async () => {
    const [tenant, other] = [await sellerOf(MANY), await createTenant(stack)];
    await change(tenant, '5');
    expect(await revenues(tenant)).toEqual({ 0: MANY });
    // A conversion of another tenant is in the figures before any slice, and one between two slices as well.
    await kit.process([conversionOf(other, 'first', 'BRL')]);
    expect(await revenues(other)).toEqual({ 10: 1 });
    expect(await kit.computeSlice()).toEqual({
      ...{ tenantId: tenant.tenantId, conversions: SLICE, isLast: false },
    });
    expect(await revenues(tenant)).toEqual({ 0: MANY - SLICE, 50: SLICE });
    await kit.process([conversionOf(other, 'second', 'BRL')]);
    expect(await revenues(other)).toEqual({ 10: 2 });
    expect(await computeAll()).toBe(1);
    expect(await revenues(tenant)).toEqual({ 50: MANY });
    expect(await running()).toBeUndefined();
  });

  test('of few conversions is computed in its batch', async () => {
    const tenant = await sellerOf(3);
    await change(tenant, '5');
    expect(await revenues(tenant)).toEqual({ 50: 3 });
    expect(await running()).toBeUndefined();
  });

  test('is complete after a crash in the middle of a slice, and after the batch came twice', async () => {
    const tenant = await sellerOf(MANY);
    await change(tenant, '5');
    const begun = await running();
    await kit.computeSlice();
    // The slice is stored and its place is not: it comes again.
    if (begun) await createRecomputations(stack.postgres.sql).advance(begun, begun);
    await kit.process([record(ratesChanged(tenant, 'USD'))]);
    await computeAll();
    expect(await revenues(tenant)).toEqual({ 50: MANY });
  });

  test('while another is computed goes around once, and ends however often rates change', async () => {
    const tenant = await sellerOf(MANY);
    await change(tenant, '5');
    await kit.computeSlice();
    await change(tenant, '6');
    expect(await revenues(tenant)).toEqual({ 0: MANY - SLICE, 50: SLICE });
    await kit.computeSlice();
    // What no slice reached yet has the newest rates first.
    expect(await revenues(tenant)).toEqual({ 60: MANY - SLICE, 50: SLICE });
    for (let rate = 7; rate < 10; rate += 1) {
      await change(tenant, String(rate));
      await kit.computeSlice();
    }
    expect(await computeAll()).toBeLessThanOrEqual(3);
    expect(await revenues(tenant)).toEqual({ 90: MANY });
  });

  test('during a slice counts although the slice ends after it', async () => {
    const tenant = await sellerOf(MANY);
    await change(tenant, '5');
    const inHand = await running();
    await change(tenant, '6');
    if (inHand) await createRecomputations(stack.postgres.sql).advance(inHand, undefined);
    await computeAll();
    expect(await revenues(tenant)).toEqual({ 60: MANY });
  });

  test('gives the figures of a replay into empty tables', async () => {
    const tenant = await createTenant(stack);
    const events = Array.from({ length: MANY }, (_, index) => conversionOf(tenant, `T${index}`));
    await kit.process(events);
    await change(tenant, '5');
    await kit.computeSlice();
    await change(tenant, '6');
    await computeAll();
    const live = await kit.rows(tenant.tenantId, 'conversions');
    const replayed = await kit.onEmptyTables(async (clickhouse) => {
      await kit.replay([...events, record(ratesChanged(tenant, 'USD'))], clickhouse);
      return kit.rows(tenant.tenantId, 'conversions', clickhouse);
    });
    expect(replayed).toEqual(live);
  });
});

/** The same person each time. */
const addOwner = (tenantId: TenantId) =>
  stack.postgres.withTenant(tenantId, async (trx) => {
    const person = { id: 'us_owner', email: 'owner@x.co', password_hash: '', first_name: 'A', last_name: 'B' };
    await sql`SELECT set_config('app.person_id', ${person.id}, true)`.execute(trx);
    await trx
      .insertInto('persons')
      .values(person)
      .onConflict((row) => row.doNothing())
      .execute();
    await trx
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: person.id, role: 'admin', is_owner: true })
      .execute();
  });

test('tenants take turns, and those of one owner count as one', async () => {
  const [first, second, other] = [await sellerOf(MANY), await sellerOf(MANY), await sellerOf(MANY)];
  for (const { tenantId } of [first, second]) await addOwner(tenantId);
  for (const tenant of [first, second, other]) await change(tenant, '5');
  const turns: string[] = [];
  for (let slice = await kit.computeSlice(); slice; slice = await kit.computeSlice()) turns.push(slice.tenantId);
  const ofOther = turns.flatMap((tenantId, index) => (tenantId === other.tenantId ? [index] : []));
  // Two slices each: every second turn is his.
  expect(ofOther).toEqual([1, 3]);
});
