import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, it } from 'vitest';
import { beginAudit, endAudit } from './audit-log.ts';

const stack = useStack();

it('shows a tenant its own rows, and operators the rows without a tenant', async () => {
  const [one, other] = [await createTenant(stack), await createTenant(stack)];
  const { postgres } = stack;
  const details = { note: `of ${one.tenantId}` };
  const mine = await beginAudit(postgres, { tenantId: one.tenantId, actor: 'us_1', action: 'person.erase', details });
  const runs = await beginAudit(postgres, {
    tenantId: null,
    actor: 'operator:ana@host',
    action: 'replay.swap',
    details,
  });
  await endAudit(postgres, one.tenantId, mine, 'ok');

  const read = (db: Pick<typeof postgres.db, 'selectFrom'>) =>
    db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(await postgres.withTenant(one.tenantId, read)).toMatchObject([
    { id: mine, tenant_id: one.tenantId, actor: 'us_1', outcome: 'ok', details, ended_at: expect.any(Date) },
  ]);
  expect(await postgres.withTenant(other.tenantId, read)).toEqual([]);
  const operators = await read(postgres.db);
  expect(operators.map((row) => row.id)).toContain(runs);
  expect(operators.every((row) => row.tenant_id === null)).toBe(true);
});

it('rejects updates, deletes and rows in the name of another tenant', async () => {
  const [one, other] = [await createTenant(stack), await createTenant(stack)];
  const { postgres } = stack;
  const entry = { tenantId: one.tenantId, actor: 'us_1', action: 'person.erase', details: {} };
  const id = await beginAudit(postgres, entry);
  const asOne = <T>(work: Parameters<typeof postgres.withTenant<T>>[1]) => postgres.withTenant(one.tenantId, work);
  await expect(
    asOne((db) => db.updateTable('audit_log').set({ actor: 'nobody' }).where('id', '=', id).execute()),
  ).rejects.toThrow('permission denied');
  await expect(asOne((db) => db.deleteFrom('audit_log').where('id', '=', id).execute())).rejects.toThrow(
    'permission denied',
  );
  await expect(
    asOne((db) =>
      db
        .insertInto('audit_log')
        .values({ tenant_id: other.tenantId, actor: 'us_1', action: 'x', details: {}, outcome: null })
        .execute(),
    ),
  ).rejects.toThrow('row-level security');
});
