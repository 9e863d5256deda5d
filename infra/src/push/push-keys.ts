// The pair of keys by which push services know this installation (VAPID, RFC 8292). Made once, when the first person looks at the
// notices: another pair would silence every device that subscribed under this one.
import { createECDH } from 'node:crypto';
import type { Sql } from '../postgres/connect.ts';
import type { Keyring } from '../secrets/keyring.ts';

export interface PushKeys {
  /** Base64url, an uncompressed point of P-256: browsers subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service may write to: an https: or mailto: URL. */
  readonly subject: string;
}

export const PUSH_KEY_AAD = 'push-key';

/** Undefined before they are made. Throws `SecretError` when the key that encrypted them is gone. */
export async function readPushKeys(sql: Sql, keyring: Keyring): Promise<PushKeys | undefined> {
  const [row] = await sql<{ public_key: string; private_key_encrypted: Uint8Array; subject: string }[]>`
    SELECT public_key, private_key_encrypted, subject FROM push_keys`;
  return (
    row && {
      publicKey: row.public_key,
      privateKey: Buffer.from(keyring.decrypt(row.private_key_encrypted, PUSH_KEY_AAD)).toString('utf8'),
      subject: row.subject,
    }
  );
}

/** Makes them where there are none; of several programs at once, all get those of the first. */
export async function openPushKeys(sql: Sql, keyring: Keyring, publicUrl: string): Promise<PushKeys> {
  const known = await readPushKeys(sql, keyring);
  if (known) return known;
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys().toString('base64url');
  // A key with leading zeros is shorter, and must not be.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  const box = Buffer.from(keyring.encrypt(privateKey, PUSH_KEY_AAD));
  await sql`
    INSERT INTO push_keys (public_key, private_key_encrypted, subject)
    VALUES (${publicKey}, ${box}, ${subjectOf(publicUrl)}) ON CONFLICT DO NOTHING`;
  const kept = await readPushKeys(sql, keyring);
  if (!kept) throw new Error('the keys of push notices were taken away while they were made');
  return kept;
}

/** A push service refuses http:. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:admin@${new URL(publicUrl).hostname}`;
