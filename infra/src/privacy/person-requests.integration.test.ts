import type { TenantId } from '@tracker/schemas/primitives/ids';
import { conversionRow } from '@tracker/test/kit/clickhouse/rows';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { insertConversions } from '../clickhouse/tables/conversions.ts';
import { insertWebhookDeliveries } from '../clickhouse/tables/webhook-deliveries.ts';
import { randomText } from '../identity/random-id.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { personIdOf } from './person-id.ts';

// They ask every company of the installation.
const stack = useStack({ ownPostgres: true });
const AT = '2026-11-20T15:00:00.000Z';
const deps = () => ({
  databaseUrl: stack.postgresUrl,
  postgres: stack.postgres,
  clickhouse: stack.clickhouse,
  persons: stack.persons,
  logger: stack.logger,
});

/** Stores a lead and a conversion of this person, like the processor. */
async function plant(tenantId: TenantId, email: string, transaction: string) {
  const salt = (await stack.caches.tenants.find(tenantId))?.personSalt ?? '';
  const personId = personIdOf(salt, email);
  const person = await stack.persons.encrypt(tenantId, AT, {
    personId,
    fields: { name: 'Ana Sá', email, phone: '11' },
  });
  if (!person) throw new Error('the person was erased');
  await stack.postgres.withTenant(tenantId, async (transaction_) => {
    await transaction_
      .insertInto('leads')
      .values({
        tenant_id: tenantId,
        id: `ld_${transaction}`,
        event_id: `event ${transaction}`,
        received_at: AT,
        campaign_id: null,
        click_id: '',
        source: 'facebook',
        medium: '',
        campaign: '',
        click_minute: null,
        person_id: personId,
        person_key_id: person.keyId,
        person_encrypted: person.sealed,
      })
      .execute();
    await transaction_
      .insertInto('lead_status_history')
      .values({
        tenant_id: tenantId,
        lead_id: `ld_${transaction}`,
        status: 'contacted',
        notes: 'ligou',
        changed_by: 'us_1',
      })
      .execute();
  });
  await insertWebhookDeliveries.run(stack.clickhouse, [
    {
      tenant_id: tenantId,
      received_at: AT,
      delivery_id: `delivery ${transaction}`,
      event_id: `delivery event ${transaction}`,
      provider: 'generic',
      verdict: 'processed',
      amounts_in: '',
      looked_up: '',
      reason_code: '',
      reason_params: '{}',
      body: JSON.stringify({ transaction, email: '[personal]' }),
      body_hash: '',
      occurred_at: AT,
      campaign_id: '',
      click_id: '',
      conversion_id: `conversion ${transaction}`,
      is_test: false,
      network: '',
      sender_network: '',
      verified: true,
      person_id: personId,
      person_key_id: person.keyId,
      person_encrypted: person.sealed,
      ver: '1',
    },
  ]);
  await insertConversions.run(stack.clickhouse, [conversionOf(tenantId, transaction)]);
  return personId;
}

test('exports everything stored about a person across tenants, and erases it for good', async () => {
  const [one, two, other] = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  const email = `ana.${randomText(8).toLowerCase()}@example.com`;
  const personId = await plant(one.tenantId, email, randomText(8));
  await plant(two.tenantId, email, randomText(8));
  const neighbour = `bia.${randomText(8).toLowerCase()}@example.com`;
  await plant(one.tenantId, neighbour, randomText(8));

  const exported = await exportPerson(deps(), { email: ` ${email.toUpperCase()}` });
  expect(exported).toMatchObject({ email, accounts: [] });
  expect(exported.companies.map(({ tenantId }) => tenantId).sort()).toEqual([one.tenantId, two.tenantId].sort());
  expect(exported.companies.find(({ tenantId }) => tenantId === one.tenantId)).toMatchObject({
    personId,
    company: 'Empresa de Teste',
    erasedAt: null,
    leads: [
      { name: 'Ana Sá', email, phone: '11', source: 'facebook', history: [{ status: 'contacted', notes: 'ligou' }] },
    ],
    deliveries: [{ personal: { email }, body: { email: '[personal]' } }],
    sales: [{ value: '97.9', currency: 'BRL', status: 'approved' }],
  });

  const knownAt = (tenantId: TenantId) => ({ tenantId, keys: 1, leads: 1, deliveries: 1 });
  const rehearsal = await erasePerson(deps(), { email, dryRun: true });
  expect(rehearsal).toMatchObject({ dryRun: true, remembered: 0, accounts: 0 });
  expect(rehearsal.companies).toHaveLength(2);
  for (const { tenantId } of [one, two]) {
    expect(rehearsal.companies.find((tenant) => tenant.tenantId === tenantId)).toMatchObject(knownAt(tenantId));
  }
  expect(await exportPerson(deps(), { email })).toEqual(exported);

  // First for one tenant.
  const { tenantId } = one;
  expect((await erasePerson(deps(), { email, tenantId })).companies).toMatchObject([knownAt(tenantId)]);
  expect((await exportPerson(deps(), { email, tenantId })).companies).toMatchObject([
    { erasedAt: expect.any(String), leads: [], deliveries: [{ personal: null }], sales: [{ value: '97.9' }] },
  ]);
  const rest = await erasePerson(deps(), { email });
  expect(rest.companies.find((tenant) => tenant.tenantId === two.tenantId)).toMatchObject(knownAt(two.tenantId));
  expect(rest.remembered).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify((await exportPerson(deps(), { email })).companies)).not.toContain(email);
  // An event from before the erasure that arrives later is not stored, even for a tenant that did not know the person.
  const salt = (await stack.caches.tenants.find(other.tenantId))?.personSalt ?? '';
  const late = { personId: personIdOf(salt, email), fields: { email } };
  expect(await stack.persons.encrypt(other.tenantId, AT, late)).toBeNull();

  expect((await exportPerson(deps(), { email: neighbour })).companies).toMatchObject([
    { leads: [{ email: neighbour }] },
  ]);
});

test('rejects a text that is not an e-mail', async () => {
  await expect(erasePerson(deps(), { email: '%' })).rejects.toThrow('not an e-mail');
  await expect(exportPerson(deps(), { email: '' })).rejects.toThrow('not an e-mail');
});

const conversionOf = (tenantId: TenantId, transaction: string) =>
  conversionRow({
    tenant_id: tenantId,
    conversion_id: `conversion ${transaction}`,
    transaction_id: transaction,
    ts: AT,
    received_at: AT,
  });

test('erases the sign-in attempts and the counts of mails of an e-mail without an account', async () => {
  const { postgres } = stack;
  const email = `x_${randomText(10).toLowerCase()}@example.com`;
  const other = email.replace('x_', 'xy');
  const attempt = (kind: 'login' | 'mail' | 'warning', account: string) =>
    ({ kind, account, network: '192.0.2.7', attempted_at: new Date() }) as const;
  await postgres.db
    .insertInto('login_attempts')
    .values([attempt('login', email), attempt('mail', `reset ${email}`), attempt('warning', `quota ${email}`)])
    .execute();
  await postgres.db
    .insertInto('login_attempts')
    .values([attempt('login', other), attempt('mail', `reset ${other}`)])
    .execute();
  await erasePerson(deps(), { email });
  const left = await postgres.db
    .selectFrom('login_attempts')
    .select('account')
    .where('account', 'in', [email, `reset ${email}`, `quota ${email}`, other, `reset ${other}`])
    .orderBy('account')
    .execute();
  expect(left.map(({ account }) => account)).toEqual([`reset ${other}`, other]);
});

test('erases a person at the others when one tenant cannot be written, and says where it was not', async () => {
  const email = `ana-${randomText(10).toLowerCase()}@example.com`;
  const own = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  for (const { tenantId } of own) await plant(tenantId, email, randomText(8));
  let bad: TenantId | undefined;
  const persons: typeof stack.persons = {
    ...stack.persons,
    async erase(tenantId, personId) {
      if (own.some((one) => one.tenantId === tenantId)) bad ??= tenantId;
      if (tenantId === bad) throw new TypeError('defect');
      return stack.persons.erase(tenantId, personId);
    },
  };
  await expect(erasePerson({ ...deps(), persons }, { email })).rejects.toThrow(
    /^The person was not erased at tn_\w+, but/,
  );
  const ids = own.map(({ tenantId }) => tenantId);
  const erasedAt = async () => {
    const { companies } = await exportPerson(deps(), { email });
    return companies.flatMap((one) => (ids.includes(one.tenantId) && one.erasedAt !== null ? [one.tenantId] : []));
  };
  expect((await erasedAt()).sort()).toEqual(ids.filter((id) => id !== bad).sort());
  await erasePerson(deps(), { email });
  expect(await erasedAt()).toHaveLength(3);
});
