// Rotates the keys of APP_KEYS: a new key is added in front, all data of older keys is encrypted again with it, then the old keys
// can be removed. Spools are left alone: the process of a spool encrypts it, and it is empty once the log is back.

import { connectionTokenAad } from '@tracker/infra/ad-platforms/connection-store';
import { messageAad } from '@tracker/infra/messages/messages';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import type { Sql } from '@tracker/infra/postgres/connect';
import { addressKeyOf } from '@tracker/infra/privacy/addresses';
import { wrappedFor } from '@tracker/infra/privacy/create-persons';
import { PUSH_KEY_AAD } from '@tracker/infra/push/push-keys';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { destinationSecretAad } from '@tracker/infra/secrets/destination-secret';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { SecretError } from '@tracker/infra/secrets/keyring';
import { secondFactorAad } from '@tracker/infra/secrets/second-factor';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';

const PAGE_SIZE = 500;

/** A ciphertext and the key of its row. */
interface BoxRow {
  readonly one: string;
  readonly two: string;
  readonly three: string;
  readonly box: Uint8Array;
}

interface Drawer {
  readonly name:
    | 'webhookSecrets'
    | 'checkoutTokens'
    | 'adPlatformTokens'
    | 'pixelTokens'
    | 'pushKeys'
    | 'messages'
    | 'secondFactors'
    | 'personKeys'
    | 'addressKeys';
  readonly aadOf: (row: BoxRow) => string;
  /** The next rows in the order of (one, two). */
  readonly read: (sql: Sql, after: { one: string; two: string }) => Promise<BoxRow[]>;
  /** `changes`: [{one, two, before, box}], boxes in hex. A row that changed meanwhile is skipped. Returns how many were written. */
  readonly write: (sql: Sql, changes: string) => Promise<{ count: number }>;
}

const DRAWERS: readonly Drawer[] = [
  {
    name: 'webhookSecrets',
    aadOf: ({ one, two }) => checkoutSecretAad(one as TenantId, two as CheckoutId),
    read: (sql, { one, two }) => sql`
      SELECT tenant_id AS one, provider AS two, '' AS three, secret_encrypted AS box FROM webhook_secrets
      WHERE (tenant_id, provider) > (${one}, ${two}) ORDER BY tenant_id, provider LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE webhook_secrets s SET secret_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE s.tenant_id = c.one AND s.provider = c.two AND s.secret_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'checkoutTokens',
    aadOf: ({ one, two }) => checkoutTokenAad(one as TenantId, two as CheckoutId),
    read: (sql, { one, two }) => sql`
      SELECT tenant_id AS one, provider AS two, '' AS three, token_encrypted AS box FROM checkout_tokens
      WHERE (tenant_id, provider) > (${one}, ${two}) ORDER BY tenant_id, provider LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE checkout_tokens k SET token_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE k.tenant_id = c.one AND k.provider = c.two AND k.token_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'adPlatformTokens',
    aadOf: ({ one, two }) => connectionTokenAad(one, two),
    read: (sql, { one, two }) => sql`
      SELECT tenant_id AS one, platform AS two, '' AS three, encrypted_token AS box FROM ad_platform_connections
      WHERE (tenant_id, platform) > (${one}, ${two}) ORDER BY tenant_id, platform LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE ad_platform_connections s SET encrypted_token = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE s.tenant_id = c.one AND s.platform = c.two AND s.encrypted_token = decode(c.before, 'hex')`,
  },
  {
    name: 'pixelTokens',
    aadOf: ({ one, two }) => destinationSecretAad(one as TenantId, two),
    read: (sql, { one, two }) => sql`
      SELECT tenant_id AS one, id AS two, '' AS three, token_encrypted AS box FROM destinations
      WHERE token_encrypted IS NOT NULL AND (tenant_id, id) > (${one}, ${two}) ORDER BY tenant_id, id LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE destinations d SET token_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE d.tenant_id = c.one AND d.id = c.two AND d.token_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'pushKeys',
    aadOf: () => PUSH_KEY_AAD,
    read: (sql, { one }) => sql`
      SELECT public_key AS one, '' AS two, '' AS three, private_key_encrypted AS box FROM push_keys WHERE public_key > ${one}`,
    write: (sql, changes) => sql`
      UPDATE push_keys k SET private_key_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE k.public_key = c.one AND k.private_key_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'messages',
    aadOf: ({ one }) => messageAad(one),
    read: (sql, { one }) => sql`
      SELECT id AS one, '' AS two, '' AS three, params_encrypted AS box FROM messages
      WHERE params_encrypted IS NOT NULL AND id > ${one} ORDER BY id LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE messages m SET params_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE m.id = c.one AND m.params_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'secondFactors',
    aadOf: ({ one }) => secondFactorAad(one as UserId),
    read: (sql, { one }) => sql`
      SELECT id AS one, '' AS two, '' AS three, totp_secret_encrypted AS box FROM persons
      WHERE totp_secret_encrypted IS NOT NULL AND id > ${one} ORDER BY id LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE persons p SET totp_secret_encrypted = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE p.id = c.one AND p.totp_secret_encrypted = decode(c.before, 'hex')`,
  },
  {
    name: 'personKeys',
    aadOf: ({ one, two, three }) => wrappedFor(one, two, three),
    read: (sql, { one, two }) => sql`
      SELECT tenant_id AS one, person_id AS two, key_id AS three, wrapped AS box FROM person_keys
      WHERE (tenant_id, person_id) > (${one}, ${two}) ORDER BY tenant_id, person_id LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE person_keys k SET wrapped = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE k.tenant_id = c.one AND k.person_id = c.two AND k.wrapped = decode(c.before, 'hex')`,
  },
  {
    name: 'addressKeys',
    aadOf: ({ one }) => addressKeyOf(one),
    read: (sql, { one }) => sql`
      SELECT day::text AS one, '' AS two, '' AS three, wrapped AS box FROM address_keys
      WHERE day::text > ${one} ORDER BY one LIMIT ${PAGE_SIZE}`,
    write: (sql, changes) => sql`
      UPDATE address_keys k SET wrapped = decode(c.box, 'hex')
      FROM jsonb_to_recordset(${changes}::text::jsonb) AS c (one text, two text, before text, box text)
      WHERE k.day = c.one::date AND k.wrapped = decode(c.before, 'hex')`,
  },
];

export interface RotationCount {
  /** Boxes of the current key, which stay as they are. */
  readonly current: number;
  /** Encrypted again; with `dryRun`, those that would be. */
  readonly rotated: number;
  /** Their key is in APP_KEYS no more, or they are damaged. */
  readonly unreadable: number;
}

export type RotationReport = { readonly keyId: string; readonly dryRun: boolean } & Readonly<
  Record<Drawer['name'], RotationCount>
>;

/** Safe to interrupt, to repeat and to run while the product runs: each ciphertext is complete under one key. */
export async function rotateKeys(
  deps: { readonly databaseUrl: string; readonly keyring: Keyring; readonly logger: Logger },
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<RotationReport> {
  return asOwner(deps, async (sql) => {
    const counts = {} as Record<Drawer['name'], RotationCount>;
    for (const drawer of DRAWERS) counts[drawer.name] = await rotateDrawer(sql, deps.keyring, drawer, dryRun);
    return { keyId: deps.keyring.currentKeyId, dryRun, ...counts };
  });
}

async function rotateDrawer(sql: Sql, keyring: Keyring, drawer: Drawer, dryRun: boolean): Promise<RotationCount> {
  const count = { current: 0, rotated: 0, unreadable: 0 };
  let after = { one: '', two: '' };
  for (;;) {
    const rows = await drawer.read(sql, after);
    const changes: object[] = [];
    for (const row of rows) {
      const box = reencrypted(keyring, row.box, drawer.aadOf(row));
      if (box === 'current' || box === 'unreadable') count[box] += 1;
      else changes.push({ one: row.one, two: row.two, before: hex(row.box), box: hex(box) });
    }
    if (dryRun) count.rotated += changes.length;
    else if (changes.length > 0) count.rotated += (await drawer.write(sql, JSON.stringify(changes))).count;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return count;
    after = last;
  }
}

function reencrypted(keyring: Keyring, box: Uint8Array, aad: string): Uint8Array | 'current' | 'unreadable' {
  try {
    if (keyring.keyIdOf(box) === keyring.currentKeyId) return 'current';
    return keyring.encrypt(keyring.decrypt(box, aad), aad);
  } catch (error) {
    if (error instanceof SecretError) return 'unreadable';
    throw error;
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
