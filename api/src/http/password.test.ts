import { expect, test } from 'vitest';
import { createPasswords } from './password.ts';

const passwords = createPasswords();

test('hashes with argon2id, 64 MiB and three passes', async () => {
  const hash = await passwords.hash('uma senha');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await passwords.verify(hash, 'uma senha')).toBe(true);
  expect(await passwords.verify(hash, 'outra senha')).toBe(false);
});

test('takes the same password in both spellings of an accent', async () => {
  expect(await passwords.verify(await passwords.hash('caf\u00e9'), 'cafe\u0301')).toBe(true);
});

test('compares an unknown person with a hash of the same cost, and refuses', async () => {
  const millisecondsOf = async (hash: string | undefined) => {
    const began = process.cpuUsage();
    expect(await passwords.verify(hash, 'uma senha')).toBe(false);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
  const wrong = await millisecondsOf(await passwords.hash('outra senha'));
  expect(await millisecondsOf(undefined)).toBeGreaterThan(wrong / 3);
});
