import { senderOf } from '@tracker/infra/http/sender';
import { createServer } from '@tracker/infra/http/server';
import { createConnectionWarnings } from '@tracker/infra/http/warnings';
import { randomText } from '@tracker/infra/identity/random-id';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { registerApi } from '../../app.ts';
import { createSignInThrottle } from '../../http/throttle.ts';
import { confirmPassword, NOW, newAddress, PASSWORD, PUBLIC_URL, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const registration = (given: object = {}) => ({
  companyName: 'Ação Já',
  companySlug: `acao-${randomText(8).toLowerCase()}`,
  firstName: 'Ana',
  lastName: 'Lima',
  email: `Ana.${randomText(8)}@Example.com`,
  password: 'segredo1',
  ...given,
});

const register = (payload: object, remoteAddress = newAddress()) =>
  api.ask({ method: 'POST', url: '/api/auth/register', payload, remoteAddress });
const login = (payload: object, remoteAddress = newAddress(), headers = {}) =>
  api.ask({ method: 'POST', url: '/api/auth/login', payload, remoteAddress, headers });
/** Four are run or wait at the hasher, and more of one network are refused. */
async function inFours<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) all.push(...(await Promise.all([work(), work(), work(), work()])));
  return all;
}
const userOf = (cookie: string) => api.ask({ url: '/api/auth/user', headers: { cookie } });
const logout = (cookie?: string) =>
  api.ask({ method: 'POST', url: '/api/auth/logout', headers: cookie === undefined ? {} : { cookie } });

function sessionCookie(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find(({ name }) => name === '__Host-tracker_session');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: 7 * 86_400 });
  return `__Host-tracker_session=${cookie?.value}`;
}

describe('POST /api/auth/register', () => {
  test('creates a tenant with its first campaign and keys, and signs the administrator in', {
    tags: ['§7.1'],
  }, async () => {
    const payload = registration();
    const response = await register(payload);

    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      user: { firstName: 'Ana', lastName: 'Lima', email: payload.email.toLowerCase(), role: 'admin' },
      tenant: {
        name: 'Ação Já',
        slug: payload.companySlug,
        subscriptionPlan: 'free',
        timeZone: 'America/Sao_Paulo',
        mainCampaignId: expect.any(String),
        currency: 'BRL',
      },
    });
    const cookie = sessionCookie(response);
    expect((await userOf(cookie)).json()).toEqual({ ...response.json(), canOpenTenant: true });

    const campaigns = await api.ask({ url: '/api/campaigns', headers: { cookie } });
    const { mainCampaignId } = response.json().tenant;
    expect(campaigns.json()).toMatchObject([
      { campaignId: mainCampaignId, status: 'active', trackingUrl: `${PUBLIC_URL}/track/${mainCampaignId}` },
    ]);
    const keys = (await api.ask({ url: '/api/webhook-keys', headers: { cookie } })).json();
    expect(keys).toHaveLength(CHECKOUT_IDS.length);
    expect(keys[0]).toEqual({
      provider: 'hotmart',
      key: expect.any(String),
      url: `${PUBLIC_URL}/webhooks/hotmart/${keys[0].key}`,
      secretSet: false,
      secretWeak: false,
      secretMadeBy: null,
      previousKeyUntil: null,
      amountsIn: null,
      permitsGet: false,
      lookUp: null,
    });
  });

  test.each([
    [{ companyName: ' ' }, 'Nome da empresa obrigatório', 'companyName'],
    [{ companyName: '', companySlug: '', password: '' }, 'Nome da empresa obrigatório', 'companyName'],
    [{ companySlug: '' }, 'URL da empresa obrigatória', 'companySlug'],
    [{ lastName: undefined }, 'Nome completo obrigatório', 'lastName'],
    [{ email: '' }, 'Email obrigatório', 'email'],
    [{ password: '12345' }, 'Senha muito curta', 'password'],
  ])('answers 400 to %o with "%s"', async (given, message, field) => {
    const response = await register(registration(given));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { [field]: expect.any(String) } });
  });

  test('describes the error of the password in fields', async () => {
    const response = await register(registration({ password: '12345' }));
    expect(response.json().fields).toEqual({ password: 'A senha deve ter pelo menos 6 caracteres.' });
  });

  test('answers 409 to a taken slug or e-mail in any case, and stores nothing', async () => {
    const first = registration();
    await register(first);

    const sameSlug = await register(registration({ companySlug: first.companySlug }));
    expect([sameSlug.statusCode, sameSlug.json().message]).toEqual([409, 'Esta URL já está em uso.']);

    const other = registration({ email: first.email.toUpperCase() });
    const sameEmail = await register(other);
    expect([sameEmail.statusCode, sameEmail.json().message]).toEqual([409, 'Este email já está em uso.']);
    expect((await register({ ...other, email: registration().email })).statusCode).toBe(201);
  });

  test('answers 400 in Portuguese to wrong types, and ignores unknown fields', async () => {
    const wrong = await register({ ...registration(), companyName: 7 });
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, expect.stringContaining('deve ser um texto')]);
    expect((await register({ ...registration(), isAdmin: true })).statusCode).toBe(201);
  });

  test('allows 60 registrations an hour from one address', async () => {
    const address = newAddress();
    await api.stack.postgres.db
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 59 }, (_, index) => ({
          kind: 'register' as const,
          account: null,
          network: senderOf(address),
          attempted_at: new Date(api.clock.now() - index * 1_000),
        })),
      )
      .execute();
    expect((await register(registration(), address)).statusCode).toBe(201);
    const refused = await register(registration(), address);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3542']);
    api.clock.advance(3_542_000);
    expect((await register(registration(), address)).statusCode).toBe(201);
  });
});

describe('login and logout', () => {
  test('accepts the e-mail in any case, creates a new token for each login and ends the previous session', async () => {
    const { admin } = await api.tenant();
    const first = await login({ email: ` ${admin.email.toUpperCase()} `, password: PASSWORD });
    expect([first.statusCode, first.json().user.email]).toEqual([200, admin.email]);
    const cookie = sessionCookie(first);

    const second = await login({ email: admin.email, password: PASSWORD }, newAddress(), { cookie });
    const rotated = sessionCookie(second);
    expect(rotated).not.toBe(cookie);
    expect((await userOf(cookie)).statusCode).toBe(401);
    expect((await userOf(rotated)).statusCode).toBe(200);
  });

  test('answers a wrong password and an unknown e-mail identically', { tags: ['§7.1'] }, async () => {
    const { admin } = await api.tenant();
    for (const email of [admin.email, `ninguem-${randomText(6)}@example.com`]) {
      const response = await login({ email, password: 'errada' });
      expect(response.statusCode).toBe(401);
      const sentence = 'Email ou senha incorretos';
      expect(response.json()).toEqual({ message: sentence, error: sentence, requestId: expect.any(String) });
      expect(response.cookies).toEqual([]);
    }
  });

  test('ends the session at once on logout, and answers 204 to any logout', { tags: ['§7.1'] }, async () => {
    const { admin } = await api.tenant();
    const cookie = sessionCookie(await login({ email: admin.email, password: PASSWORD }));
    const response = await logout(cookie);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.cookies[0]).toMatchObject({ name: '__Host-tracker_session', value: '' });
    expect((await userOf(cookie)).statusCode).toBe(401);
    expect((await logout(cookie)).statusCode).toBe(204);
    expect((await logout()).statusCode).toBe(204);
  });

  test('accepts a logout with an empty body and any content type', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await api.ask({ method: 'POST', url: '/api/auth/logout', headers });
    expect(response.statusCode).toBe(204);
  });

  test('ends a session seven days after its last use', async () => {
    const { admin } = await api.tenant();
    api.clock.advance(2 * 3_600_000);
    const used = await admin.ask('/api/auth/user');
    expect(sessionCookie(used)).toBe(admin.cookie);
    api.clock.advance(7 * 86_400_000 - 60_000);
    expect((await admin.ask('/api/auth/user')).statusCode).toBe(200);
    api.clock.advance(7 * 86_400_000 + 1);
    expect((await admin.ask('/api/auth/user')).statusCode).toBe(401);
  });

  test('ends a session 30 days after it began, however much it is used', async () => {
    const { admin } = await api.tenant();
    for (let day = 0; day < 29; day += 1) {
      api.clock.advance(86_400_000);
      expect((await admin.ask('/api/auth/user')).statusCode).toBe(200);
    }
    api.clock.advance(86_400_000 - 60_000);
    expect((await admin.ask('/api/auth/user')).statusCode).toBe(200);
    api.clock.advance(60_001);
    expect((await admin.ask('/api/auth/user')).statusCode).toBe(401);
  });

  test('applies a changed role at once', async () => {
    const tenant = await api.tenant();
    const { tenantId, admin } = tenant;
    const path = `/api/tenants/${tenantId}`;
    expect((await admin.ask(path)).statusCode).toBe(200);
    await api.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('memberships').set({ role: 'viewer' }).where('user_id', '=', admin.userId).execute(),
    );
    expect((await admin.ask(path)).statusCode).toBe(403);
  });

  test('stores no token that opens a session', async () => {
    const { admin } = await api.tenant();
    const rows = await api.stack.postgres.withPerson(admin, (trx) => trx.selectFrom('sessions').selectAll().execute());
    const token = admin.cookie.split('=')[1] ?? '';
    expect(Buffer.from(rows[0]?.id_hash ?? []).toString('base64url')).not.toBe(token);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('sign-in throttling', () => {
  test('increases the wait for an account from the fifth failure, and resets it after a success', async () => {
    const { admin } = await api.tenant();
    const address = newAddress();
    const attempt = (password: string) => login({ email: admin.email, password }, address);
    for (let failure = 1; failure <= 5; failure += 1) expect((await attempt('errada')).statusCode).toBe(401);

    const refused = await attempt(PASSWORD);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json().message).toBe('Muitas tentativas. Tente novamente em 1 s.');
    expect(refused.json().error).toBe(refused.json().message);

    api.clock.advance(1_000);
    expect((await attempt('errada')).statusCode).toBe(401);
    expect((await attempt(PASSWORD)).headers['retry-after']).toBe('2');
    api.clock.advance(2_000);
    expect((await attempt(PASSWORD)).statusCode).toBe(200);
    expect((await attempt('errada')).statusCode).toBe(401);
    expect((await attempt(PASSWORD)).statusCode).toBe(200);
  });

  test('waits at most 15 minutes, and treats unknown accounts like known ones', async () => {
    const email = `ninguem-${randomText(6).toLowerCase()}@example.com`;
    const [address, attempted_at] = [newAddress(), new Date(api.clock.now())];
    const failure = { kind: 'login' as const, account: email, network: senderOf(address), attempted_at };
    await api.stack.postgres.db
      .insertInto('login_attempts')
      .values(Array.from({ length: 40 }, () => failure))
      .execute();
    const refused = await login({ email, password: 'errada' }, address);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(refused.json().message).toBe('Muitas tentativas. Tente novamente em 15 min.');
  });

  test('does not keep the owner out for the failures of a stranger from another network', async () => {
    const { admin } = await api.tenant();
    const stranger = newAddress();
    for (let guess = 0; guess < 8; guess += 1) await login({ email: admin.email, password: 'errada' }, stranger);
    expect((await login({ email: admin.email, password: PASSWORD }, stranger)).statusCode).toBe(429);
    expect((await login({ email: admin.email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('slows guesses from many networks down to one a minute, except in browsers that the account knows', async () => {
    const { admin } = await api.tenant();
    const known = await login({ email: admin.email, password: PASSWORD });
    const device = known.cookies.find(({ name }) => name.startsWith('__Host-tracker_browser_'));
    expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: 180 * 86_400 });
    const cookie = `${device?.name}=${device?.value}`;
    for (let guess = 0; guess < 50; guess += 1) {
      expect((await login({ email: admin.email, password: 'errada' })).statusCode).toBe(401);
    }
    const refused = await login({ email: admin.email, password: PASSWORD });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    const other = { cookie: `${device?.name}=${'x'.repeat(43)}` };
    expect((await login({ email: admin.email, password: PASSWORD }, newAddress(), other)).statusCode).toBe(429);

    const inKnown = (password: string) => login({ email: admin.email, password }, newAddress(), { cookie });
    for (let guess = 0; guess < 5; guess += 1) expect((await inKnown('errada')).statusCode).toBe(401);
    expect((await inKnown(PASSWORD)).headers['retry-after']).toBe('1');
    api.clock.advance(1_000);
    expect((await inKnown(PASSWORD)).statusCode).toBe(200);
    api.clock.advance(60_000);
    expect((await login({ email: admin.email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('gives an unknown browser a new token in place of a cookie that was planted', async () => {
    const { admin } = await api.tenant();
    const first = await login({ email: admin.email, password: PASSWORD });
    const { name = '', value } = first.cookies.find((one) => one.name.includes('tracker_browser')) ?? {};
    const again = await login({ email: admin.email, password: PASSWORD }, newAddress(), { cookie: `${name}=${value}` });
    expect(again.cookies.find((one) => one.name === name)?.value).toBe(value);
    const planted = 'p'.repeat(43);
    const fresh = await login({ email: admin.email, password: PASSWORD }, newAddress(), {
      cookie: `${name}=${planted}`,
    });
    expect(fresh.cookies.find((one) => one.name === name)?.value).not.toBe(planted);
  });

  test('limits failures to 20 in 10 minutes from one network over all accounts, and does not count successes', async () => {
    const network = newAddress().slice(0, -1);
    let host = 0;
    // Each time another address of the same /64: one sender has them all.
    const address = () => `${network}${(++host).toString(16)}`;
    const { admin } = await api.tenant();
    const wrong = () => login({ email: `x-${randomText(8)}@example.com`, password: 'errada' }, address());
    for (let success = 0; success < 3; success += 1) {
      expect((await login({ email: admin.email, password: PASSWORD }, address())).statusCode).toBe(200);
    }
    const all = await inFours(24, wrong);
    const statuses = all.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);

    expect((await login({ email: admin.email, password: PASSWORD }, address())).headers['retry-after']).toBe('600');
    expect((await login({ email: admin.email, password: PASSWORD })).statusCode).toBe(200);
    api.clock.advance(600_000);
    expect((await login({ email: admin.email, password: PASSWORD }, address())).statusCode).toBe(200);
  });

  test('does not close the door for all behind a proxy that TRUST_PROXY does not name', async () => {
    const { admin, viewer } = await api.tenant();
    const through = (payload: object) => login(payload, '10.0.0.5', { 'x-forwarded-for': '203.0.113.9' });
    for (let guess = 0; guess < 25; guess += 1) {
      expect((await through({ email: `x-${randomText(8)}@example.com`, password: 'errada' })).statusCode).toBe(401);
    }
    for (let guess = 0; guess < 8; guess += 1) await through({ email: viewer.email, password: 'errada' });
    expect((await through({ email: viewer.email, password: PASSWORD })).statusCode).toBe(429);
    expect((await through({ email: admin.email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('counts parallel guesses as separate attempts', async () => {
    const { admin } = await api.tenant();
    const address = newAddress();
    const all = await inFours(12, () => login({ email: admin.email, password: 'palpite' }, address));
    expect(all.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(all.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
  });

  test('allows an account 20 sign-ins with the right password in 10 minutes, and each known browser as many', async () => {
    const { admin, viewer } = await api.tenant();
    const signIn = () => login({ email: admin.email, password: PASSWORD });
    const known = await signIn();
    const device = known.cookies.find(({ name }) => name.startsWith('__Host-tracker_browser_'));
    for (let again = 1; again < 20; again += 1) expect((await signIn()).statusCode).toBe(200);
    const refused = await signIn();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600']);
    const cookie = `${device?.name}=${device?.value}`;
    const inKnown = await login({ email: admin.email, password: PASSWORD }, newAddress(), { cookie });
    expect(inKnown.statusCode).toBe(200);
    expect((await login({ email: viewer.email, password: PASSWORD })).statusCode).toBe(200);
    api.clock.advance(600_000);
    expect((await signIn()).statusCode).toBe(200);
  });

  test('leaves the queue of the hasher to others when one account sends sixty right passwords at once', async () => {
    const [busy, other] = [await api.tenant(), await api.tenant()];
    const flood = Array.from({ length: 60 }, () => confirmPassword(busy.admin));
    const signIns = [other.admin, other.editor, other.viewer].map(({ email }) => login({ email, password: PASSWORD }));
    expect((await Promise.all(signIns)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set([204, 503]));
  });

  test('completes concurrent sign-ins of one account without a deadlock', async () => {
    const throttle = createSignInThrottle({ postgres: api.stack.postgres, clock: api.clock });
    const account = `ana-${randomText(6).toLowerCase()}@example.com`;
    const guesser = {
      account,
      network: senderOf(newAddress()),
      isOurSide: false,
      browser: undefined,
      purpose: 'sign-in',
    } as const;
    for (let round = 0; round < 20; round += 1) {
      const attempts = await Promise.all(Array.from({ length: 4 }, () => throttle.count(guesser)));
      await Promise.all(attempts.map((attempt) => throttle.succeeded(attempt, guesser)));
    }
  });
});

test('shows administrators what is wrong with the way to the product', async () => {
  const tenant = await api.tenant();
  const logger = api.stack.logger;
  const warnings = createConnectionWarnings({ trustProxy: false, https: true, logger });
  const app = createServer({ logger, trustProxy: false, warnings });
  await registerApi(app, { ...api.deps, warnings });
  const seenBy = async ({ cookie }: { cookie: string }) =>
    (await app.inject({ url: '/api/auth/user', headers: { cookie } })).json().warnings;
  expect(await seenBy(tenant.admin)).toBeUndefined();
  await app.inject({ url: '/api/auth/hint', headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await seenBy(tenant.admin)).toEqual(['proxy-not-trusted']);
  expect(await seenBy(tenant.viewer)).toBeUndefined();
  await app.close();
});
