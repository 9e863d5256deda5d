import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Clock, systemClock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

export interface TrackingKeyEntry {
  readonly tenantId: TenantId;
  readonly provider: CheckoutId;
}

/** The owner of the key in a webhook URL. A replaced key is found until it expires. */
export interface TrackingKeyCache {
  find(key: string): Promise<TrackingKeyEntry | undefined>;
}

interface StoredKey extends TrackingKeyEntry {
  readonly expiresAt: Date | null;
}

/** What no key can be is no question for the database, which refuses some of it (U+0000) as an error. */
const KEY_FORM = /^[\w-]{1,128}$/;

export function createTrackingKeyCache(
  sql: Sql,
  clock: Clock = systemClock,
): TrackingKeyCache & Pick<Cache<object>, 'forget'> {
  const keys = createCache<StoredKey>(async (key) => {
    const [row] = await sql<StoredKey[]>`
      SELECT tenant_id AS "tenantId", provider, expires_at AS "expiresAt" FROM lookup_tracking_key(${key})`;
    return row;
  });
  return {
    forget: keys.forget,
    async find(key) {
      if (!KEY_FORM.test(key)) return undefined;
      const found = await keys.find(key);
      // Looked at each time: an entry in memory outlives the moment.
      if (!found || (found.expiresAt !== null && found.expiresAt.getTime() <= clock.now())) return undefined;
      return { tenantId: found.tenantId, provider: found.provider };
    },
  };
}
