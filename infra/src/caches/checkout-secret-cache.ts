import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface CheckoutSecretEntry {
  /**
   * Encrypted by the keyring with `checkoutSecretAad`; decrypted only for the comparison, so that no memory keeps the plain text.
   */
  readonly encrypted: Uint8Array;
}

/** The secrets by which each tenant's checkouts prove their deliveries. */
export interface CheckoutSecretCache {
  /** Undefined when the tenant set none for this checkout. */
  find(tenantId: TenantId, checkout: CheckoutId): Promise<CheckoutSecretEntry | undefined>;
  /** The only tenant with this token (`checkoutTokenHash`); undefined for none, or more than one. */
  ownerOf(checkout: CheckoutId, tokenHash: string): Promise<TenantId | undefined>;
}

interface TokenOwner {
  readonly tenantId: TenantId;
}

/** The two caches behind it, by the kind that the triggers of migrations/0019 send. */
export interface CheckoutSecretCaches extends CheckoutSecretCache {
  readonly byKind: Readonly<Record<'webhook_secret' | 'webhook_token', Pick<Cache<object>, 'forget'>>>;
}

export function createCheckoutSecretCache(sql: Sql): CheckoutSecretCaches {
  // "No secret" is cached, too: it must survive an outage of the database, like the key of the same delivery.
  const secrets = createCache<{ secret: CheckoutSecretEntry | undefined }>(async (id) => {
    const [tenantId = '', checkout = ''] = id.split(':');
    const [secret] = await sql<CheckoutSecretEntry[]>`
      SELECT secret_encrypted AS encrypted FROM lookup_webhook_secret(${tenantId}, ${checkout})`;
    return { secret };
  });
  const owners = createCache<TokenOwner>(async (id) => {
    const [checkout = '', hash = ''] = id.split(':');
    const [row] = await sql<TokenOwner[]>`
      SELECT tenant_id AS "tenantId" FROM lookup_webhook_token(${checkout}, ${hash})`;
    return row;
  });
  return {
    find: async (tenantId, checkout) => (await secrets.find(`${tenantId}:${checkout}`))?.secret,
    ownerOf: async (checkout, tokenHash) => (await owners.find(`${checkout}:${tokenHash}`))?.tenantId,
    byKind: { webhook_secret: secrets, webhook_token: owners },
  };
}
