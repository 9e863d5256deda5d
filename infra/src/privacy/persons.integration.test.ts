import type { SealedPerson } from '@tracker/schemas/events/sealed-person';
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
  const sealed = await one.seal(tenantId, BEFORE, { personId: 'p1', fields });
  expect(sealed).toMatchObject({ personId: 'p1', keyId: expect.any(String) });
  expect(Buffer.from((sealed as SealedPerson).sealed, 'base64url').toString('latin1')).not.toContain('ana@');
  expect(await two.open(tenantId, sealed as SealedPerson)).toEqual(fields);
  await expect(two.open(tenantId, { ...(sealed as SealedPerson), sealed: 'AAAA' })).rejects.toThrow('does not open');
});

test('encrypts with one key when two processes meet a person at the same moment', async () => {
  const { tenantId } = await createTenant(stack);
  const processes = [await openPersons(), await openPersons()];
  for (let person = 0; person < 10; person += 1) {
    const personId = `p${person}`;
    const boxes = await Promise.all(processes.map((persons) => persons.seal(tenantId, BEFORE, { personId, fields })));
    expect(new Set(boxes.map((box) => box?.keyId)).size).toBe(1);
    const late = await openPersons();
    for (const box of boxes) expect(await late.open(tenantId, box as SealedPerson)).toEqual(fields);
  }
});

test('makes an erased person unreadable in every process, and does not encrypt events from before the erasure', async () => {
  const { tenantId } = await createTenant(stack);
  const [one, two] = [await openPersons(), await openPersons()];
  const sealed = (await one.seal(tenantId, BEFORE, { personId: 'p', fields })) as SealedPerson;
  const other = (await one.seal(tenantId, BEFORE, { personId: 'q', fields })) as SealedPerson;
  expect(await two.open(tenantId, sealed)).toEqual(fields);

  expect(await one.erase(tenantId, 'p')).toBe(1);
  expect(await one.erase(tenantId, 'p')).toBe(0);
  expect(await one.open(tenantId, sealed)).toBeUndefined();
  expect(await one.seal(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
  await eventually(async () => {
    expect(await two.open(tenantId, sealed)).toBeUndefined();
    expect(await two.seal(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
  });
  expect(await two.open(tenantId, other)).toEqual(fields);

  // A person who buys again gets a new key; the old values stay unreadable.
  const again = (await two.seal(tenantId, AFTER, { personId: 'p', fields })) as SealedPerson;
  expect(again.keyId).not.toBe(sealed.keyId);
  expect(await one.open(tenantId, again)).toEqual(fields);
  expect(await one.open(tenantId, sealed)).toBeUndefined();
  expect(await one.seal(tenantId, BEFORE, { personId: 'p', fields })).toBeNull();
});

test('leaves no key for earlier events when an erasure and a new key coincide', async () => {
  const { tenantId } = await createTenant(stack);
  const [one, two] = [await openPersons(), await openPersons()];
  for (let person = 0; person < 20; person += 1) {
    const personId = `p${person}`;
    const [sealed] = await Promise.all([
      one.seal(tenantId, BEFORE, { personId, fields }),
      two.erase(tenantId, personId),
    ]);
    await eventually(async () => {
      expect(sealed && (await one.open(tenantId, sealed))).toBeFalsy();
      expect(await one.seal(tenantId, BEFORE, { personId, fields })).toBeNull();
    });
  }
});

test('keeps the keys of each tenant apart', async () => {
  const [tenant, stranger] = [await createTenant(stack), await createTenant(stack)];
  const persons = await openPersons();
  const sealed = (await persons.seal(tenant.tenantId, BEFORE, { personId: 'p', fields })) as SealedPerson;
  await persons.seal(stranger.tenantId, BEFORE, { personId: 'p', fields });
  expect(await persons.open(stranger.tenantId, sealed)).toBeUndefined();
  const seen = await stack.postgres.withTenant(stranger.tenantId, (transaction) =>
    transaction.selectFrom('person_keys').select('tenant_id').execute(),
  );
  expect(seen).toEqual([{ tenant_id: stranger.tenantId }]);
});

test('decrypts many persons at once', async () => {
  const { tenantId } = await createTenant(stack);
  const one = await openPersons();
  const sealed = await Promise.all(
    Array.from({ length: 50 }, (_, index) => one.seal(tenantId, BEFORE, { personId: `p${index}`, fields })),
  );
  const two = await openPersons();
  const opened = await Promise.all(sealed.map((box) => two.open(tenantId, box as SealedPerson)));
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
