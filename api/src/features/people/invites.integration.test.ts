import { randomText } from '@tracker/infra/identity/random-id';
import { createSmtpMailer } from '@tracker/infra/mail/smtp-mailer';
import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../http/housekeeping.ts';
import { setUpSecondFactor } from '../../testing/second-factor.ts';
import {
  confirmPassword,
  NOW,
  newAddress,
  PASSWORD,
  PUBLIC_URL,
  type TestApi,
  type TestPerson,
  useApi,
} from '../../testing/use-api.ts';

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

const invite = (admin: TestPerson, payload: object) => admin.ask({ method: 'POST', url: '/api/auth/invite', payload });
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? '';
const validate = (token: string, remoteAddress = newAddress(), { ask }: Pick<TestApi, 'ask'> = api) =>
  ask({ url: '/api/auth/validate-invite', query: { token }, remoteAddress });
const acceptance = (token: string) => ({ token, firstName: ' Beto ', lastName: 'Reis', password: 'segredo-2' });
const accept = (payload: object, remoteAddress = newAddress()) =>
  api.ask({ method: 'POST', url: '/api/auth/accept-invite', payload, remoteAddress });
const login = (email: string, password: string) =>
  api.ask({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress: newAddress() });

async function invited(role = 'editor') {
  const tenant = await api.tenant();
  const email = newEmail();
  const answer = await invite(tenant.admin, { email, role });
  expect(answer.statusCode, answer.body).toBe(201);
  return { tenant, email, invite: answer.json(), token: tokenIn(answer.json().inviteUrl) };
}

describe('invitation', () => {
  test('lasts seven days, and its link shows tenant, inviter, role and e-mail', {
    tags: ['§2.5', '§3', '§7.1'],
  }, async () => {
    const { tenant, email, invite: made, token } = await invited('viewer');
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
      { email, role: 'viewer', tenantName: 'Empresa de Teste', inviterName: 'Ana Lima', expiresAt, hasAccount: false },
    ]);
    const pending = await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/invites`);
    expect(pending.json()).toEqual([
      { id: made.id, email, role: 'viewer', inviterName: 'Ana Lima', createdAt: NOW, expiresAt },
    ]);
  });

  test('is for an editor by default and never for an admin', { tags: ['§5', '§9.7'] }, async () => {
    const { admin } = await api.tenant();
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
    [{}, 'Informe "email".'],
  ])('is refused for %o with 400: %s', { tags: ['§7.1'] }, async (payload, message) => {
    const { admin } = await api.tenant();
    const refused = await invite(admin, payload);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(message.slice(0, 16))]);
  });

  test('is refused with 409 for the e-mail of a member, and for no other', { tags: ['§8.5'] }, async () => {
    const [one, other] = await Promise.all([api.tenant(), api.tenant()]);
    const refused = await invite(one.admin, { email: one.viewer.email.toUpperCase(), role: 'viewer' });
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Esta pessoa já faz parte da empresa.']);
    expect((await one.admin.ask(`/api/tenants/${one.tenantId}/invites`)).json()).toEqual([]);
    const { email } = other.viewer;
    // The same as for an e-mail without an account.
    expect((await invite(one.admin, { email, role: 'viewer' })).json()).toMatchObject({ email, mail: 'off' });
  });

  test('replaces the previous invitation of the same e-mail in any case', { tags: ['§2.17'] }, async () => {
    const { tenant, email, token } = await invited('editor');
    api.clock.advance(DAY_MS);
    await confirmPassword(tenant.admin);
    const again = (await invite(tenant.admin, { email: ` ${email.toUpperCase()} `, role: 'viewer' })).json();
    expect(again).toMatchObject({ email, role: 'viewer' });
    expect((await validate(token)).statusCode).toBe(404);
    expect((await accept(acceptance(token))).statusCode).toBe(404);
    expect((await validate(tokenIn(again.inviteUrl))).json().role).toBe('viewer');
    const pending = (await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/invites`)).json();
    expect(pending).toMatchObject([{ id: again.id }]);
  });

  test('is invalid as soon as it is withdrawn', { tags: ['§2.17'] }, async () => {
    const { tenant, invite: made, token } = await invited();
    const withdraw = () => tenant.admin.ask({ method: 'DELETE', url: `/api/invites/${made.id}` });
    expect((await withdraw()).statusCode).toBe(204);
    expect((await validate(token)).statusCode).toBe(404);
    expect((await accept(acceptance(token))).statusCode).toBe(404);
    expect((await withdraw()).statusCode).toBe(404);
    expect((await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/invites`)).json()).toEqual([]);
  });

  test('stores only the hash of its token, and in the audit log who was invited', { tags: ['§7.1'] }, async () => {
    const { tenant, email, token } = await invited();
    const { tables, entries } = await api.stack.postgres.withTenant(tenant.tenantId, async (trx) => ({
      tables: await trx.selectFrom('invites').selectAll().execute(),
      entries: await trx.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    }));
    expect(JSON.stringify(tables.map((row) => ({ ...row, token_hash: Buffer.from(row.token_hash) })))).not.toContain(
      token,
    );
    expect(Buffer.from(tables[0]?.token_hash ?? [])).toHaveLength(32);
    expect(entries).toMatchObject([
      { action: 'invite.create', actor: tenant.admin.userId, actor_name: 'Ana Lima', details: { email } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test('is limited to sixty an hour for one tenant', { tags: ['§7.1'] }, async () => {
    const { tenantId, admin } = await api.tenant();
    await api.stack.postgres.db
      .insertInto('login_attempts')
      .values(
        Array.from({ length: 59 }, () => ({
          kind: 'invite' as const,
          account: tenantId,
          network: '192.0.2.7',
          attempted_at: new Date(api.clock.now()),
        })),
      )
      .execute();
    expect((await invite(admin, { email: newEmail() })).statusCode).toBe(201);
    const refused = await invite(admin, { email: newEmail() });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    // Also for a member.
    expect((await invite(admin, { email: admin.email })).statusCode).toBe(429);
    const { admin: neighbour } = await api.tenant();
    expect((await invite(neighbour, { email: newEmail() })).statusCode).toBe(201);
  });
});

test('deletes an invitation a month after it expired', { tags: ['§4'] }, async () => {
  const { tenant } = await invited();
  await invite(tenant.admin, { email: newEmail() });
  const { postgres } = api.stack;
  const emails = () =>
    postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('invites').select('email').orderBy('created_at').execute(),
    );
  const [first, second] = await emails();
  for (const [row, days] of [
    [first, 31],
    [second, 29],
  ] as const) {
    const expires_at = new Date(Date.now() - days * DAY_MS);
    await postgres.withTenant(tenant.tenantId, (trx) =>
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

describe('POST /api/auth/accept-invite', () => {
  test('creates the account without signing in, and works once', { tags: ['§2.5', '§7.1'] }, async () => {
    const { tenant, email, token } = await invited('viewer');
    const accepted = await accept(acceptance(token));
    expect([accepted.statusCode, accepted.json(), accepted.cookies]).toEqual([201, { success: true }, []]);
    const signedIn = await login(email, 'segredo-2');
    expect(signedIn.json()).toMatchObject({
      user: { firstName: 'Beto', lastName: 'Reis', email, role: 'viewer', createdAt: NOW },
      tenant: { id: tenant.tenantId },
    });
    for (const again of [await accept(acceptance(token)), await validate(token)]) {
      expect([again.statusCode, again.json().message]).toEqual([404, 'Este convite é inválido ou já expirou.']);
    }
    expect((await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/invites`)).json()).toEqual([]);
  });

  test('answers 410 for an expired invitation, whose link still shows the expiry', {
    tags: ['§2.5', '§4', '§8.21'],
  }, async () => {
    const { tenant, token, invite: made } = await invited();
    api.clock.advance(7 * DAY_MS);
    const refused = await accept(acceptance(token));
    expect([refused.statusCode, refused.json()]).toMatchObject([
      410,
      { message: 'Este convite expirou. Peça um novo ao administrador da empresa.', error: 'invite-expired' },
    ]);
    const shown = await validate(token);
    expect([shown.statusCode, shown.json().expiresAt]).toEqual([200, made.expiresAt]);
    const admin = await api.person(tenant, 'admin');
    expect((await admin.ask(`/api/tenants/${tenant.tenantId}/invites`)).json()).toEqual([]);
  });

  test.each([
    [{ firstName: ' ' }, 'Nome obrigatório', 'firstName'],
    [{ lastName: undefined }, 'Nome obrigatório', 'lastName'],
    [{ password: '12345' }, 'Senha muito curta', 'password'],
  ])('answers 400 to %o with "%s"', { tags: ['§5', '§8.4'] }, async (change, message, field) => {
    const { token } = await invited();
    const refused = await accept({ ...acceptance(token), ...change });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { message, fields: { [field]: expect.any(String) } },
    ]);
    expect((await accept(acceptance(token))).statusCode).toBe(201);
  });

  test('creates one account from ten simultaneous requests', { tags: ['§7.1'] }, async () => {
    const { tenant, token } = await invited();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(acceptance(token))));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // The later request met the gone invitation, or the account with the same password as a member.
    expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    const users = (await tenant.admin.ask(`/api/tenants/${tenant.tenantId}/users`)).json();
    expect(users).toHaveLength(4);
  });

  test('takes the password of the account that the e-mail got meanwhile with another tenant', {
    tags: ['§8.4'],
  }, async () => {
    const email = newEmail();
    const [one, other] = await Promise.all([api.tenant(), api.tenant()]);
    const [first, second] = [
      tokenIn((await invite(one.admin, { email })).json().inviteUrl),
      tokenIn((await invite(other.admin, { email })).json().inviteUrl),
    ];
    expect((await accept(acceptance(first))).statusCode).toBe(201);
    for (let guess = 0; guess < 2; guess += 1) {
      const refused = await accept({ ...acceptance(second), password: 'segredo-3' });
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'wrong-password']);
    }
    // A guess is one wherever it is tried, and one entry of the person's own company says so.
    expect((await login(email, 'segredo-3')).statusCode).toBe(401);
    const failures = async ({ admin }: typeof one) =>
      (await admin.ask('/api/audit-log')).json<AuditEntry[]>().filter(({ action }) => action === 'session.fail');
    expect(await failures(one)).toMatchObject([{ actorKind: 'unknown', subject: 'Beto Reis' }]);
    expect(await failures(other)).toEqual([]);
    expect((await accept(acceptance(second))).statusCode).toBe(201);
    // A password alone moves no one into another company.
    expect((await login(email, 'segredo-2')).json()).toMatchObject({ tenant: { id: one.tenantId } });
  });

  test('asks a person with a second factor to sign in first', async () => {
    const [one, other] = await Promise.all([api.tenant(), api.tenant()]);
    await setUpSecondFactor(api, one.editor);
    const token = tokenIn((await invite(other.admin, { email: one.editor.email })).json().inviteUrl);
    const refused = await accept({ token, password: PASSWORD });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'sign-in-to-join']);
    const accepted = await one.editor.ask({ method: 'POST', url: '/api/auth/accept-invite', payload: { token } });
    expect(accepted.statusCode).toBe(201);
  });

  test('counts guesses by address, and answers 429 after twenty in ten minutes', { tags: ['§7.1'] }, async () => {
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

  test('answers 404 to a malformed token without counting a guess', { tags: ['§8.21'] }, async () => {
    const address = newAddress();
    for (let tried = 0; tried < 25; tried += 1) {
      expect((await validate(`convite-${tried}`, address)).statusCode).toBe(404);
    }
    expect((await validate('', address)).statusCode).toBe(404);
  });
});

describe('invitation by mail', () => {
  const mailTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));

  test('is sent to the invited person only, with escaped names, and the link is not shown to the admin', {
    tags: ['§2.17'],
  }, async () => {
    const { admin, tenantId } = await mailing.tenant();
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
    expect((await validate(tokenIn(url), newAddress(), mailing)).json()).toMatchObject({ email, role: 'viewer' });
    expect(mail?.text).toContain('O link vale até 27 de novembro de 2036 às 12:00');
    expect(mail?.html).toContain(`href="${url}"`);
    expect(mail?.html).toContain('&lt;b&gt;Ação&lt;/b&gt; &amp; Já');
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
  });

  test.each(['refuses', 'hangs'] as const)(
    'falls back to showing the link to the admin when the mail server %s',
    { tags: ['§8.5'] },
    async (behaviour) => {
      server.behaviour = behaviour;
      const { admin, tenantId } = await mailing.tenant();
      const email = newEmail();
      const answer = await invite(admin, { email, role: 'editor' });
      expect([answer.statusCode, answer.json().mail]).toEqual([201, 'failed']);
      const link = tokenIn(answer.json().inviteUrl);
      expect((await validate(link, newAddress(), mailing)).json()).toMatchObject({ email });
      expect((await admin.ask(`/api/tenants/${tenantId}/invites`)).json()).toMatchObject([{ email }]);
      expect(mailTo(email)).toEqual([]);
    },
  );
});

test('deletes old invitations also when old sign-in attempts cannot be deleted', { tags: ['§4'] }, async () => {
  const { tenant } = await invited();
  const { postgres, logger } = api.stack;
  const old = { expires_at: new Date(Date.now() - 31 * DAY_MS) };
  await postgres.withTenant(tenant.tenantId, (trx) => trx.updateTable('invites').set(old).execute());
  await sweep({ postgres, logger, throttle: { forgetOld: () => Promise.reject(new TypeError('defect')) } });
  const left = await postgres.withTenant(tenant.tenantId, (trx) => trx.selectFrom('invites').select('id').execute());
  expect(left).toEqual([]);
});
