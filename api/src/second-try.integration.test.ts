/** The line breaks, and the same is sent again: nothing is made twice, and the answer is the one that was lost. */
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from './http/access.ts';
import { createIdempotentCalls } from './http/idempotent-calls.ts';
import { type StaffedTenant, type TestPerson, useApi } from './testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

interface Creation {
  readonly url: string;
  readonly payload?: object | string;
  /** What there is of it. */
  readonly count: () => Promise<number>;
}

const lengthOf = async (url: string, of = (answer: unknown): unknown => answer) =>
  (of((await tenant.admin.ask(url)).json()) as unknown[]).length;
const rowsOf = (table: string) =>
  api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    const { rows } = await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM ${sql.table(table)}`.execute(trx);
    return rows[0]?.rows ?? 0;
  });

const CREATIONS: Readonly<Record<string, () => Creation>> = {
  'campaigns.create': () => ({
    ...{ url: '/api/campaigns', payload: { name: 'Nova', destinationUrl: 'https://loja.com/nova' } },
    count: () => lengthOf('/api/campaigns'),
  }),
  'products.create': () => ({
    ...{ url: '/api/products', payload: { name: 'Curso', price: '10' } },
    count: () => rowsOf('products'),
  }),
  'costs.create': () => ({
    ...{ url: '/api/costs', payload: { kind: 'revenue-tax', from: '2036-01-01', percent: '5', note: '' } },
    count: () => rowsOf('costs'),
  }),
  'postbacks.create': () => ({
    url: '/api/postbacks',
    payload: { name: 'Parceiro', url: 'https://parceiro.com/p?clickid={clickid}', enabled: true },
    count: () => rowsOf('destinations'),
  }),
  'views.create': () => ({
    ...{ url: '/api/views', payload: { screen: 'analytics', name: 'Minha', search: 'f=a' } },
    count: () => rowsOf('views'),
  }),
  'api-keys.create': () => ({
    ...{ url: '/api/api-keys', payload: { name: 'n8n', scopes: ['read'] } },
    count: () => rowsOf('api_keys'),
  }),
  'invites.create': () => ({
    ...{ url: '/api/auth/invite', payload: { email: 'nova@loja.com', role: 'viewer' } },
    count: () => rowsOf('invites'),
  }),
  'companies.open': () => ({
    ...{ url: '/api/companies', payload: { name: 'Outra', slug: `outra-${tenant.tenantId.slice(3).toLowerCase()}` } },
    count: () => lengthOf('/api/companies'),
  }),
  'conversions.import': () => ({
    url: '/api/conversions/import?currency=BRL&checkout=kiwify',
    payload: 'ID da transação;Status;Valor;Data\nT-1;aprovada;97,90;18/11/2036 10:00\n',
    count: () => rowsOf('conversion_imports'),
  }),
  'spend.import': () => ({
    url: '/api/spend/import',
    payload: `Dia;Campanha;Fonte;Valor\n18/11/2036;${tenant.campaignId};google;97,90\n`,
    count: () => rowsOf('spend_entries'),
  }),
  'webhook-keys.rotate': () => ({
    url: '/api/webhook-keys/kiwify/rotate',
    count: () => rowsOf('tracking_keys'),
  }),
};

/** Needs a second factor that is on: `second-factor.integration.test.ts` has it. */
const ELSEWHERE = ['second-factor.renew-codes'];

const send = ({ url, payload }: Creation, key: string, person = tenant.admin) =>
  person.ask({
    method: 'POST',
    url,
    headers: { 'idempotency-key': key, 'content-type': typeof payload === 'string' ? 'text/csv' : 'application/json' },
    ...(payload !== undefined && { payload }),
  });

test('all calls that make something new are tried here', () => {
  const creating = CONTRACTS.filter(({ creates }) => creates).map(({ name }) => name);
  expect([...Object.keys(CREATIONS), ...ELSEWHERE].sort()).toEqual(creating.sort());
  const others = CONTRACTS.filter(({ status, access, creates }) => status === 201 && access !== 'public' && !creates);
  expect(others.map(({ name }) => name)).toEqual([]);
});

describe.each(Object.keys(CREATIONS))('%s', (name) => {
  const creation = () => CREATIONS[name]!();

  test('makes one thing of two tries, and gives the second the answer of the first', async () => {
    const asked = creation();
    const before = await asked.count();
    const first = await send(asked, 'try-1');
    expect(first.statusCode, first.body).toBeLessThan(300);
    expect(first.headers['idempotency-first-answered']).toBeUndefined();
    const made = await asked.count();
    const second = await send(asked, 'try-1');
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect(Date.parse(String(second.headers['idempotency-first-answered']))).not.toBeNaN();
    expect([made - before, await asked.count()]).toEqual([1, made]);
  });

  test('makes one thing of ten tries at once', async () => {
    const asked = creation();
    const before = await asked.count();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(asked, 'at-once')));
    const refusals = answers.filter(({ statusCode }) => statusCode >= 300);
    expect(refusals.length).toBeLessThan(10);
    for (const refusal of refusals) expect(refusal.json()).toMatchObject({ error: 'first-try-running' });
    expect((await asked.count()) - before).toBe(1);
  });
});

const campaign = (name: string): Creation => ({
  ...{ url: '/api/campaigns', payload: { name, destinationUrl: 'https://loja.com/nova' } },
  count: () => lengthOf('/api/campaigns'),
});
const callsOf = () =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('idempotent_calls').select(['caller', 'key', 'answer']).execute(),
  );
const change = (fields: object) =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) => trx.updateTable('idempotent_calls').set(fields).execute());

describe('a key', () => {
  test('that came with another request is refused with the time of the first', async () => {
    await send(campaign('Uma'), 'k');
    const other = await send(campaign('Outra'), 'k');
    expect(other.json()).toMatchObject({ error: 'first-try-differs', message: expect.stringMatching(/das \d\d:\d\d/) });
    expect(other.statusCode).toBe(422);
    expect(await campaign('').count()).toBe(2);
  });

  test('is of one person', async () => {
    expect((await send(campaign('Uma'), 'k')).statusCode).toBe(201);
    expect((await send(campaign('Uma'), 'k', tenant.editor)).statusCode).toBe(201);
    expect(await campaign('').count()).toBe(3);
  });

  test('of a refused call is free again', async () => {
    const wrong = { ...campaign('Uma'), payload: { name: '', destinationUrl: 'https://loja.com' } };
    expect((await send(wrong, 'k')).statusCode).toBe(400);
    expect((await send(campaign('Uma'), 'k')).statusCode).toBe(201);
  });

  test.each(['', 'a b', 'ção', 'x'.repeat(129)])('that is none is 400: %j', async (key) => {
    expect((await send(campaign('Uma'), key)).json().error).toBe('idempotency-key-invalid');
    expect(await campaign('').count()).toBe(1);
  });

  test('holds for 24 hours', async () => {
    await send(campaign('Uma'), 'k');
    await change({ begun_at: sql`now() - interval '25 hours'` });
    expect((await send(campaign('Uma'), 'k')).statusCode).toBe(201);
    expect(await campaign('').count()).toBe(3);
  });
});

describe('a first try that never answered', () => {
  test('says that it saved, where it did', async () => {
    await send(campaign('Uma'), 'k');
    await change({ answered_at: null, answer: null });
    expect((await send(campaign('Uma'), 'k')).json().error).toBe('first-try-running');
    await change({ written_at: sql`now() - interval '11 seconds'` });
    const second = await send(campaign('Uma'), 'k');
    expect(second.json()).toMatchObject({
      error: 'first-try-saved',
      message: expect.stringMatching(/salvo às \d\d:\d\d/),
    });
    expect(await campaign('').count()).toBe(2);
  });

  test('is made again where it had saved nothing, after two minutes or where its clock was ahead', async () => {
    for (const begun of ['- 3', '+ 60']) {
      await send(campaign(`Uma ${begun}`), `k${begun.length}`);
      const fields = { written_at: null, answered_at: null, answer: null };
      await change({ ...fields, begun_at: sql`now() + ${begun.replace(' ', '')}::int * interval '1 minute'` });
      const again = await send(campaign(`Uma ${begun}`), `k${begun.length}`);
      expect(again.statusCode, again.body).toBe(201);
    }
  });

  test('commits nothing after another try took it over', async () => {
    const { postgres } = api.stack;
    await send(campaign('Uma'), 'k');
    const mark = (attempt: string) =>
      postgres.withTenant(tenant.tenantId, async (trx) => {
        await trx.updateTable('campaigns').set({ name: 'Tarde' }).execute();
        const { rows } = await sql<{ own: boolean }>`
          SELECT mark_call_written(${tenant.tenantId}, ${tenant.admin.userId}, 'k', ${attempt}) AS own`.execute(trx);
        return rows[0]?.own;
      });
    expect(await mark('00000000-0000-0000-0000-000000000000')).toBe(false);
  });
});

test('the answer is kept encrypted', async () => {
  const made = await send(CREATIONS['api-keys.create']!(), 'k');
  const { key } = made.json() as { key: string };
  const [kept] = await callsOf();
  expect(kept).toMatchObject({ key: 'k' });
  expect(Buffer.from(kept?.answer ?? []).includes(key)).toBe(false);
});

describe('what is kept', () => {
  const most = {
    answerBytes: 400,
    answerBytesOfCaller: 700,
    answerBytesOfTenant: 1_200,
    callsOfCaller: 4,
    callsOfTenant: 6,
  };
  const contract = CONTRACTS.find(({ name }) => name === 'campaigns.create')!;
  const bounded = () => createIdempotentCalls({ postgres: api.stack.postgres, keyring: api.stack.keyring }, most);
  const once = (person: TestPerson, key: string, answer: string) =>
    bounded().once(
      contract,
      { tenantId: tenant.tenantId, userId: person.userId, timeZone: 'America/Sao_Paulo' } as Person,
      { url: '/api/campaigns', body: {}, headers: { 'idempotency-key': key } } as unknown as FastifyRequest,
      async () => answer,
    );
  const keysOf = async (which: (call: Awaited<ReturnType<typeof callsOf>>[number]) => boolean) =>
    (await callsOf())
      .filter(which)
      .map(({ key }) => key)
      .sort();

  test('of a person are the last answers and keys, in bytes and in number', async () => {
    for (let call = 1; call <= 6; call += 1) await once(tenant.admin, `k${call}`, 'x'.repeat(250));
    expect(await keysOf(({ answer }) => answer !== null)).toEqual(['k5', 'k6']);
    expect(await keysOf(() => true)).toEqual(['k3', 'k4', 'k5', 'k6']);
    expect(await once(tenant.admin, 'k6', 'other')).toMatchObject({ answer: 'x'.repeat(250) });
    await expect(once(tenant.admin, 'k4', 'other')).rejects.toMatchObject({ code: 'first-try-saved' });
  });

  test('of a tenant are those of all its people, and of a long answer the key alone', async () => {
    const people = [tenant.admin, tenant.editor, tenant.viewer];
    for (const person of people) for (const key of ['a', 'b', 'c']) await once(person, key, 'x'.repeat(250));
    const calls = await callsOf();
    expect(calls).toHaveLength(most.callsOfTenant);
    const bytes = calls.reduce((sum, { answer }) => sum + (answer?.length ?? 0), 0);
    expect(bytes).toBeLessThanOrEqual(most.answerBytesOfTenant);
    expect(
      calls
        .filter(({ caller }) => caller === tenant.viewer.userId)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
    await once(tenant.viewer, 'long', 'x'.repeat(401));
    expect(await keysOf(({ key, answer }) => key === 'long' && answer === null)).toEqual(['long']);
  });

  test('leaves a call that runs alone, and what another tenant keeps', async () => {
    const other = await api.tenant();
    await send(campaign('Uma'), 'kept', other.admin);
    let others: Promise<unknown> = Promise.resolve();
    const running = bounded().once(
      contract,
      { tenantId: tenant.tenantId, userId: tenant.admin.userId, timeZone: 'America/Sao_Paulo' } as Person,
      { url: '/api/campaigns', body: {}, headers: { 'idempotency-key': 'slow' } } as unknown as FastifyRequest,
      async () => {
        for (let call = 1; call <= 6; call += 1) await once(tenant.admin, `k${call}`, 'x');
        others = keysOf(({ key }) => key === 'slow');
        await others;
        return 'done';
      },
    );
    expect(await running).toEqual({ answer: 'done' });
    expect(await others).toEqual(['slow']);
    const kept = await api.stack.postgres.withTenant(other.tenantId, (trx) =>
      trx.selectFrom('idempotent_calls').select('key').execute(),
    );
    expect(kept).toEqual([{ key: 'kept' }]);
  });
});
