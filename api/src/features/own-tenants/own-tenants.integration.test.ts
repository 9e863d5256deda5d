// A person of several tenants: which of them a call is about, how they come and go, and that nothing of one is seen in the other.
import { randomText } from '@tracker/infra/identity/random-id';
import type { OwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../testing/api-keys.ts';
import { factsOf } from '../../testing/facts.ts';
import { newAddress, PASSWORD, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';
import { ADMINISTERED_TENANTS_MAX } from './service.ts';

const api = useApi();
let one: StaffedTenant;
let two: StaffedTenant;
/** Administrator of the first, viewer in the second. */
let ana: TestPerson;
beforeAll(async () => {
  [one, two] = await Promise.all([api.tenant(), api.tenant()]);
  ana = await api.person(one, 'admin');
  await api.join(two, ana, 'viewer');
});

const idOf = async (person: TestPerson, asked: InjectOptions | string = '/api/auth/user') =>
  (await person.ask(asked)).json().tenant?.id;
const within = (tenant: StaffedTenant, url = '/api/auth/user'): InjectOptions => ({
  url,
  headers: { 'x-company': tenant.tenantId },
});

describe('the tenant of a call', () => {
  test('is the one that a header or the address names, with the role of the person there', async () => {
    const inTwo = (await ana.ask(within(two))).json();
    expect([inTwo.tenant.id, inTwo.user.id, inTwo.user.role]).toEqual([two.tenantId, ana.userId, 'viewer']);
    expect((await ana.ask(`/api/auth/user?company=${one.tenantId}`)).json().user.role).toBe('admin');
    const users = (tenant: StaffedTenant) => ana.ask(within(tenant, `/api/tenants/${tenant.tenantId}/users`));
    expect([(await users(one)).statusCode, (await users(two)).statusCode]).toEqual([200, 403]);
    expect((await ana.ask(within(one, `/api/tenants/${two.tenantId}`))).statusCode).toBe(404);
  });

  test('is the one used last where a call names none, in each session of the person', async () => {
    await ana.ask(within(two));
    expect(await idOf(ana)).toBe(two.tenantId);
    const payload = { email: ana.email, password: PASSWORD };
    const login = { method: 'POST', url: '/api/auth/login', payload, remoteAddress: newAddress() } as const;
    expect((await api.ask(login)).json().tenant.id).toBe(two.tenantId);
    api.clock.advance(MINUTE_MS);
    await ana.ask(within(one));
    expect((await api.ask(login)).json()).toMatchObject({ tenant: { id: one.tenantId }, user: { role: 'admin' } });
  });

  test('is written at most once a minute as the one used last, by two tabs in two tenants as well', async () => {
    const person = await api.person(one, 'viewer');
    await api.join(two, person, 'viewer');
    const writes = new Set<string>();
    const useBoth = async () => {
      await Promise.all([one, two, one, two].map((tenant) => person.ask(within(tenant))));
      for (const tenant of [two, one, two, one]) {
        await person.ask(within(tenant));
        const { rows } = await api.stack.postgres.withPerson({ userId: person.userId }, (trx) =>
          sql<{ version: string }>`SELECT xmin::text AS version FROM persons`.execute(trx),
        );
        writes.add(rows[0]?.version ?? '');
      }
    };
    await useBoth();
    await useBoth();
    expect(writes.size).toBe(1);
    api.clock.advance(MINUTE_MS);
    await useBoth();
    expect(writes.size).toBe(2);
  });

  test.each(['tn_unknown0000000000', 'nothing', '', 'x\u0000'])(
    'is refused with 404 where it is %j',
    async (wanted) => {
      const answer = await ana.ask({ url: '/api/auth/user', query: { [TENANT_PARAMETER]: wanted } });
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'unknown-company']);
    },
  );

  test('is refused with 404 where the person is no member, and with 401 without a session', async () => {
    expect((await one.viewer.ask(within(two))).statusCode).toBe(404);
    expect((await api.ask(within(two))).statusCode).toBe(401);
    const key = await createKey(api, one, ['read']);
    expect((await key.ask(within(two, '/api/campaigns'))).statusCode).toBe(404);
    expect((await key.ask(within(one, '/api/campaigns'))).statusCode).toBe(200);
  });
});

test('lists the tenants of a person with the role in each, and no suspended one', async () => {
  const person = await api.person(one, 'editor');
  const closed = await api.tenant();
  await api.join(two, person, 'viewer');
  await api.join(closed, person, 'admin');
  const rolesIn = async (tenant: StaffedTenant) => {
    const rows = (await person.ask(within(tenant, '/api/companies'))).json<OwnTenant[]>();
    return Object.fromEntries(rows.map(({ id, role, current }) => [id, `${role}${current ? ' here' : ''}`]));
  };
  expect(await rolesIn(one)).toEqual({
    [one.tenantId]: 'editor here',
    [two.tenantId]: 'viewer',
    [closed.tenantId]: 'admin',
  });
  await api.stack.postgres.withTenant(closed.tenantId, (trx) =>
    trx.updateTable('tenants').set({ subscription_status: 'suspended' }).execute(),
  );
  expect(await rolesIn(two)).toEqual({ [one.tenantId]: 'editor', [two.tenantId]: 'viewer here' });
  expect((await person.ask(within(closed))).statusCode).toBe(404);
});

describe('a further company', () => {
  const open = (person: TestPerson, payload: object = {}) =>
    person.ask({
      ...{ method: 'POST', url: '/api/companies', remoteAddress: newAddress() },
      payload: { name: 'Loja Nova', slug: `nova-${randomText(8).toLowerCase()}`, ...payload },
    });
  test('belongs to the person who opened it, with campaign and keys, and shows nothing of the first one', async () => {
    const person = await api.person(one, 'viewer');
    const answer = await open(person);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { name: 'Loja Nova', role: 'admin', current: false },
    ]);
    const { id } = answer.json<OwnTenant>();
    const asked = async (path: string) => (await person.ask({ url: path, headers: { 'x-company': id } })).json();
    expect(await asked(`/api/tenants/${id}/users`)).toMatchObject([
      { id: person.userId, role: 'admin', isOwner: true },
    ]);
    expect(await asked('/api/campaigns')).toMatchObject([{ name: 'Campanha principal' }]);
    expect(await asked('/api/audit-log')).toMatchObject([{ action: 'tenant.register', actor: 'Ana Lima' }]);
    expect(JSON.stringify(await asked('/api/campaigns'))).not.toContain(one.campaignId);
    expect(await idOf(person)).toBe(id);
    expect((await person.ask(within(one))).json().user.role).toBe('viewer');
  });

  test('is refused by the rules of a registration', async () => {
    const person = await api.person(one, 'admin');
    const prove = (confirmed_at: Date | null) =>
      api.stack.postgres.withPerson({ userId: person.userId }, (trx) =>
        trx.updateTable('persons').set({ confirmed_at }).execute(),
      );
    await prove(null);
    expect((await open(person)).json().error).toBe('email-not-confirmed');
    await prove(new Date(api.clock.now()));
    for (const payload of [{ name: ' ' }, { name: 'visite loja.com' }, { slug: 'Não' }]) {
      expect((await open(person, payload)).statusCode).toBe(400);
    }
    expect((await open(person, { slug: two.slug })).json()).toMatchObject({ error: 'slug-taken' });
    await api.stack.postgres.withPerson({ userId: person.userId }, (trx) =>
      trx
        .updateTable('sessions')
        .set({ authenticated_at: new Date(api.clock.now() - HOUR_MS) })
        .execute(),
    );
    expect((await open(person)).json().error).toBe('password-not-confirmed');
  });

  test('is refused beyond the bound of a person, however many ask at once', async () => {
    const person = await api.person(one, 'viewer');
    const tenants = await Promise.all(
      Array.from({ length: ADMINISTERED_TENANTS_MAX - 1 }, () => createTenant(api.stack)),
    );
    for (const tenant of tenants) await api.join(tenant, person, 'admin');
    const answers = await Promise.all([open(person), open(person), open(person)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe('too-many-companies');
  });
});

describe('leaving a company', () => {
  const leave = (person: TestPerson, { tenantId }: Pick<StaffedTenant, 'tenantId'>, of = tenantId) =>
    person.ask({ method: 'POST', url: `/api/companies/${tenantId}/leave`, headers: { 'x-company': of } });

  test('ends the membership, and what the person gave out there', async () => {
    const person = await api.person(two, 'admin');
    await api.join(one, person, 'viewer');
    const key = await createKey(api, { ...two, admin: person }, ['read']);
    expect((await leave(person, two)).statusCode).toBe(204);
    expect((await person.ask(within(two))).statusCode).toBe(404);
    expect((await person.ask(within(one))).statusCode).toBe(200);
    expect((await key.ask('/api/campaigns')).statusCode).toBe(401);
    const entries = (await two.admin.ask('/api/audit-log')).json();
    expect(entries).toContainEqual(expect.objectContaining({ action: 'user.leave', actor: 'Ana Lima' }));
  });

  test('is refused for the last administrator, for the owner, and in another company than that of the call', async () => {
    const tenant = await api.tenant();
    expect((await leave(tenant.admin, tenant)).json().error).toBe('last-admin');
    const other = await api.person(tenant, 'admin');
    await api.join(one, other, 'viewer');
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('memberships').set({ is_owner: true }).where('user_id', '=', other.userId).execute(),
    );
    expect((await leave(other, tenant)).json().error).toBe('owner-leaves');
    expect((await leave(other, tenant, one.tenantId)).statusCode).toBe(404);
    expect((await other.ask(within(tenant))).statusCode).toBe(200);
  });
});

describe('the end of a membership', () => {
  test('ends what the person may do there, and not the session of one who has another', async () => {
    const person = await api.person(one, 'viewer');
    await api.join(two, person, 'editor');
    await person.ask(within(two));
    expect((await two.admin.ask({ method: 'DELETE', url: `/api/users/${person.userId}` })).statusCode).toBe(204);
    expect((await person.ask(within(two))).statusCode).toBe(404);
    expect(await idOf(person)).toBe(one.tenantId);
    expect((await one.admin.ask({ method: 'DELETE', url: `/api/users/${person.userId}` })).statusCode).toBe(204);
    expect((await person.ask('/api/auth/user')).statusCode).toBe(401);
  });

  test('leaves an account that an invitation finds again', async () => {
    const person = await api.person(one, 'viewer');
    await one.admin.ask({ method: 'DELETE', url: `/api/users/${person.userId}` });
    const token = await invite(two, person.email, 'editor');
    expect((await look(token)).json()).toMatchObject({ hasAccount: true });
    expect((await accept({ token, password: PASSWORD })).statusCode).toBe(201);
    const payload = { email: person.email, password: PASSWORD };
    const login = await api.ask({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: newAddress() });
    expect(login.json()).toMatchObject({ user: { id: person.userId, role: 'editor' }, tenant: { id: two.tenantId } });
  });
});

async function invite(tenant: StaffedTenant, email: string, role: string): Promise<string> {
  const answer = await tenant.admin.ask({ method: 'POST', url: '/api/auth/invite', payload: { email, role } });
  expect(answer.statusCode, answer.body).toBe(201);
  return new URL(answer.json().inviteUrl).searchParams.get('token') ?? '';
}
const look = (token: string) =>
  api.ask({ url: '/api/auth/validate-invite', query: { token }, remoteAddress: newAddress() });
const accept = (payload: object, by: TestPerson | typeof api = api) =>
  by.ask({ method: 'POST', url: '/api/auth/accept-invite', payload, remoteAddress: newAddress() });

describe('the invitation of a person who has an account', () => {
  test('adds a membership for the password of the account, and makes no other account', async () => {
    const token = await invite(two, one.editor.email.toUpperCase(), 'viewer');
    expect((await look(token)).json()).toMatchObject({ hasAccount: true, role: 'viewer' });
    const refused = await accept({ token, firstName: 'Eva', lastName: 'Reis', password: 'outra-senha' });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: 'wrong-password' }]);
    expect((await accept({ token, password: PASSWORD })).json()).toEqual({ success: true });
    expect((await accept({ token, password: PASSWORD })).statusCode).toBe(404);
    // A password alone moves none of their sessions into another company.
    expect(await idOf(one.editor)).toBe(one.tenantId);
    expect(await idOf(one.editor, within(two))).toBe(two.tenantId);
    const entries = (await two.admin.ask('/api/audit-log')).json();
    expect(entries).toContainEqual(expect.objectContaining({ action: 'invite.accept', actor: 'Ana Lima' }));
  });

  test('needs no password from the person who is signed in, and one from everybody else', async () => {
    const person = await api.person(one, 'viewer');
    const token = await invite(two, person.email, 'editor');
    expect((await accept({ token }, one.admin)).statusCode).toBe(400);
    expect((await accept({ token }, person)).statusCode).toBe(201);
    // What they came for is what they see next.
    expect(await idOf(person)).toBe(two.tenantId);
    expect((await person.ask(within(two))).json().user.role).toBe('editor');
  });

  test('counts wrong passwords as those of the sign-in', async () => {
    const person = await api.person(one, 'viewer');
    const token = await invite(two, person.email, 'editor');
    const address = newAddress();
    const guess = () =>
      api.ask({
        ...{ method: 'POST', url: '/api/auth/accept-invite', payload: { token, password: 'errada' } },
        remoteAddress: address,
      });
    for (let tried = 0; tried < 5; tried += 1) expect((await guess()).statusCode).toBe(400);
    expect((await guess()).statusCode).toBe(429);
  });

  test('is refused with 409 for a member alone', async () => {
    const payload = { email: one.viewer.email, role: 'viewer' };
    const refused = await one.admin.ask({ method: 'POST', url: '/api/auth/invite', payload });
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'already-member']);
  });
});

test('shows a reader the shared figures of the tenant of their link, also when they name another, and nothing else', async () => {
  await factsOf(() => api.stack.clickhouse, two).click({ at: '2036-11-20T12:00:00Z' });
  const reader = api.reader(two);
  const url = '/api/figures?from=2036-11-20&to=2036-11-20&metrics=clicks';
  const totals = (answer: { json(): { total: object } }) => answer.json().total;
  expect(totals(await reader(url))).toEqual(totals(await two.viewer.ask(url)));
  expect(totals(await reader(`${url}&company=${one.tenantId}`))).toMatchObject({ values: { clicks: 1 } });
  for (const other of ['/api/campaigns', '/api/leads', '/api/auth/user', `/api/tenants/${two.tenantId}`]) {
    expect((await reader(other)).statusCode).toBe(403);
  }
});
