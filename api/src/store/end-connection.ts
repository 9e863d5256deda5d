// Ends a tenant's connection to an ad platform. The platform takes a permission back from its person, so from all tenants that use it: it is given back
// only when no other one does.
import { type AdPlatform, AdPlatformError, type AdPlatforms } from '@tracker/infra/ad-platforms/ad-platform';
import { isConsentShared, openToken } from '@tracker/infra/ad-platforms/connection-store';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Database } from '@tracker/infra/postgres/database';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import { type AuditActor, record } from './audit.ts';

export interface EndConnectionDeps {
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly adPlatforms: AdPlatforms;
}

/** Asks the platform to take the permission back; never rejects for what the platform says. Call it after the transaction. */
export type GiveBack = () => Promise<void>;

/** Undefined without a connection. In the transaction that it is part of: inside `withTenant`. */
export async function endConnection(
  trx: Transaction<Database>,
  { keyring, clock, logger, adPlatforms }: EndConnectionDeps,
  person: AuditActor,
  platformId: string,
): Promise<GiveBack | undefined> {
  const { tenantId } = person;
  const isShared = await isConsentShared(trx, platformId, tenantId, clock.now());
  const gone = await trx
    .deleteFrom('ad_platform_connections')
    .where('platform', '=', platformId)
    .returning(['encrypted_token', 'expires_at', 'ended_at'])
    .executeTakeFirst();
  if (!gone) return undefined;
  await record(trx, person, 'ad-platform.disconnect', {
    platform: platformId,
    permission: isShared ? 'kept' : 'returned',
  });
  const isInTime = gone.expires_at === null || gone.expires_at.getTime() > clock.now();
  const token = openToken(keyring, tenantId, platformId, gone.encrypted_token);
  const platform = adPlatforms.find(({ descriptor }) => descriptor.id === platformId);
  if (isShared || token === undefined || gone.ended_at !== null || !isInTime || !platform?.isConfigured) {
    return async () => undefined;
  }
  return () => giveBack(platform, token, tenantId, logger);
}

/** The row is gone even if the platform refuses: a token that is not taken back expires by itself. */
async function giveBack(platform: AdPlatform, token: string, tenantId: TenantId, logger: Logger): Promise<void> {
  try {
    await platform.revoke(token);
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
    logger.warn(
      { event: 'ad-platform.revoke.failed', err: error, tenantId },
      'ad platform token not revoked; removing the connection all the same',
    );
  }
}
