import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import { eventually } from '@tracker/test/kit/eventually';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgres } from '../postgres/client.ts';
import { createPersons } from './create-persons.ts';
import { normaliseEmail, personIdOf } from './person-id.ts';

const stack = useStack();
const clock = createFakeClock('2026-11-20T15:00:00.000Z');
const BEFORE = '2026-11-20T14:59:59.000Z';
const AFTER = '2026-11-20T15:00:01.000Z';
const fields = { name: 'Ana Sá', email: 'ana@example.com', phone: '+55 11 91234-5678' };

/** A separate process's view of the keys. */
function openPersons() {
  const { postgresUrl: url, keyring, logger } = stack;
  const postgres = createPostgres({ url, max: 2, logger });
  onTestFinished(() => postgres.close());
  return createPersons({ sql: postgres.sql, keyring, clock });
}

test('decrypts in one process what another encrypted, and the ciphertext shows nothing', async () => {
  const { tenantId } = await createTenant(stack);
  const [one, two] = [await openPersons(), await openPersons()];
  const encrypted = await one.encrypt(tenantId, BEFORE, { personId: 'p1', fields });
  expect(encrypted).toMatchObject({ personId: 'p1', keyId: expect.any(String) });
  expect(Buffer.from((encrypted as EncryptedPerson).sealed, 'base64url').toString('latin1')).not.toContain('ana@');
  expect(await two.decrypt(tenantId, encrypted as EncryptedPerson)).toEqual(fields);
  // A box that was changed shows nothing, and fails no list.
  expect(await two.decrypt(tenantId, { ...(encrypted as EncryptedPerson), sealed: 'AAAA' })).toBeUndefined();
});

test('encrypts with one key when two processes meet a person at the same moment', async () => {
  const { tenantId } = await createTenant(stack);
  const processes = [await openPersons(), await openPersons()];
  for (let person = 0; person < 10; person += 1) {
    const personId = `p${person}`;
    const boxes = await Promise.all(
      processes.map((persons) => persons.encrypt(tenantId, BEFORE, { personId, fields })),
    );
    expect(new Set(boxes.map((box) => box?.keyId)).size).toBe(1);
    const late = await openPersons();
    for (const box of boxes) expect(await late.decrypt(tenantId, box as EncryptedPerson)).toEqual(fields);
  }
});

test('makes an erased person unreadable in every process, and does not encrypt events from before the erasure', async () => {
  const { tenantId } = await createTenant(stack);
  const [one, two] = [await openPersons(), await openPersons()];
  const encrypted = (await one.encrypt(tenantId, BEFORE, { personId: 'p', fields })) as EncryptedPerson;
  const other = (await one.encrypt(tenantId, BEFORE, { personId: 'q', fields })) as EncryptedPerson;
  expect(await two.decrypt(tenantId, encrypted)).toEqual(fields);

  expect(await one.erase(tenantId, 'p')).toBe(1);
  expect(await one.erase(tenantId, 'p')).toBe(0);
  expect(await one.decrypt(tenantId, encrypted)).toBeUndefined();
  expect(await one.encrypt(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
  await eventually(async () => expect(await two.decrypt(tenantId, encrypted)).toBeUndefined());
  expect(await two.encrypt(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
  expect(await two.decrypt(tenantId, other)).toEqual(fields);

  // A person who buys again gets a new key; the old values stay unreadable.
  const again = (await two.encrypt(tenantId, AFTER, { personId: 'p', fields })) as EncryptedPerson;
  expect(again.keyId).not.toBe(encrypted.keyId);
  expect(await one.decrypt(tenantId, again)).toEqual(fields);
  expect(await one.decrypt(tenantId, encrypted)).toBeUndefined();
  expect(await one.encrypt(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
});

test('leaves no key for earlier events when an erasure and a new key coincide', async () => {
  const { tenantId } = await createTenant(stack);
  const [one, two] = [await openPersons(), await openPersons()];
  for (let person = 0; person < 20; person += 1) {
    const personId = `p${person}`;
    const [encrypted] = await Promise.all([
      one.encrypt(tenantId, BEFORE, { personId, fields }),
      two.erase(tenantId, personId),
    ]);
    await eventually(async () => expect(encrypted && (await one.decrypt(tenantId, encrypted))).toBeFalsy());
    expect(await one.encrypt(tenantId, BEFORE, { personId, fields })).toBeNull();
  }
});

test('keeps the keys of each tenant apart', async () => {
  const [tenant, stranger] = [await createTenant(stack), await createTenant(stack)];
  const persons = await openPersons();
  const encrypted = (await persons.encrypt(tenant.tenantId, BEFORE, { personId: 'p', fields })) as EncryptedPerson;
  await persons.encrypt(stranger.tenantId, BEFORE, { personId: 'p', fields });
  expect(await persons.decrypt(stranger.tenantId, encrypted)).toBeUndefined();
  const seen = await stack.postgres.withTenant(stranger.tenantId, (transaction) =>
    transaction.selectFrom('person_keys').select('tenant_id').execute(),
  );
  expect(seen).toEqual([{ tenant_id: stranger.tenantId }]);
});

test('decrypts many persons at once', async () => {
  const { tenantId } = await createTenant(stack);
  const one = await openPersons();
  const encrypted = await Promise.all(
    Array.from({ length: 50 }, (_, index) => one.encrypt(tenantId, BEFORE, { personId: `p${index}`, fields })),
  );
  const two = await openPersons();
  const opened = await Promise.all(encrypted.map((box) => two.decrypt(tenantId, box as EncryptedPerson)));
  expect(opened).toEqual(Array(50).fill(fields));
});

test('derives a person’s id from the e-mail regardless of case, and a different one for each tenant', async () => {
  const [one, two] = [await createTenant(stack), await createTenant(stack)];
  const salts = await Promise.all(
    [one, two].map(async ({ tenantId }) => (await stack.caches.tenants.find(tenantId))?.personSalt ?? ''),
  );
  const [salt = '', otherSalt = ''] = salts;
  expect(normaliseEmail('  Ana@Example.COM ')).toBe('ana@example.com');
  expect(personIdOf(salt, 'Ana@Example.com ')).toBe(personIdOf(salt, 'ana@example.com'));
  expect(personIdOf(salt, 'ana@example.com')).toMatch(/^[0-9a-f]{32}$/);
  expect(personIdOf(salt, 'ana@example.com')).not.toBe(personIdOf(otherSalt, 'ana@example.com'));
});
