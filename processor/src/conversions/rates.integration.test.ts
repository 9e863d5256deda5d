import type { TenantId } from '@tracker/schemas/primitives/ids';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { delivery, type EventOwner, NOON, ratesChanged, record } from '../testing/events.ts';
import { storeRate } from '../testing/rates.ts';

const stack = useStack();
const kit = createBatchKit(stack);
const HOUR = 3_600_000;

const setRate = (tenantId: TenantId, currency: string, day: string, rate: string | null) =>
  storeRate(stack, tenantId, { currency, day, rate });

const conversion = (owner: EventOwner, transaction: string, change: object = {}, atMs = NOON) =>
  record(
    delivery(owner, { transaction_id: transaction, status: 'approved', amount: 10, currency: 'USD', ...change }, atMs),
  );

const revenues = async (tenantId: TenantId) =>
  (await kit.rows(tenantId, 'conversions'))
    ?.map((row) => {
      const { transaction_id, revenue, net_value, is_counted } = row as Record<string, unknown>;
      return [transaction_id, Number(revenue), Number(net_value), Number(is_counted)];
    })
    .sort();

test('converts foreign revenue with the rate of the local day, or the latest one before it', async () => {
  const tenant = await createTenant(stack);
  const { tenantId } = tenant;
  await setRate(tenantId, 'USD', '2026-11-18', '5');
  await setRate(tenantId, 'USD', '2026-11-20', '5.5');
  await setRate(tenantId, 'EUR', '2026-11-20', '6.12345678');
  await kit.process([
    conversion(tenant, 'a'),
    // 02:59 UTC is still the 19th in São Paulo.
    conversion(tenant, 'b', {}, Date.UTC(2026, 10, 20, 2, 59)),
    conversion(tenant, 'c', { currency: 'EUR', amount: '33.33' }),
    conversion(tenant, 'd', {}, NOON - 72 * HOUR),
    conversion(tenant, 'e', { currency: 'BRL' }),
    conversion(tenant, 'f', { currency: 'GBP' }),
    conversion(tenant, 'g', { status: 'refunded' }),
  ]);
  expect(await revenues(tenantId)).toEqual([
    ['a', 55, 10, 1],
    ['b', 50, 10, 1],
    ['c', 204.0948, 33.33, 1],
    ['d', 0, 10, 1],
    ['e', 10, 10, 1],
    ['f', 0, 10, 1],
    ['g', 0, 0, 0],
  ]);
});

test('recomputes the tenant’s conversions in a currency when its rate changes, and no others', async () => {
  const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
  await kit.process([conversion(tenant, 'a'), conversion(tenant, 'b', { currency: 'EUR' }), conversion(other, 'a')]);
  for (const { tenantId } of [tenant, other]) {
    await setRate(tenantId, 'USD', '2026-11-01', '5');
    await setRate(tenantId, 'EUR', '2026-11-01', '6');
  }
  await kit.process([record(ratesChanged(tenant, 'USD'))]);
  expect(await revenues(tenant.tenantId)).toEqual([
    ['a', 50, 10, 1],
    ['b', 0, 10, 1],
  ]);
  expect(await revenues(other.tenantId)).toEqual([['a', 0, 10, 1]]);

  await setRate(tenant.tenantId, 'USD', '2026-11-01', null);
  await kit.process([record(ratesChanged(tenant, 'USD')), record(ratesChanged(tenant, 'USD'))]);
  expect(await revenues(tenant.tenantId)).toEqual([
    ['a', 0, 10, 1],
    ['b', 0, 10, 1],
  ]);
});

test('counts no revenue when the converted amount exceeds the column, and continues', async () => {
  const tenant = await createTenant(stack);
  await setRate(tenant.tenantId, 'USD', '2026-11-01', '999999999');
  await kit.process([conversion(tenant, 'a', { amount: '99999999999' })]);
  expect(await revenues(tenant.tenantId)).toEqual([['a', 0, 99999999999, 1]]);
});
