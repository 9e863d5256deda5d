import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
const now = Date.parse(NOW);

/** As the processor notes it. */
const noteLimit = ({ tenantId }: StaffedTenant, atMs: number) =>
  api.stack.postgres.withTenant(tenantId, (trx) =>
    sql`
      INSERT INTO unverified_state (tenant_id, limited_at) VALUES (${tenantId}, ${new Date(atMs)})
      ON CONFLICT (tenant_id) DO UPDATE SET limited_at = excluded.limited_at`.execute(trx),
  );

test('is a notice of administrators for a day', async () => {
  const tenant = await api.tenant();
  const notice = async (person: 'admin' | 'editor' | 'viewer') =>
    (await tenant[person].ask('/api/auth/user')).json().unverifiedLimitReached;
  expect(await notice('admin')).toBeUndefined();
  await noteLimit(tenant, now - DAY_MS + 1);
  expect([await notice('admin'), await notice('editor'), await notice('viewer')]).toEqual([true, undefined, undefined]);
  await noteLimit(tenant, now - DAY_MS);
  expect(await notice('admin')).toBeUndefined();
});
