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
}

export function createCheckoutSecretCache(sql: Sql): CheckoutSecretCache & Pick<Cache<object>, 'forget'> {
  // "No secret" is cached, too: it must survive an outage of the database, like the key of the same delivery.
  const secrets = createCache<{ secret: CheckoutSecretEntry | undefined }>(async (id) => {
    const [tenantId = '', checkout = ''] = id.split(':');
    const [secret] = await sql<CheckoutSecretEntry[]>`
      SELECT secret_encrypted AS encrypted FROM lookup_webhook_secret(${tenantId}, ${checkout})`;
    return { secret };
  });
  return {
    forget: secrets.forget,
    find: async (tenantId, checkout) => (await secrets.find(`${tenantId}:${checkout}`))?.secret,
  };
}
