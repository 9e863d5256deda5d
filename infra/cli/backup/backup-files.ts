// What lies in the store is compressed and encrypted with the store's own key, which is encrypted by APP_KEYS: the store alone gives
// nothing away, and APP_KEYS can be rotated without writing the files again. A file is cut into parts, so that its length costs no
// memory and each part is checked before a byte of it is used. Indexes are plain JSON with a signature by the same key.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createKeyring, type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import { z } from 'zod';
import { EXIT, OpsError } from '../command.ts';
import type { BackupStore } from './backup-store.ts';

/** Of a part before encryption. */
const PART_BYTES = 16 * 1024 * 1024;
const KEY_FILE = 'store-key';
const KEY_BYTES = 32;

export const Part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

/** Sizes and hashes are those of the parts as they lie in the store. */
export const StoredFile = z.object({ parts: z.array(Part) });
export type StoredFile = z.infer<typeof StoredFile>;

/** A part of the store is missing, damaged, or was written by someone else. */
export class DamagedError extends OpsError {
  constructor(name: string, what: string) {
    super(EXIT.failed, `${name} ${what}.`);
  }
}

export interface BackupFiles {
  readonly store: BackupStore;
  putPart(name: string, bytes: Uint8Array): Promise<Part>;
  /** Rejects with `DamagedError`. */
  getPart(part: Part): Promise<Uint8Array>;
  /** Compresses; the parts are `<name>.1`, `<name>.2`, … */
  write(name: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StoredFile>;
  read(file: StoredFile, sink: Writable | ((chunks: AsyncIterable<Buffer>) => Promise<void>)): Promise<void>;
  putIndex(name: string, index: unknown): Promise<void>;
  /** Undefined when there is none. */
  getIndex<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined>;
}

/** `isNew`: makes the key of an empty store, and encrypts it with the first of APP_KEYS again after a rotation. */
export async function openBackupFiles(
  store: BackupStore,
  keyring: Keyring,
  { isNew }: { readonly isNew: boolean },
): Promise<BackupFiles> {
  const key = await storeKey(store, keyring, isNew);
  const parts = createKeyring([{ id: 'store', key }]);
  const signatureOf = (name: string, body: string) => createHmac('sha256', key).update(`${name}\n${body}`).digest();

  async function putPart(name: string, bytes: Uint8Array): Promise<Part> {
    const encrypted = parts.encrypt(bytes, name);
    await store.put(name, encrypted);
    return { name, bytes: encrypted.byteLength, sha256: sha256(encrypted) };
  }

  async function getPart(part: Part): Promise<Uint8Array> {
    const encrypted = await store.get(part.name);
    if (!encrypted) throw new DamagedError(part.name, 'is missing');
    if (encrypted.byteLength !== part.bytes || sha256(encrypted) !== part.sha256)
      throw new DamagedError(part.name, 'is damaged: its bytes are not those that were written');
    return parts.decrypt(encrypted, part.name);
  }

  async function* partsOf(file: StoredFile) {
    for (const part of file.parts) yield await getPart(part);
  }

  return {
    store,
    putPart,
    getPart,

    async write(name, source) {
      const written: Part[] = [];
      const put = async (chunks: readonly Buffer[]) => {
        written.push(await putPart(`${name}.${written.length + 1}`, Buffer.concat(chunks)));
      };
      await pipeline(source, createZstdCompress(), async (compressed: AsyncIterable<Buffer>) => {
        let chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of compressed) {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes < PART_BYTES) continue;
          await put(chunks);
          chunks = [];
          bytes = 0;
        }
        if (bytes > 0) await put(chunks);
      });
      return { parts: written };
    },

    read: (file, sink) => pipeline(partsOf(file), createZstdDecompress(), sink as Writable),

    async putIndex(name, index) {
      const body = JSON.stringify(index);
      const signature = signatureOf(name, body).toString('hex');
      await store.put(name, Buffer.from(`${JSON.stringify({ index, signature }, null, 1)}\n`));
    },

    async getIndex(name, schema) {
      const bytes = await store.get(name);
      if (!bytes) return undefined;
      const { index, signature } = parsedIndex(name, bytes);
      const given = Buffer.from(signature, 'hex');
      const right = signatureOf(name, JSON.stringify(index));
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new DamagedError(name, 'is damaged: its signature is wrong');
      return schema.parse(index);
    },
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const Index = z.object({ index: z.unknown(), signature: z.string() });

function parsedIndex(name: string, bytes: Buffer): z.infer<typeof Index> {
  try {
    return Index.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new DamagedError(name, 'is damaged: it is no index');
  }
}

async function storeKey(store: BackupStore, keyring: Keyring, isNew: boolean): Promise<Uint8Array> {
  const box = await store.get(KEY_FILE);
  if (!box) {
    if (!isNew) throw new OpsError(EXIT.usage, `There is no backup in ${store.place}.`);
    if ((await store.list('')).length > 0) throw new DamagedError(KEY_FILE, `of ${store.place} is missing`);
    const key = randomBytes(KEY_BYTES);
    await store.put(KEY_FILE, keyring.encrypt(key, KEY_FILE));
    return key;
  }
  try {
    const key = keyring.decrypt(box, KEY_FILE);
    if (isNew && keyring.keyIdOf(box) !== keyring.currentKeyId)
      await store.put(KEY_FILE, keyring.encrypt(key, KEY_FILE));
    return key;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new OpsError(EXIT.usage, `APP_KEYS is not the one of the backups in ${store.place}: ${error.message}`);
  }
}
