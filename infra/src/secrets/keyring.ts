// Secrets at rest: AES-256-GCM with the keys of APP_KEYS. The first key encrypts, every key decrypts. A ciphertext names its key,
// so that keys can change while old ciphertexts exist.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { AppKey } from '../config/settings.ts';

export interface Keyring {
  /** `aad` binds the ciphertext to its row (`tenant|provider`): in another row it does not decrypt. */
  encrypt(plain: string | Uint8Array, aad: string): Uint8Array;
  /** Rejects a box of an unknown key, of another place or with a changed bit by throwing `SecretError`. */
  decrypt(box: Uint8Array, aad: string): Uint8Array;
  /** The id of the key that a box needs; for a rotation. */
  keyIdOf(box: Uint8Array): string;
  readonly currentKeyId: string;
  /** A name for something personal (an address) that is the same in all programs, until another key comes first. */
  pseudonym(text: string): string;
}

/** Says which key or that it did not open, never what was inside. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

// A box: version (1 byte), length of the key's id (1), the id, iv, ciphertext, tag. Everything before the iv is authenticated
// together with `aad`.
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `keys`: at least one, 32 bytes each. */
export function createKeyring(keys: readonly AppKey[]): Keyring {
  const [current] = keys;
  if (!current) throw new TypeError('a keyring needs a key');
  // Objects of keys: with bare bytes Node takes five times as long.
  const byId = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  const currentKey = createSecretKey(current.key);
  const header = headerOf(current.id);
  const pseudonymKey = createSecretKey(new Uint8Array(hkdfSync('sha256', current.key, '', 'pseudonyms', 32)));

  return {
    currentKeyId: current.id,

    pseudonym: (text) => createHmac('sha256', pseudonymKey).update(text).digest('base64url').slice(0, 22),

    encrypt(plain, aad) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', currentKey, iv).setAAD(authenticated(header, aad));
      const encrypted = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
      cipher.final(); // Returns no bytes in this mode; the tag exists only after it.
      return Buffer.concat([header, iv, encrypted, cipher.getAuthTag()]);
    },

    decrypt(box, aad) {
      const id = keyIdOf(box);
      const key = byId.get(id);
      if (!key) throw new SecretError(`The key ${id} is not in APP_KEYS.`);
      const head = box.subarray(0, 2 + id.length);
      const iv = box.subarray(head.length, head.length + IV_BYTES);
      const encrypted = box.subarray(head.length + IV_BYTES, box.length - TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv)
        .setAAD(authenticated(head, aad))
        .setAuthTag(box.subarray(box.length - TAG_BYTES));
      const plain = decipher.update(encrypted);
      try {
        decipher.final();
      } catch (error) {
        throw new SecretError(`A box of key ${id} does not open here.`, { cause: error });
      }
      return plain;
    },

    keyIdOf,
  };
}

function keyIdOf(box: Uint8Array): string {
  const length = box[1] ?? 0;
  if (box[0] !== VERSION || length === 0 || box.length < 2 + length + IV_BYTES + TAG_BYTES) {
    throw new SecretError('These bytes are no box of ours.');
  }
  return Buffer.from(box.buffer, box.byteOffset + 2, length).toString('latin1');
}

/** Ids are ASCII (settings.ts), so that a character is a byte. */
const headerOf = (id: string): Buffer => Buffer.concat([Buffer.from([VERSION, id.length]), Buffer.from(id, 'latin1')]);

const authenticated = (header: Uint8Array, aad: string): Buffer => Buffer.concat([header, Buffer.from(aad, 'utf8')]);
