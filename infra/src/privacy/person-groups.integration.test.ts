import type { TenantId } from '@tracker/schemas/primitives/ids';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PersonalData } from '../event-log/recorder.ts';
import { countsOf, eraseGroup } from './erase-person.ts';
import { findGroups, groupOf } from './find-person.ts';
import { personIdOf, phoneTieOf, transactionTieOf } from './person-id.ts';

const stack = useStack();
const AT = '2026-11-20T15:00:00.000Z';

/** What an event says of its person. */
interface Stated {
  readonly email?: string;
  readonly phone?: string;
  readonly transaction?: string;
  /** True by default. */
  readonly verified?: boolean;
}

async function useTenant() {
  const { tenantId } = await createTenant(stack);
  const salt = (await stack.caches.tenants.find(tenantId))?.personSalt ?? '';
  return { tenantId, ...tiesOf(salt) };
}

const tiesOf = (salt: string) => ({
  phone: (number: string) => phoneTieOf(salt, number),
  order: (transaction: string) => transactionTieOf(salt, 'generic', transaction),
  email: (email: string) => personIdOf(salt, email),
});
type Tenant = Awaited<ReturnType<typeof useTenant>>;

let anonymous = 0;

/** As ingest does (personal-data.ts). Returns whether the fields were stored, and under which id. */
async function record(tenant: Tenant, { email, phone, transaction, verified = true }: Stated) {
  const ties = {
    hasEmail: email !== undefined,
    verified,
    ...(phone !== undefined && { phone: tenant.phone(phone) }),
    ...(transaction !== undefined && { transaction: tenant.order(transaction) }),
  };
  anonymous += 1;
  const tie = verified ? (ties.transaction ?? ties.phone) : undefined;
  const personId = email === undefined ? (tie ?? `anonymous ${anonymous}`) : tenant.email(email);
  const personal: PersonalData = { personId, fields: { name: 'Ana' }, ties };
  return { personId, person: await stack.persons.encrypt(tenant.tenantId, AT, personal) };
}

const groupAt = (tenantId: TenantId, personId: string) => groupOf(stack, { tenantId, personId });
const idsAt = async (tenant: Tenant, email: string) =>
  new Set((await groupAt(tenant.tenantId, tenant.email(email))).personIds);

const EMAILS = ['ana@example.com', 'bia@example.com'] as const;
const [ANA, BIA] = EMAILS;
const PHONES = ['5511900000001', '5511900000002'];
const TRANSACTIONS = ['T1', 'T2', 'T3'];

describe('one person', () => {
  test('has the events without an e-mail that name the transaction or phone of a verified one', async () => {
    const tenant = await useTenant();
    const order = await record(tenant, { transaction: 'T1', phone: '5511900000002' });
    const { personId } = await record(tenant, { email: ANA, phone: '5511900000001', transaction: 'T1' });
    const byPhone = await record(tenant, { phone: '5511900000001' });
    const other = await record(tenant, { transaction: 'T2', phone: '5511900000001' });
    // Through the phone that only the first order names.
    const far = await record(tenant, { transaction: 'T3', phone: '5511900000002' });
    const stranger = await record(tenant, { transaction: 'T4', phone: '5511900000009' });
    const ids = await idsAt(tenant, ANA);
    expect(ids).toEqual(new Set([personId, ...[order, byPhone, other, far].map((one) => one.personId)]));
    expect(ids).not.toContain(stranger.personId);
    expect(await groupAt(tenant.tenantId, far.personId)).toMatchObject({ personId });
    expect(await countsOf(stack, tenant.tenantId, await groupAt(tenant.tenantId, personId))).toEqual({
      keys: 5,
      leads: 0,
      deliveries: 0,
    });
  });

  test('is never of two e-mails: what both share is a person of its own', async () => {
    const tenant = await useTenant();
    const phone = '5511900000001';
    await record(tenant, { email: ANA, phone, transaction: 'T1' });
    await record(tenant, { email: BIA, phone, transaction: 'T2' });
    await record(tenant, { email: BIA, transaction: 'T1' });
    const shared = await record(tenant, { phone });
    const corrected = await record(tenant, { transaction: 'T1' });
    // The transaction is Bia's alone, and says more than the phone.
    const bias = await record(tenant, { transaction: 'T2', phone });
    expect(await idsAt(tenant, ANA)).toEqual(new Set([tenant.email(ANA)]));
    expect(await idsAt(tenant, BIA)).toEqual(new Set([tenant.email(BIA), bias.personId]));
    const found = await findGroups(stack.postgres, tenant.tenantId, { email: ANA });
    // Those who share something with Ana, to choose from by hand. Bia's order leads to Bia.
    expect(new Set(found.map(({ personId }) => personId))).toEqual(
      new Set([tenant.email(ANA), tenant.email(BIA), shared.personId, corrected.personId]),
    );
  });

  test('gains nothing by events without proof', async () => {
    const tenant = await useTenant();
    const phone = '5511900000001';
    const victim = await record(tenant, { transaction: 'T1', phone });
    await record(tenant, { email: BIA, phone, transaction: 'T1', verified: false });
    const planted = await record(tenant, { phone, transaction: 'T1', verified: false });
    expect(await idsAt(tenant, BIA)).toEqual(new Set([tenant.email(BIA)]));
    expect((await groupAt(tenant.tenantId, victim.personId)).personIds).not.toContain(planted.personId);
    await record(tenant, { email: ANA, transaction: 'T1' });
    expect(await idsAt(tenant, ANA)).toEqual(new Set([tenant.email(ANA), victim.personId]));
    // By hand an administrator finds them all.
    const found = await findGroups(stack.postgres, tenant.tenantId, { phone: '(11) 90000-0001' });
    expect(new Set(found.map(({ personId }) => personId))).toEqual(
      new Set([tenant.email(ANA), tenant.email(BIA), planted.personId]),
    );
  });

  test('stays erased when events from before arrive without the e-mail, and leaves other persons alone', async () => {
    const tenant = await useTenant();
    const [own, shared] = ['5511900000001', '5511900000002'];
    await record(tenant, { email: ANA, phone: own, transaction: 'T1' });
    await record(tenant, { email: ANA, phone: shared });
    await record(tenant, { email: BIA, phone: shared, transaction: 'T2' });
    const byPhone = await record(tenant, { phone: own });
    await eraseGroup(stack, tenant.tenantId, await groupAt(tenant.tenantId, tenant.email(ANA)));
    for (const stated of [
      { email: ANA },
      { email: ANA, phone: shared, transaction: 'T9' },
      { phone: own },
      { transaction: 'T1' },
      { transaction: 'T8', phone: own },
      { phone: own, verified: false },
    ]) {
      expect((await record(tenant, stated)).person, JSON.stringify(stated)).toBeNull();
    }
    if (byPhone.person) expect(await stack.persons.decrypt(tenant.tenantId, byPhone.person)).toBeUndefined();
    for (const stated of [{ email: BIA, phone: own }, { transaction: 'T2' }, { phone: shared }]) {
      expect((await record(tenant, stated)).person, JSON.stringify(stated)).not.toBeNull();
    }
    const [erased] = await findGroups(stack.postgres, tenant.tenantId, { transaction: 'T1' });
    expect(erased?.personId).toBe(tenant.order('T1'));
  });

  test('does not depend on the order of events, and has one e-mail at most', async () => {
    const stated: fc.Arbitrary<Stated> = fc.record(
      {
        email: fc.constantFrom(...EMAILS),
        phone: fc.constantFrom(...PHONES),
        transaction: fc.constantFrom(...TRANSACTIONS),
        verified: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const tenant = await useTenant();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(stated, { minLength: 2, maxLength: 7 }), async (events) => {
        const partitions = [];
        for (const order of [events, events.toReversed()]) {
          run += 1;
          // Persons of their own in each run.
          const own = (name: string) => `${run} ${name}`;
          const names = new Map([
            ...EMAILS.map((email) => [tenant.email(`${run} ${email}`), email] as const),
            ...TRANSACTIONS.map((transaction) => [tenant.order(`${run} ${transaction}`), transaction] as const),
            ...PHONES.map((phone) => [tenant.phone(`${run} ${phone}`), phone] as const),
          ]);
          for (const { email, phone, transaction, verified } of order) {
            await record(tenant, {
              ...(email && { email: own(email) }),
              ...(phone && { phone: own(phone) }),
              ...(transaction && { transaction: own(transaction) }),
              ...(verified !== undefined && { verified }),
            });
          }
          const groups = [];
          for (const id of names.keys()) {
            const { personId, personIds } = await groupAt(tenant.tenantId, id);
            const inside = personIds.flatMap((one) => names.get(one) ?? []).sort();
            expect(inside.filter((name) => name.includes('@')).length).toBeLessThanOrEqual(1);
            groups.push(`${names.get(id)} in ${names.get(personId)}: ${inside.join(' ')}`);
          }
          partitions.push(groups);
        }
        expect(partitions[0]).toEqual(partitions[1]);
      }),
      { numRuns: 25 },
    );
  });
});
