import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '../lifecycle/clock.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Database } from '../postgres/database.ts';
import { type Keyring, SecretError } from '../secrets/keyring.ts';
import type { Consent } from './ad-platform.ts';

export interface StoredConnection {
  readonly accountName: string;
  /** Unix milliseconds; null: it does not expire. */
  readonly expiresAtMs: number | null;
  readonly connectedAtMs: number;
  /** The user who brought the consent; null: from before it was stored. */
  readonly connectedBy: string | null;
  /** False once the token has expired, the platform refused it, or its encryption key is gone. */
  readonly isAlive: boolean;
  /** Null for a live one, and where no call has shown why. */
  readonly endedBecause: AdPlatformProblem | null;
  /** The person gave the permission to change ads, and no call has shown that they took it back. */
  readonly canAct: boolean;
  /** Of a live connection. A function, so that no log line or answer that holds a connection holds the token. */
  token(): string;
}

/** The connections of tenants to one ad platform. A token is encrypted for its row: in the row of another tenant it cannot be decrypted. */
export interface ConnectionStore {
  find(tenantId: TenantId): Promise<StoredConnection | undefined>;
  /** The platform refused the token for good. The row stays, so that people see that they must connect again, and why. */
  end(tenantId: TenantId, token: string, because: AdPlatformProblem): Promise<void>;
  /** Whether other tenants have a live connection by a consent of the same person, which the platform would end with this one. */
  isShared(tenantId: TenantId): Promise<boolean>;
  /** The platform refused a change for lack of the permission, which was taken back there. */
  endActions(tenantId: TenantId, token: string): Promise<void>;
}

/** Binds an encrypted token to its tenant and platform. */
export const connectionTokenAad = (tenantId: string, platform: string): string =>
  `ad-platform-token|${platform}|${tenantId}`;

/** Undefined once the key that encrypted it is gone. */
export function openToken(
  keyring: Keyring,
  tenantId: TenantId,
  platform: string,
  encrypted: Uint8Array,
): string | undefined {
  try {
    return Buffer.from(keyring.decrypt(encrypted, connectionTokenAad(tenantId, platform))).toString();
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

/** Whether other tenants have a live connection by a consent of the same person, which the platform would end with this one. Inside `withTenant`. */
export async function isConsentShared(
  trx: Transaction<Database>,
  platform: string,
  tenantId: TenantId,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    SELECT is_consent_shared(${platform}, ${tenantId}, ${new Date(nowMs)}) AS shared`.execute(trx);
  return rows[0]?.shared === true;
}

export type NewConnection = Omit<Consent, 'canReadAds' | 'canAct'> & Partial<Pick<Consent, 'canAct'>>;

/** Replaces the connection before, in the transaction that it is part of: inside `withTenant`. */
export async function saveConnection(
  trx: Transaction<Database>,
  { keyring, clock }: { readonly keyring: Keyring; readonly clock: Clock },
  { tenantId, platform, by }: { readonly tenantId: TenantId; readonly platform: string; readonly by?: UserId },
  { token, userId, accountName, expiresAtMs, canAct = false }: NewConnection,
): Promise<void> {
  // A connection that comes back has days to make up for: a run begins at once, and asks for what links were refused.
  const dueAt = new Date(clock.now());
  const values = {
    platform_user_id: userId,
    account_name: accountName,
    encrypted_token: keyring.encrypt(token, connectionTokenAad(tenantId, platform)),
    expires_at: expiresAtMs === null ? null : new Date(expiresAtMs),
    connected_at: new Date(clock.now()),
    connected_by: by ?? null,
    ended_at: null,
    ended_because: null,
    can_act: canAct,
    spend_due_at: dueAt,
    spend_early_at: dueAt,
    spend_refusals: 0,
  };
  await trx
    .insertInto('ad_platform_connections')
    .values({ tenant_id: tenantId, platform, ...values })
    .onConflict((there) => there.columns(['tenant_id', 'platform']).doUpdateSet(values))
    .execute();
  await trx
    .updateTable('ad_platform_campaign_links')
    .set({ gaps_tried_at: null, gaps_tries: 0 })
    .where('platform', '=', platform)
    .execute();
}

export function createConnectionStore(
  deps: { readonly postgres: Postgres; readonly keyring: Keyring; readonly clock: Clock },
  platform: string,
): ConnectionStore {
  const { postgres, keyring, clock } = deps;
  const decrypt = (tenantId: TenantId, encrypted: Uint8Array) => openToken(keyring, tenantId, platform, encrypted);

  /** Only the connection with this token: what ran with the old one may end after a new consent. */
  const change = (
    tenantId: TenantId,
    token: string,
    to: { ended_at: Date; ended_because: AdPlatformProblem } | { can_act: false },
  ) =>
    postgres.withTenant(tenantId, async (trx) => {
      const row = await trx
        .selectFrom('ad_platform_connections')
        .select('encrypted_token')
        .where('platform', '=', platform)
        .forUpdate()
        .executeTakeFirst();
      if (!row || decrypt(tenantId, row.encrypted_token) !== token) return;
      await trx
        .updateTable('ad_platform_connections')
        .set(to)
        .where('platform', '=', platform)
        .where('ended_at', 'is', null)
        .execute();
    });

  return {
    async find(tenantId) {
      const row = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('ad_platform_connections').selectAll().where('platform', '=', platform).executeTakeFirst(),
      );
      if (!row) return undefined;
      const expiresAtMs = row.expires_at?.getTime() ?? null;
      const token = decrypt(tenantId, row.encrypted_token);
      const isInTime = expiresAtMs === null || expiresAtMs > clock.now();
      return {
        accountName: row.account_name,
        expiresAtMs,
        connectedAtMs: row.connected_at.getTime(),
        connectedBy: row.connected_by,
        isAlive: row.ended_at === null && isInTime && token !== undefined,
        endedBecause: row.ended_because ?? (isInTime ? null : { code: 'connection_expired' }),
        canAct: row.can_act,
        token: () => token ?? '',
      };
    },

    end: (tenantId, token, because) =>
      change(tenantId, token, { ended_at: new Date(clock.now()), ended_because: because }),
    isShared: (tenantId) =>
      postgres.withTenant(tenantId, (trx) => isConsentShared(trx, platform, tenantId, clock.now())),
    endActions: (tenantId, token) => change(tenantId, token, { can_act: false }),
  };
}
