// The key of each checkout in a tenant's webhook addresses. Call these inside `withTenant`.
import { PROVIDERS } from '@tracker/schemas/checkouts/provider';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql, type Transaction } from 'kysely';
import { randomText } from '../../identity/random-id.ts';
import type { Database } from '../database.ts';

/** 32 url-safe characters: 190 bits, not to be guessed. */
export const newTrackingKey = (): string => randomText(32);

/** Changes of a tenant's keys run one after the other: of two at once, the second would not see the key of the first. */
export async function lockTrackingKeys(transaction: Transaction<Database>, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4307, hashtext(${tenantId}))`.execute(transaction);
}

/** Gives the tenant a key for each checkout that it has none in use for: at registration, and later for checkouts that are new since. */
export async function addMissingTrackingKeys(
  transaction: Transaction<Database>,
  tenantId: TenantId,
  created_at: Date,
): Promise<void> {
  await lockTrackingKeys(transaction, tenantId);
  await transaction
    .insertInto('tracking_keys')
    .values(PROVIDERS.map((provider) => ({ key: newTrackingKey(), tenant_id: tenantId, provider, created_at })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).where('expires_at', 'is', null).doNothing())
    .execute();
}
