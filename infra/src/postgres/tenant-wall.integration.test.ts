import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { sql as statement } from 'kysely';
import { expect, test } from 'vitest';
import { assertTenantWall, createPostgres } from './client.ts';
import { connect } from './connect.ts';
import { newTenantId, newUserId } from './tables/create-tenant.ts';

const stack = useStack();

const addUser = (tenant: { tenantId: Parameters<typeof stack.postgres.withTenant>[0] }, email: string) => {
  const id = newUserId();
  const { tenantId } = tenant;
  return stack.postgres.withTenant(tenantId, (transaction) =>
    transaction
      .insertInto('users')
      .values({
        id,
        tenant_id: tenantId,
        email,
        first_name: 'Ana',
        last_name: 'Sá',
        role: 'admin',
        password_hash: 'hash',
      })
      .execute(),
  );
};

test('shows a transaction only the rows of its tenant', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const seen = await stack.postgres.withTenant(one.tenantId, async (transaction) => ({
    tenants: await transaction.selectFrom('tenants').select('id').execute(),
    campaigns: await transaction.selectFrom('campaigns').select('tenant_id').execute(),
    keys: await transaction
      .selectFrom('tracking_keys')
      .select('tenant_id')
      .where('tenant_id', '=', two.tenantId)
      .execute(),
  }));
  expect(seen).toEqual({ tenants: [{ id: one.tenantId }], campaigns: [{ tenant_id: one.tenantId }], keys: [] });
});

test('blocks inserts, updates and deletes of another tenant’s rows', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const changed = await stack.postgres.withTenant(one.tenantId, (transaction) =>
    transaction
      .updateTable('campaigns')
      .set({ name: 'meu' })
      .where('campaign_id', '=', two.campaignId)
      .executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
  const removed = await stack.postgres.withTenant(one.tenantId, (transaction) =>
    transaction.deleteFrom('tenants').where('id', '=', two.tenantId).executeTakeFirst(),
  );
  expect(removed.numDeletedRows).toBe(0n);
  const planted = stack.postgres.withTenant(one.tenantId, (transaction) =>
    transaction
      .insertInto('campaigns')
      .values({
        campaign_id: `x-${newTenantId().slice(3).toLowerCase()}`,
        tenant_id: two.tenantId,
        id: newTenantId(),
        name: 'x',
        destination_url: null,
      })
      .execute(),
  );
  await expect(planted).rejects.toThrow('row-level security');
});

test('clears the tenant before the connection is reused', async () => {
  const tenant = await createTenant(stack);
  const postgres = createPostgres({ url: stack.postgresUrl, max: 1, logger: stack.logger });
  try {
    const inside = await postgres.withTenant(tenant.tenantId, (transaction) =>
      transaction.selectFrom('campaigns').selectAll().execute(),
    );
    expect(inside).toHaveLength(1);
    expect(await postgres.db.selectFrom('campaigns').selectAll().execute()).toEqual([]);
    await expect(
      postgres.withTenant(tenant.tenantId, async () => {
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    expect(await postgres.db.selectFrom('campaigns').selectAll().execute()).toEqual([]);
    const [{ setting }] = await postgres.sql<
      [{ setting: string | null }]
    >`SELECT current_setting('app.tenant_id', true) AS setting`;
    expect(setting ?? '').toBe('');
  } finally {
    await postgres.close();
  }
});

test('rolls back a transaction that throws', async () => {
  const tenant = await createTenant(stack);
  await expect(
    stack.postgres.withTenant(tenant.tenantId, async (transaction) => {
      await transaction.updateTable('tenants').set({ name: 'Outro' }).execute();
      await statement`SELECT 1 / 0`.execute(transaction);
    }),
  ).rejects.toThrow('division by zero');
  const row = await stack.postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.selectFrom('tenants').select('name').executeTakeFirstOrThrow(),
  );
  expect(row.name).toBe('Empresa de Teste');
});

test('refuses a database role that could bypass row level security', async () => {
  await assertTenantWall(stack.postgres.sql);
  const owner = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
  try {
    await expect(assertTenantWall(owner)).rejects.toThrow('The database role tracker could read');
  } finally {
    await owner.end();
  }
});

test('finds campaign, key, tenant and user across tenants by one exact key', async () => {
  const { sql } = stack.postgres;
  const [one, two] = [
    await createTenant(stack, { timeZone: 'America/Manaus', destinationUrl: 'https://loja.example' }),
    await createTenant(stack),
  ];
  const email = `Ana.${one.slug}@example.com`;
  await addUser(one, email);
  const [campaign] = await sql`SELECT * FROM lookup_campaign(${one.campaignId})`;
  expect(campaign).toEqual({
    tenant_id: one.tenantId,
    campaign_id: one.campaignId,
    destination_url: 'https://loja.example',
    time_zone: 'America/Manaus',
    leads_are_conversions: false,
  });
  const [key] = await sql`SELECT * FROM lookup_tracking_key(${two.trackingKeys.hotmart})`;
  expect(key).toEqual({ amounts_in: 'reais', tenant_id: two.tenantId, provider: 'hotmart', expires_at: null });
  const [tenant] = await sql`SELECT * FROM lookup_tenant(${one.tenantId})`;
  expect(tenant).toEqual({
    tenant_id: one.tenantId,
    time_zone: 'America/Manaus',
    main_campaign_id: one.campaignId,
    person_salt: expect.any(String),
    plan: 'free',
    is_confirmed: true,
  });
  const [user] = await sql`SELECT * FROM lookup_user_by_email(${email.toUpperCase()})`;
  expect(user).toMatchObject({ tenant_id: one.tenantId, password_hash: 'hash', slug: one.slug, role: 'admin' });
  expect(await sql`SELECT * FROM lookup_campaign('%')`).toHaveLength(0);
});

test('finds a session by its hash until it expires, and deletes expired ones', async () => {
  const { postgres } = stack;
  const tenant = await createTenant(stack);
  await addUser(tenant, `s.${tenant.slug}@example.com`);
  const [alive, over] = [Buffer.from(`${tenant.slug} alive`), Buffer.from(`${tenant.slug} over`)];
  await postgres.withTenant(tenant.tenantId, async (transaction) => {
    const { id: user_id } = await transaction.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const session = { tenant_id: tenant.tenantId, user_id, ip: null, user_agent: null };
    await transaction
      .insertInto('sessions')
      .values([
        { ...session, id_hash: alive, expires_at: new Date(Date.now() + 60_000) },
        { ...session, id_hash: over, expires_at: new Date(Date.now() - 60_000) },
      ])
      .execute();
  });
  const [found] = await postgres.sql`SELECT * FROM lookup_session(${alive})`;
  expect(found).toMatchObject({ tenant_id: tenant.tenantId, tenant_name: 'Empresa de Teste', first_name: 'Ana' });
  expect(await postgres.sql`SELECT * FROM lookup_session(${over})`).toHaveLength(0);
  await postgres.sql`SELECT delete_expired_sessions()`;
  const left = await postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.selectFrom('sessions').select('id_hash').execute(),
  );
  expect(left.map((row) => Buffer.from(row.id_hash))).toEqual([alive]);
});

test('rejects a duplicate e-mail and a duplicate slug across all tenants', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  await addUser(one, `dona.${one.slug}@example.com`);
  await expect(addUser(two, `DONA.${one.slug}@example.com`)).rejects.toMatchObject({
    code: '23505',
    constraint_name: 'users_email_key',
  });
  const renamed = stack.postgres.withTenant(two.tenantId, (transaction) =>
    transaction.updateTable('tenants').set({ slug: one.slug }).execute(),
  );
  await expect(renamed).rejects.toMatchObject({ code: '23505', constraint_name: 'tenants_slug_key' });
});

test('rejects a main campaign of another tenant', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const foreign = stack.postgres.withTenant(one.tenantId, (transaction) =>
    transaction.updateTable('tenants').set({ main_campaign_id: two.campaignId }).execute(),
  );
  await expect(foreign).rejects.toMatchObject({ code: '23503' });
});
