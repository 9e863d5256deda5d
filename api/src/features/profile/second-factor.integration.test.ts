import { storeAccountLink } from '@tracker/infra/postgres/tables/account-links';
import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import type { Member } from '@tracker/schemas/contracts/people.contract';
import { eventually } from '@tracker/test/kit/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../testing/api-keys.ts';
import { codeOf, setUpSecondFactor } from '../../testing/second-factor.ts';
import {
  confirmPassword,
  NOW,
  newAddress,
  PASSWORD,
  type StaffedTenant,
  type TestPerson,
} from '../../testing/use-api.ts';
import { useMailingApi } from '../../testing/use-mailing-api.ts';

const { api, mailServer } = useMailingApi();

let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const STEP_MS = 30_000;
const OWN = '/api/profile/second-factor';
const post = (url: string, payload: object, { cookie = '', remoteAddress = newAddress() } = {}) =>
  api.ask({ method: 'POST', url: `/api/auth/${url}`, payload, headers: { cookie }, remoteAddress });
const login = (email: string, password = PASSWORD, given = {}) => post('login', { email, password }, given);
const challengeOf = async (email: string) => (await login(email)).json<{ challenge: string }>().challenge;
const actionsOf = async ({ admin }: StaffedTenant) =>
  (await admin.ask('/api/audit-log')).json<AuditEntry[]>().map(({ action }) => action);
const status = async ({ ask }: TestPerson) => (await ask(OWN)).json();
const mails = (to: string, subject: string) =>
  mailServer().mails.filter((mail) => mail.to[0] === to && mail.subject === subject);

/** A person whose second factor is on, 30 seconds ago: the code of now is not used. */
async function secured(person: TestPerson) {
  const set = await setUpSecondFactor(api, person);
  api.clock.advance(STEP_MS);
  return { ...set, code: () => codeOf(api, set.secret) };
}

describe('the set-up', () => {
  test('is done with the first code, shows ten recovery codes once, is written down and mailed', async () => {
    const { editor } = tenant;
    expect(await status(editor)).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: false });
    const begun = (await editor.ask({ method: 'POST', url: OWN })).json<{ secret: string; uri: string }>();
    const uri = new URL(begun.uri);
    expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', begun.secret]);
    expect(decodeURIComponent(uri.pathname)).toContain(editor.email);
    const confirm = (code: string) => editor.ask({ method: 'POST', url: `${OWN}/confirm`, payload: { code } });
    expect((await confirm('abc')).json()).toMatchObject({ error: 'wrong-code', fields: { code: expect.any(String) } });
    expect((await login(editor.email)).json().user).toBeDefined();

    const { recoveryCodes } = (await confirm(codeOf(api, begun.secret))).json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/);
    expect(await status(editor)).toEqual({ since: NOW, recoveryCodesLeft: 10, isRequired: false });
    expect((await editor.ask('/api/auth/user')).json().hasSecondFactor).toBe(true);
    expect((await editor.ask({ method: 'POST', url: OWN })).json().error).toBe('second-factor-on');
    expect((await confirm(codeOf(api, begun.secret))).json().error).toBe('second-factor-on');
    expect(await actionsOf(tenant)).toContain('second-factor.switch-on');
    await eventually(() =>
      expect(mails(editor.email, 'Verificação em duas etapas ativada no Traffic Tracker')).toHaveLength(1),
    );
    const users = (await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/users`)).json<Member[]>();
    expect(users.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id)).toEqual([editor.userId]);
  });

  test('keeps the secret encrypted and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await secured(tenant.viewer);
    const rows = await api.stack.postgres.withPerson(tenant.viewer, async (trx) => [
      await trx.selectFrom('persons').selectAll().execute(),
      await trx.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const plain of [secret, ...recoveryCodes]) expect(stored).not.toContain(plain);
  });

  test('and every change of it need the password that was given within 15 minutes', async () => {
    const { viewer } = tenant;
    api.clock.advance(15 * 60_000 + 1);
    for (const [method, url] of [
      ['POST', OWN],
      ['POST', `${OWN}/confirm`],
      ['POST', `${OWN}/recovery-codes`],
      ['DELETE', OWN],
    ] as const) {
      expect((await viewer.ask({ method, url, ...(method === 'POST' && { payload: {} }) })).json().error).toBe(
        'password-not-confirmed',
      );
    }
  });
});

describe('a sign-in with a second factor', () => {
  test('gives no session before the code, also in a known browser', async () => {
    const { viewer } = tenant;
    const known = (await login(viewer.email)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { code } = await secured(viewer);
    const answer = await login(viewer.email, PASSWORD, { cookie: known });
    expect([answer.statusCode, answer.cookies, Object.keys(answer.json())]).toEqual([200, [], ['challenge']]);
    const { challenge } = answer.json();
    expect(
      (await api.ask({ url: '/api/auth/user', headers: { cookie: `__Host-tracker_session=${challenge}` } })).statusCode,
    ).toBe(401);

    const wrong = await post('second-factor', { challenge, code: 'errado' });
    expect([wrong.statusCode, wrong.cookies, wrong.json().error]).toEqual([400, [], 'wrong-code']);
    const entered = await post('second-factor', { challenge, code: code() });
    expect([entered.statusCode, entered.json().user.email]).toEqual([200, viewer.email]);
    const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await api.ask({ url: '/api/auth/user', headers: { cookie } })).json().user.email).toBe(viewer.email);
    expect((await actionsOf(tenant)).slice(0, 2)).toEqual(['session.start', 'second-factor.fail']);
  });

  test('accepts the codes of half a minute before and after, and none twice', async () => {
    const { viewer } = tenant;
    const { secret } = await secured(viewer);
    const enter = async (code: string) =>
      (await post('second-factor', { challenge: await challengeOf(viewer.email), code })).statusCode;
    const now = api.clock.now();
    api.clock.set(now + 10 * STEP_MS);
    const codes = [-2, -1, 0, 1, 2].map((steps) => {
      api.clock.set(now + (10 + steps) * STEP_MS);
      return codeOf(api, secret);
    });
    api.clock.set(now + 10 * STEP_MS);
    const [tooOld = '', before = '', current = '', after = '', tooNew = ''] = codes;
    expect(await enter(tooOld)).toBe(400);
    expect(await enter(tooNew)).toBe(400);
    expect(await enter(before)).toBe(200);
    expect(await enter(before)).toBe(400);
    expect(await enter(`${current.slice(0, 3)} ${current.slice(3)}`)).toBe(200);
    expect(await enter(after)).toBe(200);
    expect(await enter(current)).toBe(400);
  });

  test('accepts one code once, also when it comes eight times at the same moment', async () => {
    const { viewer } = tenant;
    const { code, recoveryCodes } = await secured(viewer);
    const challenge = await challengeOf(viewer.email);
    for (const one of [code(), recoveryCodes[0] ?? '']) {
      const all = await Promise.all(Array.from({ length: 8 }, () => post('second-factor', { challenge, code: one })));
      expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test('accepts each recovery code once, however it is typed', async () => {
    const { viewer } = tenant;
    const { recoveryCodes } = await secured(viewer);
    const [first = '', second = ''] = recoveryCodes;
    const enter = async (code: string) =>
      (await post('second-factor', { challenge: await challengeOf(viewer.email), code })).statusCode;
    expect(await enter(` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
    expect(await enter(first)).toBe(400);
    expect(await enter(second)).toBe(200);
    expect(await status(viewer)).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await actionsOf(tenant)).toContain('recovery-code.use');
  });

  test('slows guesses of codes down, and a right password makes none forgotten', async () => {
    const { viewer } = tenant;
    const { code } = await secured(viewer);
    const from = { remoteAddress: newAddress() };
    for (let guess = 0; guess < 5; guess += 1) {
      const { challenge } = (await login(viewer.email, PASSWORD, from)).json();
      expect((await post('second-factor', { challenge, code: 'errado' }, from)).statusCode).toBe(400);
    }
    const { challenge } = (await login(viewer.email, PASSWORD, from)).json();
    const refused = await post('second-factor', { challenge, code: code() }, from);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    // Another network is not slowed down: a stranger does not keep the owner out.
    expect((await post('second-factor', { challenge, code: code() })).statusCode).toBe(200);
  });

  test('ends a challenge after five minutes, with a new password, and for another purpose', async () => {
    const { viewer } = tenant;
    const { code } = await secured(viewer);
    const enter = (challenge: string) => post('second-factor', { challenge, code: code() });
    const late = await challengeOf(viewer.email);
    api.clock.advance(5 * 60_000);
    expect([(await enter(late)).statusCode, (await enter(late)).json().error]).toEqual([410, 'challenge-gone']);
    const beforeReset = await challengeOf(viewer.email);
    const owner = { tenantId: tenant.tenantId, userId: viewer.userId as never };
    const { token } = await storeAccountLink(api.stack.postgres, owner, 'reset', api.clock.now());
    expect((await post('reset', { token, password: 'uma senha bem nova' })).statusCode).toBe(204);
    expect((await enter(beforeReset)).statusCode).toBe(410);
    // A forgotten password does not switch the second factor off.
    expect(Object.keys((await login(viewer.email, 'uma senha bem nova')).json())).toEqual(['challenge']);
    const foreign = Buffer.from(api.stack.keyring.encrypt('{}', 'something-else')).toString('base64url');
    for (const challenge of ['', 'x', foreign]) expect((await enter(challenge)).statusCode).toBe(410);
  });
});

describe('a fresh sign-in', () => {
  const createApiKey = ({ ask }: TestPerson) =>
    ask({ method: 'POST', url: '/api/api-keys', payload: { name: 'Planilha', scopes: ['read'] } });
  const confirm = ({ ask }: TestPerson, code?: string) =>
    ask({
      method: 'POST',
      url: '/api/profile/confirm-password',
      payload: { password: PASSWORD, ...(code && { code }) },
    });

  test('needs the code, too, and a change of the password is no way around it', async () => {
    const { admin } = tenant;
    const { code } = await secured(admin);
    api.clock.advance(15 * 60_000 + 1);
    expect((await confirm(admin)).json().fields).toEqual({ code: 'O código não confere ou já foi usado.' });
    expect((await createApiKey(admin)).statusCode).toBe(403);
    const change = { currentPassword: PASSWORD, newPassword: 'uma senha bem nova' };
    const changed = await admin.ask({ method: 'PUT', url: '/api/profile/password', payload: change });
    const cookie = changed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const asAdmin: TestPerson['ask'] = (asked) =>
      api.ask({ ...(typeof asked === 'string' ? { url: asked } : asked), headers: { cookie } });
    expect((await createApiKey({ ...admin, ask: asAdmin })).statusCode).toBe(403);
    const payload = { password: change.newPassword, code: code() };
    expect((await asAdmin({ method: 'POST', url: '/api/profile/confirm-password', payload })).statusCode).toBe(204);
    expect((await createApiKey({ ...admin, ask: asAdmin })).statusCode).toBe(201);
  });
});

describe('changes', () => {
  test('new recovery codes take the place of the old ones, and are mailed about', async () => {
    const { viewer } = tenant;
    const { recoveryCodes } = await secured(viewer);
    const renew = async () => {
      const headers = { 'idempotency-key': 'renew' };
      return (await viewer.ask({ method: 'POST', url: `${OWN}/recovery-codes`, headers })).json<{
        recoveryCodes: string[];
      }>();
    };
    const renewed = await renew();
    // The answer was lost, and it is asked for again.
    expect(await renew()).toEqual(renewed);
    const enter = async (code = '') =>
      (await post('second-factor', { challenge: await challengeOf(viewer.email), code })).statusCode;
    expect(await enter(recoveryCodes[3])).toBe(400);
    expect(await enter(renewed.recoveryCodes[3])).toBe(200);
    expect(await actionsOf(tenant)).toContain('second-factor.renew-codes');
    await eventually(() =>
      expect(mails(viewer.email, 'Novos códigos de recuperação no Traffic Tracker')).toHaveLength(1),
    );
  });

  test('switching off takes secret and codes away, is written down and mailed', async () => {
    const { viewer } = tenant;
    await secured(viewer);
    expect((await viewer.ask({ method: 'DELETE', url: OWN })).statusCode).toBe(204);
    expect((await viewer.ask({ method: 'DELETE', url: OWN })).json().error).toBe('second-factor-off');
    expect((await login(viewer.email)).json().user.email).toBe(viewer.email);
    expect(await status(viewer)).toMatchObject({ since: null, recoveryCodesLeft: 0 });
    expect(await actionsOf(tenant)).toContain('second-factor.switch-off');
    await eventually(() =>
      expect(mails(viewer.email, 'Verificação em duas etapas desativada no Traffic Tracker')).toHaveLength(1),
    );
  });
});

describe('a tenant that requires it', () => {
  const require = ({ admin, tenantId }: StaffedTenant, requireSecondFactor = true) =>
    admin.ask({ method: 'PATCH', url: `/api/tenants/${tenantId}`, payload: { requireSecondFactor } });

  test('is set by an administrator who has one, with a fresh password', async () => {
    expect((await require(tenant)).json().error).toBe('second-factor-off');
    const { code } = await secured(tenant.admin);
    api.clock.advance(15 * 60_000 + 1);
    expect((await require(tenant)).json().error).toBe('password-not-confirmed');
    const payload = { password: PASSWORD, code: code() };
    await tenant.admin.ask({ method: 'POST', url: '/api/profile/confirm-password', payload });
    expect((await require(tenant)).json()).toMatchObject({ requireSecondFactor: true });
    expect((await tenant.editor.ask(`/api/tenants/${tenant.tenantId}`)).statusCode).toBe(403);
    expect((await actionsOf(tenant))[0]).toBe('tenant.change');
  });

  test('lets people without one set it up and do nothing else; API keys are not concerned', async () => {
    const { admin, viewer } = tenant;
    await secured(admin);
    const key = await createKey(api, tenant, ['read']);
    await require(tenant);
    const cookie = (await login(viewer.email)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const ask: TestPerson['ask'] = (asked) =>
      api.ask({ ...(typeof asked === 'string' ? { url: asked } : asked), headers: { cookie } });
    for (const asker of [ask, viewer.ask]) {
      expect((await asker('/api/campaigns')).json().error).toBe('second-factor-missing');
      expect((await asker('/api/auth/user')).json()).toMatchObject({ mustSetUpSecondFactor: true });
    }
    expect((await key.ask('/api/campaigns')).statusCode).toBe(200);
    expect((await confirmPassword({ ask })).statusCode).toBe(204);
    const { recoveryCodes } = await setUpSecondFactor(api, { ask });
    expect(recoveryCodes).toHaveLength(10);
    expect((await ask('/api/campaigns')).statusCode).toBe(200);
    expect((await ask('/api/auth/user')).json().mustSetUpSecondFactor).toBeUndefined();
    expect((await ask({ method: 'DELETE', url: OWN })).json().error).toBe('second-factor-required');
    await require(tenant, false);
    expect((await ask({ method: 'DELETE', url: OWN })).statusCode).toBe(204);
  });
});
