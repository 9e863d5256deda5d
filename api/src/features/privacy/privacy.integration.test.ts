import { personIdOf, phoneTieOf, transactionTieOf } from '@tracker/infra/privacy/person-id';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FoundPerson, PersonExport } from '@tracker/schemas/contracts/privacy.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { storeLead } from '../../testing/leads.ts';
import { confirmPassword, NOW, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
const EMAIL = 'ana@example.com';
const PHONE = '5511999998888';

beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

interface Bought {
  readonly email?: string;
  readonly phone?: string;
  readonly transaction: string;
}

/** A verified delivery, as ingest and processor store it. */
async function deliver({ email, phone, transaction }: Bought, { tenantId, ...rest }: StaffedTenant = tenant) {
  const salt = (await api.stack.caches.tenants.find(tenantId))?.personSalt ?? '';
  const ties = {
    hasEmail: email !== undefined,
    verified: true,
    transaction: transactionTieOf(salt, 'generic', transaction),
    ...(phone !== undefined && { phone: phoneTieOf(salt, phone) }),
  };
  const personId = email === undefined ? ties.transaction : personIdOf(salt, email);
  const fields = { name: 'Ana Sá', ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  const person = await api.stack.persons.encrypt(tenantId, NOW, { personId, fields, ties });
  if (!person) throw new Error('the person was erased');
  await storeDeliveries(api.stack.clickhouse, { tenantId, ...rest }, [
    { at: NOW, person_id: personId, person_key_id: person.keyId, person_encrypted: person.sealed },
  ]);
  return personId;
}

const post = ({ ask }: Pick<TestPerson, 'ask'>, what: string, payload: object) =>
  ask({ method: 'POST', url: `/api/privacy/${what}`, payload });

async function search(by: string, value: string, who: StaffedTenant = tenant): Promise<FoundPerson[]> {
  const answer = await post(who.admin, 'search', { by, value });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FoundPerson[]>();
}

const auditOf = async (who = tenant) =>
  (await who.admin.ask('/api/audit-log')).json<{ action: string; details: object }[]>();

describe('a person’s data', () => {
  test('is found by e-mail, phone and transaction, as one person', async () => {
    await storeLead(api.stack, tenant, { at: NOW, email: EMAIL, name: 'Ana Sá', phone: PHONE });
    const personId = await deliver({ email: EMAIL, phone: PHONE, transaction: 'T-1' });
    await deliver({ transaction: 'T-1', phone: PHONE });
    await deliver({ email: 'bia@example.com', transaction: 'T-2' });
    const ana = { personId, name: 'Ana Sá', email: EMAIL, phone: PHONE, leads: 1, deliveries: 2, erasedAt: null };
    for (const [by, value] of [
      ['email', ` ${EMAIL.toUpperCase()} `],
      ['phone', '(11) 99999-8888'],
      ['transaction', 'T-1'],
    ] as const) {
      expect(await search(by, value), by).toMatchObject([ana]);
    }
    expect(await search('email', 'eva@example.com')).toEqual([]);
    expect(await search('transaction', 'T-2')).toMatchObject([{ email: 'bia@example.com', leads: 0, deliveries: 1 }]);
    // What was searched for is nowhere.
    const details = (await auditOf()).filter(({ action }) => action === 'person.search').map((one) => one.details);
    expect(details).toEqual(['transaction', 'email', 'transaction', 'phone', 'email'].map((by) => ({ by })));
  });

  test('is exported with everything, and leaves a receipt', async () => {
    await storeLead(api.stack, tenant, { at: NOW, email: EMAIL, name: 'Ana Sá' });
    const personId = await deliver({ email: EMAIL, transaction: 'T-1' });
    await deliver({ transaction: 'T-1', phone: PHONE });
    const exported = (await post(tenant.admin, 'export', { personId })).json<PersonExport>();
    expect(exported).toMatchObject({
      exportedAt: NOW,
      personId,
      erasedAt: null,
      leads: [{ name: 'Ana Sá', email: EMAIL }],
    });
    expect(exported.deliveries.map(({ personal }) => personal)).toEqual(
      expect.arrayContaining([
        { name: 'Ana Sá', email: EMAIL },
        { name: 'Ana Sá', phone: PHONE },
      ]),
    );
    expect((await auditOf())[0]).toMatchObject({
      action: 'person.export',
      details: { personId, leads: 1, deliveries: 2 },
    });
  });

  test('is erased after the word was typed, for good, with a receipt', async () => {
    await storeLead(api.stack, tenant, { at: NOW, email: EMAIL, name: 'Ana Sá' });
    const personId = await deliver({ email: EMAIL, phone: PHONE, transaction: 'T-1' });
    await deliver({ transaction: 'T-1' });
    const bia = await deliver({ email: 'bia@example.com', phone: PHONE, transaction: 'T-2' });
    expect((await post(tenant.admin, 'erase', { personId, confirm: 'apagar' })).json().fields).toEqual({
      confirm: 'Digite APAGAR para confirmar.',
    });
    expect(await search('email', EMAIL)).toMatchObject([{ leads: 1, deliveries: 2, erasedAt: null }]);

    const leads = async () => {
      const answer = await tenant.viewer.ask('/api/figures?from=2036-11-20&to=2036-11-20&metrics=leads&by=campaign');
      const { total, rows } = answer.json<FigureAnswer>();
      return [total.values.leads, rows.map(({ keys, values }) => [...keys, values.leads])];
    };
    const before = await leads();
    expect(before[0]).toBe(1);
    const erased = await post(tenant.admin, 'erase', { personId, confirm: 'APAGAR' });
    expect(await leads()).toEqual(before);
    expect(erased.json()).toEqual({ leads: 1, deliveries: 2, erasedAt: NOW });
    expect(await search('email', EMAIL)).toMatchObject([
      { personId, name: null, email: null, leads: 0, erasedAt: expect.any(String) },
    ]);
    expect(JSON.stringify((await post(tenant.admin, 'export', { personId })).json())).not.toMatch(/ana/i);
    expect(await search('phone', PHONE)).toMatchObject([{ personId: bia, name: 'Ana Sá', erasedAt: null }]);
    expect(await auditOf()).toContainEqual(
      expect.objectContaining({ action: 'person.erase', details: { personId, leads: 1, deliveries: 2 } }),
    );
  });

  test('of another company is 404, and is not found', async () => {
    const personId = await deliver({ email: EMAIL, phone: PHONE, transaction: 'T-1' });
    const stranger = await api.tenant();
    for (const [by, value] of [
      ['email', EMAIL],
      ['phone', PHONE],
      ['transaction', 'T-1'],
    ] as const) {
      expect(await search(by, value, stranger)).toEqual([]);
    }
    expect((await post(stranger.admin, 'export', { personId })).statusCode).toBe(404);
    expect((await post(stranger.admin, 'erase', { personId, confirm: 'APAGAR' })).statusCode).toBe(404);
    expect(await search('email', EMAIL)).toMatchObject([{ name: 'Ana Sá' }]);
    expect(await auditOf(stranger)).not.toContainEqual(expect.objectContaining({ action: 'person.erase' }));
  });
});

describe('the calls', () => {
  test('need a fresh password, but for the search', async () => {
    const personId = await deliver({ email: EMAIL, transaction: 'T-1' });
    api.clock.advance(15 * 60_000 + 1);
    const erase = () => post(tenant.admin, 'erase', { personId, confirm: 'APAGAR' });
    for (const answer of [await erase(), await post(tenant.admin, 'export', { personId })]) {
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'password-not-confirmed']);
    }
    expect(await search('email', EMAIL)).toHaveLength(1);
    await confirmPassword(tenant.admin);
    expect((await erase()).statusCode).toBe(200);
  });

  test('are refused to a company that asks too often', async () => {
    for (let asked = 0; asked < 10; asked += 1) await search('transaction', `T-${asked}`);
    const refused = await post(tenant.admin, 'search', { by: 'transaction', value: 'T-11' });
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '10',
    ]);
    expect(await search('email', EMAIL, await api.tenant())).toEqual([]);
    api.clock.advance(10_000);
    await search('transaction', 'T-11');
  });

  test.each([
    [{ by: 'email', value: 'ana' }, 'Informe um email válido.'],
    [{ by: 'phone', value: '99999' }, 'Informe o telefone com DDD.'],
    [{ by: 'transaction', value: ' ' }, 'Informe o que procurar.'],
  ])('explain what is wrong with %o', async (payload, message) => {
    const answer = await post(tenant.admin, 'search', payload);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { value: message }]);
  });
});
