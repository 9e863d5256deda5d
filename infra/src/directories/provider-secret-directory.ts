import type { Provider } from '@tracker/schemas/checkouts/provider';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';
import { createDirectory, type Directory } from './directory.ts';

export interface ProviderSecretEntry {
  /** A box of the keyring, for `providerSecretAad`; it is opened where it is compared, so that no memory holds it open. */
  readonly sealed: Uint8Array;
}

/** What the checkouts of each company prove themselves with. */
export interface ProviderSecretDirectory {
  /** Undefined when the company set none for this checkout. */
  find(tenantId: TenantId, provider: Provider): Promise<ProviderSecretEntry | undefined>;
  /** The one company that set this token (`providerTokenHash`); undefined when none did, or more than one. */
  ownerOf(provider: Provider, tokenHash: string): Promise<TenantId | undefined>;
}

interface TokenOwner {
  readonly tenantId: TenantId;
}

/** The two look-ups behind it, by the kind under which triggers of migrations/0019 name their changes. */
export interface ProviderSecretDirectories extends ProviderSecretDirectory {
  readonly byKind: Readonly<Record<'webhook_secret' | 'webhook_token', Pick<Directory<object>, 'forget'>>>;
}

export function createProviderSecretDirectory(sql: Sql): ProviderSecretDirectories {
  // That there is none is an answer like any other: it outlives an outage of the database, as the key of the same delivery does.
  const secrets = createDirectory<{ secret: ProviderSecretEntry | undefined }>(async (id) => {
    const [tenantId = '', provider = ''] = id.split(':');
    const [secret] = await sql<ProviderSecretEntry[]>`
      SELECT sealed FROM lookup_webhook_secret(${tenantId}, ${provider})`;
    return { secret };
  });
  const owners = createDirectory<TokenOwner>(async (id) => {
    const [provider = '', hash = ''] = id.split(':');
    const [row] = await sql<TokenOwner[]>`
      SELECT tenant_id AS "tenantId" FROM lookup_webhook_token(${provider}, ${hash})`;
    return row;
  });
  return {
    find: async (tenantId, provider) => (await secrets.find(`${tenantId}:${provider}`))?.secret,
    ownerOf: async (provider, tokenHash) => (await owners.find(`${provider}:${tokenHash}`))?.tenantId,
    byKind: { webhook_secret: secrets, webhook_token: owners },
  };
}
