import { randomText } from '@tracker/infra/identity/random-id';
import { newUserId } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { eventually } from '@tracker/test/kit/eventually';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EXIT } from './command.ts';

let kit: OpsKit;
let tenant: TestTenant;
let email: string;
let userId: UserId;

beforeAll(async () => {
  kit = await openOpsKit();
});
afterAll(() => kit?.close());

beforeEach(async () => {
  tenant = await createTenant(kit, { destinationUrl: 'https://loja.example/oferta' });
  email = `ana-${randomText(8).toLowerCase()}@example.com`;
  const { tenantId } = tenant;
  userId = newUserId();
  await kit.postgres.withTenant(tenantId, async (trx) => {
    const names = { first_name: 'Ana', last_name: 'Lima', role: 'admin' as const, password_hash: 'x' };
    await createUser(trx, { id: userId, tenant_id: tenantId, email, ...names });
    await trx
      .insertInto('sessions')
      .values({
        id_hash: Buffer.from(randomText(32)),
        user_id: userId,
        expires_at: new Date(Date.now() + 60_000),
        ip: null,
        user_agent: null,
      })
      .execute();
  });
});

const campaign = () => kit.deps.caches.campaigns.find(tenant.campaignId);
const stateOf = async () => {
  const { data } = await kit.run('company list');
  return (data as { companies: { id: string; state: string }[] }).companies.find(({ id }) => id === tenant.tenantId);
};
const sessions = () =>
  kit.postgres.withPerson({ userId }, (trx) => trx.selectFrom('sessions').select('user_id').execute());

it('suspends and resumes a company: no sessions and no redirects meanwhile, but campaigns stay known', async () => {
  expect(await stateOf()).toMatchObject({ slug: tenant.slug, state: 'active', users: 1 });
  expect((await campaign())?.destinationUrl).toBe('https://loja.example/oferta');
  const dry = await kit.run('company suspend', { company: tenant.slug });
  expect([dry.data, (await stateOf())?.state]).toEqual([expect.objectContaining({ done: false }), 'active']);

  await kit.run('company suspend', { company: tenant.slug, yes: true });
  expect((await stateOf())?.state).toBe('suspended');
  expect(await sessions()).toEqual([]);
  await eventually(async () => expect(await campaign()).toMatchObject({ destinationUrl: null }));

  await kit.run('company resume', { company: tenant.tenantId, yes: true });
  expect((await stateOf())?.state).toBe('active');
  await eventually(async () => expect((await campaign())?.destinationUrl).toBe('https://loja.example/oferta'));
});

it('closes a company for good: its campaigns and keys are unknown', async () => {
  await kit.run('company close', { company: tenant.tenantId, yes: true });
  expect((await stateOf())?.state).toBe('closed');
  await eventually(async () => expect(await campaign()).toBeUndefined());
  await eventually(async () =>
    expect(await kit.deps.postgres.sql`SELECT * FROM lookup_tracking_key(${tenant.trackingKey})`).toHaveLength(0),
  );
  expect(await kit.run('company resume', { company: tenant.tenantId, yes: true })).toMatchObject({
    exitCode: EXIT.usage,
  });
});

it('lists the users of a company, ends their sessions, makes a link for a new password, and switches a lost second factor off', async () => {
  expect((await kit.run('user list', { company: tenant.slug })).data).toMatchObject({
    users: [{ email, name: 'Ana Lima', role: 'admin', sessions: 1 }],
  });
  expect((await kit.run('user sign-out', { email })).data).toEqual({ sessions: 1, done: false });
  expect((await kit.run('user sign-out', { email, yes: true })).data).toEqual({ sessions: 1, done: true });
  expect(await sessions()).toEqual([]);

  const { data } = await kit.run('user reset', { email, yes: true });
  const url = new URL((data as { url: string }).url);
  expect(url.pathname).toBe('/reset-password');
  const rows = await kit.postgres.withPerson({ userId }, (trx) =>
    trx.selectFrom('account_links').selectAll().execute(),
  );
  expect(rows).toMatchObject([{ kind: 'reset', used_at: null }]);
  expect(JSON.stringify(rows)).not.toContain(url.searchParams.get('token'));
  await kit.postgres.withPerson({ userId }, (trx) =>
    trx
      .updateTable('persons')
      .set({ totp_secret_encrypted: Buffer.from('x'), second_factor_at: new Date() })
      .execute(),
  );
  const isOn = () =>
    kit.postgres.withPerson({ userId }, async (trx) => {
      const user = await trx.selectFrom('persons').selectAll().executeTakeFirstOrThrow();
      return user.second_factor_at !== null && user.totp_secret_encrypted !== null;
    });
  await kit.run('user reset', { email, yes: true });
  await kit.run('user reset', { email, factor: true });
  expect(await isOn()).toBe(true);
  await kit.run('user reset', { email, factor: true, yes: true });
  expect(await isOn()).toBe(false);
  const log = await kit.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  );
  expect(log).toMatchObject([{ action: 'second-factor.switch-off', actor: expect.stringMatching(/^operator:/) }]);
  expect(await kit.run('user reset', { email: 'ninguem@example.com', yes: true })).toMatchObject({
    exitCode: EXIT.usage,
  });
});
