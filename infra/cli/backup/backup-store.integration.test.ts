import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { startS3Server } from '@tracker/test/kit/s3-server';
import { test as base, describe, expect } from 'vitest';
import { z } from 'zod';
import { DamagedError, openBackupFiles } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import { openBackupStore } from './open-backup-store.ts';

const keyring = (id: string, fill = 1) => createKeyring([{ id, key: new Uint8Array(32).fill(fill) }]);

const places = {
  async folder(dir: string) {
    return { url: pathToFileURL(join(dir, 'not made yet')).href, close: async () => undefined };
  },
  S3: startS3Server,
};

describe.each(Object.entries(places))('a backup store in %s', (_name, start) => {
  const test = base.extend('store', async ({ onTestFinished }): Promise<BackupStore> => {
    const dir = mkdtempSync(join(tmpdir(), 'tracker-store-'));
    const { url, close } = await start(dir);
    onTestFinished(async () => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    });
    return openBackupStore({ backups: { url, keepDays: 30 } });
  });

  test('puts, replaces, lists by prefix and removes files, and knows which are missing', async ({ store }) => {
    expect(await store.list('')).toEqual([]);
    expect(await store.get('a/one')).toBeUndefined();
    for (const name of ['b/three', 'a/two', 'a/one']) await store.put(name, Buffer.from(name));
    await store.put('a/one', Buffer.from([0, 255, 10]));
    expect(await store.get('a/one')).toEqual(Buffer.from([0, 255, 10]));
    expect(await store.list('')).toEqual(['a/one', 'a/two', 'b/three']);
    expect(await store.list('a/')).toEqual(['a/one', 'a/two']);
    await store.remove('a/one');
    await store.remove('a/one');
    expect(await store.list('a/')).toEqual(['a/two']);
    expect(store.place).not.toContain('S3RVER');
  });

  test('keeps files of several parts, encrypted, and refuses a changed index', async ({ store }) => {
    const files = await openBackupFiles(store, keyring('one'), { isNew: true });
    // Random enough that no compression makes it fit into one part.
    const chunks = Array.from({ length: 36 }, (_, index) => randomChunk(index));
    const file = await files.write('x', chunks);
    expect(file.parts.length).toBeGreaterThan(1);
    const read: Buffer[] = [];
    await files.read(file, async (content) => {
      for await (const chunk of content) read.push(chunk);
    });
    expect(Buffer.concat(read).equals(Buffer.concat(chunks))).toBe(true);
    await files.putIndex('index.json', { of: 'one' });
    const Index = z.object({ of: z.string() });
    expect(await files.getIndex('index.json', Index)).toEqual({ of: 'one' });
    const text = (await store.get('index.json'))?.toString() ?? '';
    await store.put('index.json', Buffer.from(text.replace('"one"', '"two"')));
    await expect(files.getIndex('index.json', Index)).rejects.toThrow(DamagedError);
  });

  test('opens with a rotated keyring, and then without the old key', async ({ store }) => {
    const before = await openBackupFiles(store, keyring('one'), { isNew: true });
    const part = await before.putPart('x', Buffer.from('content'));
    await expect(openBackupFiles(store, keyring('two', 2), { isNew: false })).rejects.toThrow(
      `APP_KEYS is not the one of the backups in ${store.place}: The key one is not in APP_KEYS.`,
    );
    const both = createKeyring([
      { id: 'two', key: new Uint8Array(32).fill(2) },
      { id: 'one', key: new Uint8Array(32).fill(1) },
    ]);
    await openBackupFiles(store, both, { isNew: true });
    const after = await openBackupFiles(store, keyring('two', 2), { isNew: false });
    expect(Buffer.from(await after.getPart(part)).toString()).toBe('content');
  });
});

/** Half a MiB, the same for the same number. */
function randomChunk(seed: number): Buffer {
  const chunk = Buffer.allocUnsafe(512 * 1024);
  let state = seed + 1;
  for (let at = 0; at < chunk.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chunk.writeUInt32LE((state ^ (state >>> 15)) >>> 0, at);
  }
  return chunk;
}
