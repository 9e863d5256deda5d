// Secrets at rest: AES-256-GCM under the keys of APP_KEYS. The first key encrypts, every key decrypts.

export interface Keyring {
  /** `aad` binds the box to where it lies (`tenant|provider`): moved elsewhere, it does not open. */
  seal(plain: string | Uint8Array, aad: string): Uint8Array;
  /** Rejects a box of an unknown key, of another place or with a changed bit by throwing `SecretError`. */
  open(box: Uint8Array, aad: string): Uint8Array;
  /** The id of the key that a box needs; for a rotation. */
  keyIdOf(box: Uint8Array): string;
  readonly currentKeyId: string;
}

export class SecretError extends Error {
  override readonly name = 'SecretError';
}
