import { randomText } from '@tracker/infra/identity/random-id';
import { createSmtpMailer } from '@tracker/infra/mail/smtp-mailer';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, PUBLIC_URL, type TestPerson, useApi } from './testing/use-api.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
const from = 'Traffic Tracker <convites@rastreio.example>';
const api = useApi();
const mailing = useApi({ mailer: () => createSmtpMailer({ url: server.url, from, deadlineMs: 4_000 }) });
afterAll(() => server.close());
beforeEach(() => {
  api.clock.set(NOW);
  mailing.clock.set(NOW);
  server.behaviour = 'takes';
});

const DAY_MS = 86_400_000;
const newEmail = () => `convidado-${randomText(10).toLowerCase()}@example.com`;
/** Guesses are counted by address: each test has its own. */
const newAddress = () => `2001:db8::${randomText(4).toLowerCase()}`;

const invite = (admin: TestPerson, payload: object) => admin.ask({ method: 'POST', url: '/api/auth/invite', payload });
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? '';
const validate = (token: string, remoteAddress = newAddress()) =>
  api.ask({ url: '/api/auth/validate-invite', query: { token }, remoteAddress });
const acceptance = (token: string) => ({ token, firstName: ' Beto ', lastName: 'Reis', password: 'segredo-2' });
const accept = (payload: object, remoteAddress = newAddress()) =>
  api.ask({ method: 'POST', url: '/api/auth/accept-invite', payload, remoteAddress });
const login = (email: string, password: string) =>
  api.ask({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress: newAddress() });

async function invited(role = 'editor') {
  const company = await api.company();
  const email = newEmail();
  const answer = await invite(company.admin, { email, role });
  expect(answer.statusCode, answer.body).toBe(201);
  return { company, email, invite: answer.json(), token: tokenIn(answer.json().inviteUrl) };
}

describe('an invitation', () => {
  test('is for seven days, and its link shows who invites whom, where and as what (§2.5, §3, §7.1)', async () => {
    const { company, email, invite: made, token } = await invited('viewer');
    const expiresAt = new Date(Date.parse(NOW) + 7 * DAY_MS).toISOString();
    expect(made).toEqual({
      id: expect.stringMatching(/^iv_/),
      email,
      role: 'viewer',
      expiresAt,
      inviteUrl: `${PUBLIC_URL}/accept-invite?token=${token}`,
      mail: 'off',
    });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const shown = await validate(token);
    expect([shown.statusCode, shown.json()]).toEqual([
      200,
      { email, role: 'viewer', tenantName: 'Empresa de Teste', inviterName: 'Ana Lima', expiresAt },
    ]);
    const pending = await company.admin.ask(`/api/tenants/${company.tenantId}/invites`);
    expect(pending.json()).toEqual([
      { id: made.id, email, role: 'viewer', inviterName: 'Ana Lima', createdAt: NOW, expiresAt },
    ]);
  });

  test('is for an editor when nothing else is said, and never for an admin (§5, §9.7)', async () => {
    const { admin } = await api.company();
    expect((await invite(admin, { email: newEmail() })).json().role).toBe('editor');
    const refused = await invite(admin, { email: newEmail(), role: 'admin' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Um convite só pode dar a permissão de editor ou de viewer.',
    ]);
  });

  test.each([
    [{ email: ' ' }, 'Email obrigatório'],
    [{ email: 'beto' }, 'Confira o endereço de email.'],
    [{}, 'Entrada inválida: esperava um texto'],
  ])('to %o is 400: %s (§7.1)', async (payload, message) => {
    const { admin } = await api.company();
    const refused = await invite(admin, payload);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(message.slice(0, 16))]);
  });

  test('of somebody who has an account, in whichever company, is 409 (§8.5)', async () => {
    const [one, other] = await Promise.all([api.company(), api.company()]);
    for (const { email } of [one.viewer, other.viewer]) {
      const refused = await invite(one.admin, { email: email.toUpperCase(), role: 'viewer' });
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'Este email já está em uso.']);
    }
    expect((await one.admin.ask(`/api/tenants/${one.tenantId}/invites`)).json()).toEqual([]);
  });

  test('takes the place of the one before it, whatever the case of the letters (§2.17)', async () => {
    const { company, email, token } = await invited('editor');
    api.clock.advance(DAY_MS);
    const again = (await invite(company.admin, { email: ` ${email.toUpperCase()} `, role: 'viewer' })).json();
    expect(again).toMatchObject({ email, role: 'viewer' });
    expect((await validate(token)).statusCode).toBe(404);
    expect((await accept(acceptance(token))).statusCode).toBe(404);
    expect((await validate(tokenIn(again.inviteUrl))).json().role).toBe('viewer');
    const pending = (await company.admin.ask(`/api/tenants/${company.tenantId}/invites`)).json();
    expect(pending).toMatchObject([{ id: again.id }]);
  });

  test('that was withdrawn is unknown at once (§2.17)', async () => {
    const { company, invite: made, token } = await invited();
    const withdraw = () => company.admin.ask({ method: 'DELETE', url: `/api/invites/${made.id}` });
    expect((await withdraw()).statusCode).toBe(204);
    expect((await validate(token)).statusCode).toBe(404);
    expect((await accept(acceptance(token))).statusCode).toBe(404);
    expect((await withdraw()).statusCode).toBe(404);
    expect((await company.admin.ask(`/api/tenants/${company.tenantId}/invites`)).json()).toEqual([]);
  });

  test('leaves no token in the store, and its address in no audit log (§7.1)', async () => {
    const { company, email, token } = await invited();
    const { tables, entries } = await api.stack.postgres.withTenant(company.tenantId, async (trx) => ({
      tables: await trx.selectFrom('invites').selectAll().execute(),
      entries: await trx.selectFrom('audit_log').selectAll().execute(),
    }));
    expect(JSON.stringify(tables.map((row) => ({ ...row, token_hash: Buffer.from(row.token_hash) })))).not.toContain(
      token,
    );
    expect(Buffer.from(tables[0]?.token_hash ?? [])).toHaveLength(32);
    expect(entries).toMatchObject([{ action: 'invite.create', actor: company.admin.userId, actor_name: 'Ana Lima' }]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  test('can be sent sixty times an hour by one company (§7.1)', async () => {
    const { tenantId, admin } = await api.company();
    await api.stack.postgres.db
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 59 }, () => ({
          kind: 'invite-sent' as const,
          account: tenantId,
          ip: '192.0.2.7',
          attempted_at: new Date(api.clock.now()),
        })),
      )
      .execute();
    expect((await invite(admin, { email: newEmail() })).statusCode).toBe(201);
    const refused = await invite(admin, { email: newEmail() });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    const { admin: neighbour } = await api.company();
    expect((await invite(neighbour, { email: newEmail() })).statusCode).toBe(201);
  });
});

test('a month after it expired an invitation is forgotten, with the address that it was sent to (§4)', async () => {
  const { company } = await invited();
  await invite(company.admin, { email: newEmail() });
  const { postgres } = api.stack;
  const emails = () =>
    postgres.withTenant(company.tenantId, (trx) =>
      trx.selectFrom('invites').select('email').orderBy('created_at').execute(),
    );
  const [first, second] = await emails();
  for (const [row, days] of [
    [first, 31],
    [second, 29],
  ] as const) {
    const expires_at = new Date(Date.now() - days * DAY_MS);
    await postgres.withTenant(company.tenantId, (trx) =>
      trx
        .updateTable('invites')
        .set({ expires_at })
        .where('email', '=', row?.email ?? '')
        .execute(),
    );
  }
  await postgres.sql`SELECT delete_old_invites()`;
  expect(await emails()).toEqual([second]);
});

describe('accepting', () => {
  test('makes the account, signs nobody in, and works once (§2.5, §7.1)', async () => {
    const { company, email, token } = await invited('viewer');
    const accepted = await accept(acceptance(token));
    expect([accepted.statusCode, accepted.json(), accepted.cookies]).toEqual([201, { success: true }, []]);
    const signedIn = await login(email, 'segredo-2');
    expect(signedIn.json()).toMatchObject({
      user: { firstName: 'Beto', lastName: 'Reis', email, role: 'viewer', createdAt: NOW },
      tenant: { id: company.tenantId },
    });
    for (const again of [await accept(acceptance(token)), await validate(token)]) {
      expect([again.statusCode, again.json().message]).toEqual([404, 'Este convite é inválido ou já expirou.']);
    }
    expect((await company.admin.ask(`/api/tenants/${company.tenantId}/invites`)).json()).toEqual([]);
  });

  test('an expired invitation is 410, and its link still says since when (§2.5, §4, §8.21)', async () => {
    const { company, token, invite: made } = await invited();
    api.clock.advance(7 * DAY_MS);
    const refused = await accept(acceptance(token));
    expect([refused.statusCode, refused.json()]).toMatchObject([
      410,
      { message: 'Este convite expirou. Peça um novo ao administrador da empresa.', error: 'invite-expired' },
    ]);
    const shown = await validate(token);
    expect([shown.statusCode, shown.json().expiresAt]).toEqual([200, made.expiresAt]);
    const admin = await api.person(company, 'admin');
    expect((await admin.ask(`/api/tenants/${company.tenantId}/invites`)).json()).toEqual([]);
  });

  test.each([
    [{ firstName: ' ' }, 'Nome obrigatório', 'firstName'],
    [{ lastName: undefined }, 'Nome obrigatório', 'lastName'],
    [{ password: '12345' }, 'Senha muito curta', 'password'],
  ])('%o is 400: %s (§5, §8.4)', async (change, message, field) => {
    const { token } = await invited();
    const refused = await accept({ ...acceptance(token), ...change });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { message, fields: { [field]: expect.any(String) } },
    ]);
    expect((await accept(acceptance(token))).statusCode).toBe(201);
  });

  test('of ten at the same moment makes one account (§7.1)', async () => {
    const { company, token } = await invited();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(acceptance(token))));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // Whoever came while the winner's account was being made met either the gone invitation or the taken e-mail.
    expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    const users = (await company.admin.ask(`/api/tenants/${company.tenantId}/users`)).json();
    expect(users).toHaveLength(4);
  });

  test('by somebody who found another company meanwhile is 409 (§8.4)', async () => {
    const email = newEmail();
    const [one, other] = await Promise.all([api.company(), api.company()]);
    const [first, second] = [
      tokenIn((await invite(one.admin, { email })).json().inviteUrl),
      tokenIn((await invite(other.admin, { email })).json().inviteUrl),
    ];
    expect((await accept(acceptance(first))).statusCode).toBe(201);
    const refused = await accept(acceptance(second));
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Este email já está em uso.']);
  });

  test('guesses are counted by address: after twenty in ten minutes 429 (§7.1)', async () => {
    const address = newAddress();
    const { token } = await invited();
    const guess = () => randomText(43);
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await validate(guess(), address)).statusCode).toBe(404);
      expect((await accept(acceptance(guess()), address)).statusCode).toBe(404);
    }
    for (const refused of [await validate(token, address), await accept(acceptance(token), address)]) {
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600']);
    }
    expect((await validate(token)).statusCode).toBe(200);
    api.clock.advance(600_000);
    expect((await validate(token, address)).statusCode).toBe(200);
  });

  test('a text that was never a token is 404 and no guess (§8.21)', async () => {
    const address = newAddress();
    for (let tried = 0; tried < 25; tried += 1) {
      expect((await validate(`convite-${tried}`, address)).statusCode).toBe(404);
    }
    expect((await validate('', address)).statusCode).toBe(404);
  });
});

describe('by mail', () => {
  const mailTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));

  test('the invited person gets the link, and nobody else does (§2.17)', async () => {
    const { admin, tenantId } = await mailing.company();
    await mailing.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('tenants').set({ name: '<b>Ação</b> & Já\r\nBcc: x@example.com' }).execute(),
    );
    const email = newEmail();
    const answer = await invite(admin, { email, role: 'viewer' });
    expect(answer.json()).toMatchObject({ inviteUrl: null, mail: 'sent' });
    expect(answer.body).not.toContain('token');
    const [mail, ...more] = mailTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      from: 'convites@rastreio.example',
      to: [email],
      subject: 'Ana Lima convidou você para <b>Ação</b> & Já Bcc: x@example.com',
    });
    const url = /https:\/\/rastreio\.example\/accept-invite\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await validate(tokenIn(url))).json()).toMatchObject({ email, role: 'viewer' });
    expect(mail?.text).toContain('O link vale até 27 de novembro de 2036 às 12:00');
    expect(mail?.html).toContain(`href="${url}"`);
    expect(mail?.html).toContain('&lt;b&gt;Ação&lt;/b&gt; &amp; Já');
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
  });

  test.each(['refuses', 'hangs'] as const)(
    'a mail server that %s: the admin gets the link, and is told (§8.5)',
    async (behaviour) => {
      server.behaviour = behaviour;
      const { admin, tenantId } = await mailing.company();
      const email = newEmail();
      const answer = await invite(admin, { email, role: 'editor' });
      expect([answer.statusCode, answer.json().mail]).toEqual([201, 'failed']);
      expect((await validate(tokenIn(answer.json().inviteUrl))).json()).toMatchObject({ email });
      expect((await admin.ask(`/api/tenants/${tenantId}/invites`)).json()).toMatchObject([{ email }]);
      expect(mailTo(email)).toEqual([]);
    },
  );
});
