import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface CheckoutSecretEntry {
  /**
   * Encrypted by the keyring with `checkoutSecretAad`; decrypted only for the comparison, so that no memory keeps the plain text.
   */
  readonly sealed: Uint8Array;
}

/** What the checkouts of each company prove themselves with. */
export interface CheckoutSecretCache {
  /** Undefined when the company set none for this checkout. */
  find(tenantId: TenantId, checkout: CheckoutId): Promise<CheckoutSecretEntry | undefined>;
  /** The one company that set this token (`checkoutTokenHash`); undefined when none did, or more than one. */
  ownerOf(checkout: CheckoutId, tokenHash: string): Promise<TenantId | undefined>;
}

interface TokenOwner {
  readonly tenantId: TenantId;
}

/** The two look-ups behind it, by the kind under which triggers of migrations/0019 name their changes. */
export interface CheckoutSecretCaches extends CheckoutSecretCache {
  readonly byKind: Readonly<Record<'webhook_secret' | 'webhook_token', Pick<Cache<object>, 'forget'>>>;
}

export function createCheckoutSecretCache(sql: Sql): CheckoutSecretCaches {
  // That there is none is an answer like any other: it outlives an outage of the database, as the key of the same delivery does.
  const secrets = createCache<{ secret: CheckoutSecretEntry | undefined }>(async (id) => {
    const [tenantId = '', checkout = ''] = id.split(':');
    const [secret] = await sql<CheckoutSecretEntry[]>`
      SELECT sealed FROM lookup_webhook_secret(${tenantId}, ${checkout})`;
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
