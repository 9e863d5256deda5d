import type { TenantId } from '@tracker/schemas/primitives/ids';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { delivery, type EventOwner, keyless, NOON, record } from '../testing/events.ts';

const stack = useStack();
const kit = createBatchKit(stack);
const HOUR = 3_600_000;

const order = (transaction_id: string, status: string, hours = 0, change: object = {}) => ({
  ...{ transaction_id, status, amount: '97.90', payment_method: 'pix' },
  ...{ occurred_at: new Date(NOON + hours * HOUR).toISOString(), ...change },
});
const event = (owner: EventOwner, ...body: Parameters<typeof order>) => record(delivery(owner, order(...body)));

async function rowsOf(tenantId: TenantId) {
  const conversions = await kit.rows(tenantId, 'conversions');
  return conversions.map((row) => {
    const { transaction_id, status, was_pending, gross_brl, revenue, payment_method } = row as Record<string, unknown>;
    return [transaction_id, status, Boolean(was_pending), Number(gross_brl), Number(revenue), payment_method];
  });
}

test('remembers in any order and after a replay that a payment was awaited, and the gross amount in BRL', async () => {
  const tenant = await createTenant(stack);
  const { tenantId } = tenant;
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('exchange_rates')
      .values({
        ...{ tenant_id: tenantId, currency: 'USD', day: '2026-11-20', rate: '5.5', changed_by: 'us_test' },
        version: sql`nextval('exchange_rate_versions')`,
      })
      .execute(),
  );
  const events = [
    event(tenant, 'paid', 'pending'),
    event(tenant, 'paid', 'approved', 2),
    event(tenant, 'late', 'approved', 2),
    event(tenant, 'late', 'pending'),
    event(tenant, 'at-once', 'approved'),
    event(tenant, 'waits', 'pending', 0, { currency: 'USD', amount: 10 }),
    event(tenant, 'no-rate', 'pending', 0, { currency: 'EUR', amount: 10 }),
    event(tenant, 'expired', 'pending'),
    event(tenant, 'expired', 'expired', 48),
    event(tenant, 'back', 'pending'),
    event(tenant, 'back', 'approved', 1),
    event(tenant, 'back', 'refunded', 3),
    // Anyone can send it: it decides nothing as soon as a verified event exists.
    record(keyless(tenant, order('at-once', 'pending', -1))),
  ];
  await kit.process(events.slice(0, 3));
  await kit.process(events.slice(3));
  const rows = (await rowsOf(tenantId)).toSorted();
  expect(rows).toEqual([
    ['at-once', 'approved', false, 97.9, 97.9, 'pix'],
    ['back', 'refunded', true, 97.9, 0, 'pix'],
    ['expired', 'expired', true, 97.9, 0, 'pix'],
    ['late', 'approved', true, 97.9, 97.9, 'pix'],
    ['no-rate', 'pending', true, 0, 0, 'pix'],
    ['paid', 'approved', true, 97.9, 97.9, 'pix'],
    ['waits', 'pending', true, 55, 0, 'pix'],
  ]);
  const stored = await kit.rows(tenantId, 'conversions');
  await kit.onEmptyTables(async (empty) => {
    await kit.process(events.toReversed(), empty);
    expect(await kit.rows(tenantId, 'conversions', empty)).toEqual(stored);
  });
});
