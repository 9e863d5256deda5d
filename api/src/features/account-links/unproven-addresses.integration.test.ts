import { randomText } from '@tracker/infra/identity/random-id';
import { UNPROVEN_ACCOUNTS_MAX } from '@tracker/schemas/contracts/registration-rules';
import { eventually } from '@tracker/test/kit/eventually';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/second-factor.ts';
import { confirmPassword, newAddress, PUBLIC_URL, type TestPerson } from '../../testing/use-api.ts';
import { useMailingApi } from '../../testing/use-mailing-api.ts';

const { api, mailServer } = useMailingApi();

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  api.ask({ method: 'POST', url: `/api/auth/${url}`, payload, headers, remoteAddress: newAddress() });
const login = (email: string, password: string, headers = {}) => post('login', { email, password }, headers);
const newEmail = () => `ana-${randomText(10).toLowerCase()}@example.com`;

/** The tokens of all mails to this address until now, once there are so many. */
const mailed = (email: string, path: string, count = 1) =>
  eventually(() => {
    const tokens = mailServer()
      .mails.filter(({ to }) => to[0] === email.toLowerCase())
      .flatMap(({ text }) => new RegExp(`${PUBLIC_URL}/${path}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? []);
    expect(tokens).toHaveLength(count);
    return tokens as [string, ...string[]];
  });

const registering = (email: string, password: string, companyName = 'Loja') =>
  post('register', {
    ...{ companyName, companySlug: `loja-${randomText(8).toLowerCase()}` },
    ...{ firstName: 'Ana', lastName: 'Lima', email, password },
  });

/** Registers a company of its own with the address, and takes the link out of the mail. */
async function register(email: string, password: string, companyName = 'Loja') {
  mailServer().mails.length = 0;
  const answer = await registering(email, password, companyName);
  expect(answer.statusCode, answer.body).toBe(201);
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const ask: TestPerson['ask'] = (asked) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    return api.ask({ ...options, headers: { ...options.headers, cookie } });
  };
  const [token] = await mailed(email, 'confirm-email');
  return { ask, cookie, token, tenantId: answer.json().tenant.id as string };
}

const tenantOf = async (email: string, password: string) => (await login(email, password)).json().tenant?.id;

describe('an address that was not proven', () => {
  test('has no second factor', async () => {
    const email = newEmail();
    const { ask, token } = await register(email, 'a senha de ana');
    const begin = () => ask({ method: 'POST', url: '/api/profile/second-factor' });
    const refused = await begin();
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'email-not-confirmed']);
    expect((await ask('/api/auth/user')).json().mustConfirmEmail).toBe('tenant');

    expect((await post('confirm-email', { token })).statusCode).toBe(204);
    const { secret } = (await begin()).json();
    const payload = { code: codeOf(api, secret) };
    const url = '/api/profile/second-factor/confirm';
    expect((await ask({ method: 'POST', url, payload })).statusCode).toBe(200);
  });

  test('is registered again, and is of the registration whose link is used', async () => {
    const email = newEmail();
    const squatter = await register(email, 'senha de um estranho');
    const owner = await register(email.toUpperCase(), 'a senha de ana');
    expect(await tenantOf(email, 'senha de um estranho')).toBe(squatter.tenantId);
    expect(await tenantOf(email, 'a senha de ana')).toBe(owner.tenantId);

    expect((await post('confirm-email', { token: owner.token })).statusCode).toBe(204);
    expect(await tenantOf(email, 'a senha de ana')).toBe(owner.tenantId);
    expect((await login(email, 'senha de um estranho')).statusCode).toBe(401);
    const late = await post('confirm-email', { token: squatter.token });
    expect([late.statusCode, late.json().error]).toEqual([409, 'email-taken']);
    mailServer().mails.length = 0;
    expect((await squatter.ask({ method: 'POST', url: '/api/auth/send-confirmation' })).statusCode).toBe(204);
    const third = await post('register', {
      ...{ companyName: 'Loja', companySlug: `loja-${randomText(8).toLowerCase()}` },
      ...{ firstName: 'Ana', lastName: 'Lima', email, password: 'mais uma senha' },
    });
    expect([third.statusCode, third.json().error]).toEqual([409, 'email-taken']);
    // But for that of a sign-in from above.
    expect(mailServer().mails.filter(({ subject }) => !subject.startsWith('Novo acesso'))).toEqual([]);
  });

  test('is of one of two whose links are used at the same moment', async () => {
    const email = newEmail();
    const [one, other] = [await register(email, 'a senha de ana'), await register(email, 'a senha de bia')];
    const both = await Promise.all([one, other].map(({ token }) => post('confirm-email', { token })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });

  test('is invited, and is of the person who uses the mailed link', async () => {
    const email = newEmail();
    await register(email, 'senha de um estranho');
    const { admin, tenantId } = await api.tenant();
    const invite = { method: 'POST', url: '/api/auth/invite', payload: { email, role: 'viewer' } } as const;
    expect((await admin.ask(invite)).json()).toMatchObject({ mail: 'sent', inviteUrl: null });
    const [token] = await mailed(email, 'accept-invite');
    const acceptance = { token, firstName: 'Ana', lastName: 'Lima', password: 'a senha de ana' };
    expect((await post('accept-invite', acceptance)).statusCode).toBe(201);
    expect(await tenantOf(email, 'a senha de ana')).toBe(tenantId);
    expect((await login(email, 'senha de um estranho')).statusCode).toBe(401);
  });

  test('is not proven by an invitation whose link the inviter was shown', async () => {
    const email = newEmail();
    const { admin } = await api.tenant();
    mailServer().behaviour = 'refuses';
    const invite = { method: 'POST', url: '/api/auth/invite', payload: { email, role: 'viewer' } } as const;
    const { inviteUrl } = (await admin.ask(invite)).json();
    mailServer().behaviour = 'takes';
    const token = new URL(inviteUrl).searchParams.get('token');
    const acceptance = { token, firstName: 'Ana', lastName: 'Lima', password: 'senha do convite' };
    expect((await post('accept-invite', acceptance)).statusCode).toBe(201);
    const [link] = await mailed(email, 'confirm-email');
    const signedIn = await login(email, 'senha do convite');
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const user = () => api.ask({ url: '/api/auth/user', headers: { cookie } });
    expect((await user()).json().mustConfirmEmail).toBe('person');
    expect((await post('send-confirmation', {}, { cookie })).statusCode).toBe(204);
    const [, second] = await mailed(email, 'confirm-email', 2);
    expect((await post('confirm-email', { token: link })).statusCode).toBe(404);

    const owner = await register(email, 'a senha de ana');
    expect((await post('confirm-email', { token: owner.token })).statusCode).toBe(204);
    expect((await post('confirm-email', { token: second })).statusCode).toBe(409);
    expect((await user()).json().mustConfirmEmail).toBe('person');
  });

  test('is of the person who resets the password, and nothing of the stranger looks on', async () => {
    const email = newEmail();
    const squatter = await register(email, 'senha de um estranho');
    const made = await squatter.ask({
      method: 'POST',
      url: '/api/api-keys',
      payload: { name: 'Planilha', scopes: ['read'] },
    });
    const authorization = `Bearer ${made.json().key}`;
    const postback = { name: 'Meu', url: 'https://estranho.example/?v={value}&c={clickid}' };
    const url = '/api/postbacks';
    const saved = await squatter.ask({ method: 'POST', url, payload: postback });
    expect(saved.statusCode, saved.body).toBe(201);

    await post('forgot', { email });
    const [token] = await mailed(email, 'reset-password');
    expect((await post('reset', { token, password: 'a senha de ana' })).statusCode).toBe(204);
    expect((await squatter.ask('/api/auth/user')).statusCode).toBe(401);
    expect((await api.ask({ url: '/api/campaigns', headers: { authorization } })).statusCode).toBe(401);
    const signedIn = await login(email, 'a senha de ana');
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const user = await api.ask({ url: '/api/auth/user', headers: { cookie } });
    expect(user.json()).toMatchObject({ tenant: { id: squatter.tenantId } });
    expect(user.json().mustConfirmEmail).toBeUndefined();
    expect((await api.ask({ url: '/api/postbacks', headers: { cookie } })).json()).toEqual([]);
  });

  test('of the one who registered first signs in with its password, however often strangers register it', async () => {
    const email = newEmail();
    const owner = await register(email, 'a senha de ana');
    for (let time = 1; time < UNPROVEN_ACCOUNTS_MAX; time += 1) await register(email, `senha de estranho ${time}`);
    const oneMore = await registering(email, 'mais uma senha');
    expect([oneMore.statusCode, oneMore.json().error]).toEqual([409, 'email-unproven']);
    expect(await tenantOf(email, 'a senha de ana')).toBe(owner.tenantId);
    expect(await tenantOf(email, 'senha de estranho 1')).toBeDefined();
    expect((await login(email, 'errada')).statusCode).toBe(401);
  });

  test('has no more registrations when many come at the same moment', async () => {
    const email = newEmail();
    const owner = await register(email, 'a senha de ana');
    const answers = await Promise.all(Array.from({ length: 8 }, () => registering(email, 'senha de um estranho')));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(UNPROVEN_ACCOUNTS_MAX - 1);
    expect(await tenantOf(email, 'a senha de ana')).toBe(owner.tenantId);
  });

  test('offers a reset the choice among its registrations, and gives the chosen company new keys', async () => {
    const email = newEmail();
    const owner = await register(email, 'a senha de ana', 'Minha Loja');
    const squatter = await register(email, 'senha de um estranho', 'Outra Loja');
    const keysOf = async ({ ask }: typeof owner) =>
      (await ask('/api/webhook-keys')).json<{ provider: string; key: string; secretSet: boolean }[]>();
    const key = (await keysOf(owner))[0]?.key;
    const secret = {
      method: 'PUT',
      url: '/api/webhook-keys/kiwify/secret',
      payload: { secret: 'segredo-bem-longo' },
    } as const;
    expect((await owner.ask(secret)).statusCode).toBe(204);
    mailServer().mails.length = 0;
    await post('forgot', { email });
    const [token] = await mailed(email, 'reset-password');
    const look = async (asked = token) =>
      api.ask({ url: `/api/auth/reset-link?token=${asked}`, remoteAddress: newAddress() });
    const { registrations } = (await look()).json<{ registrations: { id: string; companyName: string }[] }>();
    expect(registrations.map(({ companyName }) => companyName).sort()).toEqual(['Minha Loja', 'Outra Loja']);

    const password = 'uma senha nova';
    const without = await post('reset', { token, password });
    expect([without.statusCode, without.json().error]).toEqual([409, 'choose-account']);
    const foreign = (await api.tenant()).admin.userId;
    expect((await post('reset', { token, password, account: foreign })).statusCode).toBe(409);
    const own = registrations.find(({ companyName }) => companyName === 'Minha Loja')?.id;
    expect((await post('reset', { token, password, account: own })).statusCode).toBe(204);
    expect((await post('reset', { token, password, account: own })).statusCode).toBe(410);

    const signedIn = await login(email, password);
    expect(signedIn.json().tenant.id).toBe(owner.tenantId);
    expect((await login(email, 'senha de um estranho')).statusCode).toBe(401);
    expect((await post('confirm-email', { token: squatter.token })).statusCode).toBe(409);
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const after = await keysOf({ ...owner, ask: (asked) => api.ask({ url: String(asked), headers: { cookie } }) });
    expect(after.map((one) => one.key)).not.toContain(key);
    expect(after.some(({ secretSet }) => secretSet)).toBe(false);
    expect((await api.ask({ url: '/api/audit-log', headers: { cookie } })).json()).toContainEqual(
      expect.objectContaining({ action: 'password.reset', details: { newKeys: true } }),
    );
  });

  test('offers nothing to choose where one account has it, and names no other by an unknown link', async () => {
    const email = newEmail();
    await register(email, 'a senha de ana');
    await post('forgot', { email });
    const [token] = await mailed(email, 'reset-password');
    const look = (asked: string) =>
      api.ask({ url: `/api/auth/reset-link?token=${asked}`, remoteAddress: newAddress() });
    expect((await look(token)).json()).toEqual({ registrations: [] });
    expect((await look('x'.repeat(43))).statusCode).toBe(404);
    expect((await post('reset', { token, password: 'uma senha nova' })).statusCode).toBe(204);
    expect((await look(token)).statusCode).toBe(410);
  });

  test('lends no known browser to guesses at the account that proved it', async () => {
    const email = newEmail();
    const squatter = await register(email, 'senha de um estranho');
    const owner = await register(email, 'a senha de ana');
    await post('confirm-email', { token: owner.token });
    const network = newAddress();
    const guess = (headers: Record<string, string>) =>
      api.ask({
        ...{ method: 'POST', url: '/api/auth/login', remoteAddress: network, headers },
        payload: { email, password: 'errada' },
      });
    for (let time = 0; time < 5; time += 1) expect((await guess({})).statusCode).toBe(401);
    // A browser that the account knows has a count of its own.
    expect((await guess({ cookie: squatter.cookie })).statusCode).toBe(429);
    expect((await guess({ cookie: owner.cookie })).statusCode).toBe(401);
  });

  test('gets no mails about sign-ins', async () => {
    const email = newEmail();
    await register(email, 'senha de um estranho');
    mailServer().mails.length = 0;
    expect((await login(email, 'senha de um estranho')).statusCode).toBe(200);
    const { viewer } = await api.tenant();
    for (let time = 0; time < 2; time += 1) await login(viewer.email, 'senha-de-teste');
    await eventually(() => expect(mailServer().mails.map(({ to }) => to[0])).toEqual([viewer.email]));
    expect((await confirmPassword(viewer)).statusCode).toBe(204);
  });
});
