import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import type { Transaction } from 'kysely';
import { sql as statement } from 'kysely';
import { expect, test } from 'vitest';
import { assertTenantWall, createPostgres } from './client.ts';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { newTenantId, newUserId } from './tables/create-tenant.ts';
import { createUser } from './tables/create-user.ts';

const stack = useStack();

const addUser = async (tenant: { tenantId: Parameters<typeof stack.postgres.withTenant>[0] }, email: string) => {
  const userId = newUserId();
  const { tenantId } = tenant;
  await stack.postgres.withTenant(tenantId, (transaction) =>
    createUser(transaction, {
      id: userId,
      tenant_id: tenantId,
      email,
      first_name: 'Ana',
      last_name: 'Sá',
      role: 'admin',
      password_hash: 'hash',
    }),
  );
  return { userId, tenantId };
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
  expect(key).toEqual({
    ...{ amounts_in: 'reais', permits_get: false, tenant_id: two.tenantId },
    ...{ provider: 'hotmart', expires_at: null },
  });
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
  const { userId } = await addUser(tenant, `s.${tenant.slug}@example.com`);
  const [alive, over] = [Buffer.from(`${tenant.slug} alive`), Buffer.from(`${tenant.slug} over`)];
  await postgres.withPerson({ userId }, async (transaction) => {
    const session = { user_id: userId, ip: null, user_agent: null };
    await transaction
      .insertInto('sessions')
      .values([
        { ...session, id_hash: alive, expires_at: new Date(Date.now() + 60_000) },
        { ...session, id_hash: over, expires_at: new Date(Date.now() - 60_000) },
      ])
      .execute();
  });
  const [found] = await postgres.sql`SELECT * FROM lookup_session(${alive}, NULL)`;
  expect(found).toMatchObject({ tenant_id: tenant.tenantId, tenant_name: 'Empresa de Teste', first_name: 'Ana' });
  expect(await postgres.sql`SELECT * FROM lookup_session(${over}, NULL)`).toHaveLength(0);
  await postgres.sql`SELECT delete_expired_sessions()`;
  const left = await postgres.withPerson({ userId }, (transaction) =>
    transaction.selectFrom('sessions').select('id_hash').execute(),
  );
  expect(left.map((row) => Buffer.from(row.id_hash))).toEqual([alive]);
});

test('rejects a duplicate e-mail and a duplicate slug across all tenants', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  await addUser(one, `dona.${one.slug}@example.com`);
  await expect(addUser(two, `DONA.${one.slug}@example.com`)).rejects.toMatchObject({
    code: '23505',
    constraint_name: 'persons_email_key',
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

test('shows a transaction only what is the own of its person, and a tenant its members without their secrets', async () => {
  const { postgres } = stack;
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const [ana, bia] = [await addUser(one, `ana.${one.slug}@x.co`), await addUser(two, `bia.${two.slug}@x.co`)];
  await postgres.withTenant(two.tenantId, (transaction) =>
    transaction
      .insertInto('memberships')
      .values({ tenant_id: two.tenantId, user_id: ana.userId, role: 'viewer' })
      .execute(),
  );
  const read = (transaction: Transaction<Database>) =>
    Promise.all([
      transaction.selectFrom('persons').select('id').execute(),
      transaction.selectFrom('users').select(['id', 'tenant_id', 'role']).orderBy('role').execute(),
    ]);
  expect(await postgres.withPerson({ userId: ana.userId }, read)).toEqual([[{ id: ana.userId }], []]);
  expect(await postgres.withTenant(one.tenantId, read)).toEqual([
    [],
    [{ id: ana.userId, tenant_id: one.tenantId, role: 'admin' }],
  ]);
  expect(await postgres.withPerson({ ...bia, userId: ana.userId }, read)).toEqual([
    [{ id: ana.userId }],
    [
      { id: bia.userId, tenant_id: two.tenantId, role: 'admin' },
      { id: ana.userId, tenant_id: two.tenantId, role: 'viewer' },
    ],
  ]);
  const taken = postgres.withPerson(bia, (transaction) =>
    transaction.updateTable('persons').set({ first_name: 'Eva' }).where('id', '=', ana.userId).executeTakeFirst(),
  );
  expect((await taken).numUpdatedRows).toBe(0n);
});

test('ends the sessions of a person with the last open company, and lets the address register again', async () => {
  const { postgres } = stack;
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const email = `ana.${one.slug}@x.co`;
  const { userId } = await addUser(one, email);
  const values = { tenant_id: two.tenantId, user_id: userId, role: 'viewer' } as const;
  await postgres.withTenant(two.tenantId, (trx) => trx.insertInto('memberships').values(values).execute());
  const session = {
    id_hash: Buffer.from(userId),
    user_id: userId,
    expires_at: '2040-01-01',
    ip: null,
    user_agent: null,
  };
  await postgres.withPerson({ userId }, (trx) => trx.insertInto('sessions').values(session).execute());
  const tenantOf = async (tenantId: string | null) => {
    const rows = await postgres.sql`SELECT tenant_id FROM lookup_session(${session.id_hash}, ${tenantId})`;
    return rows.map(({ tenant_id }) => tenant_id);
  };
  expect([await tenantOf(null), await tenantOf(two.tenantId)]).toEqual([[one.tenantId], [two.tenantId]]);
  await postgres.withTenant(one.tenantId, (trx) =>
    trx.updateTable('tenants').set({ subscription_status: 'suspended' }).execute(),
  );
  expect([await tenantOf(null), await tenantOf('tn_unknown')]).toEqual([[two.tenantId], [null]]);
  await expect(addUser(two, email)).rejects.toMatchObject({ constraint_name: 'persons_email_key' });
  await postgres.withTenant(two.tenantId, (trx) => trx.deleteFrom('memberships').execute());
  expect(await tenantOf(null)).toEqual([]);
  await postgres.withTenant(one.tenantId, (trx) => trx.deleteFrom('memberships').execute());
  await addUser(two, email);
  expect(await postgres.withPerson({ userId }, (trx) => trx.selectFrom('persons').select('id').execute())).toEqual([]);
});
