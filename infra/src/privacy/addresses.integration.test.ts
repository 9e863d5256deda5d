import { createFakeClock, type FakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { randomText } from '../identity/random-id.ts';
import { connect, type Sql } from '../postgres/connect.ts';
import { createKeyring } from '../secrets/keyring.ts';
import { createAddresses } from './addresses.ts';

const stack = useStack();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Keys of this file's own: a processor of another test deletes the keys of days that are old by its clock.
let owner: Sql;
let sql: Sql;
beforeAll(async () => {
  const schema = `addresses_${randomText(8).toLowerCase()}`;
  const url = `${stack.postgresUrl}?search_path=${schema}`;
  owner = connect({ url, logger: stack.logger, name: 'test', max: 1, role: null });
  await owner.unsafe(`
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.address_keys (LIKE public.address_keys INCLUDING ALL);
    GRANT USAGE ON SCHEMA ${schema} TO tracker_app;
    GRANT SELECT, INSERT, DELETE ON ${schema}.address_keys TO tracker_app;`);
  sql = connect({ url, logger: stack.logger, name: 'test', max: 2 });
});
afterAll(() => Promise.all([owner.end(), sql.end()]));

/** A separate process's view of the keys. */
async function openAddresses(clock: FakeClock) {
  const addresses = await createAddresses({ sql, keyring: stack.keyring, clock, logger: stack.logger });
  onTestFinished(() => addresses.close());
  return addresses;
}

test('decrypts in one process what another encrypted, and the event holds only the network in the clear', async () => {
  const clock = createFakeClock('2031-01-01T10:00:00Z');
  const [ingest, processor] = await Promise.all([openAddresses(clock), openAddresses(clock)]);
  for (const [ip, network, length] of [
    ['203.0.113.9', '203.0.113.0', 22],
    ['2001:db8:1:2::3', '2001:db8:1::', 32],
    ['::1', '::', 32],
  ] as const) {
    const facts = ingest.encrypt(ip, clock.now());
    expect(facts).toEqual({
      ipAddress: network,
      address: { keyId: '22280', sealed: expect.stringMatching(new RegExp(`^.{${length}}$`)) },
    });
    expect(processor.decrypt(facts)).toBe(ip);
  }
  expect(ingest.encrypt('', clock.now())).toEqual({ ipAddress: '' });
  // Events from before addresses were encrypted.
  expect(processor.decrypt({ ipAddress: '203.0.113.9' })).toBe('203.0.113.9');
});

test('names a network the same in all processes for one day and tenant, and never again', async () => {
  const clock = createFakeClock('2031-01-15T10:00:00Z');
  const [one, two] = await Promise.all([openAddresses(clock), openAddresses(clock)]);
  const name = one.nameNetwork('203.0.113.9', clock.now(), 'tn_a');
  expect(name).toMatch(/^[\w-]{22}$/);
  // Another address of the /24, and another process.
  expect(two.nameNetwork('203.0.113.77', clock.now() + 13 * HOUR_MS, 'tn_a')).toBe(name);
  const others = [
    one.nameNetwork('203.0.114.9', clock.now(), 'tn_a'),
    one.nameNetwork('203.0.113.9', clock.now(), 'tn_b'),
    one.nameNetwork('203.0.113.9', clock.now() + DAY_MS, 'tn_a'),
    one.nameNetwork('2001:db8:1:2::3', clock.now(), 'tn_a'),
  ];
  expect(new Set([name, ...others]).size).toBe(5);
  expect(two.nameNetwork('2001:db8:1:ffff::4', clock.now(), 'tn_a')).toBe(others[3]);
  expect(one.nameNetwork('', clock.now(), 'tn_a')).toBe('');
  // With the day's key the only way back is gone.
  clock.advance(32 * DAY_MS);
  await one.forgetOld();
  expect(one.nameNetwork('203.0.113.9', clock.now() - 32 * DAY_MS, 'tn_a')).toBe('');
});

test('has the next day’s key ready at midnight, and loads a missing key once', async () => {
  const clock = createFakeClock('2031-02-01T23:59:59Z');
  const ingest = await openAddresses(clock);
  clock.advance(2_000);
  const facts = ingest.encrypt('203.0.113.9', clock.now());
  expect(facts.address?.keyId).toBe(String(Math.floor(clock.now() / DAY_MS)));
  clock.advance(5 * DAY_MS);
  const late = await openAddresses(clock);
  const opening = [late.decrypt(facts), late.decrypt(facts)];
  expect(opening[0]).toBeInstanceOf(Promise);
  expect(await Promise.all(opening)).toEqual(['203.0.113.9', '203.0.113.9']);
  expect(late.decrypt(facts)).toBe('203.0.113.9');
  // A day without a key: only the network is kept.
  expect(ingest.encrypt('203.0.113.9', clock.now())).toEqual({ ipAddress: '203.0.113.0' });
});

test('ends the start with a sentence when APP_KEYS are not those of the database', async () => {
  const clock = createFakeClock('2031-03-01T10:00:00Z');
  await openAddresses(clock);
  const keyring = createKeyring([{ id: 'another', key: new Uint8Array(32) }]);
  await expect(createAddresses({ sql, keyring, clock, logger: stack.logger })).rejects.toThrow(
    /^The keys of APP_KEYS are not those of this database: The key test is not in APP_KEYS\. Put that key back\.$/,
  );
});

test('forgets an address after 30 days, also in a process that had its key', async () => {
  const clock = createFakeClock('2021-03-01T10:00:00Z');
  const [ingest, processor] = [await openAddresses(clock), await openAddresses(clock)];
  const facts = ingest.encrypt('203.0.113.9', clock.now());
  clock.advance(30 * DAY_MS);
  await processor.forgetOld();
  expect(await processor.decrypt(facts)).toBe('203.0.113.9');
  clock.advance(DAY_MS);
  expect(await processor.decrypt(facts)).toBe('203.0.113.0');
  expect(await processor.forgetOld()).toBe(1);
  const [row] = await sql`SELECT 1 FROM address_keys WHERE day = '2021-03-01'`;
  expect(row).toBeUndefined();
  // The key is gone for good, even when the clock is set back.
  clock.advance(-5 * DAY_MS);
  expect(await (await openAddresses(clock)).decrypt(facts)).toBe('203.0.113.0');
});

test('deletes the keys of two days at a time, however far ahead the clock is', async () => {
  const clock = createFakeClock('2001-03-01T10:00:00Z');
  for (let day = 0; day < 3; day += 1) {
    await openAddresses(clock);
    clock.advance(DAY_MS);
  }
  // Those of three days, and of the day after the last one.
  clock.advance(3_650 * DAY_MS);
  const addresses = await openAddresses(clock);
  expect(await addresses.forgetOld()).toBe(2);
  expect(await sql`SELECT FROM address_keys WHERE day < '2001-04-01'`).toHaveLength(2);
});

test('shows the network of an address whose day got a second key, never an invented address', async () => {
  const clock = createFakeClock('2032-03-01T10:00:00Z');
  const first = await openAddresses(clock);
  const facts = ['203.0.113.9', '2001:db8:1:2::3'].map((ip) => first.encrypt(ip, clock.now()));
  await sql`DELETE FROM address_keys WHERE day = '2032-03-01'`;
  const second = await openAddresses(clock);
  expect(facts.map((one) => second.decrypt(one))).toEqual(['203.0.113.0', '2001:db8:1::']);
});
