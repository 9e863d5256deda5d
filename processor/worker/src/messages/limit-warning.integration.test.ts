import { NOW, type StaffedTenant } from '@tracker/api/testing/use-api';
import { useMailingApi } from '@tracker/api/testing/use-mailing-api';
import { createMessages } from '@tracker/infra/messages/messages';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { eventually } from '@tracker/test/kit/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { limitWarning } from './limit-warning.ts';
import { lookFor } from './warnings.ts';

const { api, mailServer } = useMailingApi();
const now = Date.parse(NOW);

const mailsTo = (email: string) => mailServer().mails.filter(({ to }) => to[0] === email);

const look = () => lookFor(limitWarning, { ...api.deps, messages: createMessages(api.deps) });

/** As the processor notes it. */
const noteLimit = ({ tenantId }: StaffedTenant, atMs: number) =>
  api.stack.postgres.withTenant(tenantId, (trx) =>
    sql`
      INSERT INTO unverified_state (tenant_id, limited_at) VALUES (${tenantId}, ${new Date(atMs)})
      ON CONFLICT (tenant_id) DO UPDATE SET limited_at = excluded.limited_at`.execute(trx),
  );
const set = ({ tenantId }: StaffedTenant, values: object) =>
  api.stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .updateTable('tenants')
      .set({ name: 'Loja', ...values })
      .where('id', '=', tenantId)
      .execute(),
  );

test('mails the administrators once for each day on which a limit kept conversions without a key out', async () => {
  const tenant = await api.tenant();
  await set(tenant, {});
  await noteLimit(tenant, now - HOUR_MS);
  await Promise.all([look(), look()]);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin.email)).toHaveLength(1));
  const [mail] = mailsTo(tenant.admin.email);
  expect(mail?.subject).toBe('Loja: vendas sem chave passaram do limite do dia');
  expect(mail?.text).toContain(`${api.deps.publicUrl}/webhook?company=${tenant.tenantId}`);
  expect(mail?.text).toContain('?key=');
  expect(mailsTo(tenant.viewer.email)).toEqual([]);

  await noteLimit(tenant, now);
  await look();
  api.clock.advance(DAY_MS);
  await noteLimit(tenant, now + DAY_MS);
  await look();
  await eventually(() => expect(mailsTo(tenant.admin.email)).toHaveLength(2));
});

test('mails nothing about old days, nor to suspended or unconfirmed companies', async () => {
  const [old, suspended, unconfirmed, loud] = [
    await api.tenant(),
    await api.tenant(),
    await api.tenant(),
    await api.tenant(),
  ];
  await set(suspended, { subscription_status: 'suspended' });
  await set(unconfirmed, { confirmed_at: null });
  await noteLimit(old, now - 3 * DAY_MS);
  for (const tenant of [suspended, unconfirmed, loud]) await noteLimit(tenant, now);
  await look();
  await eventually(() => expect(mailsTo(loud.admin.email)).toHaveLength(1));
  for (const tenant of [old, suspended, unconfirmed]) expect(mailsTo(tenant.admin.email)).toEqual([]);
});

test('mails no administrator whose address is not proven', async () => {
  const [tenant, loud] = [await api.tenant(), await api.tenant()];
  await api.stack.postgres.withPerson(tenant.admin, (trx) =>
    trx.updateTable('persons').set({ confirmed_at: null }).execute(),
  );
  for (const one of [tenant, loud]) await noteLimit(one, now);
  await look();
  await eventually(() => expect(mailsTo(loud.admin.email)).toHaveLength(1));
  expect(mailsTo(tenant.admin.email)).toEqual([]);
});
