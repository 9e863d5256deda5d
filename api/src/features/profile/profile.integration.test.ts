import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import type { OwnSession } from '@tracker/schemas/contracts/profile.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Ask,
  confirmPassword,
  NOW,
  newAddress,
  PASSWORD,
  type StaffedTenant,
  type TestPerson,
  useApi,
} from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Signs this user in again, in another browser. */
async function anotherSession({ email }: TestPerson, password = PASSWORD, remoteAddress = newAddress()) {
  const answer = await api.ask({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'user-agent': CHROME },
    remoteAddress,
  });
  const cookie = `__Host-tracker_session=${answer.cookies[0]?.value}`;
  const ask: Ask = (asked) => api.ask({ ...(typeof asked === 'string' ? { url: asked } : asked), headers: { cookie } });
  return { statusCode: answer.statusCode, cookie, ask };
}

const sessionsOf = async ({ ask }: Pick<TestPerson, 'ask'>) => (await ask('/api/sessions')).json<OwnSession[]>();

const JSON_BODY = { 'content-type': 'application/json' };

describe('PATCH /api/profile', () => {
  test('changes the name for the user everywhere at once', async () => {
    const { viewer } = tenant;
    expect((await viewer.ask('/api/profile')).json()).toMatchObject({ firstName: 'Ana', email: viewer.email });
    const change = {
      method: 'PATCH',
      url: '/api/profile',
      payload: { firstName: ' Bia ', lastName: 'Souza' },
    } as const;
    expect((await viewer.ask(change)).json()).toMatchObject({ id: viewer.userId, firstName: 'Bia', role: 'viewer' });
    expect((await viewer.ask('/api/auth/user')).json().user).toMatchObject({ firstName: 'Bia', lastName: 'Souza' });
    expect((await tenant.admin.ask('/api/auth/user')).json().user).toMatchObject({ firstName: 'Ana' });
  });

  test.each([
    [{ firstName: ' ' }, { firstName: 'Nome obrigatório' }],
    [{ lastName: '' }, { lastName: 'Nome obrigatório' }],
    [{ firstName: 'x'.repeat(81) }, { firstName: 'O nome pode ter até 80 caracteres.' }],
  ])('answers 400 to %o', async (payload, fields) => {
    const answer = await tenant.viewer.ask({ method: 'PATCH', url: '/api/profile', payload });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  });

  test('ignores e-mail, role and tenant', async () => {
    const payload = { firstName: 'Bia', role: 'admin', email: 'outra@example.com', tenantId: 'tn_outra0000' };
    const answer = await tenant.viewer.ask({ method: 'PATCH', url: '/api/profile', payload });
    expect(answer.json()).toMatchObject({ role: 'viewer', email: tenant.viewer.email });
  });
});

test('keeps the quiet hours of a person in one company, and refuses those of no length', async () => {
  const [one, two] = [await api.tenant(), await api.tenant()];
  const person = one.viewer;
  await api.join(two, person, 'viewer');
  const set = (quiet: object | null) =>
    person.ask({ method: 'PATCH', url: '/api/profile', payload: { quiet }, headers: of(one) });
  const of = ({ tenantId }: { tenantId: string }) => ({ 'x-company': tenantId });
  expect((await set({ from: 22, until: 7 })).json()).toMatchObject({ firstName: 'Ana', quiet: { from: 22, until: 7 } });
  expect((await set({ from: 8, until: 8 })).statusCode).toBe(400);
  const read = async (headers: Record<string, string>) =>
    (await person.ask({ url: '/api/profile', headers })).json().quiet;
  expect([await read(of(one)), await read(of(two))]).toEqual([{ from: 22, until: 7 }, null]);
  expect((await set(null)).json().quiet).toBeNull();
});

describe('PUT /api/profile/password', () => {
  const change = (who: Pick<TestPerson, 'ask'>, payload: object, remoteAddress = newAddress()) =>
    who.ask({ method: 'PUT', url: '/api/profile/password', payload, remoteAddress });
  const NEW = 'outra senha';

  test('replaces the password, and ends all other sessions of the user', async () => {
    const { viewer } = tenant;
    const other = await anotherSession(viewer);
    expect((await other.ask('/api/auth/user')).statusCode).toBe(200);

    const answer = await change(viewer, { currentPassword: PASSWORD, newPassword: NEW });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await other.ask('/api/auth/user')).statusCode).toBe(401);
    // The session that asked goes on, with a new token.
    expect((await viewer.ask('/api/auth/user')).statusCode).toBe(401);
    const cookie = `__Host-tracker_session=${answer.cookies[0]?.value}`;
    expect((await api.ask({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(200);
    expect((await tenant.admin.ask('/api/auth/user')).statusCode).toBe(200);
    expect((await anotherSession(viewer)).statusCode).toBe(401);
    expect((await anotherSession(viewer, NEW)).statusCode).toBe(200);
  });

  test('requires the current password', async () => {
    const answer = await change(tenant.viewer, { currentPassword: 'errada', newPassword: NEW });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: 'A senha atual não confere.', fields: { currentPassword: 'A senha atual não confere.' } },
    ]);
    expect((await anotherSession(tenant.viewer)).statusCode).toBe(200);
  });

  test('requires at least six characters', { tags: ['§5'] }, async () => {
    const answer = await change(tenant.viewer, { currentPassword: PASSWORD, newPassword: '12345' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: 'Senha muito curta', fields: { newPassword: 'A senha deve ter pelo menos 6 caracteres.' } },
    ]);
  });

  test('throttles wrong current passwords by session, and not by the failures of strangers', async () => {
    const { viewer } = tenant;
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await change(viewer, { currentPassword: `errada ${guess}`, newPassword: NEW })).statusCode).toBe(400);
    }
    const slowed = await change(viewer, { currentPassword: PASSWORD, newPassword: NEW });
    expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '1']);
    api.clock.advance(1_100);
    for (let guess = 0; guess < 60; guess += 1) await anotherSession(viewer, 'errada');
    expect((await anotherSession(viewer)).statusCode).toBe(429);
    expect((await change(viewer, { currentPassword: PASSWORD, newPassword: NEW })).statusCode).toBe(204);
  });

  test('accepts one of two simultaneous changes', async () => {
    const { viewer } = tenant;
    const both = await Promise.all(
      ['senha um', 'senha dois'].map((newPassword) => change(viewer, { currentPassword: PASSWORD, newPassword })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400]);
  });
});

describe('keys, secrets and roles', () => {
  const confirm = (password: string) =>
    tenant.admin.ask({ method: 'POST', url: '/api/profile/confirm-password', payload: { password } });
  const createKey = () =>
    tenant.admin.ask({ method: 'POST', url: '/api/api-keys', payload: { name: 'Planilha', scopes: ['read'] } });

  test('need the password that was given within 15 minutes', async () => {
    expect((await createKey()).statusCode).toBe(201);
    api.clock.advance(15 * 60_000 + 1);
    const refused = await createKey();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error: 'password-not-confirmed', message: 'Confirme a sua senha para continuar.' },
    ]);
    expect((await confirm('errada')).json().fields).toEqual({ password: 'A senha atual não confere.' });
    expect((await createKey()).statusCode).toBe(403);
    expect((await confirm(PASSWORD)).statusCode).toBe(204);
    expect((await createKey()).statusCode).toBe(201);
  });

  test.each([
    ['PATCH', '/api/tenants/:tenantId', { unverifiedConversions: 'list' }],
    ['PATCH', '/api/tenants/:tenantId', { unverifiedPerDay: 10_000 }],
    ['PATCH', '/api/tenants/:tenantId', { retention: { clicksMonths: 6 } }],
    ['POST', '/api/postbacks', { name: 'Parceiro', url: 'https://parceiro.example/{clickid}' }],
    ['PATCH', '/api/postbacks/pb_00000001', { url: 'https://outro.example/{clickid}' }],
    ['PUT', '/api/facebook/pixel', { pixelId: '12345', token: 'um-token', enabled: true }],
    ['PATCH', '/api/tenants/:tenantId', { timeZone: 'America/Recife' }],
    ['PUT', '/api/exchange-rates', [{ currency: 'USD', day: '2036-11-01', rate: '5.5' }]],
    ['POST', '/api/costs', { kind: 'revenue-tax', percent: '6', from: '2036-11-01' }],
    ['PATCH', '/api/campaigns/:campaignId', { destinationUrl: 'https://loja.example/outra' }],
  ] as const)(
    'and %s %s %o, which decide what counts, what is kept and where sales and visitors go, need it too',
    async (method, path, payload) => {
      const url = path.replace(':tenantId', tenant.tenantId).replace(':campaignId', tenant.campaignId);
      const ask = () => tenant.admin.ask({ method, url, payload: JSON.stringify(payload), headers: JSON_BODY });
      api.clock.advance(15 * 60_000 + 1);
      const refused = await ask();
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'password-not-confirmed']);
      expect((await confirm(PASSWORD)).statusCode).toBe(204);
      expect([200, 201, 404]).toContain((await ask()).statusCode);
    },
  );

  test('are not among a change of the company’s name, nor of a campaign’s', async () => {
    api.clock.advance(15 * 60_000 + 1);
    const payload = { name: 'Loja Nova' };
    for (const url of [`/api/tenants/${tenant.tenantId}`, `/api/campaigns/${tenant.campaignId}`]) {
      expect((await tenant.admin.ask({ method: 'PATCH', url, payload })).statusCode).toBe(200);
    }
  });

  test('take five right passwords a minute, also with a new session after each', async () => {
    for (let time = 0; time < 4; time += 1) expect((await confirm(PASSWORD)).statusCode).toBe(204);
    const other = await anotherSession(tenant.admin);
    const again = () => confirmPassword(other);
    expect((await again()).statusCode).toBe(204);
    const refused = await again();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await confirm(PASSWORD)).statusCode).toBe(429);
    expect((await confirmPassword(tenant.editor)).statusCode).toBe(204);
    api.clock.advance(60_000);
    expect((await confirm(PASSWORD)).statusCode).toBe(204);
  });

  test('guesses of the password are slowed down', async () => {
    for (let guess = 0; guess < 5; guess += 1) expect((await confirm('errada')).statusCode).toBe(400);
    expect((await confirm(PASSWORD)).statusCode).toBe(429);
  });
});

describe('GET and DELETE /api/sessions', () => {
  test('ends all other sessions of the user at once', async () => {
    const { viewer } = tenant;
    const others = [await anotherSession(viewer), await anotherSession(viewer)];
    expect((await viewer.ask({ method: 'DELETE', url: '/api/sessions' })).statusCode).toBe(204);
    for (const other of others) expect((await other.ask('/api/auth/user')).statusCode).toBe(401);
    expect(await sessionsOf(viewer)).toMatchObject([{ current: true }]);
    expect((await tenant.admin.ask('/api/auth/user')).statusCode).toBe(200);
  });

  test('lists browser, address and time of each session, and marks the current one', async () => {
    const { admin } = tenant;
    api.clock.advance(60_000);
    await anotherSession(admin, PASSWORD, '203.0.113.77');
    expect(await sessionsOf(admin)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdAt: '2036-11-20T15:01:00.000Z',
        lastSeenAt: '2036-11-20T15:01:00.000Z',
        browser: 'Chrome',
        operatingSystem: 'Windows',
        ipAddress: '203.0.113.77',
        current: false,
      },
      expect.objectContaining({ createdAt: NOW, ipAddress: '192.0.2.1', current: true }),
    ]);
  });

  test('shows only networks to a viewer', async () => {
    await anotherSession(tenant.viewer, PASSWORD, '203.0.113.77');
    expect((await sessionsOf(tenant.viewer)).map(({ ipAddress }) => ipAddress)).toEqual(
      expect.arrayContaining(['203.0.113.0', '192.0.2.0']),
    );
  });

  test('ends another session, or the current one with its cookie', async () => {
    const { editor } = tenant;
    const other = await anotherSession(editor);
    const here = (await sessionsOf(other)).find(({ current }) => current);
    const there = (await sessionsOf(editor)).find(({ current }) => !current);
    expect(here?.id).toBe(there?.id);

    const ended = await editor.ask({ method: 'DELETE', url: `/api/sessions/${there?.id}` });
    expect(ended.statusCode).toBe(204);
    expect(ended.cookies).toEqual([]);
    expect((await other.ask('/api/auth/user')).statusCode).toBe(401);
    expect((await editor.ask({ method: 'DELETE', url: `/api/sessions/${there?.id}` })).statusCode).toBe(404);

    const [own] = await sessionsOf(editor);
    const left = await editor.ask({ method: 'DELETE', url: `/api/sessions/${own?.id}` });
    expect(left.cookies).toMatchObject([{ name: '__Host-tracker_session', value: '' }]);
    expect((await editor.ask('/api/auth/user')).statusCode).toBe(401);
  });

  test('closes the live stream of an ended session', async () => {
    const { editor } = tenant;
    const other = await anotherSession(editor);
    const stream = (
      await api.ask({ url: '/api/live', headers: { cookie: other.cookie }, payloadAsStream: true })
    ).stream();
    const closed = new Promise((resolve) => stream.once('end', resolve));
    stream.resume();
    const there = (await sessionsOf(editor)).find(({ current }) => !current);
    await editor.ask({ method: 'DELETE', url: `/api/sessions/${there?.id}` });
    await closed;
  });

  test('answers 404 to every other user, also to an admin of the same tenant', async () => {
    const [of] = await sessionsOf(tenant.viewer);
    const end = { method: 'DELETE', url: `/api/sessions/${of?.id}` } as const;
    expect((await tenant.admin.ask(end)).statusCode).toBe(404);
    expect((await tenant.viewer.ask('/api/auth/user')).statusCode).toBe(200);
    for (const id of ['x', '0'.repeat(64), `${of?.id}00`, of?.id.toUpperCase()]) {
      expect((await tenant.viewer.ask({ method: 'DELETE', url: `/api/sessions/${id}` })).statusCode, id).toBe(404);
    }
  });
});

describe('GET /api/audit-log', () => {
  const read = async (query = '') => (await tenant.admin.ask(`/api/audit-log${query}`)).json<AuditEntry[]>();

  test('lists who changed what, newest first, and contains no secret', async () => {
    const { admin, editor, tenantId } = tenant;
    const settings = { name: 'Loja Nova', timeZone: 'America/Manaus' };
    await admin.ask({ method: 'PATCH', url: `/api/tenants/${tenantId}`, payload: settings });
    const campaign = await editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Black Friday' } });
    const { campaignId } = campaign.json();
    await editor.ask({ method: 'PATCH', url: `/api/campaigns/${campaignId}`, payload: { status: 'paused' } });
    await editor.ask({ method: 'PATCH', url: '/api/profile', payload: { firstName: 'Bia', lastName: 'Souza' } });
    const payload = { name: 'Planilha', scopes: ['read'] };
    const { id, key } = (await admin.ask({ method: 'POST', url: '/api/api-keys', payload })).json();
    await admin.ask({ method: 'DELETE', url: `/api/api-keys/${id}` });

    const answer = await admin.ask('/api/audit-log');
    expect(answer.headers['x-total-count']).toBe('6');
    expect(answer.json<AuditEntry[]>().map(({ actor, action, details }) => [actor, action, details])).toEqual([
      ['Ana Lima', 'api-key.revoke', { name: 'Planilha' }],
      ['Ana Lima', 'api-key.create', { name: 'Planilha', scopes: ['read'] }],
      ['Bia Souza', 'profile.change', {}],
      ['Bia Souza', 'campaign.edit', { campaignId, name: 'Black Friday', fields: ['status'] }],
      ['Bia Souza', 'campaign.create', { campaignId, name: 'Black Friday' }],
      ['Ana Lima', 'tenant.change', { fields: ['name', 'timeZone'] }],
    ]);
    for (const secret of [key, admin.email, editor.email]) expect(answer.body).not.toContain(secret);
  });

  test('names the actor of an entry, also a removed user and an operator', async () => {
    const { editor, tenantId } = tenant;
    await editor.ask({ method: 'PATCH', url: '/api/profile', payload: { firstName: 'Caio', lastName: 'Reis' } });
    await api.stack.postgres.withTenant(tenantId, async (trx) => {
      await trx.deleteFrom('memberships').where('user_id', '=', editor.userId).execute();
      const actor = 'operator:ana@servidor';
      await trx
        .insertInto('audit_log')
        .values({ tenant_id: tenantId, actor, action: 'person.erase', details: { personId: 'pr_1' }, outcome: 'ok' })
        .execute();
    });
    expect(await read()).toMatchObject([
      { actorKind: 'operator', actor: 'ana@servidor', action: 'person.erase' },
      { actorKind: 'person', actor: 'Caio Reis', action: 'profile.change' },
    ]);
  });

  test('pages without a gap', async () => {
    for (let index = 0; index < 5; index += 1) {
      await tenant.admin.ask({ method: 'PATCH', url: '/api/profile', payload: { firstName: `Ana ${index}` } });
    }
    const ids: string[] = [];
    for (let url: string | undefined = '/api/audit-log?limit=2'; url !== undefined; ) {
      const answer = await tenant.admin.ask(url);
      ids.push(...answer.json<AuditEntry[]>().map(({ id }) => id));
      url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(ids).toHaveLength(5);
    expect(ids).toEqual((await read()).map(({ id }) => id));
    expect((await tenant.admin.ask('/api/audit-log?cursor=abc.mc_x')).statusCode).toBe(400);
  });

  test('records nothing for a failed change', async () => {
    const taken = await api.tenant();
    const payload = { slug: taken.slug };
    const answer = await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });
    expect(answer.statusCode).toBe(409);
    expect(await read()).toEqual([]);
  });
});
