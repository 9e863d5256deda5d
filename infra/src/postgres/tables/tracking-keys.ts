// The key of each checkout in a tenant's webhook addresses. Call these inside `withTenant`.
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import { randomText } from '../../identity/random-id.ts';
import type { Database } from '../database.ts';
import { lockTenant } from '../wire.ts';

/** 32 url-safe characters: 190 bits, not to be guessed. */
export const newTrackingKey = (): string => randomText(32);

/** Gives the tenant a key for each checkout that it has none in use for: at registration, and later for checkouts that are new since. */
export async function addMissingTrackingKeys(
  transaction: Transaction<Database>,
  tenantId: TenantId,
  created_at: Date,
): Promise<void> {
  // One change of a tenant's keys at a time: of two at once, the second would not see the key of the first.
  await lockTenant(transaction, 'trackingKeys', tenantId);
  await transaction
    .insertInto('tracking_keys')
    .values(CHECKOUT_IDS.map((provider) => ({ key: newTrackingKey(), tenant_id: tenantId, provider, created_at })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).where('expires_at', 'is', null).doNothing())
    .execute();
}
