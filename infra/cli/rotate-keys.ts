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

/** A table whose rows have a ciphertext each. */
interface Drawer {
  readonly table: string;
  /** The column of the ciphertext. */
  readonly box: string;
  /** SQL of `one` and `two`, in whose order rows are read, and of `three`, which only the binding needs. */
  readonly columns: readonly string[];
  readonly aadOf: (row: BoxRow) => string;
}

const DRAWERS = {
  webhookSecrets: {
    ...{ table: 'webhook_secrets', box: 'secret_encrypted', columns: ['tenant_id', 'provider'] },
    aadOf: ({ one, two }) => checkoutSecretAad(one as TenantId, two as CheckoutId),
  },
  checkoutTokens: {
    ...{ table: 'checkout_tokens', box: 'token_encrypted', columns: ['tenant_id', 'provider'] },
    aadOf: ({ one, two }) => checkoutTokenAad(one as TenantId, two as CheckoutId),
  },
  adPlatformTokens: {
    ...{ table: 'ad_platform_connections', box: 'encrypted_token', columns: ['tenant_id', 'platform'] },
    aadOf: ({ one, two }) => connectionTokenAad(one, two),
  },
  pixelTokens: {
    ...{ table: 'destinations', box: 'token_encrypted', columns: ['tenant_id', 'id'] },
    aadOf: ({ one, two }) => destinationSecretAad(one as TenantId, two),
  },
  pushKeys: {
    ...{ table: 'push_keys', box: 'private_key_encrypted', columns: ['public_key'] },
    aadOf: () => PUSH_KEY_AAD,
  },
  messages: {
    ...{ table: 'messages', box: 'params_encrypted', columns: ['id'] },
    aadOf: ({ one }) => messageAad(one),
  },
  secondFactors: {
    ...{ table: 'persons', box: 'totp_secret_encrypted', columns: ['id'] },
    aadOf: ({ one }) => secondFactorAad(one as UserId),
  },
  personKeys: {
    ...{ table: 'person_keys', box: 'wrapped', columns: ['tenant_id', 'person_id', 'key_id'] },
    aadOf: ({ one, two, three }) => wrappedFor(one, two, three),
  },
  addressKeys: {
    ...{ table: 'address_keys', box: 'wrapped', columns: ['day::text'] },
    aadOf: ({ one }) => addressKeyOf(one),
  },
} as const satisfies Readonly<Record<string, Drawer>>;
type DrawerName = keyof typeof DRAWERS;

/** The next rows in the order of (one, two). */
function readRows(sql: Sql, { table, box, columns }: Drawer, after: { one: string; two: string }): Promise<BoxRow[]> {
  const order = columns.slice(0, 2);
  const [one, two = `''`, three = `''`] = columns;
  return sql.unsafe<BoxRow[]>(
    `SELECT ${one} AS one, ${two} AS two, ${three} AS three, ${box} AS box FROM ${table}
    WHERE ${box} IS NOT NULL AND (${order.join(', ')}) > (${order.map((_, index) => `$${index + 1}`).join(', ')})
    ORDER BY ${order.join(', ')} LIMIT ${PAGE_SIZE}`,
    [after.one, after.two].slice(0, order.length),
  );
}

/** `changes`: [{one, two, before, box}], boxes in hex. A row that changed meanwhile is skipped. Returns how many were written. */
const writeRows = async (sql: Sql, { table, box, columns }: Drawer, changes: readonly object[]): Promise<number> => {
  const isRow = columns.slice(0, 2).map((column, index) => `t.${column} = c.${index === 0 ? 'one' : 'two'}`);
  const { count } = await sql.unsafe(
    `UPDATE ${table} t SET ${box} = decode(c.box, 'hex')
    FROM jsonb_to_recordset($1::text::jsonb) AS c (one text, two text, before text, box text)
    WHERE ${isRow.join(' AND ')} AND t.${box} = decode(c.before, 'hex')`,
    [JSON.stringify(changes)],
  );
  return count;
};

export interface RotationCount {
  /** Boxes of the current key, which stay as they are. */
  readonly current: number;
  /** Encrypted again; with `dryRun`, those that would be. */
  readonly rotated: number;
  /** Their key is in APP_KEYS no more, or they are damaged. */
  readonly unreadable: number;
}

export type RotationReport = { readonly keyId: string; readonly dryRun: boolean } & Readonly<
  Record<DrawerName, RotationCount>
>;

/** Safe to interrupt, to repeat and to run while the product runs: each ciphertext is complete under one key. */
export async function rotateKeys(
  deps: { readonly databaseUrl: string; readonly keyring: Keyring; readonly logger: Logger },
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<RotationReport> {
  return asOwner(deps, async (sql) => {
    const counts = {} as Record<DrawerName, RotationCount>;
    for (const name of Object.keys(DRAWERS) as DrawerName[]) {
      counts[name] = await rotateDrawer(sql, deps.keyring, DRAWERS[name], dryRun);
    }
    return { keyId: deps.keyring.currentKeyId, dryRun, ...counts };
  });
}

async function rotateDrawer(sql: Sql, keyring: Keyring, drawer: Drawer, dryRun: boolean): Promise<RotationCount> {
  const count = { current: 0, rotated: 0, unreadable: 0 };
  let after = { one: '', two: '' };
  for (;;) {
    const rows = await readRows(sql, drawer, after);
    const changes: object[] = [];
    for (const row of rows) {
      const box = reencrypted(keyring, row.box, drawer.aadOf(row));
      if (box === 'current' || box === 'unreadable') count[box] += 1;
      else changes.push({ one: row.one, two: row.two, before: hex(row.box), box: hex(box) });
    }
    if (dryRun) count.rotated += changes.length;
    else if (changes.length > 0) count.rotated += await writeRows(sql, drawer, changes);
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
