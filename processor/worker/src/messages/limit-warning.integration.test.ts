import { NOW, type StaffedTenant } from '@tracker/api/testing/use-api';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { eventually } from '@tracker/test/kit/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWarnings } from '../testing/warning-kit.ts';
import { limitWarning } from './limit-warning.ts';
import { lookFor } from './warnings.ts';

const { api, deps, mailsTo, newTenant, fourTenants } = useWarnings();
const now = Date.parse(NOW);

const look = () => lookFor(limitWarning, deps());

/** As the processor notes it. */
const noteLimit = ({ tenantId }: StaffedTenant, atMs: number) =>
  api.stack.postgres.withTenant(tenantId, (trx) =>
    sql`
      INSERT INTO unverified_state (tenant_id, limited_at) VALUES (${tenantId}, ${new Date(atMs)})
      ON CONFLICT (tenant_id) DO UPDATE SET limited_at = excluded.limited_at`.execute(trx),
  );

test('mails the administrators once for each day on which a limit kept conversions without a key out', async () => {
  const tenant = await newTenant();
  await noteLimit(tenant, now - HOUR_MS);
  await Promise.all([look(), look()]);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(1));
  const [mail] = mailsTo(tenant.admin);
  expect(mail?.subject).toBe('Loja: vendas sem chave passaram do limite do dia');
  expect(mail?.text).toContain(`${api.deps.publicUrl}/webhook?company=${tenant.tenantId}`);
  expect(mail?.text).toContain('?key=');
  expect(mailsTo(tenant.viewer)).toEqual([]);

  await noteLimit(tenant, now);
  await look();
  api.clock.advance(DAY_MS);
  await noteLimit(tenant, now + DAY_MS);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin)).toHaveLength(2));
});

test('mails nothing about old days, nor to suspended or unconfirmed companies', async () => {
  const { calm: old, suspended, unconfirmed, loud } = await fourTenants();
  await noteLimit(old, now - 3 * DAY_MS);
  for (const tenant of [suspended, unconfirmed, loud]) await noteLimit(tenant, now);
  await look();
  await eventually(() => expect(mailsTo(loud.admin)).toHaveLength(1));
  for (const tenant of [old, suspended, unconfirmed]) expect(mailsTo(tenant.admin)).toEqual([]);
});

test('mails no administrator whose address is not proven', async () => {
  const [tenant, loud] = [await newTenant(), await newTenant()];
  await api.stack.postgres.withPerson(tenant.admin, (trx) =>
    trx.updateTable('persons').set({ confirmed_at: null }).execute(),
  );
  for (const one of [tenant, loud]) await noteLimit(one, now);
  await look();
  await eventually(() => expect(mailsTo(loud.admin)).toHaveLength(1));
  expect(mailsTo(tenant.admin)).toEqual([]);
});
