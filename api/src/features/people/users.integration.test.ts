import { createServer } from '@tracker/infra/http/server';
import { randomText } from '@tracker/infra/identity/random-id';
import { createMessages } from '@tracker/infra/messages/messages';
import type { MadeByPerson, Member } from '@tracker/schemas/contracts/people.contract';
import type { Postback } from '@tracker/schemas/contracts/send-back.contract';
import { eventually } from '@tracker/test/kit/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { registerApi } from '../../app.ts';
import { createKnownBrowsers } from '../../http/known-browser.ts';
import { createSecondFactors } from '../../http/second-factor.ts';
import { createSessions } from '../../http/session.ts';
import { createSignInThrottle } from '../../http/throttle.ts';
import { createAccountMails } from '../../mail/account-mail.ts';
import { createKey, type TestKey } from '../../testing/api-keys.ts';
import { cheapPasswords, PASSWORD, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';
import { createChallenges } from '../auth/challenge.ts';
import { createAuthService } from '../auth/service.ts';

const api = useApi();

const changeRole = (by: TestPerson, { userId }: TestPerson, role: string) =>
  by.ask({ method: 'PATCH', url: `/api/users/${userId}/role`, payload: { role } });
const remove = (by: TestPerson, { userId }: TestPerson) => by.ask({ method: 'DELETE', url: `/api/users/${userId}` });
const usersOf = async ({ tenantId, admin }: StaffedTenant, by = admin) =>
  (await by.ask(`/api/tenants/${tenantId}/users`)).json<Member[]>();
const auditOf = ({ tenantId }: StaffedTenant) =>
  api.stack.postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('audit_log').select(['action', 'actor', 'details']).orderBy('id').execute(),
  );

describe('GET /api/tenants/:tenantId/users', () => {
  test('lists users oldest first with the documented fields', { tags: ['§3', '§7.1'] }, async () => {
    const tenant = await api.tenant();
    api.clock.advance(1_000);
    const newest = await api.person(tenant, 'viewer');
    const users = await usersOf(tenant);
    expect(users).toHaveLength(4);
    expect(users.at(-1)).toEqual({
      id: newest.userId,
      firstName: 'Ana',
      lastName: 'Lima',
      email: newest.email,
      role: 'viewer',
      hasSecondFactor: false,
      isOwner: false,
      createdAt: new Date(api.clock.now()).toISOString(),
    });
  });
});

describe('PATCH /api/users/:userId/role', () => {
  test('changes a role at once in existing sessions, and records who did it', { tags: ['§6', '§8.6'] }, async () => {
    const tenant = await api.tenant();
    const { admin, editor } = tenant;
    const create = () => editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Mais uma' } });
    expect((await create()).statusCode).toBe(201);
    const changed = await changeRole(admin, editor, 'viewer');
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { id: editor.userId, role: 'viewer' }]);
    expect((await create()).statusCode).toBe(403);
    expect((await editor.ask('/api/auth/user')).json().user.role).toBe('viewer');
    expect((await changeRole(admin, editor, 'admin')).statusCode).toBe(200);
    expect((await create()).statusCode).toBe(201);
    expect((await usersOf(tenant, editor)).find(({ id }) => id === editor.userId)?.role).toBe('admin');
    expect((await auditOf(tenant)).filter(({ action }) => action === 'user.change-role')).toMatchObject([
      { actor: admin.userId, details: { userId: editor.userId, from: 'editor', to: 'viewer' } },
      { actor: admin.userId, details: { userId: editor.userId, from: 'viewer', to: 'admin' } },
    ]);
  });

  test('rejects an unknown role with 400 and leaves the user unchanged', { tags: ['§5'] }, async () => {
    const tenant = await api.tenant();
    expect((await changeRole(tenant.admin, tenant.editor, 'owner')).statusCode).toBe(400);
    expect((await usersOf(tenant)).find(({ id }) => id === tenant.editor.userId)?.role).toBe('editor');
  });

  test('rejects with 409 when users change their own role or remove themselves', {
    tags: ['§2.17', '§8.6', '§8.7'],
  }, async () => {
    const tenant = await api.tenant();
    await changeRole(tenant.admin, tenant.editor, 'admin');
    for (const role of ['admin', 'viewer']) {
      const refused = await changeRole(tenant.admin, tenant.admin, role);
      expect([refused.statusCode, refused.json().error]).toEqual([409, 'own-role']);
    }
    expect((await remove(tenant.admin, tenant.admin)).json().message).toBe('Você não pode remover a si mesmo.');
    expect((await usersOf(tenant)).filter(({ role }) => role === 'admin')).toHaveLength(2);
  });
});

describe('last administrator', () => {
  test.each([
    ['demote', (by: TestPerson, target: TestPerson) => changeRole(by, target, 'viewer')],
    ['remove', remove],
  ] as const)('remains when two administrators %s each other at the same moment', { tags: ['§6'] }, async (_, act) => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await api.tenant();
      const { admin } = tenant;
      const other = await api.person(tenant, 'admin');
      const answers = await Promise.all([act(admin, other), act(other, admin)]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect([401, 403, 409]).toContain(Math.max(...statuses));
      const left = statuses[0] !== undefined && statuses[0] < 300 ? admin : other;
      expect((await usersOf(tenant, left)).filter(({ role }) => role === 'admin')).toMatchObject([{ id: left.userId }]);
    }
  });

  test('remains when three administrators demote each other in a ring', { tags: ['§6'] }, async () => {
    const tenant = await api.tenant();
    const ring = [tenant.admin, await api.person(tenant, 'admin'), await api.person(tenant, 'admin')] as const;
    await Promise.all(ring.map((one, index) => changeRole(one, ring[(index + 1) % 3] ?? one, 'viewer')));
    const rows = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('users').select('id').where('role', '=', 'admin').execute(),
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
  });
});

describe('the owner', () => {
  const own = ({ tenantId }: StaffedTenant, { userId }: TestPerson) =>
    api.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('memberships').set({ is_owner: true }).where('user_id', '=', userId).execute(),
    );
  const handOver = ({ tenantId }: StaffedTenant, by: TestPerson, { userId }: TestPerson) =>
    by.ask({ method: 'PATCH', url: `/api/tenants/${tenantId}/owner`, payload: { userId } });
  const ownersOf = async (tenant: StaffedTenant, by = tenant.admin) =>
    (await usersOf(tenant, by)).filter(({ isOwner }) => isOwner).map(({ id }) => id);

  test('is neither removed nor demoted by another administrator', async () => {
    const tenant = await api.tenant();
    await own(tenant, tenant.admin);
    const other = await api.person(tenant, 'admin');
    for (const answer of [await remove(other, tenant.admin), await changeRole(other, tenant.admin, 'viewer')]) {
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'company-owner']);
    }
  });

  test('alone hands the company over, to an administrator of it', async () => {
    const tenant = await api.tenant();
    await own(tenant, tenant.admin);
    const other = await api.person(tenant, 'admin');
    const stranger = (await api.tenant()).admin;
    const refusals = [
      await handOver(tenant, other, other),
      await handOver(tenant, tenant.admin, stranger),
      await handOver(tenant, tenant.admin, tenant.editor),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 404, 409]);
    expect((await handOver(tenant, tenant.admin, other)).json()).toMatchObject({ id: other.userId, isOwner: true });
    expect(await ownersOf(tenant)).toEqual([other.userId]);
    expect((await auditOf(tenant)).map(({ action }) => action)).toContain('user.change-owner');
    expect((await remove(other, tenant.admin)).statusCode).toBe(204);
  });

  test('is named by any administrator where there is none', async () => {
    const tenant = await api.tenant();
    const other = await api.person(tenant, 'admin');
    expect((await handOver(tenant, tenant.admin, other)).statusCode).toBe(200);
    expect(await ownersOf(tenant)).toEqual([other.userId]);
  });
});

const byName = (one: MadeByPerson, other: MadeByPerson) => one.name.localeCompare(other.name);

describe('administrator who made keys and invitations', () => {
  async function busyAdmin() {
    const tenant = await api.tenant();
    const leaving = await api.person(tenant, 'admin');
    const asLeaving = { ...tenant, admin: leaving };
    const keys = [await createKey(api, asLeaving, ['read']), await createKey(api, asLeaving, ['read', 'capture'])];
    const own = await createKey(api, tenant, ['read']);
    const payload = { email: `eva-${randomText(8).toLowerCase()}@example.com`, role: 'editor' };
    const { inviteUrl } = (await leaving.ask({ method: 'POST', url: '/api/auth/invite', payload })).json();
    const token = new URL(inviteUrl).searchParams.get('token') ?? '';
    const accept = () =>
      api.ask({
        method: 'POST',
        url: '/api/auth/accept-invite',
        payload: { token, firstName: 'Eva', lastName: 'Reis', password: PASSWORD },
      });
    return { tenant, leaving, keys, own, accept };
  }
  test('leaves no destination of sales that sends, except those that are kept', async () => {
    const { tenant, leaving } = await busyAdmin();
    const set = (name: string, by = leaving) =>
      by.ask({
        method: 'POST',
        url: '/api/postbacks',
        payload: { name, url: `https://${name}.example/?v={value}&c={clickid}&token=segredo` },
      });
    const [gone, kept, own] = [await set('fica-nada'), await set('fica'), await set('nosso', tenant.admin)];
    const made = (await tenant.admin.ask(`/api/users/${leaving.userId}/made`)).json<MadeByPerson[]>();
    expect(made.filter(({ kind }) => kind === 'postback').sort(byName)).toEqual([
      { id: kept.json().id, kind: 'postback', name: 'fica', hint: 'fica.example', letsOut: true },
      { id: gone.json().id, kind: 'postback', name: 'fica-nada', hint: 'fica-nada.example', letsOut: true },
    ]);
    const url = `/api/users/${leaving.userId}?keep=${kept.json().id}`;
    expect((await tenant.admin.ask({ method: 'DELETE', url })).statusCode).toBe(204);
    const after = (await tenant.admin.ask('/api/postbacks')).json<Postback[]>();
    expect(Object.fromEntries(after.map(({ id, enabled }) => [id, enabled]))).toEqual({
      [gone.json().id]: false,
      [kept.json().id]: true,
      [own.json().id]: true,
    });
    expect((await auditOf(tenant)).slice(-2)).toMatchObject([
      { action: 'postback.edit', details: { name: 'fica-nada', fields: ['enabled'] } },
      { action: 'user.remove' },
    ]);
  });

  const statusOf = async (key: TestKey | undefined) => (await key?.ask('/api/campaigns'))?.statusCode;

  test('leaves no invitation and no key behind when removed, except the keys that are kept', async () => {
    const { tenant, leaving, keys, own, accept } = await busyAdmin();
    const made = (await tenant.admin.ask('/api/api-keys')).json<{ id: string; createdBy: string }[]>();
    expect(
      made
        .filter(({ createdBy }) => createdBy === leaving.userId)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(keys.map(({ id }) => id).sort());
    const url = `/api/users/${leaving.userId}?keep=${keys[1]?.id}`;
    expect((await tenant.admin.ask({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await accept()).statusCode).toBe(404);
    expect([await statusOf(keys[0]), await statusOf(keys[1]), await statusOf(own)]).toEqual([401, 200, 200]);
    const actions = (await auditOf(tenant)).slice(-3).map(({ action }) => action);
    expect(actions).toEqual(['invite.withdraw', 'api-key.revoke', 'user.remove']);
  });

  test('leaves no invitation and no key behind when demoted, except the keys that are kept', async () => {
    const { tenant, leaving, keys, own, accept } = await busyAdmin();
    const url = `/api/users/${leaving.userId}/role?keep=${keys[1]?.id}`;
    const demoted = await tenant.admin.ask({ method: 'PATCH', url, payload: { role: 'editor' } });
    expect(demoted.statusCode).toBe(200);
    expect((await accept()).statusCode).toBe(404);
    expect([await statusOf(keys[0]), await statusOf(keys[1]), await statusOf(own)]).toEqual([401, 200, 200]);
    const actions = (await auditOf(tenant)).slice(-3).map(({ action }) => action);
    expect(actions).toEqual(['user.change-role', 'invite.withdraw', 'api-key.revoke']);
    // Kept by a decision: the next change asks nothing about it.
    expect((await changeRole(tenant.admin, leaving, 'viewer')).statusCode).toBe(200);
    expect(await statusOf(keys[1])).toBe(200);
  });
});

describe('DELETE /api/users/:userId', () => {
  test('waits for a concurrent password change, and takes effect after it', async () => {
    const tenant = await api.tenant();
    const { admin, editor } = tenant;
    // What a change does in its transaction: first the person, then their sessions.
    const removing = await api.stack.postgres.withPerson(editor, async (trx) => {
      await trx.updateTable('persons').set({ password_hash: '-' }).execute();
      const answer = remove(admin, editor);
      const waits = sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
      await eventually(async () => expect((await waits.execute(trx)).rows).toEqual([{ count: 1 }]));
      await trx.deleteFrom('sessions').where('user_id', '=', editor.userId).execute();
      return { answer };
    });
    expect((await removing.answer).statusCode).toBe(204);
    expect((await usersOf(tenant)).map(({ id }) => id)).not.toContain(editor.userId);
  });

  test('ends the membership of the user, and their sessions at once', { tags: ['§8.7'] }, async () => {
    const tenant = await api.tenant();
    const { admin, editor } = tenant;
    expect((await editor.ask('/api/auth/user')).statusCode).toBe(200);
    const removed = await remove(admin, editor);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await editor.ask('/api/campaigns')).statusCode).toBe(401);
    const payload = { email: editor.email, password: PASSWORD };
    const login = await api.ask({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '203.0.113.77' });
    expect(login.statusCode).toBe(401);
    expect((await usersOf(tenant)).map(({ id }) => id)).not.toContain(editor.userId);
    expect((await remove(admin, editor)).statusCode).toBe(404);
    expect((await auditOf(tenant)).at(-1)).toMatchObject({
      action: 'user.remove',
      actor: admin.userId,
      details: { userId: editor.userId, name: expect.any(String), email: editor.email, role: 'editor' },
    });
  });

  test('rejects a sign-in that was under way with 401', { tags: ['§8.7'] }, async () => {
    const { admin, editor } = await api.tenant();
    const { postgres, clock } = api.deps;
    const removedMeanwhile = async () => (await remove(admin, editor)).statusCode === 204;
    const isOpen = () => true;
    const throttle = createSignInThrottle({ postgres, clock });
    const auth = createAuthService({
      ...{ postgres, clock, isOpen, demoLogin: null, sessions: createSessions({ postgres, clock, isOpen }) },
      browsers: createKnownBrowsers({ postgres, clock }),
      passwords: { ...cheapPasswords(), verify: removedMeanwhile },
      throttle,
      secondFactors: createSecondFactors({ postgres, clock, throttle, keyring: api.deps.keyring }),
      challenges: createChallenges({ keyring: api.deps.keyring, clock }),
      links: { sendConfirmation: async () => undefined },
      registration: 'open',
      mails: createAccountMails({ ...api.deps, isOn: false, messages: createMessages(api.deps), throttle }),
    });
    const caller = { ip: '203.0.113.78', network: '203.0.113.78', isOurSide: false, userAgent: undefined };
    const origin = { caller, previousToken: undefined, browserTokenOf: () => undefined };
    await expect(auth.login({ email: editor.email, password: PASSWORD }, origin)).rejects.toMatchObject({
      status: 401,
    });
  });

  test('closes the live streams of the user and of no others', { tags: ['§8.7'] }, async () => {
    const app = createServer({ logger: api.stack.logger, trustProxy: false });
    await registerApi(app, api.deps);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const tenant = await api.tenant();
      const open = async (person: TestPerson) => {
        const answer = await fetch(`${address}/api/live`, { headers: { cookie: person.cookie } });
        const stream = { isOver: false };
        void (async () => {
          for await (const _ of answer.body ?? []);
          stream.isOver = true;
        })().catch(() => undefined);
        return stream;
      };
      const [leaver, stayer] = [await open(tenant.editor), await open(tenant.viewer)];
      const url = `${address}/api/users/${tenant.editor.userId}`;
      const answer = await fetch(url, { method: 'DELETE', headers: { cookie: tenant.admin.cookie } });
      expect(answer.status).toBe(204);
      await eventually(() => expect(leaver.isOver).toBe(true), { timeoutMs: 1_000 });
      expect(stayer.isOver).toBe(false);
    } finally {
      await app.close();
    }
  });
});
