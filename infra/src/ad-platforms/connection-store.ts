import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import type { Clock } from '../lifecycle/clock.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Database } from '../postgres/database.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';

export interface StoredConnection {
  readonly accountName: string;
  /** Unix milliseconds; null: it does not expire. */
  readonly expiresAtMs: number | null;
  readonly connectedAtMs: number;
  /** False once the token has expired, the provider refused it, or the key that it is sealed with is gone. */
  readonly isAlive: boolean;
  /** Of a living connection. A function, so that nothing that writes a connection down writes it. */
  token(): string;
}

/** A company's connection to the ad platform. The token lies sealed; moved to another company's row it does not open. */
export interface ConnectionStore {
  find(tenantId: TenantId): Promise<StoredConnection | undefined>;
  /** The provider takes its token no more: kept, so that people hear that they must connect again. */
  end(tenantId: TenantId, token: string): Promise<void>;
}

/** Binds a token's box to its company. */
export const facebookTokenAad = (tenantId: string): string => `facebook-token|${tenantId}`;

export interface NewConnection {
  readonly token: string;
  readonly facebookUserId: string;
  readonly accountName: string;
  readonly expiresAtMs: number | null;
}

/** Takes the place of the one before, in the transaction that it is part of: inside `withTenant`. */
export async function saveConnection(
  trx: Transaction<Database>,
  { keyring, clock }: { readonly keyring: Keyring; readonly clock: Clock },
  tenantId: TenantId,
  { token, facebookUserId, accountName, expiresAtMs }: NewConnection,
): Promise<void> {
  const values = {
    facebook_user_id: facebookUserId,
    account_name: accountName,
    sealed_token: keyring.seal(token, facebookTokenAad(tenantId)),
    expires_at: expiresAtMs === null ? null : new Date(expiresAtMs),
    connected_at: new Date(clock.now()),
    ended_at: null,
  };
  await trx
    .insertInto('facebook_connections')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((there) => there.column('tenant_id').doUpdateSet(values))
    .execute();
}

export function createConnectionStore(deps: { postgres: Postgres; keyring: Keyring; clock: Clock }): ConnectionStore {
  const { postgres, keyring, clock } = deps;
  function open(tenantId: TenantId, sealed: Uint8Array): string | undefined {
    try {
      return Buffer.from(keyring.open(sealed, facebookTokenAad(tenantId))).toString();
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  return {
    async find(tenantId) {
      const row = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('facebook_connections').selectAll().executeTakeFirst(),
      );
      if (!row) return undefined;
      const expiresAtMs = row.expires_at?.getTime() ?? null;
      const token = open(tenantId, row.sealed_token);
      const isInTime = expiresAtMs === null || expiresAtMs > clock.now();
      return {
        accountName: row.account_name,
        expiresAtMs,
        connectedAtMs: row.connected_at.getTime(),
        isAlive: row.ended_at === null && isInTime && token !== undefined,
        token: () => token ?? '',
      };
    },

    // Not the connection that took its place meanwhile: a sync with the old token may end after the new consent.
    end: (tenantId, token) =>
      postgres.withTenant(tenantId, async (trx) => {
        const row = await trx.selectFrom('facebook_connections').select('sealed_token').forUpdate().executeTakeFirst();
        if (!row || open(tenantId, row.sealed_token) !== token) return;
        await trx
          .updateTable('facebook_connections')
          .set({ ended_at: new Date(clock.now()) })
          .where('ended_at', 'is', null)
          .execute();
      }),
  };
}
