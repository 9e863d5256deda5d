import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANNELS, LOCKS, TENANT_LOCKS } from './wire.ts';

const folder = new URL('./migrations/', import.meta.url);
const migrations = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');
const found = (pattern: RegExp) => new Set([...migrations.matchAll(pattern)].map(([, name]) => name));

test('uses in migrations only channels that have a name in the code', () => {
  const channels = found(/pg_notify\('(\w+)'/g);
  expect(channels.size).toBeGreaterThan(0);
  expect(Object.values<string>(CHANNELS)).toEqual(expect.arrayContaining([...channels]));
});

test('uses in migrations only lock numbers that have a name in the code', () => {
  const numbers = found(/pg_(?:try_)?advisory_xact_lock(?:_shared)?\((\d+)/g);
  expect(numbers).toEqual(new Set([String(TENANT_LOCKS.personKeys)]));
});

test('gives every lock a number of its own', () => {
  const numbers = [...Object.values(LOCKS), ...Object.values(TENANT_LOCKS)];
  expect(new Set<number>(numbers).size).toBe(numbers.length);
});
