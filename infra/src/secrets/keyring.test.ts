import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createKeyring, SecretError } from './keyring.ts';
import { addKey, openKeyring } from './open-keyring.ts';

const key = (id: string, byte: number) => ({ id, key: new Uint8Array(32).fill(byte) });
const keyring = createKeyring([key('a', 1)]);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

describe('encrypted value', () => {
  test('decrypts to the same bytes, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (plain, aad) => {
        expect(new Uint8Array(keyring.decrypt(keyring.encrypt(plain, aad), aad))).toEqual(plain);
      }),
    );
    expect(textOf(keyring.decrypt(keyring.encrypt('João ✓', 't|p'), 't|p'))).toBe('João ✓');
    expect(keyring.encrypt('same', '')).not.toEqual(keyring.encrypt('same', ''));
  });

  test('does not decrypt when any bit is changed, or when it is cut short or moved elsewhere', () => {
    const box = keyring.encrypt('secret', 'tenant|hotmart');
    for (let bit = 0; bit < box.length * 8; bit += 1) {
      const damaged = new Uint8Array(box);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => keyring.decrypt(damaged, 'tenant|hotmart')).toThrow(SecretError);
    }
    for (let length = 0; length < box.length; length += 1) {
      expect(() => keyring.decrypt(box.subarray(0, length), 'tenant|hotmart')).toThrow(SecretError);
    }
    expect(() => keyring.decrypt(box, 'tenant|kiwify')).toThrow(SecretError);
  });

  test('decrypts after a rotation as long as its key is kept', () => {
    const old = keyring.encrypt('secret', 'here');
    const rotated = createKeyring([key('b', 2), key('a', 1)]);
    expect(textOf(rotated.decrypt(old, 'here'))).toBe('secret');
    expect([rotated.keyIdOf(old), rotated.keyIdOf(rotated.encrypt('x', '')), rotated.currentKeyId]).toEqual([
      'a',
      'b',
      'b',
    ]);
    expect(() => createKeyring([key('b', 2)]).decrypt(old, 'here')).toThrow('The key a is not in APP_KEYS.');
    // The right id with another key.
    expect(() => createKeyring([key('a', 3)]).decrypt(old, 'here')).toThrow(SecretError);
  });
});

describe('source of the keys', () => {
  const logger = createLogger({ level: 'silent', name: 'test' });
  const newDirectory = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tracker-keys-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    return dataDir;
  };

  test('takes the keys of APP_KEYS, and writes no file', () => {
    const opened = openKeyring({ config: { appKeys: [key('given', 9)] }, dataDir: '/nowhere', logger });
    expect(opened.currentKeyId).toBe('given');
  });

  test('creates a key file that only its own user can read, and reads it at each start', () => {
    const dataDir = newDirectory();
    const box = openKeyring({ config: {}, dataDir, logger }).encrypt('secret', '');
    expect(statSync(join(dataDir, 'app-keys')).mode & 0o777).toBe(0o600);
    expect(textOf(openKeyring({ config: {}, dataDir, logger }).decrypt(box, ''))).toBe('secret');
    const added = addKey(dataDir);
    const rotated = openKeyring({ config: {}, dataDir, logger });
    expect(rotated.currentKeyId).toBe(added);
    expect(textOf(rotated.decrypt(box, ''))).toBe('secret');
  });

  test('demands APP_KEYS without a data directory, and refuses a key file that is damaged or readable by others', () => {
    expect(() => openKeyring({ config: {}, logger })).toThrow(/^APP_KEYS is missing: [^\n]+\.$/);
    const dataDir = newDirectory();
    openKeyring({ config: {}, dataDir, logger });
    const path = join(dataDir, 'app-keys');
    chmodSync(path, 0o644);
    expect(() => openKeyring({ config: {}, dataDir, logger })).toThrow(StartError);
    chmodSync(path, 0o600);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 20));
    expect(() => openKeyring({ config: {}, dataDir, logger })).toThrow(/damaged/);
  });
});
