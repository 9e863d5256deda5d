import { createServer } from '@tracker/infra/http/server';
import { randomText } from '@tracker/infra/identity/random-id';
import { eventually } from '@tracker/test/kit/eventually';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registerApi } from '../../app.ts';
import { createSignInThrottle } from '../../http/throttle.ts';
import { setUpSecondFactor } from '../../testing/second-factor.ts';
import { newAddress, PASSWORD, PUBLIC_URL } from '../../testing/use-api.ts';
import { useMailingApi } from '../../testing/use-mailing-api.ts';

const { api, mailServer } = useMailingApi();

const NEW = 'uma senha bem nova';
const post = (url: string, payload: object, remoteAddress = newAddress()) =>
  api.ask({ method: 'POST', url: `/api/auth/${url}`, payload, remoteAddress });
const login = (email: string, password: string) => post('login', { email, password });

/** The token of the next mail to this address. */
const mailed = (email: string, path: string) =>
  eventually(() => {
    const mail = mailServer().mails.find(({ to }) => to[0] === email);
    const token = new RegExp(`${PUBLIC_URL}/${path}\\?token=([\\w-]{43})`).exec(mail?.text ?? '')?.[1];
    if (token === undefined) throw new Error('no mail yet');
    mailServer().mails.length = 0;
    return token;
  });

describe('forgotten password', () => {
  test('is replaced by a mailed link, once, and all sessions end', async () => {
    const { viewer } = await api.tenant();
    for (let guess = 0; guess < 6; guess += 1) await login(viewer.email, 'errada');
    const answer = await post('forgot', { email: ` ${viewer.email.toUpperCase()} ` });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const token = await mailed(viewer.email, 'reset-password');

    expect((await post('reset', { token, password: NEW })).statusCode).toBe(204);
    expect((await viewer.ask('/api/auth/user')).statusCode).toBe(401);
    expect((await login(viewer.email, PASSWORD)).statusCode).toBe(401);
    expect((await login(viewer.email, NEW)).statusCode).toBe(200);
    const again = await post('reset', { token, password: 'mais uma senha nova' });
    expect([again.statusCode, again.json().error]).toEqual([410, 'link-gone']);
  });

  test('that was replaced, by a link or in the profile, is mailed to the person', async () => {
    const { viewer, editor } = await api.tenant();
    const isMailed = (email: string) =>
      eventually(() =>
        expect(mailServer().mails.map(({ to, subject }) => [to[0], subject])).toContainEqual([
          ...[email, 'Senha alterada no Traffic Tracker'],
        ]),
      );
    await post('forgot', { email: viewer.email });
    const token = await mailed(viewer.email, 'reset-password');
    expect((await post('reset', { token, password: NEW })).statusCode).toBe(204);
    await isMailed(viewer.email);
    const payload = { currentPassword: PASSWORD, newPassword: NEW };
    const changed = await editor.ask({ method: 'PUT', url: '/api/profile/password', payload });
    expect(changed.statusCode, changed.body).toBeLessThan(300);
    await isMailed(editor.email);
  });

  test('answers an unknown e-mail like a known one, and mails nothing', async () => {
    const unknown = await post('forgot', { email: `ninguem-${randomText(8)}@example.com` });
    expect([unknown.statusCode, unknown.body]).toEqual([204, '']);
    expect((await post('forgot', { email: '' })).statusCode).toBe(204);
    const { viewer } = await api.tenant();
    mailServer().behaviour = 'hangs';
    const began = performance.now();
    expect((await post('forgot', { email: viewer.email })).statusCode).toBe(204);
    // The answer does not wait for the mail server: its time says nothing.
    expect(performance.now() - began).toBeLessThan(2_000);
    mailServer().behaviour = 'takes';
    expect(mailServer().mails).toEqual([]);
  });

  test('expires after an hour, and is replaced by a newer link', async () => {
    const { viewer } = await api.tenant();
    await post('forgot', { email: viewer.email });
    const first = await mailed(viewer.email, 'reset-password');
    await post('forgot', { email: viewer.email });
    const second = await mailed(viewer.email, 'reset-password');
    expect((await post('reset', { token: first, password: NEW })).statusCode).toBe(404);
    api.clock.advance(3_600_000);
    expect((await post('reset', { token: second, password: NEW })).statusCode).toBe(410);
    expect((await login(viewer.email, PASSWORD)).statusCode).toBe(200);
  });

  test('is worth nothing after a change of the password in the profile', async () => {
    const { viewer } = await api.tenant();
    await post('forgot', { email: viewer.email });
    const token = await mailed(viewer.email, 'reset-password');
    const payload = { currentPassword: PASSWORD, newPassword: 'a minha senha nova' };
    expect((await viewer.ask({ method: 'PUT', url: '/api/profile/password', payload })).statusCode).toBe(204);
    expect((await post('reset', { token, password: NEW })).statusCode).toBe(404);
    expect((await login(viewer.email, 'a minha senha nova')).statusCode).toBe(200);
  });

  test('takes one of two simultaneous new passwords', async () => {
    const { viewer } = await api.tenant();
    await post('forgot', { email: viewer.email });
    const token = await mailed(viewer.email, 'reset-password');
    const both = await Promise.all([NEW, 'outra senha nova'].map((password) => post('reset', { token, password })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410]);
  });

  test('mails one receiver six times an hour at most, three times for one network, and the last time for another', async () => {
    const { clock, stack } = api;
    const throttle = createSignInThrottle({ postgres: stack.postgres, clock });
    const receiver = `ana-${randomText(8).toLowerCase()}@example.com`;
    const isMailed = (network: string, browser?: string) =>
      throttle.countLink({ kind: 'reset', receiver, browser }, { network, isOurSide: false });
    const [first, second] = [newAddress(), newAddress()];
    const asked: boolean[] = [];
    for (const network of [first, first, first, first, second, second, second]) asked.push(await isMailed(network));
    expect(asked).toEqual([true, true, true, false, true, true, false]);
    expect([await isMailed(newAddress()), await isMailed(newAddress())]).toEqual([true, false]);
    expect([await isMailed(first, 'known'), await isMailed(first, 'known')]).toEqual([true, true]);
    expect([await isMailed(first, 'known'), await isMailed(first, 'known')]).toEqual([true, false]);
    const confirmation = { kind: 'confirm', receiver } as const;
    expect(await throttle.countLink(confirmation, { network: first, isOurSide: false })).toBe(true);
    clock.advance(3_600_000);
    expect(await isMailed(first)).toBe(true);
  });

  test('mails one network thirty times an hour at most', async () => {
    const { clock, stack } = api;
    const throttle = createSignInThrottle({ postgres: stack.postgres, clock });
    const network = newAddress();
    const isMailed = (isOurSide: boolean) =>
      throttle.countLink({ kind: 'reset', receiver: `${randomText(12)}@example.com` }, { network, isOurSide });
    for (let time = 0; time < 30; time += 1) expect(await isMailed(false)).toBe(true);
    expect(await isMailed(false)).toBe(false);
    expect(await isMailed(true)).toBe(true);
  });

  test('mails a browser that the account knows, however much strangers asked for', async () => {
    const { viewer } = await api.tenant();
    const signedIn = await login(viewer.email, PASSWORD);
    const device = signedIn.cookies.find(({ name }) => name.startsWith('__Host-tracker_browser_'));
    for (let time = 0; time < 8; time += 1) await post('forgot', { email: viewer.email });
    await eventually(() => expect(mailServer().mails).toHaveLength(6));
    mailServer().mails.length = 0;
    const headers = { cookie: `${device?.name}=${device?.value}` };
    for (let time = 0; time < 5; time += 1) {
      await api.ask({ method: 'POST', url: '/api/auth/forgot', payload: { email: viewer.email }, headers });
    }
    await eventually(() => expect(mailServer().mails).toHaveLength(3));
  });

  test('leaves the warnings of the account to be sent, however much strangers asked for', async () => {
    const { viewer } = await api.tenant();
    expect((await login(viewer.email, PASSWORD)).statusCode).toBe(200);
    for (let time = 0; time < 8; time += 1) await post('forgot', { email: viewer.email });
    await eventually(() => expect(mailServer().mails.length).toBeGreaterThanOrEqual(5));
    expect((await login(viewer.email, PASSWORD)).statusCode).toBe(200);
    const subjects = () => mailServer().mails.map(({ subject }) => subject);
    await eventually(() => expect(subjects()).toContain('Novo acesso à sua conta do Traffic Tracker'));
    await setUpSecondFactor(api, viewer);
    await eventually(() => expect(subjects()).toContain('Verificação em duas etapas ativada no Traffic Tracker'));
  });

  test('slows down guesses at links, and refuses short and common passwords', async () => {
    const address = newAddress();
    const guess = (password = NEW) => post('reset', { token: randomText(43), password }, address);
    expect((await guess('12345')).json()).toMatchObject({ message: 'Senha muito curta' });
    expect((await guess('Password1')).json()).toMatchObject({ message: 'Senha muito comum' });
    for (let wrong = 0; wrong < 20; wrong += 1) expect((await guess()).statusCode).toBe(404);
    expect((await guess()).statusCode).toBe(429);
  });
});

const registration = (given: object = {}) => {
  const slug = `loja-${randomText(8).toLowerCase()}`;
  return {
    companyName: 'Loja',
    companySlug: slug,
    firstName: 'Ana',
    lastName: 'Lima',
    email: `ana@${slug}.example.com`,
    password: PASSWORD,
    ...given,
  };
};

describe('registration', () => {
  test('asks for the confirmation of the e-mail: until then no redirects and no invitations', async () => {
    const payload = registration();
    const answer = await post('register', payload);
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const asAdmin = (url: string, body?: object, method = 'POST') =>
      api.ask({ url, ...(body && { method: method as 'POST', payload: body }), headers: { cookie } });
    const { mainCampaignId } = answer.json().tenant;
    const url = `/api/campaigns/${mainCampaignId}`;
    await asAdmin(url, { destinationUrl: 'https://loja.example/oferta' }, 'PATCH');
    const redirect = async () => {
      const [row] = await api.stack.postgres.sql`SELECT destination_url FROM lookup_campaign(${mainCampaignId})`;
      return row?.destination_url;
    };
    const invite = () => asAdmin('/api/auth/invite', { email: `bia-${randomText(8)}@example.com`, role: 'viewer' });

    expect((await asAdmin('/api/auth/user')).json().mustConfirmEmail).toBe('tenant');
    expect(await redirect()).toBeNull();
    const refused = await invite();
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'email-not-confirmed']);

    await mailed(payload.email, 'confirm-email');
    expect((await asAdmin('/api/auth/send-confirmation', {})).statusCode).toBe(204);
    const token = await mailed(payload.email, 'confirm-email');
    expect((await post('confirm-email', { token: randomText(43) })).statusCode).toBe(404);
    expect((await post('confirm-email', { token })).statusCode).toBe(204);
    expect((await post('confirm-email', { token })).statusCode).toBe(410);
    expect((await asAdmin('/api/auth/user')).json().mustConfirmEmail).toBeUndefined();
    expect(await redirect()).toBe('https://loja.example/oferta');
    expect((await invite()).statusCode).toBe(201);
  });

  test('says that the mail with the link did not go out, until one does', async () => {
    mailServer().behaviour = 'refuses';
    onTestFinished(() => {
      mailServer().behaviour = 'takes';
    });
    const payload = registration();
    const answer = await post('register', payload);
    const headers = { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    const problem = async () => (await api.ask({ url: '/api/auth/user', headers })).json().confirmationMail;
    await eventually(async () => expect(await problem()).toBe('failed'));
    mailServer().behaviour = 'takes';
    api.clock.advance(1_000);
    await api.ask({ method: 'POST', url: '/api/auth/send-confirmation', payload: {}, headers });
    await mailed(payload.email, 'confirm-email');
    await eventually(async () => expect(await problem()).toBeUndefined());
  });

  test.each([
    [{ companyName: 'Banco: confirme em https://evil.example' }, 'companyName'],
    [{ companyName: 'www.evil.example' }, 'companyName'],
    [{ firstName: 'Ana evil.com/pix' }, 'firstName'],
    [{ lastName: 'Loja.com.br' }, 'lastName'],
  ])('refuses an address in a name: %o', async (given, field) => {
    const answer = await post('register', registration(given));
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test.each(['Dr. Silva & Filhos', 'A.B.C. Ltda.', 'Sant’Ana S.A.'])('accepts the name %s', async (companyName) => {
    expect((await post('register', registration({ companyName }))).statusCode).toBe(201);
  });

  test.each(['12345678', 'Password1', 'QWERTY123'])('refuses the common password %s', async (password) => {
    const answer = await post('register', registration({ password }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: 'Senha muito comum', fields: { password: expect.any(String) } },
    ]);
  });

  test.each(['invite', 'off'] as const)('is closed with REGISTRATION=%s', async (mode) => {
    const app = createServer({ logger: api.stack.logger, trustProxy: false });
    await registerApi(app, { ...api.deps, registration: mode });
    const { admin } = await api.tenant(); // The first one of an installation may always register.
    const answer = await app.inject({ method: 'POST', url: '/api/auth/register', payload: registration() });
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'registration-closed']);
    expect((await app.inject('/api/auth/hint')).json().canRegister).toBe(false);
    const invited = await app.inject({
      method: 'POST',
      url: '/api/auth/invite',
      payload: { email: `bia-${randomText(8)}@example.com`, role: 'viewer' },
      headers: { cookie: admin.cookie },
    });
    expect(invited.statusCode).toBe(mode === 'off' ? 403 : 201);
    await app.close();
  });
});

test('closes sign-in, sessions and API keys of a suspended tenant', async () => {
  const tenant = await api.tenant();
  const made = await tenant.admin.ask({
    method: 'POST',
    url: '/api/api-keys',
    payload: { name: 'Planilha', scopes: ['read'] },
  });
  const headers = { authorization: `Bearer ${made.json().key}` };
  const setStatus = (subscription_status: string) =>
    api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('tenants').set({ subscription_status }).where('id', '=', tenant.tenantId).execute(),
    );
  await setStatus('suspended');
  const refused = await login(tenant.admin.email, PASSWORD);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'A conta desta empresa está suspensa. Fale com o suporte.',
  ]);
  expect((await login(tenant.admin.email, 'errada')).statusCode).toBe(401);
  expect((await tenant.viewer.ask('/api/campaigns')).statusCode).toBe(401);
  expect((await api.ask({ url: '/api/campaigns', headers })).statusCode).toBe(401);
  await setStatus('active');
  expect((await login(tenant.admin.email, PASSWORD)).statusCode).toBe(200);
  expect((await api.ask({ url: '/api/campaigns', headers })).statusCode).toBe(200);
});
