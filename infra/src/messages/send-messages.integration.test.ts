import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { createGuardedCall } from '../postbacks/guarded-call.ts';
import { newUserId } from '../postgres/tables/create-tenant.ts';
import { createUser } from '../postgres/tables/create-user.ts';
import { createMessages, type Message } from './messages.ts';
import { forgetMessages, type MessageSenderDeps, sendMessages } from './send-messages.ts';

// The messages of all tenants are sent.
const stack = useStack({ ownPostgres: true });
const NOW = '2036-11-20T15:00:00.000Z';
const clock = createFakeClock(NOW);

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  clock.set(NOW);
  server.behaviour = 'takes';
  server.mails.length = 0;
});

const LOOPBACK = { resolve: async () => ['127.0.0.1'], isAllowed: () => true, deadlineMs: 2_000 };
const depsOf = (): MessageSenderDeps => ({
  ...stack,
  clock,
  random: () => 1,
  turnMs: 60_000,
  call: createGuardedCall(LOOPBACK),
  mailer: createSmtpMailer({ url: server.url, from: 'nao-responda@example.com' }),
});
const impatient = () => ({
  mailer: createSmtpMailer({ url: server.url, from: 'nao-responda@example.com', deadlineMs: 500 }),
});
const send = (changed: Partial<MessageSenderDeps> = {}) => sendMessages({ ...depsOf(), ...changed }, 'mail');

const quota = { kind: 'quota', params: { tenantName: 'Loja', events: 80, quota: 100, percent: 80 } } as const;
const link = (url: string) => ({ kind: 'confirm-link', params: { url } }) as const;

const add = ({ tenantId }: TestTenant, message: Message) =>
  stack.postgres.withTenant(tenantId, (trx) => createMessages({ ...stack, clock }).add(trx, tenantId, message));

const rowsOf = ({ tenantId }: TestTenant) =>
  stack.postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('messages').select(['to_id', 'kind', 'state', 'problem']).orderBy('id').execute(),
  );

async function userOf({ tenantId }: TestTenant, email: string): Promise<UserId> {
  const id = newUserId();
  const name = { first_name: 'Ana', last_name: 'Sá' };
  await stack.postgres.withTenant(tenantId, (trx) =>
    createUser(trx, { id, tenant_id: tenantId, email, ...name, role: 'admin', password_hash: '-' }),
  );
  return id;
}

describe('messages to people', () => {
  test('go to the address that the person has when they are sent, and leave neither text nor address behind', async () => {
    const tenant = await createTenant(stack);
    const person = await userOf(tenant, 'antes@example.com');
    await add(tenant, { ...quota, to: { person } });
    await add(tenant, { ...link('https://x.example/?token=secret'), to: { address: 'beto@example.com' } });
    await stack.postgres.withPerson({ userId: person }, (trx) =>
      trx.updateTable('persons').set({ email: 'depois@example.com' }).execute(),
    );
    expect(await send()).toBe(2);
    expect(server.mails.map(({ to, subject }) => [to[0], subject]).toSorted()).toEqual([
      ['beto@example.com', 'Confirme o seu email no Traffic Tracker'],
      ['depois@example.com', 'Loja usou 80% dos eventos do plano'],
    ]);
    expect(server.mails.map(({ text }) => text).join()).toContain('https://x.example/?token=secret');
    expect((await rowsOf(tenant)).map(({ to_id, state }) => [to_id, state]).toSorted()).toEqual([
      ['', 'sent'],
      [person, 'sent'],
    ]);
    expect(await send()).toBe(0);
    clock.advance(DAY_MS + 1);
    await forgetMessages(depsOf());
    expect(await rowsOf(tenant)).toEqual([]);
  });

  test('of no tenant reach a person, who alone can add them and see what became of them', async () => {
    const tenant = await createTenant(stack);
    const userId = await userOf(tenant, 'ana@example.com');
    const message = { ...link('https://x.example'), to: { person: userId } };
    const addAs = (asked: UserId) =>
      stack.postgres.withPerson({ userId: asked }, (trx) =>
        createMessages({ ...stack, clock }).add(trx, null, message),
      );
    await addAs(userId);
    await expect(addAs(newUserId())).rejects.toThrow('row-level security');
    await send();
    expect(server.mails.map(({ to }) => to[0])).toEqual(['ana@example.com']);
    expect(await rowsOf(tenant)).toEqual([]);
  });

  test('of a tenant do not reach a person who left it', async () => {
    const tenant = await createTenant(stack);
    const person = await userOf(tenant, 'saiu@example.com');
    await add(tenant, { ...quota, to: { person } });
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.deleteFrom('memberships').where('user_id', '=', person).execute(),
    );
    await send();
    expect(server.mails).toEqual([]);
    expect(await rowsOf(tenant)).toMatchObject([{ state: 'failed', problem: 'no receiver' }]);
  });

  test('are stored encrypted, and hidden from other tenants', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    const to = { address: 'ana@example.com' };
    await add(tenant, { ...link('https://x.example/?token=secret'), to, notBefore: new Date(clock.now() + HOUR_MS) });
    expect(await rowsOf(other)).toEqual([]);
    const read = stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('messages').select('params_encrypted').execute(),
    );
    await expect(read).rejects.toThrow('permission denied');
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.deleteFrom('messages').where('kind', '=', 'confirm-link').execute(),
    );
  });

  test('of one name are sent once to each receiver, however often they are added', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    const dedupeKey = 'quota 2036-11-01';
    const [ana, beto] = [{ address: 'ana@example.com' }, { address: 'beto@example.com' }];
    const ids = await Promise.all([1, 2, 3].map(() => add(tenant, { ...quota, to: ana, dedupeKey })));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    await send();
    for (const to of [ana, beto]) await add(tenant, { ...quota, to, dedupeKey });
    await add(other, { ...quota, to: ana, dedupeKey });
    await send();
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual([
      'ana@example.com',
      'ana@example.com',
      'beto@example.com',
    ]);
  });

  test('wait until they may be sent', async () => {
    const tenant = await createTenant(stack);
    await add(tenant, { ...quota, to: { address: 'ana@example.com' }, notBefore: new Date(clock.now() + HOUR_MS) });
    await send();
    expect(server.mails).toEqual([]);
    clock.advance(HOUR_MS);
    await send();
    expect(server.mails).toHaveLength(1);
  });

  test('are tried again while the mail server is away, and given up after their life', async () => {
    const tenant = await createTenant(stack);
    for (const name of ['ana', 'beto']) await add(tenant, { ...quota, to: { address: `${name}@example.com` } });
    server.behaviour = 'hangs';
    await send(impatient());
    // Not every one of them waits for a server that is away.
    const problems = (await rowsOf(tenant)).map(({ problem }) => problem);
    expect(problems.filter((problem) => problem === null)).toHaveLength(1);
    server.behaviour = 'takes';
    clock.advance(MINUTE_MS);
    await send();
    expect(server.mails).toHaveLength(2);

    await add(tenant, { ...quota, to: { address: 'caio@example.com' } });
    server.behaviour = 'hangs';
    clock.advance(3 * DAY_MS);
    await send(impatient());
    expect(await rowsOf(tenant)).toContainEqual(expect.objectContaining({ state: 'failed', to_id: '' }));
  });

  test('of one tenant, however many, leave the others their turn in the same look', async () => {
    const [flood, calm] = [await createTenant(stack), await createTenant(stack)];
    for (let index = 0; index < 70; index += 1)
      await add(flood, { ...quota, to: { address: `f${index}@example.com` } });
    clock.advance(1);
    await add(calm, { ...quota, to: { address: 'calma@example.com' } });
    await send();
    expect(server.mails.map(({ to }) => to[0]).slice(0, 2)).toContain('calma@example.com');
    await send();
    expect(server.mails).toHaveLength(71);
  });

  test('are refused once for an address that the mail server does not know, and the others are sent', async () => {
    const tenant = await createTenant(stack);
    server.behaviour = 'refuses';
    await add(tenant, { ...quota, to: { address: 'ana@example.com' } });
    await send();
    expect(await rowsOf(tenant)).toMatchObject([{ state: 'failed', problem: 'receiver-refused EENVELOPE 550' }]);
    const gone = { person: 'us_gone' as UserId };
    await add(tenant, { ...quota, to: gone });
    server.behaviour = 'takes';
    await add(tenant, { ...quota, to: { address: 'beto@example.com' } });
    await send();
    expect(server.mails.map(({ to }) => to[0])).toEqual(['beto@example.com']);
  });

  test('are sent in the same turn when one of them cannot be made', async () => {
    const tenant = await createTenant(stack);
    const to = { address: 'ana@example.com' };
    await add(tenant, { ...link('https://x.example'), kind: 'quota' as 'confirm-link', to });
    await add(tenant, { ...quota, to });
    await send();
    expect(server.mails).toHaveLength(1);
    expect((await rowsOf(tenant)).map(({ state, problem }) => [state, problem]).toSorted()).toEqual([
      ['failed', 'defect'],
      ['sent', null],
    ]);
  });

  test('are sent by one of two workers', async () => {
    const tenant = await createTenant(stack);
    for (let index = 0; index < 10; index += 1) {
      await add(tenant, { ...quota, to: { address: `a${index}@example.com` } });
    }
    await Promise.all([send(), send()]);
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `a${index}@example.com`),
    );
  });

  test('are sent again by another worker when one was killed while it sent', async () => {
    const tenant = await createTenant(stack);
    await add(tenant, { ...quota, to: { address: 'ana@example.com' } });
    const killed = new Promise<never>(() => undefined);
    void send({ mailer: { send: () => killed } });
    await expect
      .poll(
        async () =>
          (await stack.postgres.sql`SELECT id FROM list_due_messages(${new Date(clock.now())}, ${'quota'}, 10)`).length,
      )
      .toBe(0);
    clock.advance(MINUTE_MS);
    await send();
    expect(server.mails).toHaveLength(1);
  });

  test('wait for the end of the quiet hours of their person, but for urgent ones', async () => {
    const tenant = await createTenant(stack, { timeZone: 'UTC' });
    const person = await userOf(tenant, 'quieta@example.com');
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('memberships').set({ quiet_from: 14, quiet_until: 17 }).execute(),
    );
    await add(tenant, { ...quota, to: { person } });
    await add(tenant, { ...link('https://x.example'), to: { person } });
    await send();
    expect(server.mails.map(({ subject }) => subject)).toEqual(['Confirme o seu email no Traffic Tracker']);
    clock.advance(2 * HOUR_MS - 1);
    await send();
    expect(server.mails).toHaveLength(1);
    clock.advance(1);
    await send();
    expect(server.mails).toHaveLength(2);
  });
});

test('messages of one tenant do not wait for the quiet hours that their person has at another', async () => {
  const [quiet, other] = [await createTenant(stack, { timeZone: 'UTC' }), await createTenant(stack)];
  const person = await userOf(quiet, 'duas@example.com');
  await stack.postgres.withTenant(quiet.tenantId, (trx) =>
    trx.updateTable('memberships').set({ quiet_from: 14, quiet_until: 17 }).execute(),
  );
  await stack.postgres.withTenant(other.tenantId, (trx) =>
    trx.insertInto('memberships').values({ tenant_id: other.tenantId, user_id: person, role: 'admin' }).execute(),
  );
  await add(quiet, { ...quota, to: { person } });
  clock.advance(1);
  await add(other, { ...quota, params: { ...quota.params, tenantName: 'Outra' }, to: { person } });
  await send();
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Outra usou 80% dos eventos do plano']);
  await stack.postgres.withTenant(quiet.tenantId, (trx) => trx.deleteFrom('messages').execute());
});

describe('messages to URLs', () => {
  const SECRET = Buffer.from('a secret of 24 characters').toString('base64');
  const event = {
    kind: 'event',
    params: { type: 'test.sent', timestamp: NOW, data: { count: 2 }, secret: SECRET },
  } as const;
  interface Asked {
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ headers: request.headers, body: await text(request) });
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://hook.example:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    asked.length = 0;
  });
  const call = (changed: Partial<MessageSenderDeps> = {}) => sendMessages({ ...depsOf(), ...changed }, 'webhook');

  test('are signed, and forget the URL', async () => {
    const tenant = await createTenant(stack);
    await add(tenant, { ...event, to: { url: `${origin}/204` } });
    await call();
    const [{ headers, body } = { headers: {}, body: '' }] = asked;
    expect(JSON.parse(body)).toEqual({ type: 'test.sent', timestamp: NOW, data: { count: 2 } });
    const signed = `${headers['webhook-id']}.${Date.parse(NOW) / 1_000}.${body}`;
    const signature = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(await rowsOf(tenant)).toEqual([{ to_id: '', kind: 'event', state: 'sent', problem: null }]);
  });

  test('are tried again with the same id while the server fails, and hold back what else goes there', async () => {
    const tenant = await createTenant(stack);
    for (let index = 0; index < 3; index += 1) await add(tenant, { ...event, to: { url: `${origin}/500` } });
    await call();
    expect(asked).toHaveLength(1);
    await call();
    expect(asked).toHaveLength(1);
    clock.advance(MINUTE_MS);
    await call();
    expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    clock.advance(2 * DAY_MS);
    await call();
    expect(await rowsOf(tenant)).toContainEqual(
      expect.objectContaining({ state: 'failed', problem: 'server_error 500' }),
    );
  });

  test('of a receiver that takes its time are left for the next look', async () => {
    const tenant = await createTenant(stack);
    for (let index = 0; index < 3; index += 1) await add(tenant, { ...event, to: { url: `${origin}/204` } });
    await call({ turnMs: 0 });
    expect(asked).toHaveLength(1);
    await call();
    expect(asked).toHaveLength(3);
  });

  test('are given up when the server refuses them, and never call an internal network', async () => {
    const tenant = await createTenant(stack);
    await add(tenant, { ...event, to: { url: `${origin}/400` } });
    await call();
    expect(await rowsOf(tenant)).toMatchObject([{ state: 'failed' }]);
    const other = await createTenant(stack);
    await add(other, { ...event, to: { url: `${origin}/204` } });
    asked.length = 0;
    await call({ call: createGuardedCall({ resolve: async () => ['127.0.0.1'] }) });
    expect(asked).toEqual([]);
    expect(await rowsOf(other)).toMatchObject([{ state: 'waiting', problem: 'internal_address' }]);
  });
});
