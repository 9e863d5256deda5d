import { createChangedRows } from '@tracker/infra/postgres/changed-rows';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { Money } from '@tracker/schemas/primitives/money';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { adSpend, assignment, click, clickIdOf, delivery, NOON, record } from '../testing/events.ts';
import { lead } from '../testing/lead-events.ts';

const stack = useStack();
const kit = createBatchKit(stack);

/** In the order of the changes. */
async function changesOf(tenantId: TenantId, after = 0): Promise<{ kind: string; row_id: string; version: number }[]> {
  const rows = await stack.postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('changed_rows').select(['kind', 'row_id', 'version']).orderBy('version').execute(),
  );
  return rows.map((row) => ({ ...row, version: Number(row.version) })).filter(({ version }) => version > after);
}
const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind).toSorted();

test('a batch notes what it changed: a sale, its late click, a refund, an assignment, spend and a lead', async () => {
  const tenant = await createTenant(stack);
  const { tenantId } = tenant;
  const clickId = clickIdOf(tenant, NOON, 1);
  const deliver = (change: object) =>
    record(delivery(tenant, { transaction_id: 'T1', status: 'approved', amount: '10', click_id: clickId, ...change }));
  let last = 0;
  const noted = async (...records: Parameters<typeof kit.process>[0]) => {
    await kit.process(records);
    const rows = await changesOf(tenantId, last);
    last = Math.max(last, ...rows.map(({ version }) => version));
    return kinds(rows);
  };
  expect(await noted(deliver({}))).toEqual(['conversion']);
  expect(await noted(record(click(tenant, { clickId })))).toEqual(['click', 'conversion']);
  expect(await noted(deliver({ status: 'refunded' }))).toEqual(['click', 'conversion']);
  expect(await noted(record(adSpend(tenant, TenantDay.parse('2026-11-20'), Money.parse('5.00'))))).toEqual(['spend']);
  expect(await noted(record(await lead(stack, tenant, { email: 'a@x.co' })))).toEqual(['lead']);
  const assigned = assignment(tenant, 'T1');
  expect(await noted(record(assigned))).toContain('conversion');
  // Nothing came: nothing changed.
  expect(await noted()).toEqual([]);
});

test('changes of leads by people, and their end, are noted by the store itself', async () => {
  const tenant = await createTenant(stack);
  const event = await lead(stack, tenant, { email: 'a@x.co' });
  await kit.process([record(event)]);
  const [first] = await changesOf(tenant.tenantId);
  await stack.postgres.withTenant(tenant.tenantId, (trx) => trx.updateTable('leads').set({ status: 'lost' }).execute());
  const [second] = await changesOf(tenant.tenantId);
  await stack.postgres.withTenant(tenant.tenantId, (trx) => trx.deleteFrom('leads').execute());
  const [third] = await changesOf(tenant.tenantId);
  expect([first, second, third].map((row) => [row?.kind, row?.row_id])).toEqual(
    [1, 2, 3].map(() => ['lead', event.payload.leadId]),
  );
  expect([first, second, third].map((row) => row?.version)).toEqual([1, 2, 3]);
});

test('rows of a tenant that is gone are no failure', async () => {
  const rows = createChangedRows(stack.postgres.sql);
  await rows.note([{ tenantId: 'tn_gone0000000000', kind: 'conversion', id: 'cv_1' }]);
});
