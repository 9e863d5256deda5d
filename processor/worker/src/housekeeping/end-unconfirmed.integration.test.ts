import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { click, clickIdOf, record } from '@tracker/processor/testing/events';
import { lead } from '@tracker/processor/testing/lead-events';
import { eventually } from '@tracker/test/kit/eventually';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { endUnconfirmed, findUnconfirmed } from './end-unconfirmed.ts';
import { startHousekeeping } from './start-housekeeping.ts';

const stack = useStack();
const kit = createBatchKit(stack);
// In the future by the clocks of all other tests, which close such tenants as well.
const clock = createFakeClock('2098-03-10T12:00:00Z');
const EIGHT_DAYS_AGO = '2098-03-02T12:00:00Z';

async function tenantOf(createdAt: string, isConfirmed = false): Promise<TestTenant> {
  const tenant = await createTenant(stack);
  const created_at = new Date(createdAt);
  await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .updateTable('tenants')
      .set({ created_at, confirmed_at: isConfirmed ? created_at : null })
      .execute(),
  );
  return tenant;
}

/** A run that ignores the tenants of other tests. */
function run(own: readonly TestTenant[], clickhouse: ClickHouse = stack.clickhouse) {
  const { postgres, logger } = stack;
  const ids = new Set(own.map(({ tenantId }) => tenantId));
  const tenants = async () => (await findUnconfirmed(postgres.sql, clock.now())).filter((id) => ids.has(id));
  return endUnconfirmed({ postgres, clickhouse, clock, logger, tenants });
}

const isClosed = async ({ tenantId }: TestTenant) =>
  (
    await stack.postgres.withTenant(tenantId, (trx) =>
      trx.selectFrom('tenants').select('closed_at').executeTakeFirstOrThrow(),
    )
  ).closed_at !== null;

test('closes a tenant that proved no address and recorded nothing for seven days', async () => {
  const [old, young, proven, withClick, withLead] = [
    await tenantOf(EIGHT_DAYS_AGO),
    await tenantOf('2098-03-03T12:00:00Z'),
    await tenantOf(EIGHT_DAYS_AGO, true),
    await tenantOf(EIGHT_DAYS_AGO),
    await tenantOf(EIGHT_DAYS_AGO),
  ];
  const atMs = Date.parse('2026-11-20T15:00:00Z');
  const clicked = click(withClick, { atMs, clickId: clickIdOf(withClick, atMs) });
  await kit.process([record(clicked), record(await lead(stack, withLead, { atMs }))]);
  const all = [old, young, proven, withClick, withLead];
  expect(await run(all)).toEqual([old.tenantId]);
  expect(await Promise.all(all.map(isClosed))).toEqual([true, false, false, false, false]);
  const [key] = await stack.postgres.sql`SELECT * FROM lookup_tracking_key(${old.trackingKey})`;
  expect(key).toBeUndefined();
  expect(await run(all)).toEqual([]);
});

test('closes the others in the same run when one tenant cannot be looked at', async () => {
  const own = [await tenantOf(EIGHT_DAYS_AGO), await tenantOf(EIGHT_DAYS_AGO), await tenantOf(EIGHT_DAYS_AGO)];
  const [bad, ...others] = own.sort((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
  const failing: ClickHouse = {
    ...stack.clickhouse,
    async query(request) {
      if (request.params?.tenantId === bad?.tenantId) throw new TypeError('defect');
      return stack.clickhouse.query(request);
    },
  };
  expect(await run(own, failing)).toEqual(others.map(({ tenantId }) => tenantId));
  expect(await run(own)).toEqual([bad?.tenantId]);
});

test('goes on by itself when old addresses cannot be deleted', async () => {
  const tenant = await tenantOf(EIGHT_DAYS_AGO);
  const { postgres, clickhouse, logger } = stack;
  const addresses = { forgetOld: () => Promise.reject(new TypeError('defect')) };
  const tenants = async () => [tenant.tenantId];
  onTestFinished(startHousekeeping({ postgres, clickhouse, clock, logger, addresses, tenants }));
  await eventually(async () => expect(await isClosed(tenant)).toBe(true));
});
